"""A picture of a table becomes rows of boxes: where the camera stands, and where each tile is."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.vision.geometry.lens_priors import Lens
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, TileBox, TilePlace
from companion.vision.tiles.detect import FoundTile, boxes_among, fitted, turns_of
from companion.vision.tiles.edge_score import EdgeField, edge_field
from companion.vision.tiles.fit import Boxes, Move, fit
from companion.vision.tiles.foreground import Blob, Ground, blobs, ground
from companion.vision.tiles.pose_seeds import pose_seeds
from companion.vision.tiles.rows import FoundRow, rows_among

__all__ = ["SeenTable", "look_at_table"]

Image = npt.NDArray[np.uint8]

# pixels of the picture that edges are looked for in, and how soft
WIDTH, BLUR = 640, 1.2
# pixels a mm that edges are looked for with where the picture is larger, and the widest
FINE, WIDEST = 1.7, 1600
# of a tile in a row, and of one that lies alone: it must be worth more
ROW, ALONE = 0.62, 0.72
# mm between the middles of two tiles at least
BESIDE = 23.0
# what a box that is none is worth by chance
CHANCE = 0.6
# cameras that are tried on the whole table, the best of them that are fitted to it, and how often
CAMERAS, FITTED, AGAIN = 10, 4, 5
# a guessed camera is certain when this part of all that lies there is explained
CERTAIN = 0.16
# what explains less than this part is something else than tiles
TILES = 0.1
# pixels of the edges that tiles may move when the camera is fitted to them: it has not moved
STILL = 1.0
# where the camera stood before it stands still when its tiles are worth so much in the middle, and
# explain this part of all that lies there: seen from elsewhere they are worth up to 0.76 and 0.09
GOOD, HELD = 0.77, 0.12


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """What was found: the camera, and rows, the surest first.

    `is_sure` when the camera's place is known, or explains nearly all that lies on the table: only
    then a lying tile is told from a standing one for certain.
    """

    pose: Pose
    rows: tuple[FoundRow, ...]
    box: TileBox = BOX
    is_sure: bool = False

    @property
    def worth(self) -> float:
        """How much of the picture the tiles explain, in pixels: grows with their size and fit."""
        return sum((tile.worth - CHANCE) * self._size(tile) for tile in _tiles(self))

    def _size(self, tile: FoundTile) -> float:
        corners = TilePlace(tile.x, tile.y, tile.turn, tile.stance).corners(self.box)
        return float(cv2.contourArea(cv2.convexHull(self.pose.project(corners).astype(np.float32))))


def look_at_table(
    image: Image, *, pose: Pose | None = None, lens: Lens | None = None, box: TileBox = BOX
) -> SeenTable:
    """Find the tiles in a BGR `image`; `pose` is where the camera stood before, if it is known.

    A camera that has moved is looked for anew. Raises BoardNotFound when there are no tiles.
    """
    seen = ground(image)
    view = _View(image, seen, blobs(seen), box, Move(camera=True, focal=lens is None))
    if not view.things:
        raise _nothing()
    area = sum(thing.area for thing in view.things)
    before = _held(view, pose) if pose is not None else None
    if before and _is_good(before) and before.worth > HELD * area:
        return replace(before, is_sure=True)
    best = _anew(view, (image.shape[1], image.shape[0]), lens)
    if best and best.worth > CERTAIN * area:
        return replace(best, is_sure=True)
    # a hand, or something else than tiles, is in the picture too
    if before and _is_good(before):
        return replace(before, is_sure=True)
    found = [table for table in (before, best) if table and table.worth > TILES * area]
    if not found:
        raise _nothing()
    return max(found, key=lambda table: table.worth)


def _anew(view: "_View", size: tuple[int, int], lens: Lens | None) -> SeenTable | None:
    """Give what the best of all likely cameras sees."""
    seeds = pose_seeds(view.seen, view.edges(), size, lens, view.box)[:CAMERAS]
    tried = sorted((_rows(view, seed) for seed in seeds), key=lambda table: -table.worth)
    tables = [_settled_more(view, table) for table in tried[:FITTED]]
    return max(tables, key=lambda table: table.worth, default=None)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A picture as it is looked at."""

    image: Image
    seen: Ground
    things: list[Blob]
    box: TileBox
    # what of the camera is not known
    free: Move

    def edges(self, pose: Pose | None = None) -> EdgeField:
        """Give the edges, as fine as tiles are seen: neighbours' edges must lie apart."""
        width = WIDTH
        if pose is not None:
            middle = pose.on_plane([[pose.size[0] / 2, pose.size[1] / 2]])
            seen = float(pose.px_per_mm(middle)[0]) * WIDTH / pose.size[0]
            width = int(np.clip(WIDTH * FINE / seen, WIDTH, WIDEST))
        return edge_field(self.image, width=width, blur=BLUR)


