"""Telling the table what has happened: the board after each step, a round's end, the score card."""

from collections.abc import Callable

from rich.console import Console

from companion.cli.common import render
from companion.cli.common.hints_text import contradiction_note
from companion.game.core.events import Way
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.session.session import Session

__all__ = ["Reporter", "end_sentences"]


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
            self.say(_("NOT KEPT: {trouble}").format(trouble=self._trouble))
        match, seen = session.match, self._seen
        if match is seen:
            return
        self._seen = match
        self._show(match)
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

    def _tell_round(self, match: Match) -> None:
        self.console.rule(render.headline(match), align="left")
        if note := render.maker_note(match):
            self.say(note)
        if commitment := _commitment(match.round):
            self.say(_("Commitment to the hidden code: {commitment}").format(commitment=commitment))
        self.console.print(render.board(match.round))
        kept = match.seated is not None and match.seated.way is Way.KEPT
        if kept and (note := contradiction_note(match.round)):
            self.say(note)

    def _tell_end(self, ended: Round, match: Match) -> None:
        self.console.print(render.board(ended))
        for sentence in end_sentences(ended):
            self.say(sentence)
        self.console.print(render.score_card(match))


def _ended_since(seen: Match | None, match: Match) -> list[Round]:
    before = 0 if seen is None else sum(r.is_over for r in seen.rounds)
    ended = [r for r in match.rounds if r.is_over]
    return ended[before:] if seen is not None else []


def _commitment(current: Round) -> str:
    if isinstance(current, PegRound):
        return current.commitment or "" if not current.rows else ""
    if isinstance(current, PartsRound) and not current.rows:
        return ", ".join(current.commitments or ())
    return ""


def end_sentences(ended: Round) -> list[str]:
    """Say how a round ended, and every answer that was wrong."""
    match ended:
        case PegRound():
            return _peg_end(ended)
        case PartsRound():
            return _parts_end(ended)
        case TileRound():
            return [
                _("{winner} has the last hidden tile and wins the round.").format(
                    winner=ended.winner
                )
            ]


def _peg_end(ended: PegRound) -> list[str]:
    said = (
        [_("The code was broken on row {row}.").format(row=ended.broken_on)]
        if ended.broken_on
        else []
    )
    if not ended.broken_on and len(ended.rows) == ended.rules.rows:
        said = [_("The code was not broken in {number} rows.").format(number=len(ended.rows))]
    said += [_mistake(ended, row) for row in ended.mistakes]
    if ended.is_void:
        bonus = ended.rules.scoring.void_bonus
        said.append(
            _("The round is void and played again; {breaker} gets {bonus} extra points.").format(
                breaker=ended.breakers[0], bonus=bonus
            )
        )
    return said


def _mistake(ended: PegRound, row: int) -> str:
    keys = ended.rows[row - 1].keys
    if ended.code is None or keys is None:
        return _("{maker}'s answer to row {row} was wrong.").format(maker=ended.maker, row=row)
    said = render.words(keys, ended.rules.key_words)
    true = render.words(ended.true_keys(row), ended.rules.key_words)
    return _("Row {row} was answered {said}, but it is {true}.").format(
        row=row, said=said, true=true
    )


def _parts_end(ended: PartsRound) -> list[str]:
    said = [
        _("{winner} has called the code and wins.").format(winner=ended.winner)
        if ended.winner
        else _("Nobody has won.")
    ]
    for row, board in ended.mistakes:
        keys = dict(ended.rows[row - 1].answers)[board]
        said.append(
            _(
                "{owner}'s answer to row {row} was wrong: {said} is not "
                "right for the part on board {board}."
            ).format(
                owner=ended.owners[board - 1],
                row=row,
                said=_(format_part_answer(keys)),
                board=board,
            )
        )
    said += [
        _("{player}'s call {row} was judged wrongly.").format(player=call.player, row=call.row)
        for call in ended.misjudged
    ]
    return said
