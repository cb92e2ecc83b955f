"""Reads labelled pictures of tiles as a user would, and scores what comes out.

Of a label are used, after reading: ``tiles[]`` with ``colour``, ``value``, ``pose``, ``visible``,
``digit_visible``, ``bbox_px``, ``seat`` and ``place``. A tile that is hidden more than two fifths
is nobody's to read, and an open one counts as open only if its print is seen.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from calibration.evaluation.label_files import TILES, VISIBLE
from calibration.store.tile_tables import MeasuredTable, measure_table
from companion.errors import BoardNotFound, CalibrationError
from companion.game.tiles.tile import BACKS
from companion.i18n import _, ngettext
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import F64
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.reading import UNREAD, SeenTile, TileReading

__all__ = ["TileScore", "evaluate_tiles", "is_tiles", "measured_in", "tile_pairs"]

# px, in parts of a tile's size in the picture, that a tile may be seen away from its place; a guess
AWAY = 0.45
# where a label says that a tile lies, beside the places of a row
CLUE, POOL = "clue", "pool"

Truth = Mapping[str, Any]
Tile = TypeVar("Tile")


@dataclass(frozen=True, slots=True)
class TileScore:
    """Counts: `found` tiles have their stance right, `coloured` their colour too.

    `open` faces are `right`, `wrong` or unsure; `hidden` tiles of which a face was said are `told`.
    `false` tiles are none. `ordered` of `pictures` have every row from its owner's left. In
    `pooled` pictures the whole pool is seen, in `counted` of them it was counted. `tables` were
    to be measured, `measured` were, with a tile's proportions off by `size` at most (a part).
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
    pooled: int = 0
    counted: int = 0
    tables: int = 0
    measured: int = 0
    size: float = 0.0
    errors: tuple[str, ...] = ()

    def __add__(self, other: "TileScore") -> "TileScore":
        names = [field.name for field in fields(self) if field.name != "size"]
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return TileScore(**sums, size=max(self.size, other.size))

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def is_tiles(folder: Path) -> bool:
    """Say whether a session is one of tiles."""
    label = folder / "calib_pegs.json"
    return label.is_file() and _json(label).get("board", {}).get("type") == TILES


def evaluate_tiles(folder: Path, *, on_picture: Callable[[], None] = lambda: None) -> TileScore:
    """Measure the table in the session's two pictures, then read each still."""
    table, score = _measured(folder)
    reader = TableReader(table.known) if table else None
    for file in sorted(folder.glob("still_*.json")):
        score += _scored(file, reader)
        on_picture()
    return score


def measured_in(folder: Path) -> MeasuredTable:
    """Measure a session's table; raises BoardNotFound and CalibrationError."""
    empty = folder / "calib_empty.jpg"
    return measure_table(
        load_picture(folder / "calib_pegs.jpg").pixels,
        load_picture(empty).pixels if empty.is_file() else None,
    )


def _measured(folder: Path) -> tuple[MeasuredTable | None, TileScore]:
    try:
        table = measured_in(folder)
    except (BoardNotFound, CalibrationError) as error:
        why = _("{name}: not measured: {error}").format(name=folder.name, error=error)
        return None, TileScore(tables=1, errors=(why,))
    params = _json(folder / "calib_pegs.json")["board"]["params"]
    true = params["tile_h"] / params["tile_w"]
    size = abs(table.box.height / table.box.width / true - 1)
    return table, TileScore(tables=1, measured=1, size=size)


def _scored(file: Path, reader: TableReader | None) -> TileScore:
    name = f"{file.parent.name}/{file.stem}"
    every = _json(file)["tiles"]
    truth = [tile for tile in every if tile.get("visible", 1.0) >= VISIBLE]
    try:
        reading = reader.read(load_picture(file.with_suffix(".jpg")).pixels) if reader else None
    except BoardNotFound:
        reading = None
    seen = list(reading.tiles) if reading else []
    places = _pixels(reading.table, seen) if reading else np.zeros((0, 2))
    score = _of_tiles(name, truth, tile_pairs(truth, seen, places))
    if reading is None:
        return score
    all_pairs = tile_pairs(every, seen, places)
    false = len(seen) - len({id(tile) for tile in all_pairs if tile is not None})
    said = ngettext(
        "{name}: {count} tile seen that is none", "{name}: {count} tiles seen that are none", false
    )
    faults = [said.format(name=name, count=false)] if false else []
    return score + TileScore(false=false, errors=tuple(faults)) + _of_table(name, every, reading)


