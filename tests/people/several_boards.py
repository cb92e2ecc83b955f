"""People at the boards of Master Mind for four, who blunder: what their hands do next.

Each owner knows his part. Rows, calls and answers are set on the boards or typed; when something
is asked, they look at the board and answer. What they say of a row is held against what stands.
"""

from companion.game.core.codes import EMPTY
from companion.game.core.events import Answered, Called, CodeShown, Passed, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.parts.rules import answer, format_part_answer, merge
from companion.simulator.pegs.hands import Clear, Open, Push, SetKeys, SetRow, Wait
from companion.table import Done, No, TypedRow, Yes
from companion.table.pegs.questions import About
from tests.people.blunderers import BLUNDER, Blunderers

# of the turns, so many bring a call; of the calls, so many are right
CALL, RIGHT = 0.01, 0.3
# of what is done, so much is typed or said instead of seen, and so much said before it is read
SAID, HASTY = 0.1, 0.1


class PeopleAtBoards(Blunderers):
    """What the hands do next, asked when they are at rest: a board, from 1, and an act there."""

    def __init__(self, evenings, chance):
        super().__init__(lambda: evenings.evening, chance, evenings.outcome)
        self.boards = evenings.boards
        # the parts of each game, by its number
        self.hidden, self.round = {}, 0
        self.queue, self.cleared = [], 1
        # the row that is meant, with its board and place; the call that lies in an answer row
        self.planned, self.call = None, None
        # (board, row, letters) that stood there in this game, and (player, letters) called
        self.stood, self.called = set(), set()

    def __call__(self, now):
        match = self.match
        if match.is_over or self.waited > self.patience:
            return None
        if len(match.rounds) != self.round:
            self.round = len(match.rounds)
            drawn = match.round.draw_codes(self.chance)
            self.hidden[self.round] = drawn
        if secret := self.session.secret:
            self.hidden[self.round] = secret.codes
        self.look(now)
        board, act = self.queue.pop(0) if self.queue else self.next(match.round, now)
        self.has_patience(waits=isinstance(act, Wait))
        return board, act

    @property
    def parts(self):
        return self.hidden[self.round]

    @property
    def kept(self):
        return self.way is Way.KEPT

    def look(self, now):
        for board, moment in enumerate(now, start=1):
            self.stood |= {(board, row, letters) for row, letters in enumerate(moment.rows, 1)}

    def says(self, happening):
        super().says(happening)
        return 1, Wait()

    def types(self, event):
        super().types(event)
        return 1, Wait()

    def next(self, current, now):
        if self.cleared < self.round:
            return self.clear(now)
        if asked := self.asked_aloud:
            self.outcome.did[f"asked {asked.about}"] += 1
            return self.answer_question(asked, current, now)
        return self.play(current, now)

    def clear(self, now):
        """Hold the game that is over against the boards, and take everything off them."""
        self.check(self.match.rounds[-2], now)
        self.cleared, self.stood, self.called = self.round, set(), set()
        self.planned = self.call = None
        boards = range(1, self.boards + 1)
        self.queue += [(board, Clear()) for board in boards]
        self.queue.append((1, Wait(self.chance.choice((1, 5, 30)))))
        return self.queue.pop(0)

    def answer_question(self, asked, current, now):
        """Do what one does who looks at the board that is asked about."""
        board, place = asked.board, asked.row
        stands = now[board - 1].rows[place - 1] if place else ""
        if asked.about is About.CALL:
            return self.mean_call(asked, now)
        if asked.about is About.CHANGED:
            return self.mend(asked, current, now)
        if asked.about is About.ANSWER:
            return self.mend_keys(asked, current)
        if asked.about is About.NO_KEYS:
            return self.say_nothing(current)
        if asked.about is About.UNSURE and place > self.watched.table.next_row(board):
            return board, SetRow(place, EMPTY * len(stands))
        if asked.about is About.UNSURE:
            is_so = asked.likely == stands and self.chance.random() < 0.5
            return self.says(Yes() if is_so else TypedRow(stands))
        return self.says(Done())

    def mend(self, asked, current, now):
        """Put a changed row back, or have the record corrected, if it is really another."""
        rows = [row for row in current.rows if row.board == asked.board]
        recorded, stands = rows[asked.row - 1].code, now[asked.board - 1].rows[asked.row - 1]
        if stands == recorded:
            # the eyes were wrong, not the hands: a person says what stands there
            return self.says(TypedRow(stands))
        if set(stands) == {EMPTY} or self.kept or self.chance.random() < 0.5:
            return asked.board, SetRow(asked.row, recorded)
        number = 1 + next(i for i, row in enumerate(current.rows) if row is rows[asked.row - 1])
        if not self.corrects(self.round, number, stands):
            return asked.board, SetRow(asked.row, recorded)
        return 1, Wait()

    def play(self, current, now):
        if not current.rows and not current.calls and "Clear the boards" in self.sentence:
            self.outcome.did["said cleared"] += 1
            return self.says(Done())
        turn = current.turn
        if turn.need is Need.CODE:
            return self.hide()
        if turn.need in (Need.GUESS, Need.ANSWER) and self.chance.random() < CALL:
            return self.call_now(current)
        if turn.need is Need.GUESS:
            return self.take_turn(current, now)
        if turn.need is Need.ANSWER:
            return self.answer_row(current, now)
        if turn.need is Need.JUDGE:
            part = self.parts[turn.board - 1]
            is_in = answer(part, current.calls[-1].row) == Keys(1, 0)
            return self.says(Yes() if is_in else No())
        if turn.need is Need.CALL:
            if self.chance.random() < 0.3:
                return self.call_now(current)
            return self.types(Passed(turn.player))
        if turn.need is Need.SHOW:
            return self.types(CodeShown(self.parts))
        return 1, Wait()

    def hide(self):
        if self.kept:
            return self.says(Done())
        self.session.tell(self.parts, "keyboard")
        self.watched.refresh()
        return 1, Wait()

    # calls

    def call_now(self, current):
        """Call by pegs in the answer row, or by word."""
        player = self.chance.choice([p for p in current.players if p not in current.out])
        board = current.boards_of(player)[0]
        row = merge(self.parts)
        if self.chance.random() > RIGHT:
            col = self.chance.choice([i for i, c in enumerate(row) if c != EMPTY])
            others = [c for c in current.rules.colours if c != row[col]]
            row = row[:col] + self.chance.choice(others) + row[col + 1 :]
        if any((call.player, call.row) == (player, row) for call in current.calls):
            return 1, Wait()
        if self.chance.random() < 0.3:
            self.outcome.did["called by word"] += 1
            self.called.add((player, row))
            return self.types(Called(player, row))
        self.call = (board, row)
        if self.chance.random() < BLUNDER * 3:
            self.queue.append((board, Open(row)))
            return board, Open(row[:2] + EMPTY * (len(row) - 2))
        return board, Open(row)

    def mean_call(self, asked, now):
        lies = [b for b, m in enumerate(now, start=1) if m.code == asked.likely]
        if self.call and self.call[0] in lies:
            if self.chance.random() < BLUNDER * 3:
                board, self.call = self.call[0], None
                return board, Open("")
            self.outcome.did["called by pegs"] += 1
            player = self.match.round.owners[self.call[0] - 1]
            self.called.add((player, asked.likely))
            return self.says(Yes())
        return (lies[0], Open("")) if lies else (1, Wait())

    # rows

    def take_turn(self, current, now):
        board, place, row = self.plan(current)
        stands = now[board - 1].rows[place - 1]
        if stands != row:
            hasty = self.chance.random() < HASTY
            acts = self.blunders(current, board, place, row)
            self.queue += acts[1:]
            if hasty and len(acts) == 1:
                self.queue.append((board, Wait(1)))
            return acts[0]
        if row in self.sentence or self.chance.random() < HASTY:
            return self.say_done(current, board, row)
        if self.chance.random() < SAID / 2:
            return self.told(current, row)
        return board, Wait()

    def plan(self, current):
        turn = current.turn
        key = (len(current.rows), turn.player)
        if self.planned is None or self.planned[0] != key:
            mine = [b for b in current.boards_of(turn.player) if current.room_on(b)]
            board = self.chance.choice(mine)
            place = self.watched.table.next_row(board)
            self.planned = (key, (board, place, self.guess(current)))
        return self.planned[1]

    def guess(self, current):
        row = "".join(self.chance.choices(current.rules.colours + EMPTY, k=current.rules.holes))
        return row if row.strip(EMPTY) else self.guess(current)

    def say_done(self, current, board, row):
        """Say that the row is done; what is recorded then must be what stands, if it was read."""
        was_read, count = row in self.sentence, len(current.rows)
        self.watched.on(Done())
        self.look_at_record(count, board, row, was_read)
        return board, Wait()

    def told(self, current, row):
        count = len(current.rows)
        board = self.planned[1][0]
        self.watched.on(TypedRow(row, board))
        self.outcome.did["row typed"] += 1
        self.look_at_record(count, board, row, True)
        return board, Wait()

    def look_at_record(self, count, board, row, was_read):
        rows = self.match.round.rows
        if len(rows) == count:
            return
        noted = [(each.board, each.code) for each in rows[count:]]
        if noted != [(board, row)]:
            self.outcome.did["said too soon"] += not was_read
            if was_read:
                self.outcome.faults.append(f"{noted} noted where {board} {row} stands")

    def blunders(self, current, board, place, row):
        """Give the acts that set `row`, by way of a blunder now and then."""
        kind = int(self.chance.random() / BLUNDER)
        rest = EMPTY * (len(row) - 2)
        right = (board, SetRow(place, row))
        if kind == 0:
            return [(board, SetRow(place, row[:2] + rest)), right]
        if kind == 1:
            return [(board, SetRow(place, self.slip(row, current))), right]
        if kind == 2:
            return [right, (board, SetRow(place, EMPTY * len(row))), right]
        if kind == 3 and place < current.rules.rows:
            wrong = place + 1
            return [(board, SetRow(wrong, row)), (board, SetRow(wrong, EMPTY * len(row))), right]
        if kind == 4:
            other = self.chance.randrange(self.boards) + 1
            at = self.watched.table.next_row(other)
            if other != board and current.room_on(other):
                return [(other, SetRow(at, row)), (other, SetRow(at, EMPTY * len(row))), right]
        if kind == 5 and current.rows:
            number, at, old = self.any_row(current)
            return [(number, SetRow(at, self.slip(old, current))), right]
        if kind == 6:
            by = self.chance.uniform(-0.3, 0.3), self.chance.uniform(-0.3, 0.3)
            return [(board, Push(*by)), right]
        if kind == 7 and current.rows:
            self.take_back()
            return [(board, Wait())]
        return [right]

    def take_back(self):
        """Take back the last step by word, as somebody who thinks better of it."""
        self.session.take_back("keyboard")
        self.outcome.did["taken back"] += 1
        self.called &= {(call.player, call.row) for call in self.match.round.calls}
        self.watched.refresh()

    def any_row(self, current):
        number = self.chance.randrange(len(current.rows))
        row = current.rows[number]
        at = sum(each.board == row.board for each in current.rows[: number + 1])
        return row.board, at, row.code

    # answers of owners who keep their parts

    def answer_row(self, current, now):
        turn, row = current.turn, current.rows[-1]
        keys = answer(self.parts[turn.board - 1], row.code)
        if self.chance.random() < SAID:
            return self.types(Answered(turn.player, keys, turn.board))
        place = sum(each.board == row.board for each in current.rows)
        if now[row.board - 1].rows[place - 1] != row.code:
            # a peg was exchanged: it is answered when the row is right
            return 1, Wait()
        return self.answer_by_peg(current, now[row.board - 1], place, keys)

    def answer_by_peg(self, current, moment, place, keys):
        turn, row = current.turn, current.rows[-1]
        mine = (len(current.rows), turn.board)
        if keys == Keys(0, 0):
            if "reads" in self.sentence or "Several" in self.sentence:
                return self.types(Answered(turn.player, keys, turn.board))
            return self.says(Done())
        if self.planned != mine:
            self.planned = mine
            black, white = moment.keys[place - 1]
            act = SetKeys(place, black + keys.black, white + keys.white)
            return row.board, act
        if f"reads {format_part_answer(keys)}" in self.sentence or self.chance.random() < HASTY:
            return self.says(Done())
        if self.waited > 5:
            return self.types(Answered(turn.player, keys, turn.board))
        return 1, Wait()

    def say_nothing(self, current):
        """Say that it is nothing, if it is; else wait until the peg is read, and then say it."""
        turn = current.turn
        keys = answer(self.parts[turn.board - 1], current.rows[-1].code)
        if keys == Keys(0, 0):
            return self.says(Yes())
        if self.waited > 3:
            return self.types(Answered(turn.player, keys, turn.board))
        return 1, Wait()

    def mend_keys(self, asked, current):
        """Have the answer corrected that was noted wrongly; else say that none is."""
        own = [(n, row) for n, row in enumerate(current.rows, 1) if row.board == asked.board]
        number, row = own[asked.row - 1]
        for board, noted in row.answers:
            keys = answer(self.parts[board - 1], row.code)
            if noted != keys:
                self.session.correct_answer(self.round, number, keys, "keyboard", board)
                self.watched.refresh()
                return 1, Wait()
        return self.says(Done())

    # what came of it

    def at_the_end(self, last):
        """Compare the last game with the boards as they stood when the match was over."""
        self.round += 1
        self.look(last)
        self.check(self.match.rounds[-1], last)

    def check(self, played, now):
        """Compare a game that is over with the boards, before they are cleared."""
        faults, game = self.outcome.faults, f"game {self.round - 1}"
        for board, moment in enumerate(now, start=1):
            noted = [row.code for row in played.rows if row.board == board]
            there = {(board, n, code) for n, code in enumerate(noted, start=1)}
            pairs = zip(noted, moment.rows, strict=False)
            self.outcome.did["exchanged unnoticed"] += sum(a != b for a, b in pairs)
            if not there <= self.stood:
                faults.append(f"{game}: {noted} on board {board}, {moment.rows} stand there")
        if played.mistakes or played.codes != self.hidden[self.round - 1]:
            faults.append(f"{game}: answers {played.mistakes} are wrong for {played.codes}")
        calls = {(call.player, call.row) for call in played.calls}
        if calls != self.called or played.misjudged:
            faults.append(f"{game}: calls {calls}, made were {self.called}: {played.misjudged}")
