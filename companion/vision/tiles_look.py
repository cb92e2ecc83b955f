"""A picture of a table becomes rows of boxes: where the camera stands, and where each tile is."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.vision.lens_guess import Lens
from companion.vision.pose import Pose
from companion.vision.tiles_edges import EdgeField, edge_field
from companion.vision.tiles_find import FoundTile, boxes_among, judged, turns_of
from companion.vision.tiles_fit import Boxes, Move, fit
from companion.vision.tiles_ground import Ground, blobs, ground
from companion.vision.tiles_row import FoundRow, rows_among
from companion.vision.tiles_seed import pose_seeds
from companion.vision.tiles_shape import BOX, TileBox

__all__ = ["SeenTable", "look_at_table"]

Image = npt.NDArray[np.uint8]

# pixels of the picture that edges are looked for in, and how soft
WIDTH, BLUR = 640, 1.2
# of a tile in a row, and of one that lies alone: it must be worth more
ROW, ALONE = 0.62, 0.72
# cameras that are tried on the whole table
CAMERAS = 5
# a camera explains a table when its tiles are worth so much in the middle
GOOD = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """What was found: the camera, and rows, the surest first."""

    pose: Pose
    rows: tuple[FoundRow, ...]

    @property
    def worth(self) -> float:
        """How much of the picture the tiles explain: grows with their number and fit."""
        return sum(tile.worth - ROW / 2 for row in self.rows for tile in row.tiles)


def look_at_table(
    image: Image, *, pose: Pose | None = None, lens: Lens | None = None, box: TileBox = BOX
) -> SeenTable:
    """Find the tiles in a BGR `image`; `pose` is where the camera stood before, if it is known.

    A camera that has moved is looked for anew. Raises BoardNotFound when there are no tiles.
    """
    view = _View(ground(image), edge_field(image, width=WIDTH, blur=BLUR), box)
    if not blobs(view.seen):
        raise _nothing()
    before = None
    if pose is not None:
        before = _rows(view, pose)
        if _is_good(before):
            return before
    size = (image.shape[1], image.shape[0])
    found = [_rows(view, seed) for _, seed in pose_seeds(view.seen, view.field, size, lens, box)[:CAMERAS]]
    found = [table for table in (*found, before) if table is not None and table.rows]
    if not found:
        raise _nothing()
    best = max(found, key=lambda table: table.worth)
    return best if best is before else _settled(view, best)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A picture as it is looked at."""

    seen: Ground
    field: EdgeField
    box: TileBox


def _rows(view: _View, pose: Pose) -> SeenTable:
    things = blobs(view.seen)
    boxes = boxes_among(view.field, view.seen, things, pose, view.box)
    rows = rows_among(boxes, turns_of(things, pose), pose, view.box)
    return SeenTable(pose, _kept(rows))


def _kept(rows: list[FoundRow]) -> tuple[FoundRow, ...]:
    kept = []
    for row in rows:
        tiles = tuple(tile for tile in row.tiles if tile.worth > ROW)
        if len(tiles) > 1 or (tiles and tiles[0].worth > ALONE):
            kept.append(replace(row, tiles=tiles))
    return tuple(kept)


def _is_good(table: SeenTable) -> bool:
    worths = [tile.worth for row in table.rows for tile in row.tiles]
    return bool(worths) and float(np.median(worths)) > GOOD


def _settled(view: _View, table: SeenTable) -> SeenTable:
    """Fit the camera to all its tiles at once, and look once more."""
    tiles = [tile for row in table.rows for tile in row.tiles]
    boxes = Boxes(
        table.pose,
        np.array([[tile.x, tile.y, tile.turn] for tile in tiles]),
        tuple(tile.stance for tile in tiles),
        view.box,
    )
    for reach, move in ((4.0, Move(camera=True)), (2.5, Move(camera=True, focal=True))):
        boxes = fit(view.field, boxes, reach=reach, move=move)
    again = _rows(view, boxes.pose)
    return again if again.worth > table.worth else table


def _nothing() -> BoardNotFound:
    return BoardNotFound(
        "There are no tiles in the picture.",
        hint="Let the camera see the rows from above, in even light, on a table of one colour.",
    )
