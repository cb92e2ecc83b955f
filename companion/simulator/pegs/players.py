"""Robots at a drawn table: they see what people see, and their hands do what people's hands do."""

from collections.abc import Callable
from random import Random

from companion.game.core.codes import EMPTY
from companion.game.core.events import Answered, Way
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Need
from companion.game.pegs.round import PegRound
from companion.session.watched_session import WatchedSession
from companion.simulator.common.people import People
from companion.simulator.pegs.hands import Act, Clear, Open, SetKeys, SetRow, Wait
from companion.simulator.pegs.script import Moment
from companion.table import Done, Question, TypedRow
from companion.table.pegs.questions import About

__all__ = ["PATIENCE", "DrawnPeople"]

# times that they wait for the companion before they give up: half a minute; chosen, so that a test
# that hangs ends soon
PATIENCE = 60
# of these, after so many an answer that lies there is said as well: small key pegs may stay
# unclear; chosen; no measurement is kept
UNREAD = 12


class DrawnPeople(People):
    """Plays an evening: asked for the next act whenever the hands are at rest.

    `guess` finds the next row. A maker who keeps his code keeps it here and nowhere else.
    """

    def __init__(
        self, evening: WatchedSession, guess: Callable[[PegRound], str], rng: Random
    ) -> None:
        super().__init__(lambda: evening, rng, patience=PATIENCE)
        self._guess = guess
        self._code = ""
        self._round = 0

    def __call__(self, now: Moment) -> Act | None:
        """Give what the hands do next; None when the match is over or nothing happens any more."""
        match = self.match
        if match.is_over:
            return None
        current = match.round
        assert isinstance(current, PegRound)
        if len(match.rounds) != self._round:
            self._round = len(match.rounds)
            self._code = current.draw_codes(self.chance)[0]
        act = self._answered(now) or self._act(current, now) or Wait()
        return act if self.has_patience(waits=isinstance(act, Wait)) else None

    def _answered(self, now: Moment) -> Act | None:
        """Answer a question as one who looks at the board."""
        asked = self.asked
        if not isinstance(asked, Question) or not asked.row:
            return None
        if asked.about is About.WRONG:
            self._correct(asked)
        else:
            self.says(TypedRow(now.rows[asked.row - 1]))
        return Wait()

    def _correct(self, asked: Question) -> None:
        """Have an answer corrected that was misread: robots answer truly."""
        assert asked.keys
        self.session.correct_answer(len(self.match.rounds), asked.row, asked.keys, "robot")
        self.watched.refresh()

    def _act(self, current: PegRound, now: Moment) -> Act | None:
        number = len(current.rows) + 1
        if not current.rows and self._round > 1 and _is_left_over(now):
            return Clear()
        kept = self.way is Way.KEPT
        match current.turn.need:
            case Need.CODE if kept and _is_free(now, 1):
                return SetRow(1, self._guess(current))
            case Need.GUESS if _is_free(now, number):
                return SetRow(number, self._guess(current))
            case Need.ANSWER if kept and now.keys[number - 2] == (0, 0):
                return self._answer(number - 1, mark(self._code, current.rows[-1].code))
            case Need.ANSWER if kept and self.waited == UNREAD:
                return self._say(Keys(*now.keys[number - 2]))
            case Need.SHOW if kept and not now.code:
                return Open(self._code)
        return None

    def _answer(self, row: int, keys: Keys) -> Act:
        if keys == Keys(0, 0):
            # nothing is set on the board: that is said
            self.says(Done())
            return Wait()
        return SetKeys(row, keys.black, keys.white)

    def _say(self, keys: Keys) -> Act:
        """Say an answer that lies there and is not read."""
        self.types(Answered(self.match.turn.player, keys))
        return Wait()


def _is_free(now: Moment, row: int) -> bool:
    return not now.rows[row - 1].strip(EMPTY)


def _is_left_over(now: Moment) -> bool:
    """Whether the board must be cleared: the round that begins has nothing on it yet."""
    return bool(
        "".join(now.rows[1:]).strip(EMPTY) or now.code or any(k != (0, 0) for k in now.keys)
    )
