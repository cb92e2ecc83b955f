"""The house that keeps the log: it plays its own half, and lets the other play his."""

from companion.club.duel.messages import Hello, Line, Message, Move, Refused
from companion.club.wire.encoding import bare_line
from companion.errors import IllegalMove, KeypegError
from companion.game.core.events import Answered, CodeSet, CodeShown, Event, Guessed
from companion.i18n import _
from companion.session.session import Session

__all__ = ["AFAR", "Host"]

AFAR = "afar"  # the source of what was done in the other house, in the log


class Host:
    """A `session` that is played with `other`, who sits elsewhere; what is said goes by `hear`."""

    def __init__(self, session: Session, other: str) -> None:
        self.session = session
        self.other = other
        self._told = 0

    def hear(self, message: Message) -> list[Message]:
        """Return what is to be said to `message`: lines, or why a move cannot be."""
        match message:
            case Hello(have):
                self._told = min(have, len(self.session.kept_lines()))
                return self.news()
            case Move():
                try:
                    self._play(message)
                except KeypegError as error:
                    return [Refused.of(error), *self.news()]
                return self.news()
            case _:
                return []

    def news(self) -> list[Message]:
        """Return the lines that were not told yet."""
        lines = self.session.kept_lines(self._told)
        first, self._told = self._told, self._told + len(lines)
        return [Line(n, bare_line(line).decode()) for n, line in enumerate(lines, start=first)]

    def _play(self, move: Move) -> None:
        match = self.session.match
        if move.seq != match.seq:
            raise IllegalMove(
                _("The match is further than that."), hint=_("Look at the board again.")
            )
        if match.turn.player != self.other or not self._is_his(move.event):
            raise IllegalMove(_("That is not yours to do now."), hint=str(match.turn))
        self.session.post(move.event, AFAR)

    def _is_his(self, event: Event) -> bool:
        """Whether `event` may come from the other house: a move of his own, a code sealed there."""
        match event:
            case Guessed(player) | Answered(player):
                return player == self.other
            case CodeSet(owners, commitments):
                return owners == (self.other,) and len(commitments) == 1
            case CodeShown():
                return True
            case _:
                return False
