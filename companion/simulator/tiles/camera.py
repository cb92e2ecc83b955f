"""The drawn table of Da Vinci Code: rows on its sides, a clue tile, a hand, seen by a camera."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.errors import CameraEnded
from companion.game.tiles.tile import parse_tile
from companion.i18n import _
from companion.simulator.tiles.looks import random_box, random_camera, random_look
from companion.simulator.tiles.render import over_table, photographed, table_scene
from companion.simulator.tiles.scenery import DrawnTile, Hand, Light, TableLook
from companion.simulator.tiles.things import hand_at, pawn_at
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import F32, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, Stance, TileBox, TilePlace
from companion.vision.tile_faces.glyphs import FACES

__all__ = ["SEATS", "DrawnTable", "TableMoment", "TileCamera", "drawn_tiles", "seat_turn"]

# degrees that each seat is turned against the near one, in seating order to the left
SEATS = {2: (0, 180), 3: (0, -90, 180), 4: (0, -90, 180, 90)}
# mm from the table's middle to a row, from a row inward to a clue tile; between tiles of a row;
# chosen by eye
OUT, INWARD, GAP = 190.0, 55.0, 2.0
# tiles in a line of the pool, mm between them; mm between the two rows of open tiles; chosen by eye
COLUMNS, AROUND, APART = 6, 6.0, 6.0
# mm of the table that the camera sees from near to far; chosen so that four rows are in the picture
SPAN = 560.0
WIDTH = 1280  # pixels of its pictures, usual: chosen, a usual size of webcams
# frames a second of the drawn camera's own clock: chosen: a moment is a tenth of a second
RATE = 10.0
# mm and radians that hands set a tile amiss; chosen by eye, no measurement
SLIP, SKEW = 0.7, 0.03


@dataclass(frozen=True, slots=True)
class TableMoment:
    """What lies on the table: each seat's row from its owner's left, seats in seating order.

    A tile is ``"B7"`` standing hidden (the camera may see its face, no reading may tell) or
    ``"B7!"`` lying open. `clue` is the seat (from 0) and the back of a clue tile lying face down
    before it, as ``(1, "W")``. `pool` are the backs of the tiles in the middle, each in its place:
    one that is drawn leaves the end. `hand` is the seat whose hand is over the table, and the place
    in its row (from 1). `shift` moves all rows, in mm, as a bumped camera would see it; another
    `slip` has the same tiles set a little otherwise. `pawns` stand on the table, at (x, y) mm.
    """

    rows: tuple[tuple[str, ...], ...]
    clue: tuple[int, str] | None = None
    hand: tuple[int, int] | None = None
    light: Light = field(default_factory=Light)
    shift: tuple[float, float] = (0.0, 0.0)
    note: str = ""
    slip: int = 0
    pool: tuple[str, ...] = ()
    pawns: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class DrawnTable:
    """A table seen by `pose`; `seed` is how hands set the tiles a little amiss.

    `box` is the size of its tiles, `look` its cloth, lamps and print.
    """

    pose: Pose
    seed: int = 1
    box: TileBox = BOX
    look: TableLook = field(default_factory=TableLook)
    light: Light = field(default_factory=Light)

    @classmethod
    def usual(cls, *, seed: int = 1, width: int = WIDTH) -> "DrawnTable":
        """Return a table with a camera over it, leaning a little from the near side."""
        return cls(over_table((width, width * 3 // 4), span=SPAN), seed)

    @classmethod
    def random(
        cls, *, seed: int, width: int = WIDTH, look: TableLook | None = None
    ) -> "DrawnTable":
        """Return a table with tiles of any size on any cloth, before a camera that sees it all."""
        chance = np.random.default_rng((seed, 7))
        pose = random_camera(chance, width=width, spans=(560.0, 660.0))
        return cls(pose, seed, random_box(chance), look or random_look(chance))

    def draw(self, moment: TableMoment, *, noise: int = 0) -> Image:
        """Return the picture (h, w, 3), uint8 BGR, of `moment`; `noise` is the noise's seed."""
        return self.taken(self.scene(moment), moment.light, noise=noise)

    def scene(self, moment: TableMoment) -> F32:
        """Return (h, w, 3) the light of `moment` that reaches the camera, before it is a picture.

        It costs much more than the picture: while nothing moves, one is enough.
        """
        tiles = drawn_tiles(moment, seed=self.seed, box=self.box)
        hand = _hand(moment, self.box)
        pawns = [pawn_at(np.array(at)) for at in moment.pawns]
        return table_scene(tiles, self.pose, hand=hand, look=self.look, box=self.box, pawns=pawns)

    def taken(self, scene: F32, light: Light, *, noise: int) -> Image:
        """Return the picture (h, w, 3), uint8 BGR, of a `scene` in `light`."""
        both = Light(self.light.gain * light.gain, self.light.tint * light.tint)
        return photographed(scene, both, self.look, seed=noise)

    def draw_empty(self, *, noise: int = 0) -> Image:
        """Return the picture of the table without tiles."""
        return self._drawn([], noise)

    def draw_open(self, *, noise: int = 0) -> Image:
        """Return the picture of all tiles open in two rows, upright for the near player."""
        return self._drawn(self.open_tiles(), noise)

    def open_tiles(self) -> list[DrawnTile]:
        """Return all tiles open in two rows, black ones first and far, each from the left."""
        chance = np.random.default_rng((self.seed, 98))
        tiles = []
        for row, colour in enumerate("BW"):
            for i, face in enumerate(FACES):
                x = (i - (len(FACES) - 1) / 2) * (self.box.width + GAP)
                y = (0.5 - row) * (self.box.height + APART)
                x, y = np.array([x, y]) + chance.uniform(-SLIP, SLIP, 2)
                turn = float(chance.uniform(-SKEW, SKEW))
                place = TilePlace(float(x), float(y), turn, Stance.LIES)
                tiles.append(DrawnTile(place, colour, face))
        return tiles

    def _drawn(self, tiles: list[DrawnTile], noise: int) -> Image:
        scene = table_scene(tiles, self.pose, look=self.look, box=self.box)
        return self.taken(scene, Light(), noise=noise)


