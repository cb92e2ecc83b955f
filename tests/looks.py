"""An eye for the drawn game: moments become looks, with the noise that real readings have."""

from collections import Counter
from dataclasses import dataclass, replace
from math import log2
from random import Random

from companion.game.core.codes import EMPTY
from companion.sightings.boards import (
    BoardCleared,
    CodeSeen,
    KeysSeen,
    RowChanged,
    RowSeen,
    RowTaken,
    Unsure,
)
from companion.simulator.pegs.script import Script, moments, random_script
from companion.vision.read.reading import UNSURE, CodeCell, Reading, RowKeys
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.watcher import Observation, Watcher


@dataclass(frozen=True)
class Noise:
    """Shares: looks with a chance `?` or wrong letter in a cell; cells that are marginal.

    `dropped` and `doubled` are shares of frames; `dark` and `turned` are shares of still frames
    after which the lamp goes off, or the board is lifted and turned, for a while.
    """

    vague: float = 0.03
    wrong: float = 0.004
    marginal: float = 0.03
    keys: float = 0.03
    dropped: float = 0.0
    doubled: float = 0.0
    dark: float = 0.0
    turned: float = 0.0


CALM = Noise(vague=0.0, wrong=0.0, marginal=0.0, keys=0.0)
REAL = Noise()
ROUGH = Noise(dropped=0.15, doubled=0.1, dark=0.004, turned=0.004)


def reading_of(rows, *, keys=(), code="", sure=0.9, hidden=()):
    """A clean reading of `rows`; `?` is what the eye cannot tell."""
    return Reading(
        rows=tuple(rows),
        confidence=tuple(tuple(0.0 if x == UNSURE else sure for x in row) for row in rows),
        likely=tuple(row.replace(UNSURE, "r") for row in rows),
        keys=tuple(RowKeys(b, w, 0.9) for b, w in keys),
        code=CodeCell(covered=not code, letters=code, confidence=0.9),
        hidden=tuple(hidden),
    )


@dataclass
class Outcome:
    """What came of watching a game: sightings by name, what was wrong, rows that were asked."""

    said: Counter
    faults: list
    rows: int = 0
    asked: int = 0


def watch_game(seed, noise, *, palette="rbgywo", rows=10):
    """Watch a made-up game with a person who answers what is asked about full rows.

    The code counts as seen until the board is cleared: it lies open while pegs are taken off.
    """
    game = random_script(seed, palette=palette, rows=rows, cols=4)
    played = list(moments(game, rows=rows, seed=seed, palette=palette))
    # the table stays cleared for longer than a lamp fails
    played += played[-1:] * 30
    watcher = Watcher.before(Limits(rows, 4, palette))
    outcome, asked, last, code = Outcome(Counter(), [], rows=len(game.rows)), set(), None, ""
    for moment, look in Eye(palette, seed, noise).looks(played):
        watcher, said = watcher.on(look)
        for sighting in said:
            outcome.said[type(sighting).__name__] += 1
            if not is_true(sighting, moment):
                outcome.faults.append((seed, look.at, sighting))
            if isinstance(sighting, Unsure):
                asked.add(sighting.row)
                if EMPTY not in moment.rows[sighting.row - 1]:
                    watcher = watcher.told(sighting.row, moment.rows[sighting.row - 1])
        board, full = watcher.board, slice(len(game.rows))
        code = board.said_code or code
        if moment.code and not moment.hand and moment.rows[full] == game.rows:
            last = Script(code, board.known[full], board.said_keys[full])
    if last is None or replace(last, secret=code) != game:
        outcome.faults.append((seed, "lost", last, game))
    if not outcome.said["BoardCleared"]:
        outcome.faults.append((seed, "not cleared"))
    outcome.asked = len(asked)
    return outcome


def is_true(sighting, moment):
    """Say whether what was seen is what stands there."""
    if isinstance(sighting, RowSeen | RowChanged):
        return moment.rows[sighting.row - 1] == sighting.letters
    if isinstance(sighting, RowTaken):
        return set(moment.rows[sighting.row - 1]) == {EMPTY}
    if isinstance(sighting, KeysSeen):
        return moment.keys[sighting.row - 1] == (sighting.black, sighting.white)
    if isinstance(sighting, CodeSeen):
        return moment.code == sighting.letters
    if isinstance(sighting, BoardCleared):
        return set("".join(moment.rows)) == {EMPTY}
    return True


class Eye:
    """Reads moments with noise; the same seed reads the same."""

    def __init__(self, palette, seed, noise):
        self.palette, self.noise, self.chance = palette, noise, Random(seed)
        self.seed = seed
        self.marginal = {}

    def looks(self, played):
        """Give (moment, look) for each frame that comes through."""
        before = (0.0, 0.0)
        for i, moment in enumerate(played):
            if self.chance.random() < self.noise.dropped:
                continue
            moved = moment.shift != before and not moment.hand
            if not moment.hand:
                before = moment.shift
            for _ in range(1 + (self.chance.random() < self.noise.doubled)):
                yield moment, self.look(moment, i / 10, moved)
            if not moment.hand:
                yield from ((moment, look) for look in self.spell(i / 10))

    def spell(self, at):
        """Give the looks of a lamp that fails, or of a board that is lifted and turned, if any."""
        if self.chance.random() < self.noise.dark:
            return [Observation(at, FrameKind.DARK)] * 5
        if self.chance.random() < self.noise.turned:
            return [Observation(at, FrameKind.HAND), *[Observation(at, FrameKind.MOVED)] * 3]
        return []

    def look(self, moment, at, moved):
        if moment.hand:
            return Observation(at, FrameKind.HAND)
        if moved:
            return Observation(at, FrameKind.MOVED)
        return Observation(at, FrameKind.STILL, self.read(moment), light=log2(moment.gain))

    def read(self, moment):
        cells = [
            [self.cell(truth, r, c) for c, truth in enumerate(row)]
            for r, row in enumerate(moment.rows)
        ]
        noisy = self.chance.random
        return Reading(
            rows=tuple("".join(letter for letter, _, _ in row) for row in cells),
            confidence=tuple(tuple(sure for _, sure, _ in row) for row in cells),
            likely=tuple("".join(likely for _, _, likely in row) for row in cells),
            keys=tuple(
                RowKeys(None, None) if noisy() < self.noise.keys else RowKeys(b, w, 0.9)
                for b, w in moment.keys
            ),
            code=CodeCell(covered=not moment.code, letters=moment.code, confidence=0.9),
        )

    def cell(self, truth, r, c):
        """Give (letter, confidence, likely) of one cell."""
        roll = self.chance.random()
        # whether a cell is marginal depends on what stands in it, not on the look
        place = (r, c, truth)
        if place not in self.marginal:
            self.marginal[place] = Random(f"{self.seed} {place}").random() < self.noise.marginal
        if self.marginal[place]:
            other = self.palette[(r + c) % len(self.palette)] if truth != EMPTY else EMPTY
            if roll < 0.5:
                return UNSURE, 0.0, truth
            return (truth, 0.4, truth) if roll < 0.8 else (other, 0.4, other)
        if roll < self.noise.wrong:
            wrong = self.chance.choice(self.palette)
            return wrong, 0.9, wrong
        if roll < self.noise.wrong + self.noise.vague:
            return UNSURE, 0.0, truth
        return truth, 0.9, truth
