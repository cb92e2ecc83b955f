"""When a place that is read again and again counts as read: a vote over its last readings. Pure.

A place is a cell, the keys of a row, the code. A reading of it is a value and whether it is sure;
None is a reading that could not tell. The rule is a debouncer with hysteresis: a few sure readings
that agree are enough, doubtful ones count by majority after a while.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Generic, TypeVar

__all__ = ["NOT_YET", "PHOTOS", "UNREADABLE", "VIDEO", "Pace", "PlaceHistory"]

T = TypeVar("T", bound=Hashable)
Looks = tuple[tuple[Any, bool], ...]

# not looked at often enough, and looked at long enough without becoming clear
NOT_YET, UNREADABLE = "_", "?"


@dataclass(frozen=True)
class Pace:
    """How many looks it takes.

    `steady` sure looks that agree are enough. After `patience` looks the doubtful ones count too
    if `share` of all agree; else the place is unreadable. `settling` is for what is set piece by
    piece with nothing to say when it is done: keys, a row with holes left empty.
    """

    steady: int = 3
    patience: int = 12
    settling: int = 8
    share: float = 0.8

    @cached_property
    def kept(self) -> int:
        """How many looks are remembered."""
        return max(self.steady, self.patience, self.settling)


# ten frames a second; and pictures taken one by one when something was done
VIDEO = Pace()
PHOTOS = Pace(steady=1, patience=1, settling=1)


@dataclass(frozen=True, slots=True)
class PlaceHistory(Generic[T]):
    """The last looks at one place, oldest first: (value or None, sure).

    `run` is how many of the last are the same, at most as many as are kept.
    """

    looks: tuple[tuple[T | None, bool], ...] = ()
    run: int = 0

    def seen(self, value: T | None, pace: Pace, *, sure: bool = True) -> "PlaceHistory[T]":
        """Return the place after another look; itself when that says nothing new."""
        look = (value, sure)
        again = bool(self.looks) and self.looks[-1] == look
        if again and self.run >= pace.kept:
            return self
        return PlaceHistory((*self.looks, look)[-pace.kept :], self.run + 1 if again else 1)

    def value(self, pace: Pace) -> T | str:
        """Return the value that counts, `NOT_YET` or `UNREADABLE`."""
        if self.run >= pace.kept:
            last = self.looks[-1][0]
            return UNREADABLE if last is None else last
        value: T | str = _value(self.looks, pace)
        return value

    def settled(self, pace: Pace) -> T | None:
        """Return the value that nearly all of the last `settling` looks agree on, the last too."""
        if self.run >= pace.settling:
            return self.looks[-1][0]
        value: T | None = _settled(self.looks, pace)
        return value


# the same few histories come again in every cell and every frame
@lru_cache(maxsize=8192)
def _value(looks: Looks, pace: Pace) -> Any:
    last = looks[-pace.steady :]
    best, sure = last[0] if last else (None, False)
    alike = len(last) == pace.steady and all(look == last[0] for look in last)
    if alike and sure and best is not None and _agree(looks, best, pace):
        return best
    if len(looks) < pace.patience:
        return NOT_YET
    values = Counter(value for value, _ in looks if value is not None)
    most = max(values, key=lambda value: values[value], default=None)
    if most is not None and _agree(looks, most, pace):
        return most
    # one value after another, once, is a change under way, not a flicker
    changing = sum(a[0] != b[0] for a, b in pairwise(looks)) == 1
    return NOT_YET if changing else UNREADABLE


@lru_cache(maxsize=8192)
def _settled(looks: Looks, pace: Pace) -> Any:
    last = looks[-pace.settling :]
    if len(last) < pace.settling or last[-1][0] is None:
        return None
    best = last[-1][0]
    return best if _agree(last, best, pace) else None


def _agree(looks: Looks, best: Hashable, pace: Pace) -> bool:
    same = sum(1 for value, _ in looks if value == best)
    return same >= pace.share * len(looks)
