"""Telling the table what has happened: the board after each step, a round's end, the score card."""

from collections.abc import Callable

from companion.cli.common import render
from companion.cli.kinds import terminal_of
from companion.game.core.codes import legend
from companion.game.core.events import Way
from companion.game.match import Match, Round
from companion.i18n import _
from companion.kinds.advice import contradiction_note
from companion.kinds.all_kinds import kind_of
from companion.scene import headline, standing_of
from companion.session.session import Session
from companion.terminal.console import Console

__all__ = ["Reporter", "points_made"]

SEALED_DIGITS = 8  # of 64: enough to see that it stays the same; a guess


class Reporter:
    """Prints what has changed since it last looked, and lets `show` light it up."""

    def __init__(self, console: Console, show: Callable[[Match], None] = lambda _: None) -> None:
        self.console = console
        self._show = show
        self._seen: Match | None = None
        self._trouble = ""

    def say(self, text: str) -> None:
        """Print one plain sentence."""
        self.console.print(text, soft_wrap=True)

    def look(self, session: Session) -> None:
        """Print what is new: trouble with the log, rounds that ended, the board."""
        if session.trouble != self._trouble:
            self._trouble = session.trouble
            self.say(
                _("NOT KEPT: {trouble}").format(trouble=self._trouble)
                if self._trouble
                else _("Kept again: nothing of the match is missing.")
            )
        self.look_at(session.match)

    def look_at(self, match: Match) -> None:
        """Print what is new in `match`: points, rounds that ended, the board."""
        seen = self._seen
        if match is seen:
            return
        self._seen = match
        self._show(match)
        if seen is None and not match.is_over:
            self.say(_("Type 'help' for what may be said at any time, 'quit' to leave."))
            self._tell_letters(match)
        for said in points_made(seen, match):
            self.say(said)
        ended = _ended_since(seen, match)
        for played in ended:
            self._tell_end(played, match)
        if match.is_over:
            if not ended:
                self.console.print(render.score_card(match))
            self.say(render.turn_line(match))
        else:
            self._tell_round(match)

    def look_at_ends(self, session: Session) -> None:
        """Print what has ended since: a round with its score card, the match with its winner."""
        match, seen = session.match, self._seen
        self._seen = match
        for played in _ended_since(seen, match):
            self._tell_end(played, match)
        if match.is_over:
            self.say(render.turn_line(match))

    def tell_card(self, match: Match) -> None:
        """Print the score card, and who leads."""
        self.console.print(render.score_card(match))
        if standing := standing_of(match):
            self.say(standing)

    def _tell_round(self, match: Match) -> None:
        self.console.rule(headline(match))
        if roles := kind_of(match.rules).roles(match.round):
            self.say(roles)
        if sealed := _commitment(match.round):
            self.say(_("The hidden code is sealed: {sealed}").format(sealed=sealed))
        self.console.print(terminal_of(match.rules).draw(match.round))
        kept = match.seated is not None and match.seated.way is Way.KEPT
        if kept and (note := contradiction_note(match.round)):
            self.say(note)

    def _tell_letters(self, match: Match) -> None:
        if letters := terminal_of(match.rules).letters(match.round):
            self.say(_("Colours: {legend}.").format(legend=legend(letters)))

    def _tell_end(self, ended: Round, match: Match) -> None:
        self.console.print(terminal_of(ended.rules).draw(ended))
        for sentence in kind_of(ended.rules).end_sentences(ended):
            self.say(sentence)
        self.tell_card(match)


def _ended_since(seen: Match | None, match: Match) -> list[Round]:
    before = 0 if seen is None else sum(r.is_over for r in seen.rounds)
    ended = [r for r in match.rounds if r.is_over]
    return ended[before:] if seen is not None else []


def _commitment(current: Round) -> str:
    """Return the beginnings of the commitments while nothing is set; `verify` says them whole."""
    hidden = current.code_round
    sealed = hidden.sealed if hidden and not hidden.rows else ()
    return ", ".join(f"{each[:SEALED_DIGITS]}…" for each in sealed)


def points_made(seen: Match | None, match: Match) -> list[str]:
    """Return ``"+3: Ben 7"`` for each player whose points have changed since `seen`."""
    if seen is None or seen.seated is None:
        return []
    before = seen.totals()
    return [
        _("{points:+d}: {player} {total}").format(
            points=total - before[player], player=player, total=total
        )
        for player, total in match.totals().items()
        if total != before[player]
    ]
