"""Fits how likely a tile is one: python -m benchmarks.fit_tile_odds SESSIONS [SESSIONS ...].

Sessions are those of `benchmarks.tile_rooms.sessions`. Prints the weights of
`companion.vision.tiles.tile_odds`, and for several bounds how many tiles of tables that were left
out in turn (one in five) are then told, and how many are told that are none.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from calibration.evaluation.tiles import measured_in, tile_pairs
from companion.errors import KeypegError
from companion.vision.camera.image_files import load_picture
from companion.vision.tile_faces.picture_pair import pair_of, soft
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.second_look import told_of
from companion.vision.tiles.tile_odds import kinds_of

# part of a tile that is seen at least, if it counts; tables left out at a time; the prior of a
# weight: 1 / sigma squared, in parts of the spread of what it weighs
SEEN, FOLDS, PRIOR = 0.6, 5, 5.0
BOUNDS = (0.3, 0.4, 0.5, 0.6)


def examples(session: Path) -> Iterator[tuple]:
    """Give (kinds, evidence, is_tile, counts, missed) of each still of a session."""
    try:
        reader = TableReader(measured_in(session).known)
    except KeypegError:
        return
    for file in sorted(session.glob("still_*.json")):
        image = load_picture(file.with_suffix(".jpg")).pixels
        boxes, prepared = reader.candidates(image)
        if not boxes:
            continue
        table = prepared.table
        evidence, before = told_of(
            pair_of(soft(image), prepared.soft_empty), table.pose, boxes, table.box
        )
        truth = json.loads(file.read_text())["tiles"]
        middles = np.array([each.place.corners(table.box).mean(axis=0) for each in boxes])
        pairs = tile_pairs(truth, boxes, table.pose.project(middles))
        seen = {
            id(pair): tile["visible"] >= SEEN
            for tile, pair in zip(truth, pairs, strict=True)
            if pair is not None
        }
        is_tile = np.array([id(each) in seen for each in boxes])
        counts = np.array([seen.get(id(each), True) for each in boxes]) & ~before
        missed = sum(
            tile["visible"] >= SEEN and pair is None
            for tile, pair in zip(truth, pairs, strict=True)
        )
        yield kinds_of(boxes), evidence, is_tile, counts, missed


def fitted(kinds, evidence, is_tile, counts):
    """Give (3, 1 + E) weights: ridge logistic regression by Newton's method, each kind alone."""
    return np.stack([_fitted(evidence[m], is_tile[m], counts[m]) for m in _each(kinds)])


def _each(kinds):
    return [kinds == kind for kind in range(3)]


def _fitted(evidence, is_tile, counts):
    x = np.c_[np.ones(len(evidence)), evidence]
    spread = x.std(axis=0)
    spread[0] = 1.0
    z, prior = x / np.maximum(spread, 1e-6), np.full(x.shape[1], PRIOR)
    prior[0] = 0.0
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        share = 1 / (1 + np.exp(-z @ weights))
        slope = z.T @ (counts * (is_tile - share)) - prior * weights
        curve = (z * (counts * share * (1 - share))[:, None]).T @ z + np.diag(prior)
        weights += np.linalg.solve(curve + 1e-9 * np.eye(len(weights)), slope)
    return weights / np.maximum(spread, 1e-6)


def shares(weights, kinds, evidence):
    """Give how likely each is a tile."""
    own = weights[kinds]
    return 1 / (1 + np.exp(-own[:, 0] - (own[:, 1:] * evidence).sum(axis=1)))


def joined(tables):
    """Give the arrays of the stills of all tables."""
    stills = [still[:4] for table in tables for still in table]
    return [np.concatenate(each) for each in zip(*stills, strict=True)]


def main(folders):
    """Print the weights, and how good others are on tables left out."""
    tables = [list(examples(s)) for folder in folders for s in sorted(folder.iterdir())]
    told = np.zeros((len(BOUNDS), 2), int)
    for fold in range(FOLDS):
        weights = fitted(*joined([t for i, t in enumerate(tables) if i % FOLDS != fold]))
        for kinds, evidence, is_tile, counts, _ in (s for t in tables[fold::FOLDS] for s in t):
            share = shares(weights, kinds, evidence)
            for i, bound in enumerate(BOUNDS):
                likely = (share >= bound) & counts
                told[i] += (likely & is_tile).sum(), (likely & ~is_tile).sum()
    stills = [still for table in tables for still in table]
    total = sum(int((s[2] & s[3]).sum()) + s[4] for s in stills)
    print(len(stills), "stills", total, "tiles that are seen")
    for bound, (true, false) in zip(BOUNDS, told, strict=True):
        print(f"{bound}: {true / total:.2%} told, {false / total:.2%} that are none")
    for row in fitted(*joined(tables)):
        print("    (" + ", ".join(f"{v:.2f}" for v in row) + "),")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
