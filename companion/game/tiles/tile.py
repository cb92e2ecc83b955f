"""Tiles and the rows they stand in: notation and order. Pure: standard library only.

A tile is its back colour and its number, ``"B7"`` or ``"W0"``; ``"B-"`` is a dash, and ``"B?"``
is a tile whose face is hidden. Places count from 1, from the left of the row's owner.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.errors import BadNotation
from companion.i18n import N_, NN_, _, ngettext

__all__ = [
    "BACKS",
    "BLACK",
    "DASH",
    "HIDDEN",
    "WHITE",
    "Standing",
    "Tile",
    "format_row",
    "format_tile",
    "misplaced",
    "parse_tile",
    "say_tiles",
]

BLACK, WHITE = "B", "W"
BACKS = {BLACK: N_("black"), WHITE: N_("white")}
_COUNTS = {
    BLACK: NN_("{count} black tile", "{count} black tiles"),
    WHITE: NN_("{count} white tile", "{count} white tiles"),
}
DASH, HIDDEN = "-", "?"
HIGHEST = 11  # the box holds 0 to 11 of each colour; by the leaflet


@dataclass(frozen=True, slots=True)
class Tile:
    """`colour` is ``"B"`` or ``"W"``; `number` is ``"0"`` to ``"11"``, ``"-"`` or ``"?"``."""

    colour: str
    number: str

    def __str__(self) -> str:
        return format_tile(self)

    @property
    def is_hidden(self) -> bool:
        """Whether only the back is seen."""
        return self.number == HIDDEN

    @property
    def is_numbered(self) -> bool:
        """Whether the face is seen and no dash."""
        return self.number not in (DASH, HIDDEN)

    @property
    def rank(self) -> int:
        """Where a numbered tile comes in the ascending order B0 W0 B1 W1 …, from 0."""
        return 2 * int(self.number) + (self.colour == WHITE)


@dataclass(frozen=True, slots=True)
class Standing:
    """A tile in a row as all can see it, and the numbers that wrong claims ruled out for it.

    `choices` is at how many places of the row it could have been stood, were it a dash.
    """

    tile: Tile
    ruled_out: frozenset[str] = frozenset()
    choices: int = 1


def say_tiles(back: str, count: int) -> str:
    """Say so many tiles with the back `back`: ``"3 black tiles"``."""
    return ngettext(*_COUNTS[back], count).format(count=count)


def parse_tile(text: str) -> Tile:
    """Read a tile: ``"B7"``, ``"w 0"``, ``"B-"`` (a dash) or ``"B?"`` (hidden)."""
    match = re.fullmatch(r"([BW]) ?(0|[1-9][0-9]?|-|\?)", text.strip().upper())
    if not match or (match[2].isdigit() and int(match[2]) > HIGHEST):
        raise BadNotation(
            _("'{text}' is not a tile.").format(text=text),
            hint=_(
                "Type B or W and 0 to {highest}, as in B7; B- for a dash, B? for a hidden tile."
            ).format(highest=HIGHEST),
        )
    return Tile(match[1], match[2])


def format_tile(tile: Tile) -> str:
    """Write a tile as ``"B7"``."""
    return f"{tile.colour}{tile.number}"


def format_row(tiles: Iterable[Tile]) -> str:
    """Write a row as ``"B? W3 B7"``."""
    return " ".join(format_tile(tile) for tile in tiles)


def misplaced(tiles: Sequence[Tile]) -> tuple[Tile, Tile] | None:
    """Return the first two open tiles that stand in the wrong order, or None if all is well.

    Numbers ascend, black before white on equal ones; a dash stands anywhere.
    """
    numbered = [tile for tile in tiles if tile.is_numbered]
    for left, right in pairwise(numbered):
        if left.rank >= right.rank:
            return left, right
    return None
