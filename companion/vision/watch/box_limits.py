"""What a box allows and hands can do, and what that says against a row that was read. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.game.core.codes import EMPTY
from companion.sightings.boards import Why
from companion.vision.watch.stability import NOT_YET, UNREADABLE

__all__ = ["Doubt", "Limits", "RowArrivals", "can_be_answer", "doubt_of", "has_pegs"]

# seconds that a hand is seen for each peg at least, and so many pegs that came together: a guess,
# half of what quick hands need
HAND_SECONDS, TOGETHER = 0.25, 2


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


@dataclass(frozen=True, slots=True)
class RowArrivals:
    """How long a hand was seen, and of each row how many pegs stood there last, and when.

    People set pegs one by one, each some time under a hand. A row that is full from one look to the
    next is a strip that was laid there, a lamp, another picture, whatever it looks like.

    `hand` is in seconds of all looks so far; `last` has for each row, from 0, its pegs and `hand`
    at the last look at which all of it was clear, and `hand` when it was last bare; None before.
    `at_once` are the rows of which pegs came with too little of a hand, until all of their pegs
    have had enough: a hand that did not cross the bare board was not seen.
    """

    hand: float = 0.0
    last: tuple[tuple[int, float, float] | None, ...] = ()
    at_once: frozenset[int] = frozenset()

    def under_hand(self, seconds: float) -> "RowArrivals":
        """Return the arrivals after a hand was seen for so long."""
        return replace(self, hand=self.hand + seconds)

    def seen(self, states: Sequence[str]) -> "RowArrivals":
        """Return the arrivals after a look: `states` has a row's letters, as they count."""
        last = list(self.last or (None,) * len(states))
        at_once = set(self.at_once)
        for r, state in enumerate(states):
            if NOT_YET in state or UNREADABLE in state:
                continue
            pegs = len(state) - state.count(EMPTY)
            were, then, bare = last[r] or (pegs, self.hand, self.hand)
            last[r] = (pegs, self.hand, bare if pegs else self.hand)
            if not pegs or (pegs != were and self.hand - bare >= HAND_SECONDS * pegs):
                at_once.discard(r)
            elif pegs - were >= TOGETHER and self.hand - then < HAND_SECONDS * (pegs - were):
                at_once.add(r)
        after = tuple(last), frozenset(at_once)
        if after == (self.last, self.at_once):
            return self
        return replace(self, last=after[0], at_once=after[1])


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
