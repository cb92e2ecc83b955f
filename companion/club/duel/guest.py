"""The house that joins: it has a copy of the log, line by line, and hides its own code at home.

What its Keypeg does by itself, answers and the showing, follows from the match and the code alone;
the code leaves this house when it is shown, and then with the salt that proves it.
"""

from pathlib import Path
from random import Random

from companion.club.duel.messages import Hello, Line, Message, Move, Refused
from companion.errors import LogError
from companion.game.core.events import Event
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.record import parse_log
from companion.i18n import _
from companion.session.code_maker import next_move, seal
from companion.session.replay import matches_of
from companion.session.secret_file import Vault

__all__ = ["Guest"]


class Guest:
    """The match as `mine` sees it from afar. `copy` is where the log's copy lies (None: nowhere).

    `refusal` is why the last move could not be.
    """

    def __init__(self, mine: str, copy: Path | None, rng: Random) -> None:
        self.mine = mine
        self.refusal = ""
        self.match: Match | None = None
        self._copy = copy
        self._rng = rng
        self._vault = Vault.beside(copy)
        self._lines: list[bytes] = []
        self._moved_at = -1

    @property
    def hello(self) -> Hello:
        """Say how many lines are here: the other house sends those after them."""
        return Hello(len(self._lines))

    @property
    def is_mine(self) -> bool:
        """Whether the match waits for a person in this house."""
        match = self.match
        return match is not None and not match.is_over and match.turn.player == self.mine

    def hear(self, message: Message) -> None:
        """Take in what the other house says.

        Raises `LogError` for a line that does not follow those that are here: the log was changed.
        """
        match message:
            case Line(number, text) if number == len(self._lines):
                self._add(text.encode() + b"\n")
            case Refused(said):
                self.refusal, self._moved_at = said, -1

    def hide(self, code: str) -> Move:
        """Seal `code` here; return what the other house may know of it. Raises `BadNotation`."""
        assert self.match
        current = self.match.round.code_round
        assert current
        secret = seal(current.owners, current.check_codes((code,)), self._rng)
        self._vault.store(secret)
        return self.move(secret.set_event)

    def move(self, event: Event) -> Move:
        """Return the message that does `event`; raise and change nothing if it cannot be."""
        assert self.match
        self.match.on(event)
        self.refusal, self._moved_at = "", self.match.seq
        return Move(self.match.seq, event)

    def own_move(self) -> Move | None:
        """Return what this house's Keypeg does by itself now, once for each state of the match."""
        match = self.match
        if match is None or not self.is_mine or match.seq == self._moved_at:
            return None
        secret, current = self._vault.load(), match.round.code_round
        if secret is None or current is None or current.sealed != secret.commitments:
            return None
        if match.turn.need not in (Need.ANSWER, Need.SHOW):
            return None
        event = next_move(match, secret)
        return self.move(event) if event else None

    def again(self) -> None:
        """Let a move that may be lost be done once more."""
        self._moved_at = -1

    @property
    def waits_for_word(self) -> bool:
        """Whether a move of this house is under way."""
        return self.match is not None and self._moved_at == self.match.seq

    def _add(self, line: bytes) -> None:
        lines = [*self._lines, line]
        log = parse_log(b"".join(lines))
        if log.dropped or len(log.entries) != len(lines) - 1:
            raise LogError(_("The other house sent half a line."), hint=_("Join again."))
        *__, match = matches_of(log)
        self.match, self._lines = match if match.seated else None, lines
        if self._copy is not None:
            self._copy.parent.mkdir(parents=True, exist_ok=True)
            with self._copy.open("wb" if len(lines) == 1 else "ab") as out:
                out.write(line)
