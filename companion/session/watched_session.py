"""A session that is watched: what the eyes see and people say becomes its events.

The only crossing between the table, which decides, and the session, which records. Nothing here
waits, and it has no thread and no clock: what happens is given to `WatchedSession.on` in order.
"""

from collections.abc import Callable
from typing import Protocol

from companion.errors import KeypegError
from companion.game.match import Round
from companion.kinds.all_kinds import kind_of
from companion.scene import Mood
from companion.session.session import Session
from companion.table import (
    Confirm,
    Correct,
    Deed,
    Expect,
    Happening,
    Post,
    Tell,
    TellEyes,
    Undo,
    WatchedTable,
)

__all__ = ["CAMERA", "Eyes", "WatchedSession"]

# the source of what was seen, in the log
CAMERA = "camera"


class Eyes(Protocol):
    """What looks at the board."""

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in what is recorded of rows (from 1): say only what lies there otherwise."""

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in what a person says of `row` (from 1) of `board`."""


class WatchedSession:
    """One session played on a board that is watched. `show` is called after each change.

    `table` is what is known now; it changes only here.
    """

    def __init__(
        self,
        session: Session,
        eyes: Eyes,
        *,
        confirm: Confirm = Confirm.UNSURE,
        show: Callable[["WatchedSession"], None] = lambda __: None,
    ) -> None:
        self.session = session
        self.table: WatchedTable = kind_of(session.match.rules).table(session.match, confirm)
        self._eyes = eyes
        self._show = show
        for expected in self.table.expected:
            eyes.expect(expected.rows, expected.board)

    @property
    def mood(self) -> Mood | None:
        """That something is asked, or stops the eyes; else None."""
        return Mood.ASKING if self.table.question or self.table.stop else None

    @property
    def round_to_see(self) -> Round:
        """The round that lies on the table, for who shows it."""
        return self.table.round_to_see

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.session.match.is_over

    def on(self, happening: Happening) -> None:
        """Take in what happens, and do all that follows from it."""
        before = self.table.sentence, self.session.match
        self.table = self.table.on(happening)
        self.settle()
        if (self.table.sentence, self.session.match) != before:
            self._show(self)

    def sayable(self, happening: Happening) -> Happening:
        """Return `happening` without what only an owner may know."""
        return self.table.sayable(happening)

    def refresh(self) -> None:
        """Take in what was done to the session from elsewhere: typed, or by the companion."""
        match, known = self.session.match, self.table.match
        if match is not known:
            fewer = len(match.moves) < len(known.moves)
            self.table = self.table.taken_back(match) if fewer else self.table.recorded(match)
        self.settle()
        self._show(self)

    def settle(self) -> None:
        """Do what is due until something is to be waited for or asked."""
        while isinstance(deed := self.table.due, Deed):
            try:
                self._do(deed)
            except KeypegError as error:
                self.table = self.table.not_allowed(str(error))
            else:
                self._done(deed)

    def _done(self, deed: Deed) -> None:
        if isinstance(deed, TellEyes | Expect):
            self.table = self.table.told_eyes()
        else:
            self.table = self.table.recorded(self.session.match)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Post(event):
                self.session.post(event, CAMERA)
            case Tell(code):
                self.session.tell((code,), CAMERA)
            case Undo():
                self.session.take_back(CAMERA)
            case Correct(row, keys):
                number = len(self.session.match.rounds)
                self.session.correct_answer(number, row, keys, CAMERA)
            case Expect(rows, board):
                self._eyes.expect(rows, board)
            case TellEyes(row, letters, board):
                self._eyes.told(row, letters, board)
