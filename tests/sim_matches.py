"""Whole matches with people who blunder, before eyes that are not sure: what is recorded is true.

Hands, watcher, table, session and log are the real ones; only the pixels are left out: what stands
on the board becomes readings with the noise that real ones have (`looks.Eye`). People set half
rows, wrong pegs and wrong rows, exchange pegs that are scored, bump the board, put the lamp out;
the camera is lost, frames are dropped, and the program is killed and goes on.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from random import Random

from evenings import begin
from looks import ROUGH, Eye

from companion.errors import IllegalMove
from companion.evening import Evening
from companion.game.codes import EMPTY, Keys, mark
from companion.game.events import Way
from companion.game.turn import Need
from companion.maker import draw_codes
from companion.rulebooks import find_book
from companion.session import Session
from companion.sightings import ClearedUp, RowChanged, RowSeen, RowTaken, Unsure
from companion.table import CameraBack, CameraLost, Done, No, Told, Yes
from companion.table.questions import About
from companion.vision.limits import Limits
from companion.vision.sim_people import Clear, Open, SetKeys, SetRow, Turn, Wait, acted
from companion.vision.watcher import Look, Sight, Watcher

# of the things that people do, so many bring each blunder
BLUNDER = 0.06
# waits in a row after which a match counts as stuck
STUCK = 80
BOOKS = {
    "bouwblokje": (("Ada", "Ben"), 2),
    "hasbro-2": (("Ada", "Ben"), 2),
    "hasbro-group": (("Ada", "Ben", "Cleo"), 3),
}
WAYS = (Way.COMPANION, Way.KEPT, Way.TOLD)


@dataclass
class Outcome:
    """What came of a match: `faults` are sentences, `did` counts what happened in it."""

    faults: list = field(default_factory=list)
    did: Counter = field(default_factory=Counter)


class LookingEyes:
    """The watcher behind the same two calls as the real eyes."""

    def __init__(self, limits):
        self.watcher, self.unsure = Watcher.before(limits), frozenset()

    def look(self, look):
        self.watcher, seen = self.watcher.on(look)
        asked = frozenset(r + 1 for r, _ in self.watcher.board.asked)
        said = {s.row for s in seen if isinstance(s, RowSeen | RowChanged | RowTaken | Unsure)}
        gone, self.unsure = self.unsure - asked - said, asked
        return (*(ClearedUp(row) for row in sorted(gone)), *seen)

    def expect(self, rows, board=1):
        self.watcher = self.watcher.expecting(rows)

    def told(self, row, letters, board=1):
        self.watcher = self.watcher.told(row, letters)
        self.unsure -= {row}


class Evenings:
    """One match, over as many evenings as it is killed."""

    def __init__(self, seed, folder):
        self.chance = Random(f"match {seed}")
        book = list(BOOKS)[seed % len(BOOKS)]
        players, rounds = BOOKS[book]
        way = WAYS[seed // len(BOOKS) % len(WAYS)]
        rules = find_book(book)
        self.limits = Limits(
            rules.rows, rules.holes, rules.colours, stock=rules.pegs_a_colour, blanks=rules.empties
        )
        self.outcome = Outcome()
        session = begin(
            book, way=way, players=players, rounds=rounds, folder=Path(folder), seed=seed
        )
        self.sit_down(session)

    def sit_down(self, session):
        self.session, self.eyes = session, LookingEyes(self.limits)
        self.evening = Evening(session, self.eyes)
        self.evening.refresh()

    def killed(self):
        """Lose all but the log, and go on with it."""
        path = self.session.path
        self.session.close()
        session, _ = Session.resume(path)
        self.outcome.did["killed"] += 1
        self.sit_down(session)


class People:
    """What the hands do next, asked when they are at rest."""

    def __init__(self, evenings, chance):
        self.at, self.chance = evenings, chance
        self.round, self.code, self.waited = 0, "", 0
        self.queue, self.cleared = [], 1
        # (row, letters) that stood there in this round
        self.stood = set()

    def __call__(self, now):
        match = self.at.session.match
        if match.is_over or self.waited > STUCK:
            return None
        if len(match.rounds) != self.round:
            self.round = len(match.rounds)
            self.code = draw_codes(match.round.rules, 1, self.chance)[0]
        self.stood |= set(enumerate(now.rows, start=1))
        act = self.queue.pop(0) if self.queue else self.next(match.round, now)
        self.waited = self.waited + 1 if isinstance(act, Wait) else 0
        return act

    def next(self, current, now):
        asked = self.at.evening.table.question
        if asked:
            return self.answer(asked, current, now)
        if self.cleared < self.round:
            self.check(self.at.session.match.rounds[-2], now)
            self.cleared, self.stood = self.round, set()
            self.queue.append(Wait(self.chance.choice((1, 5, 30))))
            return Clear()
        return self.play(current, now)

    def answer(self, asked, current, now):
        """Do what one does who looks at the board."""
        on, stands = self.at.evening.on, now.rows[asked.row - 1] if asked.row else ""
        self.at.outcome.did[f"asked {asked.about}"] += 1
        if asked.about is About.CHANGED:
            return self.mend(asked, current, now)
        if asked.about is About.UNSURE and asked.row > len(current.rows) + 1:
            return SetRow(asked.row, EMPTY * len(stands))
        if asked.about is About.UNSURE:
            on(Yes() if asked.likely == stands and self.chance.random() < 0.5 else Told(stands))
        elif asked.about in (About.NO_KEYS, About.AGAIN):
            on(Done())
        elif asked.about is About.BACKWARDS:
            on(No())
        elif asked.about is About.REFUSED:
            return SetRow(len(current.rows) + 1, self.guess(current))
        elif asked.about is About.ANSWER:
            keys = current.rows[asked.row - 1].keys
            return SetKeys(asked.row, keys.black, keys.white)
        else:
            on(Told(self.code))
        return Wait()

    def mend(self, asked, current, now):
        """Put a changed row back, or have the record corrected, if it is really another."""
        recorded, stands = current.rows[asked.row - 1].code, now.rows[asked.row - 1]
        if stands == recorded:
            # the eyes were wrong, not the hands: a person says what stands there
            self.at.evening.on(Told(stands))
            return Wait()
        is_kept = self.at.session.match.seated.way is Way.KEPT
        if EMPTY in stands or is_kept or self.chance.random() < 0.5:
            return SetRow(asked.row, recorded)
        try:
            self.at.session.correct_guess(self.round, asked.row, stands, "keyboard")
        except IllegalMove:
            # it would have been the code, and rows were played since
            return SetRow(asked.row, recorded)
        self.at.evening.refresh()
        return Wait()

    def play(self, current, now):
        if self.at.evening.table.is_left_over:
            # it was cleared, and says that it was not: a person insists
            self.at.evening.on(Done())
            self.at.outcome.did["said cleared"] += 1
            return Wait()
        number, need = len(current.rows) + 1, current.turn.need
        way = self.at.session.match.seated.way
        sets = need is Need.GUESS or (need is Need.CODE and way is Way.KEPT)
        if sets and set(now.rows[number - 1]) == {EMPTY}:
            return self.set_row(current, number)
        if need is Need.CODE and way is Way.TOLD and not now.code:
            self.queue += [Wait(12), Open("")]
            return Open(self.code)
        if need is Need.ANSWER and way is Way.KEPT:
            return self.answer_row(current, now)
        if need is Need.SHOW and way is Way.KEPT and not now.code:
            return Open(self.code)
        return Wait()

    def set_row(self, current, number):
        row = self.guess(current)
        kind = self.chance.random() // BLUNDER
        if kind == 0:
            self.queue.append(SetRow(number, row))
            return SetRow(number, row[:2] + EMPTY * (len(row) - 2))
        if kind == 1:
            self.queue.append(SetRow(number, row))
            return SetRow(number, self.slip(row, current))
        if kind == 2:
            self.queue += [SetRow(number, EMPTY * len(row)), SetRow(number, row)]
            return SetRow(number, row[:3] + EMPTY * (len(row) - 3))
        if kind == 3 and number < current.rules.rows:
            self.queue += [SetRow(number + 1, EMPTY * len(row)), SetRow(number, row)]
            return SetRow(number + 1, row)
        if kind == 4 and number > 1:
            self.queue.append(SetRow(number, row))
            old = current.rows[number - 2].code
            return SetRow(number - 1, self.slip(old, current))
        if kind == 5:
            self.queue.append(SetRow(number, row))
            return Turn(self.chance.uniform(-0.3, 0.3), self.chance.uniform(-0.3, 0.3))
        return SetRow(number, row)

    def answer_row(self, current, now):
        number = len(current.rows)
        if now.rows[number - 1] != current.rows[-1].code:
            # a peg was exchanged: it is answered when the breaker is done
            return Wait()
        keys = mark(self.code, now.rows[number - 1])
        if keys == Keys(0, 0):
            self.at.evening.on(Done())
            return Wait()
        if now.keys[number - 1] != (keys.black, keys.white):
            return SetKeys(number, keys.black, keys.white)
        return Wait()

    def guess(self, current):
        for _ in range(100):
            row = "".join(self.chance.choices(current.rules.colours, k=current.rules.holes))
            if self.chance.random() < 0.15 and self.code:
                row = self.at.session.secret.codes[0] if self.at.session.secret else self.code
            if current.has_pegs_for(row):
                break
        return row

    def slip(self, row, current):
        col = self.chance.randrange(len(row))
        others = [c for c in current.rules.colours if c != row[col]]
        return row[:col] + self.chance.choice(others) + row[col + 1 :]

    def check(self, played, now):
        """Compare a round that is over with the board, before it is cleared."""
        faults = self.at.outcome.faults
        stands = [row for row in now.rows if set(row) != {EMPTY}]
        recorded = [row.code for row in played.rows]
        if not set(enumerate(recorded, start=1)) <= self.stood or len(stands) > len(recorded) + 1:
            faults.append(f"round {self.round - 1}: {recorded} recorded, {stands} stand there")
        # what was exchanged after it was scored is asked about, unless the round ends before the
        # eyes are sure of it: the record is right as it was played
        unnoticed = sum(a != b for a, b in zip(recorded, stands, strict=False))
        self.at.outcome.did["exchanged unnoticed"] += unnoticed
        if played.mistakes:
            faults.append(f"round {self.round - 1}: answers {played.mistakes} are wrong")


class Table:
    """The looks at a table: lamp, camera and frames fail as they may."""

    def __init__(self, evenings, chance, eye):
        self.at, self.chance, self.eye = evenings, chance, eye
        self.before, self.dark, self.blind = (0.0, 0.0), 0, 0

    def take(self, moment, frame):
        """Let the evening have what this moment gives it."""
        self.fail()
        if self.blind:
            self.blind -= 1
            if not self.blind:
                self.at.evening.on(CameraBack())
            return
        if self.chance.random() < self.eye.noise.dropped:
            return
        for sighting in self.at.eyes.look(self.look(moment, frame / 10)):
            self.at.evening.on(sighting)

    def fail(self):
        if self.chance.random() < 0.001 and not self.blind:
            self.at.evening.on(CameraLost("The camera was unplugged."))
            self.at.outcome.did["camera lost"] += 1
            self.blind = self.chance.randrange(1, 60)
        if self.chance.random() < 0.001:
            self.at.outcome.did["lamp out"] += 1
            self.dark = self.chance.randrange(1, 30)
        if self.chance.random() < 0.002:
            self.at.killed()

    def look(self, moment, at):
        moved = moment.shift != self.before and not moment.hand
        if not moment.hand:
            self.before = moment.shift
        if self.dark:
            self.dark -= 1
            return Look(at, Sight.DARK)
        if moment.hand:
            near = tuple({max(1, moment.hand - 1), moment.hand})
            clears = set("".join(moment.rows)) == {EMPTY}
            return Look(at, Sight.HAND, near=None if clears else near)
        if moved:
            return Look(at, Sight.MOVED)
        return Look(at, Sight.STILL, self.eye.read(moment), light=log2(moment.gain))


def play_match(seed, folder, noise=ROUGH):
    """Play match `seed` to its end, or until nobody gets further; give what came of it."""
    evenings = Evenings(seed, folder)
    chance = Random(f"people {seed}")
    people = People(evenings, chance)
    palette = evenings.limits.colours.replace(EMPTY, "")
    table = Table(evenings, Random(f"table {seed}"), Eye(palette, seed, noise))
    rows, cols = evenings.limits.rows, evenings.limits.cols
    last = None
    for frame, moment in enumerate(acted(people, rows=rows, cols=cols, chance=chance)):
        table.take(moment, frame)
        last = moment
        evenings.outcome.did["frames"] += 1
    match = evenings.session.match
    if not match.is_over:
        asked = evenings.evening.table
        evenings.outcome.faults.append(f"stuck at: {asked.sentence}")
    else:
        people.round += 1
        people.stood |= set(enumerate(last.rows, start=1))
        people.check(match.rounds[-1], last)
    evenings.session.close()
    return evenings.outcome
