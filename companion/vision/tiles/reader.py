"""Reads a table of tiles: a picture becomes rows of colours and open faces, a clue tile, a pool."""

from collections.abc import Sequence

from companion.errors import BoardNotFound
from companion.game.tiles.tile import BLACK, HIDDEN, WHITE
from companion.vision.geometry.arrays import Image
from companion.vision.tiles.boxes import Stance
from companion.vision.tiles.face_net import FaceGuess, faces_of
from companion.vision.tiles.face_patch import Patch, patch_of
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reading import UNREAD, SeenTile, TileReading, TileRow
from companion.vision.tiles.rows import sort_table
from companion.vision.tiles.table_view import TableView, view_of
from companion.vision.tiles.tile_net import SeenBox, find_tiles

__all__ = ["TableReader", "read_table"]


# log odds below which a colour is not sure; log light of print that says it by itself
NEAR, CLEAR = 0.6, 0.45
# how sure a print must be on what seems to be a back before that is doubted
DOUBTED = 0.97
NO_EMPTY = (
    "There is no picture of the empty table, so more is missed: calibrate it with keypeg calibrate "
    "davinci, the empty table first."
)


class TableReader:
    """Reads pictures of one table; what does not change from one to the next is worked out once."""

    def __init__(self, table: KnownTable) -> None:
        self.table = table
        self._views: dict[tuple[int, int], tuple[KnownTable, TableView]] = {}

    def read(self, image: Image) -> TileReading:
        """Read a BGR picture; raises BoardNotFound when there are no tiles."""
        table, view = self._known((image.shape[1], image.shape[0]))
        boxes = find_tiles(image, view, table.empty)
        if not boxes:
            raise BoardNotFound(
                "No tiles are seen.", hint="Let the camera see the whole table, in good light."
            )
        return _sorted_reading(table, _read_tiles(image, table, boxes))

    def view_for(self, size: tuple[int, int]) -> TableView:
        """Return the flat view of pictures of `size` (width, height)."""
        return self._known(size)[1]

    def _known(self, size: tuple[int, int]) -> tuple[KnownTable, TableView]:
        if size not in self._views:
            table = self.table.resized(size)
            self._views[size] = table, view_of(table.pose, table.box)
        return self._views[size]


def read_table(image: Image, table: KnownTable) -> TileReading:
    """Read one BGR picture of a known table; raises BoardNotFound when there are no tiles."""
    return TableReader(table).read(image)


def _sorted_reading(table: KnownTable, tiles: Sequence[SeenTile]) -> TileReading:
    in_rows = [tile.place.stance is Stance.STANDS or tile.face != HIDDEN for tile in tiles]
    found = sort_table([tile.place for tile in tiles], in_rows, table.box)
    rows = tuple(
        TileRow(turn, tuple(tiles[i] for i in row))
        for row, turn in zip(found.rows, found.turns, strict=True)
    )
    return TileReading(
        rows,
        table,
        clues=tuple(tiles[i] for i in found.clues.values()),
        pool=tuple(tiles[i] for i in found.pool),
        stray=tuple(tiles[i] for i in found.stray),
        notes=() if table.empty is not None else (NO_EMPTY,),
    )


def _read_tiles(image: Image, table: KnownTable, boxes: Sequence[SeenBox]) -> list[SeenTile]:
    """Read what every box shows; a standing one's face is not looked at."""
    lying = [box for box in boxes if box.place.stance is Stance.LIES]
    patches = [patch_of(image, table.pose, box.place, table.box) for box in lying]
    faces = dict(zip(lying, zip(patches, faces_of(patches, table.faces), strict=True), strict=True))
    return [_tile(box, faces.get(box)) for box in boxes]


def _tile(box: SeenBox, seen: tuple[Patch, FaceGuess] | None) -> SeenTile:
    colour = "?" if abs(box.white) < NEAR else WHITE if box.white > 0 else BLACK
    if seen is None:
        return SeenTile(box.place, colour)
    patch, guess = seen
    is_face = guess.face not in (HIDDEN, UNREAD)
    if not box.is_open:
        # a print on a back is a back that shines, or a face that was missed
        doubted = is_face and guess.share >= DOUBTED
        return SeenTile(box.place, colour, UNREAD if doubted else HIDDEN, guess.share)
    if not is_face:
        return SeenTile(box.place, colour, UNREAD, guess.share)
    return SeenTile(box.place, _printed(patch, colour), guess.face, guess.share)


def _printed(patch: Patch, colour: str) -> str:
    """Return the colour that a clear print tells: light print is on black. Two that differ: "?"."""
    if abs(patch.contrast) < CLEAR:
        return colour
    told = BLACK if patch.contrast > 0 else WHITE
    return told if colour in (told, "?") else "?"
