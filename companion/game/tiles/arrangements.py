"""What the hidden tiles can be, all rows at once: exact search and exact counts. Pure.

The unseen numbered tiles are taken in ascending order. Each one stays on the table or goes to
the next hidden place of some row; a place that is passed over holds a dash. So a state is how far
each row is filled and which dashes are used, and every arrangement is one path through the states.

All states are worked on at once: a vector is one whole number with a lane for each state, a bit
wide to ask whether it can be reached, 64 bits wide to count in how many ways. A tile that goes to
a place moves the lanes in which it may (`mask`) by a fixed `shift`. There are never more than 12
hidden tiles (a clue tile is hidden only after another one was laid open), hence at most 26!/14!
ways, which a lane holds, and at most 4^4 x 4 states.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import mul

from companion.game.tiles.tile import BLACK, DASH, Standing, Tile

__all__ = ["Place", "Worlds", "hidden_places"]

# the widths of a lane; 1 to ask whether, 64 to count how many: by definition of the lanes
BIT, COUNT = 1, 64
EVEN = int("01" * 16, 2)  # the ranks of the black tiles; the white ones are odd


@dataclass(frozen=True, slots=True)
class Place:
    """A hidden tile at `position` (from 1) and what fits there.

    Bit r of `ranks` says whether rank r does, `dash` whether the dash of its colour does.
    """

    position: int
    colour: str
    ranks: int
    dash: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A tile goes to `place` of `row`, from each state in `mask`, and `shift` on."""

    row: int
    place: Place
    mask: int
    shift: int


@dataclass(frozen=True, slots=True)
class Axis:
    """One coordinate of the states: the shift that adds 1 to it, and the lanes by its value."""

    step: int
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worlds:
    """All ways to fill the hidden places of `rows` with unseen tiles.

    `ranks` are the unseen numbers, ascending; `dashes` the colours of the unseen dashes.
    """

    rows: tuple[tuple[Place, ...], ...]
    ranks: tuple[int, ...]
    dashes: str

    @classmethod
    def of(cls, rows: Iterable[Sequence[Standing]], unseen: Iterable[Tile]) -> "Worlds":
        """Take the rows as they stand; `unseen` are the tiles that nobody has laid open."""
        unseen = tuple(unseen)
        ranks = sorted(tile.rank for tile in unseen if tile.is_numbered)
        dashes = "".join(tile.colour for tile in unseen if tile.number == DASH)
        bits = sum(1 << rank for rank in ranks)
        return cls(tuple(hidden_places(row, bits, dashes) for row in rows), tuple(ranks), dashes)

    def is_possible(self) -> bool:
        """Whether there is at least one way."""
        moves = self._moves(BIT)
        reached = 1
        for rank in self.ranks:
            here, bit = reached, 1 << rank
            for move in moves:
                if move.place.ranks & bit:
                    reached |= (here & move.mask) << move.shift
        return bool(reached & self._ends(BIT))

    def count(self) -> tuple[int, list[dict[int, dict[int, int]]]]:
        """Return the number of ways, and for each row ``{position: {rank: ways}}``.

        What the ranks of a place lack to the number of all ways are those with a dash there.
        """
        moves = self._moves(COUNT)
        by_rank = [[m for m in moves if m.place.ranks >> rank & 1] for rank in self.ranks]
        onward = [self._ends(COUNT)]  # for each state, the ways to go on from it
        for steps in reversed(by_rank):
            then = onward[-1]
            onward.append(then + sum(then >> step.shift & step.mask for step in steps))
        found: list[dict[int, dict[int, int]]] = [
            {p.position: {} for p in row} for row in self.rows
        ]
        here = 1  # for each state, the ways to come to it
        for rank, steps, then in zip(self.ranks, by_rank, onward[-2::-1], strict=True):
            for step in steps:
                if ways := _dot(here & step.mask, then >> step.shift):
                    tally = found[step.row][step.place.position]
                    tally[rank] = tally.get(rank, 0) + ways
            here += sum((here & step.mask) << step.shift for step in steps)
        return onward[-1] & (1 << COUNT) - 1, found

    def _axes(self, width: int) -> tuple[list[Axis], dict[str, Axis]]:
        """Return the axis of each row, and that of each dash (0 unused, 1 used)."""
        axes = _grid((*(len(row) + 1 for row in self.rows), *(2 for _ in self.dashes)), width)
        rows = len(self.rows)
        return list(axes[:rows]), dict(zip(self.dashes, axes[rows:], strict=True))

    def _moves(self, width: int) -> list[Move]:
        rows, dashes = self._axes(width)
        moves = []
        for row, (places, axis) in enumerate(zip(self.rows, rows, strict=True)):
            for at, place in enumerate(places):
                moves.append(Move(row, place, axis.at[at], axis.step))
                unused, shift = -1, axis.step
                for back in range(at - 1, max(at - 3, -1), -1):
                    passed = places[back]
                    if not passed.dash or (
                        back + 1 < at and passed.colour == places[at - 1].colour
                    ):
                        break
                    dash = dashes[passed.colour]
                    unused &= dash.at[0]
                    shift += axis.step + dash.step
                    moves.append(Move(row, place, axis.at[back] & unused, shift))
        return moves

    def _ends(self, width: int) -> int:
        """Return 1 in the lanes where all is filled, or unused dashes can fill the rest."""
        rows, dashes = self._axes(width)
        ends = _ones(prod(len(row) + 1 for row in self.rows) << len(self.dashes), width)
        for axis in rows:
            ends &= axis.at[-1]
        for _ in self.dashes:
            for places, axis in zip(self.rows, rows, strict=True):
                for at, place in enumerate(places):
                    if place.dash:
                        dash = dashes[place.colour]
                        ends |= ends >> (axis.step + dash.step) & axis.at[at] & dash.at[0]
        return ends


