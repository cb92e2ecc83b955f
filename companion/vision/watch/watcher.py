"""Looks over time become sightings: what a table did, said once. Pure: no clock, no pictures.

`Watcher.on` gives the next watcher and what was seen of one observation. Whether anything is read
at all is decided by `phases`, a state machine over (phase, kind of frame); what the rows say by
`row_rules`. What is known of a game (rows fill in order, pegs stay, a colour has so many pegs)
narrows and asks; it never makes a reading.
"""

from dataclasses import dataclass, field, replace

from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    HandGone,
    HandSeen,
    LightBack,
    LightChanged,
    LightLost,
    PictureFit,
    PictureUnfit,
    Sighting,
    StaysCovered,
)
from companion.vision.read.reading import Reading
from companion.vision.watch.board_memory import BoardMemory
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import TRANSITIONS, FrameKind, WatchPhase
from companion.vision.watch.row_rules import on_look
from companion.vision.watch.stability import VIDEO, Pace

__all__ = ["Limits", "Observation", "Watcher"]

# exposure values of a step of the light that is said, a guess: below, correction by the board copes
LIGHT_STEP_EV = 0.4
# observations during which something lies on the board before it is said, a guess: longer than a
# hand that thinks
COVERED_LOOKS = 50
# unfit frames, with less than a pace's patience of fit ones between, before it is said: one is what
# an arm that comes in may give, chosen by that
SPOILT_FRAMES = 2
# seconds that a hand may pause and still sets pegs, and that a camera may fail: a guess
LONGEST_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame as it was understood: `at` seconds, what it was like, what was read.

    `light` is in exposure values against the calibration; `turned` says that the board faces
    another way than before. `near` are the rows, from 1, that a hand is over; None when that is not
    known; `laid` those beside which something came to lie, None while nothing new is known of it;
    `pictures` those that look like a picture of pegs, known where there is a reading. A look that
    is not STILL needs no reading, nor one that shows what was read often enough. `fault` is a
    sentence on why the picture cannot be read, if it cannot. `moves` says of a hand, and of a
    board that is looked for, that it moves.
    """

    at: float
    kind: FrameKind
    reading: Reading | None = None
    light: float = 0.0
    turned: bool = False
    near: tuple[int, ...] | None = None
    laid: tuple[int, ...] | None = None
    pictures: tuple[int, ...] = ()
    fault: str = ""
    moves: bool = True


@dataclass(frozen=True, slots=True)
class Fitness:
    """Whether pictures can be read; `unfit` was said of them, nothing while they are fit.

    `good` and `bad` count the readings, and the unfit pictures, that came one after another last;
    `spoilt` those that were not said yet, `mixed` says that some could be read since it was said. A
    pace's `patience` of pictures makes a change: one bad frame in four is said once, one alone is
    only left out, as an arm that comes into the picture may look like a brighter light.
    """

    unfit: str = ""
    good: int = 0
    bad: int = 0
    spoilt: int = 0
    mixed: bool = False

    def after_bad(self, why: str, patience: int) -> "tuple[Fitness, tuple[PictureUnfit, ...]]":
        """Return the fitness after an unfit picture: said once, and again when all become so."""
        bad, spoilt = self.bad + 1, self.spoilt + 1
        is_said = bool(self.unfit) and not (self.mixed and bad >= patience)
        if is_said or (not self.unfit and spoilt < min(patience, SPOILT_FRAMES)):
            return replace(self, good=0, bad=bad, spoilt=spoilt), ()
        return Fitness(why, bad=bad), (PictureUnfit(why),)

    def interrupted(self) -> "Fitness":
        """Return the fitness after another trouble was said: what comes after it is said anew."""
        return replace(self, good=0, bad=0, mixed=True) if self.unfit else self

    def after_good(self, patience: int) -> "tuple[Fitness, tuple[PictureFit, ...]]":
        """Return the fitness after a reading; enough of them are said."""
        if self == Fitness():
            return self, ()
        if self.good + 1 >= patience:
            return Fitness(), (PictureFit(),) if self.unfit else ()
        mixed = bool(self.unfit)
        return replace(self, good=self.good + 1, bad=0, mixed=mixed), ()


@dataclass(frozen=True, slots=True)
class Watcher:
    """What is known now; `board` has the rows, keys and code as they were seen last.

    `at` is the time of the last look, `moved_at` that of the last one in which a hand moved, since
    the board was still.
    """

    board: BoardMemory
    pace: Pace = VIDEO
    phase: WatchPhase = WatchPhase.READING
    light: float | None = None
    covered: tuple[tuple[tuple[int, int], ...], int] = field(default=((), 0))
    fitness: Fitness = Fitness()
    at: float | None = field(default=None, compare=False)
    moved_at: float | None = field(default=None, compare=False)

    @classmethod
    def before(cls, limits: Limits, *, pace: Pace = VIDEO) -> "Watcher":
        """Return the watcher of a board that nobody has looked at yet."""
        return cls(BoardMemory.empty(limits), pace)

    def on(self, look: Observation) -> "tuple[Watcher, tuple[Sighting, ...]]":
        """Return the watcher after one observation, and what it saw."""
        timed = self._timed(look)
        if look.fault:
            # what cannot be read changes nothing that is known
            fitness, unfit = self.fitness.after_bad(look.fault, self.pace.patience)
            return replace(timed, fitness=fitness), unfit
        if look.reading is None:
            is_other = look.kind in (FrameKind.DARK, FrameKind.MOVED)
            waiting = self.fitness.interrupted() if is_other else self.fitness
            return replace(timed, fitness=waiting)._understood(look)
        fitness, fit = self.fitness.after_good(self.pace.patience)
        after, seen = replace(timed, fitness=fitness)._understood(look)
        return after, (*fit, *seen)

    def _timed(self, look: Observation) -> "Watcher":
        """Return the watcher at the time of `look`, until which a hand was seen if one moves in it.

        A hand that paused was there meanwhile; what is laid there and stays moves no more.
        """
        if look.kind not in (FrameKind.HAND, FrameKind.MOVED):
            return replace(self, at=look.at, moved_at=None)
        if not look.moves:
            return replace(self, at=look.at)
        since = [look.at - at for at in (self.moved_at, self.at) if at is not None]
        seconds = next((each for each in since if each <= LONGEST_PAUSE), 0.0)
        board = replace(self.board, arrivals=self.board.arrivals.under_hand(seconds))
        return replace(self, at=look.at, moved_at=look.at, board=board)

    def _understood(self, look: Observation) -> "tuple[Watcher, tuple[Sighting, ...]]":
        phase, said, _ = TRANSITIONS[self.phase, look.kind]
        sightings: list[Sighting] = []
        if said is BoardFound:
            sightings.append(BoardFound(look.turned))
        elif said in (HandSeen, HandGone, BoardMoved, LightLost, LightBack):
            sightings.append(said())
        after = replace(self, phase=phase)
        if phase is not self.phase:
            after = replace(after, board=after.board.anew())
        if look.kind in (FrameKind.HAND, FrameKind.MOVED):
            near = look.near if look.kind is FrameKind.HAND else None
            after = replace(after, board=after.board.after_hand(near))
        if look.laid is not None:
            after = replace(after, board=after.board.beside(look.laid))
        if phase is not WatchPhase.READING:
            return after, tuple(sightings)
        if look.reading is None:
            after, stays = (
                after._count_hidden(after.covered[0]) if after.covered[0] else (after, ())
            )
            return after, (*sightings, *stays)
        return after._read(look, look.reading, sightings)

    @property
    def has_read(self) -> bool:
        """Whether enough was seen of every place since it was last moved or dark."""
        return self.board.has_read(self.pace)

    def expecting(self, rows: tuple[tuple[int, str], ...]) -> "Watcher":
        """Return the watcher of a board on which `rows` (from 1) stood when it was last seen."""
        return replace(self, board=self.board.expecting(rows))

    def told(self, row: int, letters: str) -> "Watcher":
        """Return the watcher after a person said what stands in `row`."""
        return replace(self, board=self.board.told(row, letters))

    def _read(
        self, look: Observation, reading: Reading, sightings: list[Sighting]
    ) -> "tuple[Watcher, tuple[Sighting, ...]]":
        after = self
        if self.light is None:
            after = replace(after, light=look.light)
        elif abs(look.light - self.light) >= LIGHT_STEP_EV:
            sightings.append(LightChanged(round(look.light - self.light, 2)))
            after = replace(after, light=look.light, board=after.board.anew())
        board, seen = on_look(after.board.with_pictures(look.pictures), reading, after.pace)
        after, stays = replace(after, board=board)._count_hidden(reading.hidden)
        return after, (*sightings, *seen, *stays)

    def _count_hidden(
        self, hidden: tuple[tuple[int, int], ...]
    ) -> "tuple[Watcher, tuple[StaysCovered, ...]]":
        """Count how long the same cells are hidden."""
        before, count = self.covered
        count = count + 1 if hidden and hidden == before else 1
        said = (StaysCovered(hidden),) if hidden and count == COVERED_LOOKS else ()
        return replace(self, covered=(hidden, count)), said