def _rows(view: _View, pose: Pose) -> SeenTable:
    return _chosen(
        view, pose, boxes_among(view.edges(pose), view.seen, view.things, pose, view.box)
    )


def _chosen(view: _View, pose: Pose, boxes: list[FoundTile]) -> SeenTable:
    rows = rows_among(boxes, turns_of(view.things, pose), pose, view.box)
    return SeenTable(pose, _kept(rows), view.box)


def _held(view: _View, pose: Pose) -> SeenTable:
    """Look from where the camera stood, and fit all that may be there to where it stands now."""
    field = view.edges(pose)
    boxes = boxes_among(field, view.seen, view.things, pose, view.box)
    table = _chosen(view, pose, boxes)
    if not table.rows:
        return table
    at = _as_boxes(_tiles(table), pose, view.box)
    moved = _camera(field, at, view.free)
    shift = np.linalg.norm(_pixels(moved) - _pixels(at), axis=1)
    if float(np.median(shift)) * field.scale < STILL:
        return table
    now = moved.pose
    again = _chosen(view, now, fitted(field, view.seen, _as_boxes(boxes, now, view.box)))
    return max(table, again, key=_sureness)


def _sureness(table: SeenTable) -> float:
    return sum(tile.worth - CHANCE for tile in _tiles(table))


def _kept(rows: list[FoundRow]) -> tuple[FoundRow, ...]:
    """Give the rows without what is worth little, or is the shadow of a tile of a surer row."""
    kept: list[FoundRow] = []
    for row in rows:
        before = [tile for other in kept for tile in other.tiles]
        tiles = tuple(
            tile
            for tile in row.tiles
            if tile.worth > ROW
            and all(np.hypot(tile.x - b.x, tile.y - b.y) > BESIDE for b in before)
        )
        if len(tiles) > 1 or (tiles and tiles[0].worth > ALONE):
            kept.append(replace(row, tiles=tiles))
    return tuple(kept)


def _is_good(table: SeenTable) -> bool:
    worths = [tile.worth for tile in _tiles(table)]
    return bool(worths) and float(np.median(worths)) > GOOD


def _settled(view: _View, table: SeenTable) -> SeenTable:
    """Fit the camera to all its tiles at once, and look once more."""
    if not table.rows:
        return table
    at = _as_boxes(_tiles(table), table.pose, view.box)
    again = _rows(view, _camera(view.edges(table.pose), at, view.free).pose)
    return again if again.worth > table.worth else table


def _settled_more(view: _View, table: SeenTable) -> SeenTable:
    """Fit the camera, and once more as long as that shows more tiles."""
    for _ in range(AGAIN):
        before, table = table, _settled(view, table)
        if len(_tiles(table)) <= len(_tiles(before)):
            break
    return table


def _camera(field: EdgeField, boxes: Boxes, free: Move) -> Boxes:
    for reach, move in ((4.0, Move(camera=True)), (2.5, free)):
        boxes = fit(field, boxes, reach=reach, move=move)
    return boxes


def _pixels(boxes: Boxes) -> npt.NDArray[np.float64]:
    return boxes.pose.project(boxes.corners().reshape(-1, 3))


def _tiles(table: SeenTable) -> list[FoundTile]:
    return [tile for row in table.rows for tile in row.tiles]


def _as_boxes(tiles: list[FoundTile], pose: Pose, box: TileBox) -> Boxes:
    places = np.array([[tile.x, tile.y, tile.turn] for tile in tiles])
    return Boxes(pose, places, tuple(tile.stance for tile in tiles), box)


def _nothing() -> BoardNotFound:
    return BoardNotFound(
        "There are no tiles in the picture.",
        hint="Let the camera see the rows from above, in even light, on a table of one colour.",
    )
