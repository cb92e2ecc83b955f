"""People at a drawn table: what their hands do, one thing after another, as moments. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from companion.game.core.codes import EMPTY
from companion.simulator.pegs.script import Moment, hand_moments

__all__ = [
    "REST",
    "Act",
    "Clear",
    "Open",
    "Push",
    "SetKeys",
    "SetRow",
    "Wait",
    "acted",
    "after_act",
    "rest",
]

T = TypeVar("T")

# moments that nothing moves after a hand: the eyes need some to be sure; chosen so
REST = 10


@dataclass(frozen=True, slots=True)
class SetRow:
    """Set `letters` in `row` (from 1), whatever stood there; all empty takes its pegs off."""

    row: int
    letters: str


@dataclass(frozen=True, slots=True)
class SetKeys:
    """Set the answer of `row` (from 1)."""

    row: int
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class Open:
    """Show the code; an empty one covers it."""

    code: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Take everything off the board and cover the code."""


@dataclass(frozen=True, slots=True)
class Push:
    """Push the board by `x` and `y` hole pitches."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for some moments."""

    moments: int = 5


Act = SetRow | SetKeys | Open | Clear | Push | Wait


def acted(
    next_act: Callable[[Moment], Act | None], *, rows: int, cols: int, chance: Random
) -> Iterator[Moment]:
    """Yield moment after moment of what `next_act` says, asked when the hands are at rest.

    It is given how the table stands, and ends the evening by None.
    """
    now = Moment((EMPTY * cols,) * rows, ((0, 0),) * rows)
    yield from rest(now, REST, chance)
    while (act := next_act(now)) is not None:
        if isinstance(act, Wait):
            yield from rest(now, act.moments, chance)
            continue
        after, near = after_act(now, act)
        stays = hand_moments(now, after)
        for i in range(stays):
            now = after if i == stays // 2 else now
            yield replace(now, hand=near)
        yield from rest(now, REST, chance)


def after_act(now: Moment, act: Act) -> tuple[Moment, int]:
    """Return how the table stands after `act`, and the row that the hand was over."""
    match act:
        case SetRow(row, letters):
            return replace(now, rows=_with(now.rows, row, letters)), row
        case SetKeys(row, black, white):
            return replace(now, keys=_with(now.keys, row, (black, white))), row
        case Open(code):
            return replace(now, code=code), len(now.rows)
        case Push(x, y):
            return replace(now, shift=(now.shift[0] + x, now.shift[1] + y)), 1
        case Clear():
            rows = (EMPTY * len(now.rows[0]),) * len(now.rows)
            return replace(now, rows=rows, keys=((0, 0),) * len(rows), code=""), 1
        case Wait():
            return now, 0


def rest(now: Moment, moments: int, chance: Random) -> Iterator[Moment]:
    """Yield moments in which nothing moves and the light drifts."""
    for _ in range(moments):
        yield replace(now, tint=now.tint * (1 + chance.uniform(-0.004, 0.004)))


def _with(values: tuple[T, ...], row: int, value: T) -> tuple[T, ...]:
    return (*values[: row - 1], value, *values[row:])
