"""Reads a table of tiles: a picture becomes rows of colours and open faces, a clue tile, a pool."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import BoardNotFound
from companion.game.tiles.tile import BLACK, HIDDEN, WHITE
from companion.i18n import N_, _
from companion.vision.geometry.arrays import F32, Image
from companion.vision.tile_faces.boxes import Stance
from companion.vision.tile_faces.face_net import FaceGuess, faces_of
from companion.vision.tile_faces.face_patch import Patch, patches_in
from companion.vision.tile_faces.picture_pair import soft
from companion.vision.tile_sorting.rows import sort_table
from companion.vision.tiles.corner_net import refined
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reading import UNREAD, SeenTile, TileReading, TileRow
from companion.vision.tiles.second_look import likely, looked_again
from companion.vision.tiles.steady_tiles import SteadyTiles
from companion.vision.tiles.table_view import TableView, net_input, view_of
from companion.vision.tiles.tile_colours import side_lights, top_lights, whiteness
from companion.vision.tiles.tile_net import OpenTile, SeenBox, find_tiles
from companion.vision.tiles.whole_set import MOST, WholeSet, completed, filled_up, halved

__all__ = ["PreparedTable", "TableReader", "read_table"]


# log odds below which a colour is not sure, a guess; those of what a print that is read tells, and
# the log light that it differs by at least: where the two contradict one another on 60 drawn
# tables the print is right in 11 of 15, and of those that are not read in 1 of 8
NEAR, PRINTED, CLEAR = 0.3, 4.5, 0.15
# how sure a print must be on what seems to be a back before that is doubted; a guess
DOUBTED = 0.97
NO_EMPTY = N_(
    "There is no picture of the empty table, so more is missed: calibrate it with keypeg calibrate "
    "davinci, the empty table first."
)


@dataclass(frozen=True, slots=True, eq=False)
class PreparedTable:
    """A table as pictures of one size show it: its flat view, the empty table and shifts in it."""

    table: KnownTable
    view: TableView
    empty: Image | None
    shift: F32
    soft_empty: F32 | None


class TableReader:
    """Reads pictures of one table; what does not change from one to the next is worked out once.

    With `watches` they are of one evening: what has not changed is weighed over all looks, and what
    the first one that shows more than a whole set has too many is taken for none in the later ones.
    """

    def __init__(self, table: KnownTable, *, watches: bool = False) -> None:
        self.table = table
        self._watches = watches
        self._set, self._steady = WholeSet(), SteadyTiles()
        self._prepared: dict[tuple[int, int], PreparedTable] = {}

    def read(self, image: Image) -> TileReading:
        """Read a BGR picture; raises BoardNotFound when there are no tiles."""
        found, known = self.candidates(image)
        table, still = known.table, soft(image)
        seen = looked_again(still, known.soft_empty, table.pose, found, table.box)
        if self._watches:
            self._steady, seen = self._steady.on(still, table.pose, seen, table.box)
        possible = likely(seen)
        fill = completed if self._watches and table.whole else filled_up
        tiles = fill(possible, table.whole)
        after, boxes = self._set.on(tiles, table.box.width, table.whole or MOST)
        self._set = after if self._watches else self._set
        if not boxes:
            raise BoardNotFound(
                _("No tiles are seen."),
                hint=_("Let the camera see the whole table, in good light."),
            )
        return _sorted_reading(table, _read_tiles(image, still, table, boxes))

    def candidates(self, image: Image) -> tuple[list[SeenBox], PreparedTable]:
        """Return what may be a tile in a BGR picture, and the table as such pictures show it."""
        known = self._known((image.shape[1], image.shape[0]))
        planes = net_input(known.view.of(image), known.empty, known.shift, known.view.box)
        return find_tiles(planes, known.view), known

    def view_for(self, size: tuple[int, int]) -> TableView:
        """Return the flat view of pictures of `size` (width, height)."""
        return self._known(size).view

    def _known(self, size: tuple[int, int]) -> PreparedTable:
        if size not in self._prepared:
            table = self.table.resized(size)
            view = view_of(table.pose, table.box)
            empty = None if table.empty is None else view.of(table.empty)
            soft_empty = None if table.empty is None else soft(table.empty)
            self._prepared[size] = PreparedTable(table, view, empty, view.shift(), soft_empty)
        return self._prepared[size]


def read_table(image: Image, table: KnownTable) -> TileReading:
    """Read one BGR picture of a known table; raises BoardNotFound when there are no tiles."""
    return TableReader(table).read(image)


def _sorted_reading(table: KnownTable, tiles: Sequence[SeenTile]) -> TileReading:
    in_rows = [tile.place.stance is Stance.STANDS or tile.face != HIDDEN for tile in tiles]
    unsure = {i for i, tile in enumerate(tiles) if tile.face == UNREAD}
    found = sort_table([tile.place for tile in tiles], in_rows, table.box, unsure)
    rows = tuple(
        TileRow(turn, tuple(_of_a_row(tiles[i]) for i in row))
        for row, turn in zip(found.rows, found.turns, strict=True)
    )
    return TileReading(
        rows,
        table,
        clues=tuple(replace(tiles[i], face=HIDDEN) for i in found.clues.values()),
        pool=tuple(replace(tiles[i], face=HIDDEN) for i in found.pool),
        stray=tuple(tiles[i] for i in found.stray),
        notes=() if table.empty is not None else (_(NO_EMPTY),),
    )


def _of_a_row(tile: SeenTile) -> SeenTile:
    """Return a tile as one of a row is: it stands, or lies open, and perhaps cannot be read."""
    if tile.place.stance is Stance.LIES and tile.face == HIDDEN:
        return replace(tile, face=UNREAD)
    return tile


def _read_tiles(
    image: Image, still: F32, table: KnownTable, boxes: Sequence[SeenBox]
) -> list[SeenTile]:
    """Read what every box shows in a picture, which is `still` with its noise averaged.

    A standing one's face is not looked at.
    """
    looks = _looks_at(image, table, [box for box in boxes if box.place.stance is Stance.LIES])
    guesses = faces_of(list(looks.values()), table.faces)
    faces = {box: (looks[box][-1], guess) for box, guess in zip(looks, guesses, strict=True)}
    lights = top_lights(image, table.pose, boxes, table.box)
    sides = side_lights(still, table.pose, boxes, table.box)
    whites = halved(whiteness(boxes, lights, sides), table.whole)
    return [_tile(box, white, faces.get(box)) for box, white in zip(boxes, whites, strict=True)]


def _looks_at(
    image: Image, table: KnownTable, lying: Sequence[SeenBox]
) -> dict[SeenBox, list[Patch]]:
    """Return the tops as they were found, and of open ones also where their corners are exactly."""
    seen = [table.pose.project(box.place.corners(table.box)) for box in lying]
    is_open = [box for box in lying if box.is_open]
    found = [
        OpenTile(corners, box.white, box.score)
        for box, corners in zip(lying, seen, strict=True)
        if box.is_open
    ]
    exact = [tile.corners for tile in refined(found, image, table.empty)]
    patches = patches_in(image, [corners[4:] for corners in (*seen, *exact)])
    looks = {box: [patch] for box, patch in zip(lying, patches, strict=False)}
    for box, patch in zip(is_open, patches[len(lying) :], strict=True):
        looks[box].append(patch)
    return looks


def _tile(box: SeenBox, white: float, seen: tuple[Patch, FaceGuess] | None) -> SeenTile:
    colour = _colour(white)
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
    return SeenTile(box.place, _colour(white + _printed(patch)), guess.face, guess.share)


def _colour(white: float) -> str:
    return "?" if abs(white) < NEAR else WHITE if white > 0 else BLACK


def _printed(patch: Patch) -> float:
    """Return the log odds of white that a print tells: a light one is on black."""
    if abs(patch.contrast) < CLEAR:
        return 0.0
    return -PRINTED if patch.contrast > 0 else PRINTED
