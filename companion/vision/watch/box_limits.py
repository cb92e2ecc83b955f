"""What a box allows, and what that says against a row that was read. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.game.core.codes import EMPTY
from companion.sightings.boards import Why

__all__ = ["Doubt", "Limits", "can_be_answer", "doubt_of", "has_pegs"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a box allows: `colours` of the game, `stock` pegs of each if known, `blanks` in rows."""

    rows: int
    cols: int
    colours: str
    stock: int | None = None
    blanks: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a row cannot simply be believed, and the columns (from 1) it is about."""

    why: Why
    cols: tuple[int, ...] = ()


def has_pegs(row: str) -> bool:
    """Return whether any peg stands in `row`."""
    return row.strip(EMPTY) != ""


def doubt_of(limits: Limits, known: Sequence[str], r: int, letters: str) -> Doubt | None:
    """Return what speaks against `letters` in row `r` (from 0) beside the rows that are known."""
    foreign = _columns(letters, lambda x: x not in limits.colours)
    if foreign:
        return Doubt(Why.FOREIGN, foreign)
    if limits.stock is None:
        return None
    there = Counter("".join((*known[:r], letters, *known[r + 1 :])))
    short = _columns(letters, lambda x: there[x] > (limits.stock or 0))
    return Doubt(Why.STOCK, short) if short else None


def can_be_answer(limits: Limits, black: int, white: int) -> bool:
    """Return whether an answer exists: all but one in place and one misplaced does not."""
    return black + white <= limits.cols and (black, white) != (limits.cols - 1, 1)


def _columns(letters: str, odd: Callable[[str], bool]) -> tuple[int, ...]:
    return tuple(c for c, x in enumerate(letters, start=1) if x != EMPTY and odd(x))
