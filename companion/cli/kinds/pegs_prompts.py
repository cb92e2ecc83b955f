"""What the keyboard asks for in code games with one maker."""

from collections.abc import Mapping

from companion.cli.kinds.hidden_code import ask_hidden, unsaid
from companion.cli.kinds.kind import SOURCE, Ask, PromptKeyboard
from companion.game.core.events import Answered, CodeShown, Guessed, Way
from companion.game.core.key_pegs import parse_keys
from companion.game.core.turn import Need
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.i18n import _

__all__ = ["PEG_ASKS"]


def _round(keyboard: PromptKeyboard) -> PegRound:
    current = keyboard.session.match.round
    assert isinstance(current, PegRound)
    return current


def _ask_code(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    if keyboard.way is Way.TOLD:
        _ask_told(keyboard, current)
        return
    ask_hidden(
        keyboard,
        _("{maker}, set the code out of sight, then press Enter:").format(maker=current.maker),
    )


def _ask_told(keyboard: PromptKeyboard, current: PegRound) -> None:
    typed = keyboard.ask_secret(
        _("{maker}, type the code (it is not shown):").format(maker=current.maker)
    )
    if typed is None:
        return
    allowed = _("{holes} letters of {allowed}").format(
        holes=current.rules.holes, allowed=_allowed(current.rules)
    )
    with unsaid(allowed):
        keyboard.session.tell((typed,), SOURCE)


def _allowed(rules: PegRules) -> str:
    return (
        rules.colours
        if rules.repeats
        else _("{colours}, all different").format(colours=rules.colours)
    )


def _ask_guess(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    player = current.turn.player
    prompt = _("{player}, row {row} [{colours}]:").format(
        player=player, row=len(current.rows) + 1, colours=current.rules.colours
    )
    if typed := keyboard.ask(prompt):
        keyboard.post(Guessed(player, current.rules.parse_guess(typed)))


def _ask_answer(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    player, row = current.turn.player, current.rows[-1].code
    first, second = map(_, current.rules.key_words)
    if typed := keyboard.ask(
        _("{player}, the answer to {row} ({first} {second}):").format(
            player=player, row=row, first=first, second=second
        )
    ):
        keyboard.post(Answered(player, parse_keys(typed)))


def _ask_show(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    typed = keyboard.ask(_("{player}, show the code:").format(player=current.turn.player))
    if typed:
        keyboard.post(CodeShown((_right_way_round(keyboard, current, typed),)))


def _right_way_round(keyboard: PromptKeyboard, current: PegRound, typed: str) -> str:
    code = current.rules.parse_code(typed)
    if not current.fits_only_backwards(code):
        return code
    keyboard.say(
        _(
            "{code} contradicts row {row}, but read backwards, {backwards}, it fits every answer."
        ).format(code=code, row=current.mistakes_for(code)[0], backwards=code[::-1])
    )
    return code[::-1] if keyboard.asker.yes(_("Was it read from the wrong side?")) else code


PEG_ASKS: Mapping[Need, Ask] = {
    Need.CODE: _ask_code,
    Need.GUESS: _ask_guess,
    Need.ANSWER: _ask_answer,
    Need.SHOW: _ask_show,
}
