"""The drawn table of Da Vinci Code: rows on its sides, a clue tile, a hand, seen by a camera."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.errors import CameraEnded
from companion.game.tiles.tile import parse_tile
from companion.simulator.tiles.render import DrawnTile, Light, draw_tiles, over_table
from companion.vision.camera.frames import Frame
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import Stance, TilePlace

__all__ = ["SEATS", "DrawnTable", "TableMoment", "TileCamera", "drawn_tiles", "seat_turn"]

# degrees that each seat is turned against the near one, in seating order to the left
SEATS = {2: (0, 180), 3: (0, -90, 180), 4: (0, -90, 180, 90)}
# mm from the table's middle to a row, from a row inward to a clue tile; tile to tile in a row;
# chosen by eye
OUT, INWARD, PITCH = 190.0, 55.0, 26.0
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
    before it, as ``(1, "W")``. `hand` is the seat whose hand is over the table, and the place in
    its row (from 1). `shift` moves all rows, in mm, as a bumped camera would see it; another
    `slip` has the same tiles set a little otherwise.
    """

    rows: tuple[tuple[str, ...], ...]
    clue: tuple[int, str] | None = None
    hand: tuple[int, int] | None = None
    light: Light = field(default_factory=Light)
    shift: tuple[float, float] = (0.0, 0.0)
    note: str = ""
    slip: int = 0


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table seen by `pose`; `seed` is how hands set the tiles a little amiss."""

    pose: Pose
    seed: int = 1

    @classmethod
    def usual(cls, *, seed: int = 1, width: int = WIDTH) -> "DrawnTable":
        """Give a table with a camera over it, leaning a little from the near side."""
        return cls(over_table((width, width * 3 // 4), span=SPAN), seed)

    def draw(self, moment: TableMoment, *, noise: int = 0) -> npt.NDArray[np.uint8]:
        """Give the picture (h, w, 3), uint8 BGR, of `moment`; `noise` is the noise's seed."""
        return draw_tiles(
            drawn_tiles(moment, seed=self.seed),
            self.pose,
            seed=noise,
            hand=_hand(moment),
            light=moment.light,
        )


def seat_turn(seat: int, seats: int) -> float:
    """Give the radians that `seat` (from 0) of so many is turned against the near one."""
    return float(np.radians(SEATS[seats][seat]))


def drawn_tiles(moment: TableMoment, *, seed: int) -> list[DrawnTile]:
    """Give the tiles of `moment` where they stand and lie on the table."""
    tiles = []
    for seat, row in enumerate(moment.rows):
        for i, text in enumerate(row):
            stance = Stance.LIES if text.endswith("!") else Stance.STANDS
            tile = parse_tile(text.rstrip("!"))
            chance = np.random.default_rng((seed + moment.slip, seat, i, len(row)))
            at = (i - (len(row) - 1) / 2) * PITCH, 0.0
            place = _place(moment, seat, at, stance, chance)
            tiles.append(DrawnTile(place, tile.colour, tile.number))
    if moment.clue:
        seat, colour = moment.clue
        chance = np.random.default_rng((seed + moment.slip, seat, 99))
        place = _place(moment, seat, (0.0, INWARD), Stance.LIES, chance)
        tiles.append(DrawnTile(place, colour))
    return tiles


def _place(
    moment: TableMoment,
    seat: int,
    at: tuple[float, float],
    stance: Stance,
    chance: np.random.Generator,
) -> TilePlace:
    """Give the place of a tile `at` (right, inward) mm of the middle of its row."""
    turn = seat_turn(seat, len(moment.rows))
    right, ahead = at + chance.uniform(-SLIP, SLIP, 2)
    ahead -= OUT
    x = right * np.cos(turn) - ahead * np.sin(turn) + moment.shift[0]
    y = right * np.sin(turn) + ahead * np.cos(turn) + moment.shift[1]
    return TilePlace(float(x), float(y), turn + float(chance.uniform(-SKEW, SKEW)), stance)


def _hand(moment: TableMoment) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    if moment.hand is None:
        return None
    seat, place = moment.hand
    turn = seat_turn(seat, len(moment.rows))
    right = (place - (len(moment.rows[seat]) + 1) / 2) * PITCH
    u = np.array([np.cos(turn), np.sin(turn)])
    v = np.array([-np.sin(turn), np.cos(turn)])
    tip = right * u - OUT * v + np.array(moment.shift)
    return tip, tip - 400 * v


class TileCamera:
    """A camera over a drawn table: it gives each of `moments` for one frame, a tenth of a second.

    `moment` is the truth of the frame that was read last.
    """

    def __init__(
        self, moments: Iterator[TableMoment] | Sequence[TableMoment], table: DrawnTable
    ) -> None:
        self.title = "The drawn table of Da Vinci Code"
        self.notes: tuple[str, ...] = ("Drawn, not seen: the same seed gives the same game.",)
        self.table = table
        self.moment: TableMoment | None = None
        self._moments = iter(moments)
        self._count = 0

    def read(self, timeout: float) -> Frame:
        """Draw the next frame; CameraEnded when the moments are used up."""
        del timeout
        self.moment = next(self._moments, None)
        if self.moment is None:
            raise CameraEnded(f"{self.title} is over.")
        self._count += 1
        image = self.table.draw(self.moment, noise=self._count)
        return Frame(image, (self._count - 1) / RATE, self._count)

    def follow(self, moments: Iterator[TableMoment]) -> None:
        """Show `moments` from now on: people who are at the table, in place of a made-up round."""
        self._moments = moments

    def close(self) -> None:
        """Give no more."""
        self._moments = iter(())
