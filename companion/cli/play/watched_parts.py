"""What is typed at a table of Master Mind for four that a camera watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.play.keyboard import SOURCE, Keyboard
from companion.cli.play.prompts import ASKS, board_and_row
from companion.errors import BadNotation
from companion.game.core.events import Answered, Passed
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import parse_part_answer
from companion.i18n import _
from companion.table import Told
from companion.table.questions import About

if TYPE_CHECKING:
    from companion.session.watched_session import Evening

__all__ = ["told_parts"]


def told_parts(evening: Evening, keyboard: Keyboard, line: str) -> None:
    """Take in an answer, a pass, the showing, or a row that is typed instead of seen."""
    current, turn = evening.session.match.round, evening.session.match.turn
    assert isinstance(current, PartsRound)
    word, asked = line.casefold(), evening.table.question
    if turn.need is Need.CODE:
        raise BadNotation(
            _("Parts are not typed here, where all can see them."), hint=_("Say 'code' first.")
        )
    if word == "show" and turn.need is Need.SHOW:
        ASKS[Need.SHOW](keyboard)
        evening.refresh()
    elif word == "pass":
        evening.session.post(Passed(turn.player), SOURCE)
        evening.refresh()
    elif turn.need is Need.ANSWER and (asked is None or asked.about is About.NO_KEYS):
        answered = Answered(turn.player, parse_part_answer(line), turn.board)
        evening.session.post(answered, SOURCE)
        evening.refresh()
    elif turn.need is Need.GUESS or asked:
        board, row = board_and_row(line, 0)
        evening.on(Told(current.rules.parse_row(row), board))
    else:
        raise BadNotation(
            _("'{line}' is not what is asked for.").format(line=line), hint=_("See 'help'.")
        )
