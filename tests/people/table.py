"""The table of simulated matches: what is counted, who sits down, and the looks at the boards.

Hands, eyes, table, session and log are the real ones; only the pixels are left out: what stands on
a board becomes readings with the noise that real ones have (`looks.Eye`). The lamp goes out, the
camera is lost, frames are dropped, the table is bumped, and the program is killed and goes on.
"""

from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from random import Random

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.parts.round import PartsRound
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.table import CameraBack, CameraLost
from companion.vision.watch.board_eyes import BoardEyes, MultiBoardEyes
from companion.vision.watch.board_tracker import ENOUGH_READINGS
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.watcher import Observation, Watcher
from tests.evenings import begin
from tests.looks import ROUGH, Eye
from tests.people.blunderers import Outcome


@dataclass(frozen=True)
class Agreed:
    """What is played: the book, who knows the code, players in seating order, house rules."""

    book: str
    way: Way
    players: tuple
    rounds: int
    rules: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Frame:
    """What a camera sees: a moment of each board, the push that the table had, and the lamp."""

    at: float
    moments: tuple
    pushed: tuple
    dark: bool


class Evenings:
    """One match, over as many evenings as it is killed."""

    def __init__(self, agreed, seed, folder, noise=ROUGH):
        rules = with_rules(find_book(agreed.book), agreed.rules)
        stock, blanks = getattr(rules, "pegs_a_colour", None), getattr(rules, "empties", True)
        self.limits = Limits(rules.rows, rules.holes, rules.colours, stock=stock, blanks=blanks)
        self.outcome = Outcome()
        session = begin(
            agreed.book,
            way=agreed.way,
            players=agreed.players,
            rounds=agreed.rounds,
            rules=agreed.rules,
            folder=Path(folder),
            seed=seed,
        )
        self.has_several = isinstance(session.match.round, PartsRound)
        self.boards = len(session.match.round.owners) if self.has_several else 1
        palette = rules.colours.replace(EMPTY, "")
        self.noisy = [Eye(palette, f"{seed}.{n}", noise) for n in range(self.boards)]
        self.sit_down(session)

    def sit_down(self, session):
        watcher = Watcher.before(self.limits)
        each = [BoardEyes(Sights(n, eye), watcher) for n, eye in enumerate(self.noisy)]
        self.session, self.eyes = session, MultiBoardEyes(each) if self.has_several else each[0]
        self.evening = WatchedSession(session, self.eyes)
        self.evening.refresh()

    def killed(self):
        """Lose all but the log, and go on with it."""
        path = self.session.path
        self.session.close()
        session, _ = Session.resume(path)
        self.outcome.did["killed"] += 1
        self.sit_down(session)


class Table:
    """The looks at a table: lamp, camera and frames fail as they may."""

    def __init__(self, evenings, seed, noise=ROUGH):
        self.at, self.noise, self.chance = evenings, noise, Random(f"table {seed}")
        self.dark, self.blind, self.pushed = 0, 0, (0.0, 0.0)

    def take(self, moments, frame):
        """Let the evening have what these moments, one a board, give it."""
        self.fail()
        self.at.outcome.did["frames"] += 1
        if self.blind:
            self.blind -= 1
            if not self.blind:
                self.at.evening.on(CameraBack())
            return
        if self.chance.random() < self.noise.dropped:
            return
        seen = Frame(frame / 10, moments, self.pushed, self.dark > 0)
        self.dark = max(0, self.dark - 1)
        for happening in self.at.eyes.look(seen):
            self.at.evening.on(happening)

    def fail(self):
        if self.chance.random() < 0.001 and not self.blind:
            self.at.evening.on(CameraLost("The camera was unplugged."))
            self.at.outcome.did["camera lost"] += 1
            self.blind = self.chance.randrange(1, 60)
        if self.chance.random() < 0.001:
            self.at.outcome.did["lamp out"] += 1
            self.dark = self.chance.randrange(1, 30)
        if self.chance.random() < 0.001:
            self.at.outcome.did["table bumped"] += 1
            self.pushed = (self.chance.uniform(-0.3, 0.3), self.chance.uniform(-0.3, 0.3))
        if self.chance.random() < 0.002:
            self.at.killed()


class Sights:
    """A lookout over board `number`, from 0: what was read often enough is not read again."""

    def __init__(self, number, eye):
        self.number, self.eye = number, eye
        self.lies, self.shows, self.reads = None, None, 0

    def read_anew(self):
        self.reads = 0

    def look(self, frame):
        moment = frame.moments[self.number]
        if frame.dark or moment.hand:
            self.reads = 0
            kind = FrameKind.DARK if frame.dark else FrameKind.HAND
            return Observation(frame.at, kind, near=None if frame.dark else _near(moment))
        lies = (moment.shift[0] + frame.pushed[0], moment.shift[1] + frame.pushed[1])
        lay, self.lies = self.lies, lies
        if lay not in (None, lies):
            self.reads = 0
            return Observation(frame.at, FrameKind.MOVED)
        reading = self.eye.read(moment) if self.is_news(moment) else None
        return Observation(frame.at, FrameKind.STILL, reading, light=log2(moment.gain))

    def is_news(self, moment):
        shows, shown = (moment.rows, moment.keys, moment.code), self.shows
        self.shows, self.reads = shows, self.reads + 1 if shows == shown else 1
        return self.reads <= ENOUGH_READINGS


def _near(moment):
    """Give the rows that a hand is over; None for one that clears the board."""
    if set("".join(moment.rows)) == {EMPTY}:
        return None
    return tuple({max(1, moment.hand - 1), moment.hand})
