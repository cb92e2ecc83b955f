"""Robots at a drawn table of Master Mind for four: a board each, their hands and their words."""

from collections.abc import Callable
from random import Random

from companion.game.core.events import Answered, Guessed, Judged, Way
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.session.watched_session import WatchedSession
from companion.simulator.common.people import People
from companion.simulator.parts.camera import Moments
from companion.simulator.parts.robots import PartsRobots
from companion.simulator.pegs.hands import Act, SetRow, Wait
from companion.simulator.pegs.players import PATIENCE
from companion.table import Done, PartsTable, Question, TypedRow

__all__ = ["DrawnParts"]


class DrawnParts(People):
    """Plays an evening of several boards: asked for the next act when the hands are at rest.

    What `before` gives is done first. Rows are set on the boards; what has no pegs (calls, passes,
    answers) is said.
    """

    def __init__(
        self, evening: WatchedSession, rng: Random, before: Callable[[], tuple[int, Act] | None]
    ) -> None:
        super().__init__(lambda: evening, rng, patience=PATIENCE)
        self._before = before
        self._robots = PartsRobots(rng)
        self._planned: Guessed | None = None

    def __call__(self, now: Moments) -> tuple[int, Act] | None:
        """Give the board and what is done there; None when the match is over or nothing happens."""
        if self.match.is_over:
            return None
        if secret := self.session.secret:
            self._robots.codes = secret.codes
        board, act = self._before() or self._answered(now) or self._act(now) or (1, Wait())
        return (board, act) if self.has_patience(waits=isinstance(act, Wait)) else None

    def _answered(self, now: Moments) -> tuple[int, Act] | None:
        """Answer a question about a row as one who looks at the board."""
        asked = self.asked
        if not isinstance(asked, Question) or not asked.row:
            return None
        self.says(TypedRow(now[asked.board - 1].rows[asked.row - 1]))
        return asked.board, Wait()

    def _act(self, now: Moments) -> tuple[int, Act] | None:
        match self.match.turn.need:
            case Need.GUESS:
                return self._set_or_say(now)
            case Need.CODE if self.way is Way.KEPT:
                self._robots.draw_codes(self._round)
                self.says(Done())
            case Need.NOTHING:
                return None
            case __:
                self._say()
        return 1, Wait(1)

    def _set_or_say(self, now: Moments) -> tuple[int, Act]:
        """Set the row, or say "done" once it is read as it stands there."""
        match = self.match
        if self._planned is None or self._planned.player != match.turn.player:
            move = self._robots.move(self._round)
            if not isinstance(move, Guessed):
                self.types(move)
                return 1, Wait(1)
            self._planned = move
        board, row = self._planned.board, self._planned.row
        table = self.watched.table
        assert isinstance(table, PartsTable)
        place = table.next_row(board)
        if now[board - 1].rows[place - 1] != row:
            return board, SetRow(place, row)
        if table.stop or table.boards[board - 1].row(place) != row:
            # what is said while a board cannot be seen is not heard
            return board, Wait()
        self._planned = None
        self.says(Done())
        return board, Wait(1)

    def _say(self) -> None:
        move = self._robots.move(self._round)
        if isinstance(move, Answered | Judged) and self.way is not Way.KEPT:
            return
        self.types(move)

    @property
    def _round(self) -> PartsRound:
        current = self.match.round
        assert isinstance(current, PartsRound)
        return current
