"""A match being played: the only thing that changes.

`Session.post` is the one way in: an event is checked against the match, written to the log
and synced, and only then is the match another one; a refused event changes nothing. After it
the companion does what is its own to do: draw a code, answer, judge a call, show the code.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom

from companion.errors import IllegalMove, JournalError, KeypegError, LogInUse
from companion.game.core.events import (
    CodeShown,
    Corrected,
    Entry,
    Event,
    Seated,
    TakenBack,
    Way,
)
from companion.game.core.key_pegs import Keys
from companion.game.match import Match, Round
from companion.game.record import Header
from companion.i18n import _
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.session.code_maker import Secret, drawn_code, next_move, seal, secret_of
from companion.session.corrections import (
    COMPANION_SOURCE,
    UNDO_SOURCE,
    answer_corrected,
    guess_corrected,
    steps_of,
    uncorrected,
)
from companion.session.journal import Journal
from companion.session.log_files import read_log
from companion.session.match_files import MatchFiles
from companion.session.replay import matches_of
from companion.session.secret_file import Vault

__all__ = ["Session"]


def _now() -> datetime:
    return datetime.now(UTC)


class Session:
    """One match at one table, with its log.

    `entries` are all events so far.
    """

    def __init__(
        self,
        match: Match,
        *,
        journal: Journal | None = None,
        vault: Vault | None = None,
        entries: tuple[Entry, ...] = (),
        now: Callable[[], datetime] = _now,
        rng: Random | None = None,
    ) -> None:
        self.match = match
        self.entries = list(entries)
        self._kept = MatchFiles(journal, vault)
        self._now = now
        self._rng = rng or SystemRandom()
        self._is_new = not entries
        self._heard: Callable[[], None] = lambda: None

    @classmethod
    def begin(
        cls,
        book: str,
        rules: Mapping[str, str],
        seated: Seated,
        *,
        folder: Path | None,
        now: Callable[[], datetime] = _now,
        rng: Random | None = None,
    ) -> "Session":
        """Begin a match and its log in `folder` (None: it is not kept).

        Raises `UnknownName`, `BadNotation` or `IllegalMove` before anything is written.
        """
        match = Match(with_rules(find_book(book), rules))
        match.on(seated)
        header = Header(match.rules.name, rules)
        journal = Journal.unborn(folder, header, now()) if folder is not None else None
        session = cls(match, journal=journal, now=now, rng=rng)
        session.post(seated, "start")
        return session

    @classmethod
    def resume(cls, path: Path, *, now: Callable[[], datetime] = _now) -> tuple["Session", str]:
        """Go on with the match whose log is at `path`; also give what was torn off it, if any.

        A log that can be read but not written is gone on with, unkept, and `trouble` says so.
        Raises `LogError`, or `LogInUse` if another process is playing it.
        """
        journal, trouble = None, ""
        try:
            journal, log = Journal.reopen(path)
        except LogInUse:
            raise
        except JournalError as error:
            log, trouble = read_log(path), str(error)
        try:
            *_, match = matches_of(log)
        except KeypegError:
            if journal:
                journal.close()
            raise
        session = cls(
            match, journal=journal, vault=Vault.beside(path), entries=log.entries, now=now
        )
        session._kept.trouble = trouble
        if match.seated:
            session._do_own_moves()
        return session, log.dropped

    @property
    def path(self) -> Path | None:
        """Where the log is, or None if the match is not kept."""
        return self._kept.path

    @property
    def trouble(self) -> str:
        """Why the match is not kept; nothing if it is."""
        return self._kept.trouble

    @property
    def anchor(self) -> str:
        """What the record hashes to so far, as it is printed; nothing if it is not kept."""
        return self._kept.anchor

    def kept_lines(self, since: int = 0) -> list[bytes]:
        """Return the lines of the log that are on the disk, from line `since` (0: header) on."""
        return self._kept.lines(since)

    def follow(self, heard: Callable[[], None]) -> None:
        """Call `heard` now, and after each event, when its line is on the disk."""
        self._heard = heard
        heard()

    @property
    def secret(self) -> Secret | None:
        """The code of this round if the companion knows it. Never show it before its time."""
        return secret_of(self.match, self._kept.hidden(), self.entries)

    def post(self, event: Event, by: str) -> None:
        """Let `event` happen, then the companion's own moves; raise and change nothing if not."""
        self._post(event, by)
        self._do_own_moves()

    def tell(self, codes: tuple[str, ...], by: str) -> None:
        """Let the companion know the code that its owners have hidden (a part a board)."""
        current = self.match.round.code_round
        assert current
        self._hide(seal(current.owners, current.check_codes(codes), self._rng), by)
        self._do_own_moves()

    @property
    def has_lost_the_code(self) -> bool:
        """Whether the companion hid a code in this round and no longer knows it."""
        current = self.match.round.code_round
        hidden = current is not None and bool(current.sealed) and not current.is_over
        return hidden and self.secret is None

    def begin_round_anew(self, by: str) -> None:
        """Take the round back to its beginning, so that a new code is hidden."""
        self.post(TakenBack(self.match.moves_of_round(len(self.match.rounds))[0][0]), by)

    def take_back(self, by: str) -> None:
        """Take back the last thing that a person did or corrected, and what followed from it."""
        steps = steps_of(self.entries)
        if not steps:
            raise IllegalMove(_("There is nothing to take back."), hint=_("Play on."))
        last = steps[-1]
        if isinstance(last.event, Corrected):
            self.post(uncorrected(self.match, self.entries, last), UNDO_SOURCE)
        else:
            self.post(TakenBack(last.seq), by)

    def correct_guess(self, number: int, row: int, code: str, by: str) -> None:
        """Correct the guess in `row` of round `number`; what the companion answered follows."""
        current = self.match.rounds[number - 1] if number <= len(self.match.rounds) else None
        self.post(guess_corrected(self.match, number, row, code, self._codes_of(current)), by)

    def correct_answer(self, number: int, row: int, keys: Keys, by: str, board: int = 1) -> None:
        """Correct an answer that was noted wrongly (it is then no mistake of the maker)."""
        self.post(answer_corrected(self.match, number, row, keys, board), by)

    def forget_unplayed(self) -> None:
        """Remove log and secret if the match began here and nobody has done anything yet."""
        if self._is_new and not steps_of(self.entries):
            self._kept.discard()

    def close(self) -> None:
        """Close the log; a match that is not over can be resumed."""
        if self.match.is_over:
            self._kept.clear_hidden()
            if not self.match.has_ended:
                self._post(self.match.result, COMPANION_SOURCE)
        self._kept.close()

    def _post(self, event: Event, by: str) -> None:
        after = self.match.on(event)
        entry = Entry(after.seq, _stamp(self._now()), by, event)
        self._kept.note(entry)
        self.match = after
        self.entries.append(entry)
        self._heard()

    def _do_own_moves(self) -> None:
        while move := self._own_move():
            if isinstance(move, Secret):
                self._hide(move, COMPANION_SOURCE)
            else:
                self._post(move, COMPANION_SOURCE)
                if isinstance(move, CodeShown):
                    self._kept.clear_hidden()

    def _own_move(self) -> Event | Secret | None:
        seated = self.match.seated
        if seated is None or seated.way is Way.KEPT:
            return None
        return drawn_code(self.match, self._rng) or next_move(self.match, self.secret)

    def _hide(self, secret: Secret, by: str) -> None:
        self.match.on(secret.set_event)
        # on the disk before the commitment to it is
        self._kept.hide(secret)
        self._post(secret.set_event, by)

    def _codes_of(self, current: Round | None) -> tuple[str, ...]:
        assert self.match.seated
        if current is None or self.match.seated.way is Way.KEPT:
            return ()
        if current is self.match.round and (secret := self.secret):
            return secret.codes
        return current.code_round.shown_codes if current.code_round else ()


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