def seat_turn(seat: int, seats: int) -> float:
    """Return the radians that `seat` (from 0) of so many is turned against the near one."""
    return float(np.radians(SEATS[seats][seat]))


def drawn_tiles(moment: TableMoment, *, seed: int, box: TileBox = BOX) -> list[DrawnTile]:
    """Return the tiles of `moment` where they stand and lie on the table."""
    tiles = []
    for seat, row in enumerate(moment.rows):
        for i, text in enumerate(row):
            stance = Stance.LIES if text.endswith("!") else Stance.STANDS
            tile = parse_tile(text.rstrip("!"))
            chance = np.random.default_rng((seed + moment.slip, seat, i, len(row)))
            at = (i - (len(row) - 1) / 2) * (box.width + GAP), 0.0
            place = _place(moment, seat, at, stance, chance)
            tiles.append(DrawnTile(place, tile.colour, tile.number))
    if moment.clue:
        seat, colour = moment.clue
        chance = np.random.default_rng((seed + moment.slip, seat, 99))
        place = _place(moment, seat, (0.0, INWARD), Stance.LIES, chance)
        tiles.append(DrawnTile(place, colour))
    return tiles + _pool(moment, seed, box)


def _pool(moment: TableMoment, seed: int, box: TileBox) -> list[DrawnTile]:
    """Return the hidden tiles in the middle of the table, in lines, each where it was laid."""
    tiles = []
    for i, colour in enumerate(moment.pool):
        chance = np.random.default_rng((seed, 97, i))
        at = np.array([i % COLUMNS - (COLUMNS - 1) / 2, 1.5 - i // COLUMNS])
        at = at * (box.width + AROUND, box.height + AROUND) + chance.uniform(-SLIP, SLIP, 2)
        x, y = at + moment.shift
        turn = float(chance.uniform(-SKEW, SKEW)) * 2
        tiles.append(DrawnTile(TilePlace(float(x), float(y), turn, Stance.LIES), colour))
    return tiles


def _place(
    moment: TableMoment,
    seat: int,
    at: tuple[float, float],
    stance: Stance,
    chance: np.random.Generator,
) -> TilePlace:
    """Return the place of a tile `at` (right, inward) mm of the middle of its row."""
    turn = seat_turn(seat, len(moment.rows))
    right, ahead = at + chance.uniform(-SLIP, SLIP, 2)
    ahead -= OUT
    x = right * np.cos(turn) - ahead * np.sin(turn) + moment.shift[0]
    y = right * np.sin(turn) + ahead * np.cos(turn) + moment.shift[1]
    return TilePlace(float(x), float(y), turn + float(chance.uniform(-SKEW, SKEW)), stance)


def _hand(moment: TableMoment, box: TileBox) -> Hand | None:
    if moment.hand is None:
        return None
    seat, place = moment.hand
    turn = seat_turn(seat, len(moment.rows))
    right = (place - (len(moment.rows[seat]) + 1) / 2) * (box.width + GAP)
    u = np.array([np.cos(turn), np.sin(turn)])
    v = np.array([-np.sin(turn), np.cos(turn)])
    return hand_at(right * u - OUT * v + np.array(moment.shift), -v)


class TileCamera:
    """A camera over a drawn table: it gives each of `moments` for one frame, a tenth of a second.

    `moment` is the truth of the frame that was read last.
    """

    def __init__(
        self, moments: Iterator[TableMoment] | Sequence[TableMoment], table: DrawnTable
    ) -> None:
        self.title = _("The drawn table of Da Vinci Code")
        self.notes: tuple[str, ...] = (_("Drawn, not seen: the same seed gives the same game."),)
        self.table = table
        self.moment: TableMoment | None = None
        self._moments = iter(moments)
        self._count = 0
        self._shown: list[Image] = []
        self._scene: F32 | None = None

    def read(self, timeout: float) -> Frame:
        """Draw the next frame; CameraEnded when the moments are used up."""
        del timeout
        if self._shown:
            self._count += 1
            return Frame(self._shown.pop(), (self._count - 1) / RATE, self._count)
        before, self.moment = self.moment, next(self._moments, None)
        if self.moment is None:
            raise CameraEnded(_("{title} is over.").format(title=self.title))
        self._count += 1
        if self._scene is None or self.moment != before:
            self._scene = self.table.scene(self.moment)
        image = self.table.taken(self._scene, self.moment.light, noise=self._count)
        return Frame(image, (self._count - 1) / RATE, self._count)

    def follow(self, moments: Iterator[TableMoment]) -> None:
        """Show `moments` from now on: people who are at the table, in place of a made-up round."""
        self._moments = moments

    def show(self, draw: Callable[..., Image], times: int) -> None:
        """Show what `draw` gives for the next frames, as a user lays it for a calibration."""
        self._shown = [draw(noise=i) for i in range(times)]

    def close(self) -> None:
        """Return no more."""
        self._moments = iter(())