def _of_table(name: str, truth: list[Truth], reading: TileReading) -> TileScore:
    """Score the rows as they are told, and the pool."""
    seen = list(reading.tiles)
    pairs = tile_pairs(truth, seen, _pixels(reading.table, seen))
    row_of = {id(tile): i for i, row in enumerate(reading.rows) for tile in row.tiles}
    ordered = _is_ordered(truth, pairs, reading, row_of)
    rows = ", ".join(map(str, reading.rows))
    told = _("{name}: rows told as {rows}").format(name=name, rows=rows)
    errors = [] if ordered else [told]
    pool = [tile for tile in truth if tile.get("place") == POOL]
    is_seen = all(tile.get("visible", 1.0) >= VISIBLE for tile in pool) and "seat" in truth[0]
    counts = tuple(sum(tile["colour"][0].upper() == back for tile in pool) for back in BACKS)
    counted = is_seen and counts == reading.pool_counts
    if is_seen and not counted:
        errors.append(
            _("{name}: pool {pool}, counted {counted}").format(
                name=name, pool=counts, counted=reading.pool_counts
            )
        )
    return TileScore(
        ordered=int(ordered), pooled=int(is_seen), counted=int(counted), errors=tuple(errors)
    )


def _is_ordered(
    truth: list[Truth],
    pairs: list[SeenTile | None],
    reading: TileReading,
    row_of: Mapping[int, int],
) -> bool:
    """Whether each seat's visible tiles are one row, in order, with nobody else's among them."""
    owners: dict[int, object] = {}
    for seat in {tile.get("seat") for tile in truth if tile.get("place") not in (CLUE, POOL)}:
        own = [
            (tile.get("place", tile["index"]), pair)
            for tile, pair in zip(truth, pairs, strict=True)
            if tile.get("seat") == seat
            and tile.get("place") not in (CLUE, POOL)
            and tile.get("visible", 1.0) >= VISIBLE
        ]
        rows = {row_of.get(id(pair)) for _, pair in own}
        if not own:
            continue
        if len(rows) != 1 or None in rows:
            return False
        row = int(rows.pop() or 0)
        if row in owners:
            return False
        owners[row] = seat
        told = [reading.rows[row].tiles.index(pair) for _, pair in sorted(own, key=_place) if pair]
        if told != sorted(told):
            return False
    return len(owners) == len(reading.rows)


def _place(each: tuple[int, SeenTile | None]) -> int:
    return each[0]


def _pixels(table: KnownTable, seen: list[SeenTile]) -> F64:
    middles = [tile.place.corners(table.box).mean(axis=0) for tile in seen]
    return table.pose.project(np.array(middles).reshape(-1, 3))


def tile_pairs(truth: Sequence[Truth], seen: Sequence[Tile], places: F64) -> list[Tile | None]:
    """Return for each tile of a label which of `seen`, at (N, 2) pixels `places`, it is."""
    return [_nearest(tile, seen, places) for tile in truth]


def _nearest(tile: Truth, seen: Sequence[Tile], places: F64) -> Tile | None:
    left, top, right, low = tile["bbox_px"]
    far = np.linalg.norm(places - ((left + right) / 2, (top + low) / 2), axis=1)
    if not len(far) or far.min() > AWAY * max(right - left, low - top):
        return None
    return seen[int(far.argmin())]


def _of_tiles(name: str, truth: list[Truth], pairs: list[SeenTile | None]) -> TileScore:
    score = TileScore(pictures=1)
    for tile, seen in zip(truth, pairs, strict=True):
        score += _of_tile(f"{name} tile {tile['index']}", tile, seen)
    return score


def _of_tile(name: str, tile: Truth, seen: SeenTile | None) -> TileScore:
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
