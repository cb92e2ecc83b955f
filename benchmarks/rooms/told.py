"""The label of a rendered picture, in the form that those of real sessions have."""

from collections.abc import Sequence

import numpy as np

from benchmarks.rooms.boards import Filling
from benchmarks.rooms.hands import Ball, seen_part
from benchmarks.rooms.specimens import Specimen
from companion.game.core.codes import COLOURS, EMPTY
from companion.vision.geometry.pose import Pose

__all__ = ["label_of"]

SQUARE = ((-1, 1), (1, 1), (1, -1), (-1, -1))
WORDS = dict(COLOURS) | {"s": "grey", EMPTY: "empty"}


def label_of(
    specimen: Specimen, filling: Filling, pose: Pose, hand: Sequence[Ball]
) -> dict[str, object]:
    """Say what a picture of a specimen with this filling shows, seen by `pose`, behind a hand."""
    shape = specimen.shape
    return {
        "size": list(pose.size),
        "board": _board(specimen),
        "grid": {"corners_dist": pose.project(shape.corners()).tolist()},
        "cells": _cells(specimen, filling, pose, hand),
        "keys": _keys(specimen, filling, pose, hand),
        "code": {"covered": True, "colors": None},
        "markers": _markers(specimen, pose),
        "occlusion": {"present": bool(hand)},
        "camera": _camera(pose),
    }


def _board(specimen: Specimen) -> dict[str, object]:
    shape = specimen.shape
    return {
        "type": specimen.kind,
        "rows": shape.rows,
        "cols": shape.cols,
        "palette": [WORDS[letter] for letter in shape.palette],
        "dims_mm": _dims(specimen),
        "key_style": "pegs" if shape.keys else "sliders",
        "params": dict(specimen.params),
    }


def _markers(specimen: Specimen, pose: Pose) -> dict[str, object]:
    markers = specimen.shape.markers
    if markers is None:
        return {"present": False}
    half = markers.size / 2
    corners = {
        str(markers.first_id + number): pose.project(
            [(x + a * half, y + b * half, markers.height) for a, b in SQUARE]
        ).tolist()
        for number, (x, y) in enumerate(markers.centres)
    }
    return {"present": True, "corners_dist": corners}


def _cells(
    specimen: Specimen, filling: Filling, pose: Pose, hand: Sequence[Ball]
) -> list[dict[str, object]]:
    shape = specimen.shape
    heads, holes = pose.project(shape.heads()), pose.project(shape.holes())
    radii = pose.px_per_mm(shape.heads()) * shape.head.radius
    seen = seen_part(hand, pose.position, shape.heads(), shape.head.radius)
    return [
        {
            "row": row,
            "col": col,
            "color": WORDS[letter],
            "px": hole.tolist(),
            "head_px": head.tolist(),
            "radius_px": float(radius),
            "visible": float(part),
        }
        for (row, col), letter, hole, head, radius, part in zip(
            shape.cells(), filling.letters, holes, heads, radii, seen, strict=True
        )
    ]


def _camera(pose: Pose) -> dict[str, object]:
    k = pose.k
    return {
        "K": [float(k[0, 0]), float(k[1, 1]), float(k[0, 2]), float(k[1, 2])],
        "dist": [0.0] * 5,
        "R": pose.r.tolist(),
        "t": pose.t.tolist(),
    }


def _dims(specimen: Specimen) -> list[float]:
    (x0, far), (x1, _), (_, near), _ = specimen.shape.outline
    return [x1 - x0, far - near]


def _keys(
    specimen: Specimen, filling: Filling, pose: Pose, hand: Sequence[Ball]
) -> list[dict[str, object]]:
    shape = specimen.shape
    if shape.keys is None:
        return [{"row": row, "white": 0, "red": 0} for row in range(1, shape.rows + 1)]
    per_row = len(shape.keys.offsets)
    places = np.concatenate([shape.key_holes(row) for row in range(1, shape.rows + 1)])
    seen = seen_part(hand, pose.position, places, shape.keys.peg.radius)
    rows: Sequence[str] = [
        filling.keys[k : k + per_row] for k in range(0, len(filling.keys), per_row)
    ]
    return [
        {
            "row": number,
            "black": word.count("k"),
            "white": word.count("w"),
            "holes": [
                {"color": WORDS[letter], "visible": float(part)}
                for letter, part in zip(word, parts, strict=True)
            ],
        }
        for number, (word, parts) in enumerate(
            zip(rows, seen.reshape(-1, per_row), strict=True), start=1
        )
    ]
