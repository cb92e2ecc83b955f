"""People at a board of one code maker, who blunder: what their hands do next.

They set half rows, wrong pegs and wrong rows, exchange pegs that are scored, take back, and bump
the board; when they are asked, they look at the board and answer.
"""

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Need
from companion.simulator.pegs.hands import Clear, Open, Push, SetKeys, SetRow, Wait
from companion.table import Done, No, TypedRow, Yes
from companion.table.pegs.questions import About
from tests.people.blunderers import BLUNDER, Blunderers


class PeopleAtBoard(Blunderers):
    """What the hands do next, asked when they are at rest."""

    def __init__(self, evenings, chance):
        super().__init__(lambda: evenings.evening, chance, evenings.outcome)
        self.round, self.code = 0, ""
        self.queue, self.cleared = [], 1
        # (row, letters) that stood there in this round
        self.stood = set()

    def __call__(self, now):
        match = self.match
        if match.is_over or self.waited > self.patience:
            return None
        if len(match.rounds) != self.round:
            self.round = len(match.rounds)
            self.code = match.round.draw_codes(self.chance)[0]
        self.stood |= set(enumerate(now.rows, start=1))
        act = self.queue.pop(0) if self.queue else self.next(match.round, now)
        self.has_patience(waits=isinstance(act, Wait))
        return act

    def next(self, current, now):
        if asked := self.asked_aloud:
            return self.answer(asked, current, now)
        if self.cleared < self.round:
            self.check(self.match.rounds[-2], now)
            self.cleared, self.stood = self.round, set()
            self.queue.append(Wait(self.chance.choice((1, 5, 30))))
            return Clear()
        return self.play(current, now)

    def answer(self, asked, current, now):
        """Do what one does who looks at the board."""
        on, stands = self.says, now.rows[asked.row - 1] if asked.row else ""
        self.outcome.did[f"asked {asked.about}"] += 1
        if asked.about is About.CHANGED:
            return self.mend(asked, current, now)
        if asked.about is About.UNSURE and asked.row > len(current.rows) + 1:
            return SetRow(asked.row, EMPTY * len(stands))
        if asked.about is About.UNSURE:
            on(Yes() if asked.likely == stands and self.chance.random() < 0.5 else TypedRow(stands))
        elif asked.about is About.NO_KEYS:
            on(Done())
        elif asked.about is About.AGAIN and asked.keys:
            return self.leave_answer(asked, now)
        elif asked.about is About.AGAIN:
            if self.chance.random() < 0.5:
                return SetRow(asked.row, self.guess(current))
            on(Done())
        elif asked.about is About.BACKWARDS:
            on(No())
        elif asked.about is About.REFUSED:
            return SetRow(len(current.rows) + 1, self.guess(current))
        elif asked.about is About.ANSWER:
            keys = current.rows[asked.row - 1].keys
            return SetKeys(asked.row, keys.black, keys.white)
        else:
            on(TypedRow(self.code))
        return Wait()

    def leave_answer(self, asked, now):
        """Leave an answer that was taken back, if it is right for what stands there now."""
        keys = mark(self.code, now.rows[asked.row - 1])
        if asked.keys != keys:
            return SetKeys(asked.row, keys.black, keys.white)
        self.says(Done())
        return Wait()

    def mend(self, asked, current, now):
        """Put a changed row back, or have the record corrected, if it is really another."""
        recorded, stands = current.rows[asked.row - 1].code, now.rows[asked.row - 1]
        if stands == recorded:
            # the eyes were wrong, not the hands: a person says what stands there
            self.says(TypedRow(stands))
            return Wait()
        if self.puts_back(stands) or not self.corrects(self.round, asked.row, stands):
            return SetRow(asked.row, recorded)
        return Wait()

    def play(self, current, now):
        if self.watched.table.is_left_over:
            # it was cleared, and says that it was not: a person insists
            self.says(Done())
            self.outcome.did["said cleared"] += 1
            return Wait()
        number, need = len(current.rows) + 1, current.turn.need
        way = self.way
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
            return Push(self.chance.uniform(-0.3, 0.3), self.chance.uniform(-0.3, 0.3))
        if kind == 6 and number > 1:
            self.thinks_better()
            return Wait()
        return SetRow(number, row)

    def answer_row(self, current, now):
        number = len(current.rows)
        if now.rows[number - 1] != current.rows[-1].code:
            # a peg was exchanged: it is answered when the breaker is done
            return Wait()
        keys = mark(self.code, now.rows[number - 1])
        if keys == Keys(0, 0):
            self.says(Done())
            return Wait()
        if now.keys[number - 1] != (keys.black, keys.white):
            return SetKeys(number, keys.black, keys.white)
        return Wait()

    def guess(self, current):
        for _ in range(100):
            row = "".join(self.chance.choices(current.rules.colours, k=current.rules.holes))
            if self.chance.random() < 0.15 and self.code:
                row = self.session.secret.codes[0] if self.session.secret else self.code
            if current.has_pegs_for(row):
                break
        return row

    def check(self, played, now):
        """Compare a round that is over with the board, before it is cleared."""
        faults = self.outcome.faults
        stands = [row for row in now.rows if set(row) != {EMPTY}]
        recorded = [row.code for row in played.rows]
        if not set(enumerate(recorded, start=1)) <= self.stood or len(stands) > len(recorded) + 1:
            faults.append(f"round {self.round - 1}: {recorded} recorded, {stands} stand there")
        # what was exchanged after it was scored is asked about, unless the round ends before the
        # eyes are sure of it: the record is right as it was played
        unnoticed = sum(a != b for a, b in zip(recorded, stands, strict=False))
        self.outcome.did["exchanged unnoticed"] += unnoticed
        if played.mistakes:
            faults.append(f"round {self.round - 1}: answers {played.mistakes} are wrong")

    def at_the_end(self, last):
        """Compare the last round with the board as it stood when the match was over."""
        (now,) = last
        self.round += 1
        self.stood |= set(enumerate(now.rows, start=1))
        self.check(self.match.rounds[-1], now)
