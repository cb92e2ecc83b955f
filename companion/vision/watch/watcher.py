"""Looks over time become sightings: what a table did, said once. Pure: no clock, no pictures.

`Watcher.on(look)` gives the next watcher and what was seen. Whether anything is read at all is
decided by `TURNS`, a table of (phase, sight); what the rows say by `row_rules`. What is
known of a game (rows fill in order, pegs stay, a colour has so many pegs) narrows and asks; it
never makes a reading.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    HandGone,
    HandSeen,
    LightBack,
    LightChanged,
    LightLost,
    Sighting,
    StaysCovered,
)
from companion.vision.read.reading import Reading
from companion.vision.watch.board_memory import Board
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.row_rules import on_look
from companion.vision.watch.stability import VIDEO, Pace

__all__ = ["TURNS", "Limits", "Look", "Phase", "Sight", "Watcher", "phase_table"]

# a step of the light that is worth saying, in stops: below, correction by the board copes
LIGHT_STEP = 0.4
# looks that something lies on the board before it is said: longer than a hand that thinks
COVERED = 50


class Sight(StrEnum):
    """What one look was like."""

    STILL = "still"
    HAND = "hand"
    MOVED = "moved"
    DARK = "dark"


class Phase(StrEnum):
    """What the watcher is about."""

    READING = "reading"
    HANDS = "hands"
    AWAY = "away"
    DARKNESS = "darkness"


# (phase, sight) -> (the next phase, what is said, what this means)
TURNS: dict[tuple[Phase, Sight], tuple[Phase, type[Sighting] | None, str]] = {
    (Phase.READING, Sight.STILL): (Phase.READING, None, "cells, keys and code are read"),
    (Phase.READING, Sight.HAND): (Phase.HANDS, HandSeen, "nothing is read"),
    (Phase.READING, Sight.MOVED): (Phase.AWAY, BoardMoved, "the board is looked for"),
    (Phase.READING, Sight.DARK): (Phase.DARKNESS, LightLost, "nothing is read"),
    (Phase.HANDS, Sight.STILL): (Phase.READING, HandGone, "reading begins anew"),
    (Phase.HANDS, Sight.HAND): (Phase.HANDS, None, "nothing is read"),
    (Phase.HANDS, Sight.MOVED): (Phase.AWAY, BoardMoved, "a hand turned or lifted the board"),
    (Phase.HANDS, Sight.DARK): (Phase.DARKNESS, LightLost, "nothing is read"),
    (Phase.AWAY, Sight.STILL): (Phase.READING, BoardFound, "reading begins anew"),
    (Phase.AWAY, Sight.HAND): (Phase.AWAY, None, "the board is still looked for"),
    (Phase.AWAY, Sight.MOVED): (Phase.AWAY, None, "the board is still looked for"),
    (Phase.AWAY, Sight.DARK): (Phase.DARKNESS, LightLost, "nothing is read"),
    (Phase.DARKNESS, Sight.STILL): (Phase.READING, LightBack, "reading begins anew"),
    (Phase.DARKNESS, Sight.HAND): (Phase.HANDS, LightBack, "nothing is read"),
    (Phase.DARKNESS, Sight.MOVED): (Phase.AWAY, LightBack, "the board is looked for"),
    (Phase.DARKNESS, Sight.DARK): (Phase.DARKNESS, None, "nothing is read"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """One frame as it was understood: `at` seconds, what it was like, what was read.

    `light` is in stops against the calibration; `turned` says that the board faces another way
    than before. `near` are the rows, from 1, that a hand is over; None when that is not known. A
    look that is not STILL needs no reading, nor one that shows what was read often enough.
    """

    at: float
    sight: Sight
    reading: Reading | None = None
    light: float = 0.0
    turned: bool = False
    near: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Watcher:
    """What is known now; `board` has the rows, keys and code as they were seen last."""

    board: Board
    pace: Pace = VIDEO
    phase: Phase = Phase.READING
    light: float | None = None
    covered: tuple[tuple[tuple[int, int], ...], int] = field(default=((), 0))

    @classmethod
    def before(cls, limits: Limits, *, pace: Pace = VIDEO) -> "Watcher":
        """Give the watcher of a board that nobody has looked at yet."""
        return cls(Board.empty(limits), pace)

    def on(self, look: Look) -> "tuple[Watcher, tuple[Sighting, ...]]":
        """Take in one look."""
        phase, said, _ = TURNS[self.phase, look.sight]
        sightings: list[Sighting] = []
        if said is BoardFound:
            sightings.append(BoardFound(look.turned))
        elif said in (HandSeen, HandGone, BoardMoved, LightLost, LightBack):
            sightings.append(said())
        after = replace(self, phase=phase)
        if phase is not self.phase:
            after = replace(after, board=after.board.anew())
        if look.sight in (Sight.HAND, Sight.MOVED):
            near = look.near if look.sight is Sight.HAND else None
            after = replace(after, board=after.board.after_hand(near))
        if phase is not Phase.READING:
            return after, tuple(sightings)
        if look.reading is None:
            after, stays = after._lying(after.covered[0]) if after.covered[0] else (after, ())
            return after, (*sightings, *stays)
        return after._read(look, look.reading, sightings)

    @property
    def has_read(self) -> bool:
        """Whether enough was seen of every place since it was last moved or dark."""
        return self.board.has_read(self.pace)

    def expecting(self, rows: tuple[tuple[int, str], ...]) -> "Watcher":
        """Give the watcher of a board on which `rows` (from 1) stood when it was last seen."""
        return replace(self, board=self.board.expecting(rows))

    def told(self, row: int, letters: str) -> "Watcher":
        """Give the watcher after a person said what stands in `row`."""
        return replace(self, board=self.board.told(row, letters))

    def _read(
        self, look: Look, reading: Reading, sightings: list[Sighting]
    ) -> "tuple[Watcher, tuple[Sighting, ...]]":
        after = self
        if self.light is None:
            after = replace(after, light=look.light)
        elif abs(look.light - self.light) >= LIGHT_STEP:
            sightings.append(LightChanged(round(look.light - self.light, 2)))
            after = replace(after, light=look.light, board=after.board.anew())
        board, seen = on_look(after.board, reading, after.pace)
        after, stays = replace(after, board=board)._lying(reading.hidden)
        return after, (*sightings, *seen, *stays)

    def _lying(
        self, hidden: tuple[tuple[int, int], ...]
    ) -> "tuple[Watcher, tuple[StaysCovered, ...]]":
        """Count how long the same cells are hidden."""
        before, count = self.covered
        count = count + 1 if hidden and hidden == before else 1
        said = (StaysCovered(hidden),) if hidden and count == COVERED else ()
        return replace(self, covered=(hidden, count)), said


def phase_table() -> str:
    """Give `TURNS` as the Markdown table that the docs carry."""
    lines = ["| phase | a look is | then | said | |", "|---|---|---|---|---|"]
    for (phase, sight), (after, said, means) in TURNS.items():
        name = f"`{said.__name__}`" if said else ""
        lines.append(f"| {phase} | {sight} | {after} | {name} | {means} |")
    return "\n".join(lines) + "\n"
