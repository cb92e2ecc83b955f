"""What people who blunder have in common, whatever they play: slips, patience, what came of it."""

from collections import Counter
from dataclasses import dataclass, field

from companion.errors import IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.simulator.common.people import People

# of the things that people do at boards, so many bring each blunder
BLUNDER = 0.06
# waits in a row after which a match counts as stuck
STUCK = 80


@dataclass
class Outcome:
    """What came of a match: `faults` are sentences, `did` counts what happened in it."""

    faults: list = field(default_factory=list)
    did: Counter = field(default_factory=Counter)


class Blunderers(People):
    """People before a camera; `outcome` is what comes of it."""

    def __init__(self, now_watched, chance, outcome):
        super().__init__(now_watched, chance, patience=STUCK, called="keyboard")
        self.outcome = outcome

    @property
    def sentence(self):
        """What they are told."""
        return self.watched.table.sentence

    @property
    def asked_aloud(self):
        """Return what is asked, if it is told: a stop hides it, but for a lost camera."""
        asked = self.asked
        return asked if asked and asked.sentence in self.sentence else None

    def happens(self, share):
        """Whether something happens that does so in this `share` of times."""
        return self.chance.random() < share

    def slip(self, row, current):
        """Return `row` with one peg of another colour."""
        col = self.chance.randrange(len(row))
        others = [c for c in current.rules.colours if c != row[col]]
        return row[:col] + self.chance.choice(others) + row[col + 1 :]

    def thinks_better(self):
        """Take back the last step by word."""
        self.takes_back()
        self.outcome.did["taken back"] += 1

    def corrects(self, number, row, letters):
        """Have a row corrected that stands otherwise; whether the rules allow it."""
        try:
            self.session.correct_guess(number, row, letters, "keyboard")
        except IllegalMove:
            # it would have been the code, and rows were played since
            return False
        self.watched.refresh()
        return True

    def puts_back(self, stands):
        """Whether a row that was changed is put back: it must be, if it is no row, or kept."""
        return EMPTY in stands or self.way is Way.KEPT or self.happens(0.5)
