"""The table of simulated matches: what is counted, who sits down, and the looks at the boards.

Hands, eyes, table, session and log are the real ones; only the pixels are left out: what stands on
a board becomes readings with the noise that real ones have (`looks.Eye`). The lamp goes out, the
camera is lost, frames are dropped, the table is bumped, and the program is killed and goes on.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from random import Random

from evenings import begin
from looks import ROUGH, Eye

from companion.evening import Evening
from companion.game.codes import EMPTY
from companion.game.events import Way
from companion.rulebooks import find_book, with_rules
from companion.session import Session
from companion.table import CameraBack, CameraLost
from companion.vision.eyes import Eyes
from companion.vision.limits import Limits
from companion.vision.lookout import ENOUGH
from companion.vision.several import SeveralEyes
from companion.vision.watcher import Look, Sight, Watcher

# of the things that people do, so many bring each blunder
BLUNDER = 0.06
# waits in a row after which a match counts as stuck
STUCK = 80


@dataclass
class Outcome:
    """What came of a match: `faults` are sentences, `did` counts what happened in it."""

    faults: list = field(default_factory=list)
    did: Counter = field(default_factory=Counter)


@dataclass(frozen=True)
class Agreed:
    """What is played: the book, who knows the code, players in seating order, house rules."""

    book: str
    way: Way
    players: tuple
    rounds: int
    rules: dict = field(default_factory=dict)


class Given:
    """A lookout to which its looks are given: board `number` of those in a frame."""

    def __init__(self, number):
        self.number = number

    def look(self, frame):
        return frame[self.number]


class Evenings:
    """One match, over as many evenings as it is killed."""

    def __init__(self, agreed, seed, folder):
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
        self.boards = len(getattr(session.match.round, "owners", "1"))
        self.has_several = hasattr(session.match.round, "owners")
        self.sit_down(session)

    def sit_down(self, session):
        each = [Eyes(Given(n), Watcher.before(self.limits)) for n in range(self.boards)]
        self.session, self.eyes = session, SeveralEyes(each) if self.has_several else each[0]
        self.evening = Evening(session, self.eyes)
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
        palette = evenings.limits.colours.replace(EMPTY, "")
        self.at, self.noise, self.chance = evenings, noise, Random(f"table {seed}")
        self.sights = [Sights(Eye(palette, f"{seed}.{n}", noise)) for n in range(evenings.boards)]
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
        looks = [self.look(*each, frame / 10) for each in zip(self.sights, moments, strict=True)]
        self.dark = max(0, self.dark - 1)
        for happening in self.at.eyes.look(looks):
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
            for sights in self.sights:
                sights.reads = 0

    def look(self, sights, moment, at):
        if not self.dark:
            return sights.look(moment, self.pushed, at)
        sights.reads = 0
        return Look(at, Sight.DARK)


class Sights:
    """The looks at one board that is lit; what was read often enough is not read again."""

    def __init__(self, eye):
        self.eye = eye
        self.lay, self.last, self.reads = (0.0, 0.0), None, 0

    def look(self, moment, pushed, at):
        if moment.hand:
            self.reads = 0
            return Look(at, Sight.HAND, near=_near(moment))
        lies = (moment.shift[0] + pushed[0], moment.shift[1] + pushed[1])
        if lies != self.lay:
            self.lay, self.reads = lies, 0
            return Look(at, Sight.MOVED)
        shows = (moment.rows, moment.keys, moment.code)
        self.reads = self.reads + 1 if shows == self.last else 0
        self.last = shows
        reading = self.eye.read(moment) if self.reads < ENOUGH else None
        return Look(at, Sight.STILL, reading, light=log2(moment.gain))


def _near(moment):
    """Give the rows that a hand is over; None for one that clears the board."""
    if set("".join(moment.rows)) == {EMPTY}:
        return None
    return tuple({max(1, moment.hand - 1), moment.hand})
