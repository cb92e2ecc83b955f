"""Reads labelled pictures of tiles as a user would, and scores what comes out.

Of a label are used, after reading: ``tiles[]`` with ``colour``, ``value``, ``pose``, ``visible``,
``digit_visible`` and ``bbox_px``. A tile that is hidden more than two fifths is nobody's to read,
and an open one counts as open only if its print is seen.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from calibration.evaluation.labels import TILES, VISIBLE
from calibration.store.tile_tables import MeasuredTable, measure_table
from companion.errors import BoardNotFound, CalibrationError
from companion.vision.camera.image_files import load_picture
from companion.vision.tiles.reader import read_table
from companion.vision.tiles.reading import UNREAD, SeenTile, TileReading

__all__ = ["CameraFrom", "TileScore", "evaluate_tiles", "is_tiles"]

# px, in parts of a tile's size in the picture, that a tile may be seen away from its place
AWAY = 0.45


class CameraFrom(Enum):
    """What tells where the camera stands: the calibration's picture, or each still alone."""

    CALIBRATION = "calibration"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class TileScore:
    """Counts: `found` tiles have their stance right, `coloured` their colour too.

    `open` faces are `right`, `wrong` or unsure; `hidden` tiles of which a face was said are `told`.
    `false` tiles are none. `ordered` of `pictures` have all tiles from the owner's left.
    """

    tiles: int = 0
    found: int = 0
    coloured: int = 0
    false: int = 0
    open: int = 0
    right: int = 0
    wrong: int = 0
    hidden: int = 0
    told: int = 0
    pictures: int = 0
    ordered: int = 0
    errors: tuple[str, ...] = ()

    def __add__(self, other: "TileScore") -> "TileScore":
        names = [field.name for field in fields(self)]
        return TileScore(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def as_dict(self) -> dict[str, Any]:
        """Give plain values, as ``--json`` prints them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def is_tiles(folder: Path) -> bool:
    """Say whether a session is one of tiles."""
    label = folder / "calib_pegs.json"
    return label.is_file() and _json(label).get("board", {}).get("type") == TILES


def evaluate_tiles(
    folder: Path,
    *,
    camera: CameraFrom = CameraFrom.CALIBRATION,
    on_picture: Callable[[], None] = lambda: None,
) -> TileScore:
    """Measure the camera in the session's picture of open tiles, then read each still."""
    table = _measured(folder) if camera is CameraFrom.CALIBRATION else None
    score = TileScore()
    for file in sorted(folder.glob("still_*.json")):
        score += _scored(file, table)
        on_picture()
    return score


def _measured(folder: Path) -> MeasuredTable | None:
    try:
        return measure_table(load_picture(folder / "calib_pegs.jpg").pixels)
    except (BoardNotFound, CalibrationError):
        return None


def _scored(file: Path, table: MeasuredTable | None) -> TileScore:
    name = f"{file.parent.name}/{file.stem}"
    truth = [tile for tile in _json(file)["tiles"] if tile.get("visible", 1.0) >= VISIBLE]
    try:
        image = load_picture(file.with_suffix(".jpg")).pixels
        pose, net = (table.pose, table.net) if table else (None, None)
        reading = read_table(image, pose=pose, faces=net)
    except BoardNotFound:
        return _of_tiles(name, truth, [None] * len(truth))
    seen = [tile for row in reading.rows for tile in row.tiles]
    places = _pixels(reading, seen)
    pairs = [_nearest(tile, seen, places) for tile in truth]
    false = len(seen) - len({id(tile) for tile in pairs if tile is not None})
    order = [seen.index(tile) for tile in pairs if tile is not None]
    ordered = int(None not in pairs and order == sorted(order))
    return _of_tiles(name, truth, pairs) + TileScore(false=false, ordered=ordered)


def _pixels(reading: TileReading, seen: list[SeenTile]) -> np.ndarray:
    box = reading.table.box
    middles = [tile.place.corners(box).mean(axis=0) for tile in seen]
    return reading.table.pose.project(np.array(middles).reshape(-1, 3))


def _nearest(tile: Mapping[str, Any], seen: list[SeenTile], places: np.ndarray) -> SeenTile | None:
    left, top, right, low = tile["bbox_px"]
    far = np.linalg.norm(places - ((left + right) / 2, (top + low) / 2), axis=1)
    if not len(far) or far.min() > AWAY * max(right - left, low - top):
        return None
    return seen[int(far.argmin())]


def _of_tiles(name: str, truth: list[dict[str, Any]], pairs: list[SeenTile | None]) -> TileScore:
    score = TileScore(pictures=1)
    for tile, seen in zip(truth, pairs, strict=True):
        score += _of_tile(f"{name} tile {tile['index']}", tile, seen)
    return score


def _of_tile(name: str, tile: Mapping[str, Any], seen: SeenTile | None) -> TileScore:
    is_open = tile["pose"] == "face_up" and bool(tile["digit_visible"])
    stands = tile["pose"].startswith("stand")
    found = seen is not None and (seen.place.stance.value == "stands") == stands
    coloured = found and seen is not None and seen.colour == tile["colour"][0].upper()
    said = seen.face if seen is not None and seen.face not in (UNREAD, "?") else None
    is_right = is_open and said == str(tile["value"])
    is_wrong = is_open and said is not None and not is_right
    is_told = not is_open and tile["pose"] != "face_up" and said is not None
    errors = []
    if not coloured:
        errors.append(f"{name}: {tile['colour']} {tile['pose']}, seen {seen}")
    if is_wrong or is_told or (is_open and not is_right):
        errors.append(f"{name}: {tile['pose']} {tile['value']}, read {seen}")
    return TileScore(
        tiles=1,
        found=int(found),
        coloured=int(coloured),
        open=int(is_open),
        right=int(is_right),
        wrong=int(is_wrong),
        hidden=int(tile["pose"] != "face_up"),
        told=int(is_told),
        errors=tuple(errors),
    )


def _json(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return data