def hidden_places(row: Sequence[Standing], unseen: int, dashes: str) -> tuple[Place, ...]:
    """Return the hidden places of a row, each with what fits between its open neighbours.

    Bit r of `unseen` says whether rank r is unseen; `dashes` are the colours of the unseen ones.
    """
    tops = []  # the ranks below the next open number to the right
    top = -1
    for standing in reversed(row):
        if standing.tile.is_numbered:
            top = (1 << standing.tile.rank) - 1
        tops.append(top)
    places = []
    low = -1  # the ranks above the last open number to the left
    for position, (standing, high) in enumerate(zip(row, reversed(tops), strict=True), start=1):
        tile = standing.tile
        if tile.is_numbered:
            low = -2 << tile.rank
        elif tile.is_hidden:
            fits = unseen & low & high & (EVEN if tile.colour == BLACK else EVEN << 1)
            for number in standing.ruled_out - {DASH}:
                fits &= ~(1 << Tile(tile.colour, number).rank)
            dash = tile.colour in dashes and DASH not in standing.ruled_out
            places.append(Place(position, tile.colour, fits, dash))
    return tuple(places)


@lru_cache(maxsize=128)
def _grid(sizes: tuple[int, ...], width: int) -> tuple[Axis, ...]:
    """Lay out states with `sizes` values along each axis in lanes of `width` bits."""
    axes = []
    step = width
    for size in sizes:
        lanes = ((1 << step) - 1) * _ones(prod(sizes) * width // (step * size), step * size)
        axes.append(Axis(step, tuple(lanes << value * step for value in range(size))))
        step *= size
    return tuple(axes)


def _ones(count: int, width: int) -> int:
    """Return `count` lanes of `width` bits with 1 in each."""
    return ((1 << count * width) - 1) // ((1 << width) - 1)


def _dot(left: int, right: int) -> int:
    """Sum the products of the lanes of two vectors of counts."""
    size = -(-max(left.bit_length(), right.bit_length()) // COUNT) * (COUNT // 8)
    lanes = [memoryview(v.to_bytes(size, sys.byteorder)).cast("Q") for v in (left, right)]
    return sum(map(mul, *lanes))
