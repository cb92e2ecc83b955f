"""A round of a code game with one maker: Het Bouwblokje, Hasbro for 2, Hasbro for 3-5. Pure.

What each event does to it. What differs from box to box is data
(`companion.game.pegs.rules`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.errors import IllegalMove
from companion.game.core.codes import spell
from companion.game.core.commit import check_commitments
from companion.game.core.events import Answered, CodeSet, CodeShown, Guessed, Move, Voided
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.kind import RandomSource
from companion.game.core.turn import Cell, Need, check_turn, refuse
from companion.game.core.withdrawn import Withdrawn
from companion.game.pegs.rules import PegRules
from companion.game.pegs.scoring import score_of
from companion.game.pegs.state import PegRow, PegState
from companion.i18n import _, ngettext

__all__ = ["PegRound"]


@dataclass(frozen=True, slots=True)
class PegRound(PegState):
    """One round, and how events change it."""

    @classmethod
    def begin(cls, rules: PegRules, players: tuple[str, ...], starter: str) -> Self:
        """Begin a round in which `starter` is the maker."""
        return cls(rules, players=players, maker=starter)

    @property
    def code_round(self) -> Self:
        """The round: its maker hides a code."""
        return self

    def draw_codes(self, chance: RandomSource) -> tuple[str, ...]:
        """Return a code that the rules allow, each equally likely."""
        return self.rules.draw_codes(chance)

    def check_codes(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the code as it is written in a log, or raise `BadNotation`."""
        return tuple(self.rules.parse_code(code) for code in codes)

    def keys_for(self, codes: Sequence[str], row: str, board: int) -> Keys:
        """Return the answer to `row` of the one code in `codes`."""
        del board
        return mark(codes[0], row)

    def reply_with(self, codes: tuple[str, ...]) -> Move | None:
        """Return the maker's answer to the last row, if it is waited for."""
        if self.turn.need is not Need.ANSWER:
            return None
        return Answered(self.maker, mark(codes[0], self.rows[-1].code))

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> Self:
        """Return the round with what was taken back now, or void because its code was seen."""
        return replace(self, withdrawn=(*self.withdrawn, *withdrawn), is_cancelled=is_cancelled)

    def on(self, event: Move) -> Self:
        """Return the round after `event`, or raise and change nothing."""
        match event:
            case CodeSet():
                return self._hide(event)
            case Guessed():
                return self._guess(event)
            case Answered():
                return self._answer(event)
            case CodeShown():
                return self._show(event)
            case Voided():
                return self._void(event)
            case _:
                raise refuse(event, self.turn)

    def score(self) -> dict[str, Cell]:
        """Return each player's cell of the score card."""
        return score_of(self)

    def _hide(self, event: CodeSet) -> Self:
        check_turn(event, self.turn, Need.CODE, *event.owners)
        return replace(self, commitment=event.commitments[0] if event.commitments else "")

    def _guess(self, event: Guessed) -> Self:
        check_turn(event, self.turn, Need.GUESS, event.player)
        row = self.rules.parse_guess(event.row)
        self._check_supply(row)
        return replace(self, rows=(*self.rows, PegRow(event.player, row)))

    def _check_supply(self, row: str) -> None:
        if colour := self._short_of(row):
            standing = sum(r.code.count(colour) for r in self.rows) + row.count(colour)
            raise IllegalMove(
                _(
                    "With '{row}' there would be {standing} {colour} pegs on the board; the box "
                    "has {most} of each colour."
                ).format(
                    row=row,
                    standing=standing,
                    colour=spell(colour),
                    most=self.rules.pegs_a_colour,
                ),
                hint=_("Look at the row again, or set another one."),
            )

    def _answer(self, event: Answered) -> Self:
        check_turn(event, self.turn, Need.ANSWER, event.player)
        self.rules.check_keys(event.keys)
        last = replace(self.rows[-1], keys=event.keys)
        return replace(self, rows=(*self.rows[:-1], last))

    def _show(self, event: CodeShown) -> Self:
        check_turn(event, self.turn, Need.SHOW)
        if len(event.codes) != 1:
            raise IllegalMove(_("This game has one code to show."), hint=_("Show it as one row."))
        code = self.rules.parse_code(event.codes[0])
        check_commitments((self.commitment,) if self.commitment else (), event)
        return replace(self, code=code)

    def _void(self, event: Voided) -> Self:
        if self.rules.scoring.void_bonus is None:
            raise IllegalMove(
                _("{title} does not void a round for a wrong answer.").format(
                    title=_(self.rules.title)
                ),
                hint=_("Correct the answer instead; the scores follow."),
            )
        if self.commitment:
            raise IllegalMove(
                _("The companion answers in this round, so no answer is the maker's mistake."),
                hint=_("If a row was read wrongly, correct it; its answer follows."),
            )
        if self.is_over or not self.answered():
            raise refuse(event, self.turn)
        if not 1 <= event.row <= len(self.answered()):
            raise IllegalMove(
                _("Row {row} has no answer in this round.").format(row=event.row),
                hint=ngettext(
                    "Name row 1.", "Name a row from 1 to {number}.", len(self.answered())
                ).format(number=len(self.answered())),
            )
        return replace(self, voided_row=event.row)
