"""What the keyboard asks for, by what the match waits for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.cli.play.keyboard import SOURCE, Keyboard
from companion.cli.play.prompt import Left, is_number, parse_yes
from companion.cli.play.tile_prompts import TILE_ASKS
from companion.errors import BadNotation
from companion.game.core.codes import parse_keys
from companion.game.core.events import (
    Answered,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Passed,
    Way,
)
from companion.game.core.turn import Need
from companion.game.match import Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules, parse_part_answer
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.i18n import _

__all__ = ["ASKS", "board_and_row", "mend_lost_code", "show_parts_to_owners"]


def mend_lost_code(keyboard: Keyboard) -> None:
    """Begin the round anew if the file with its hidden code is gone; leave if that is refused."""
    if not keyboard.session.has_lost_the_code:
        return
    keyboard.say(_("The hidden code of this round is lost: its file is gone or damaged."))
    if not keyboard.asker.yes(_("Begin the round anew with another code?")):
        raise Left
    keyboard.session.begin_round_anew(SOURCE)
    keyboard.reporter.look(keyboard.session)


def show_parts_to_owners(keyboard: Keyboard) -> None:
    """Show each owner, alone, the part that the companion drew for him."""
    current, secret = keyboard.session.match.round, keyboard.session.secret
    fresh = isinstance(current, PartsRound) and not current.rows and not current.calls
    if not fresh or secret is None or keyboard.way is not Way.COMPANION:
        return
    if keyboard.parts_shown == secret.commitments:
        return
    keyboard.parts_shown = secret.commitments
    for board, (owner, part) in enumerate(zip(secret.owners, secret.codes, strict=True), 1):
        keyboard.asker.line(
            _("{owner}, alone before the screen? Press Enter to see your part.").format(owner=owner)
        )
        keyboard.asker.show_privately(
            _("{owner}, your part on board {board}: {part}").format(
                owner=owner, board=board, part=part
            )
        )


def _ask_code(keyboard: Keyboard) -> None:
    current, way = keyboard.session.match.round, keyboard.way
    if way is Way.TOLD:
        _ask_told(keyboard, current)
        return
    if isinstance(current, PegRound):
        prompt = _("{maker}, set the code out of sight, then press Enter:").format(
            maker=current.maker
        )
    else:
        prompt = _("Everyone, put a hole and a colour in your board, then Enter:")
    typed = keyboard.ask(prompt)
    if typed:
        raise BadNotation(
            _("The code is not typed here, where all can see it."),
            hint=_("Set one that nobody has seen, then press Enter alone."),
        )
    if typed is not None:
        assert current.code_round
        keyboard.post(CodeSet(current.code_round.owners))


def _ask_told(keyboard: Keyboard, current: Round) -> None:
    if isinstance(current, PegRound):
        typed = keyboard.ask_secret(
            _("{maker}, type the code (it is not shown):").format(maker=current.maker)
        )
        if typed is None:
            return
        allowed = _("{holes} letters of {allowed}").format(
            holes=current.rules.holes, allowed=_allowed(current.rules)
        )
        with _unsaid(allowed):
            keyboard.session.tell((typed,), SOURCE)
    elif isinstance(current, PartsRound):
        parts = []
        for owner in current.owners:
            part = _ask_part(keyboard, current.rules, owner)
            if part is None:
                return
            parts.append(part)
        with _unsaid(_parts_allowed(current.rules)):
            keyboard.session.tell(tuple(parts), SOURCE)


def _ask_part(keyboard: Keyboard, rules: PartsRules, owner: str) -> str | None:
    prompt = _("{owner}, type your part, hole and letter (not shown):").format(owner=owner)

    def checked(typed: str) -> str:
        with _unsaid(_parts_allowed(rules)):
            return rules.parse_part(typed)

    return keyboard.ask_until_right(lambda: keyboard.ask_secret(prompt), checked)


def _parts_allowed(rules: PartsRules) -> str:
    allowed = _("a hole from 1 to {holes} and a letter of {colours}").format(
        holes=rules.holes, colours=rules.colours
    )
    return _("{allowed}, as in 2r; no hole twice").format(allowed=allowed)


@contextmanager
def _unsaid(allowed: str) -> Iterator[None]:
    """Refuse what is no secret of this game without repeating what was typed."""
    try:
        yield
    except BadNotation:
        raise BadNotation(
            _("That cannot be hidden in this game."),
            hint=_("Type {allowed}.").format(allowed=allowed),
        ) from None


def _allowed(rules: PegRules) -> str:
    return (
        rules.colours
        if rules.repeats
        else _("{colours}, all different").format(colours=rules.colours)
    )


def _ask_guess(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        prompt = _("{player}, row {row} [{colours}]:").format(
            player=turn.player, row=len(current.rows) + 1, colours=current.rules.colours
        )
        if typed := keyboard.ask(prompt):
            keyboard.post(Guessed(turn.player, typed))
    elif isinstance(current, PartsRound):
        prompt = _("{player}, row on board {board} [{colours}.]:").format(
            player=turn.player, board=turn.board, colours=current.rules.colours
        )
        if typed := keyboard.ask(prompt):
            board, row = board_and_row(typed, turn.board)
            keyboard.post(Guessed(turn.player, row, board))


def _ask_answer(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        first, second = map(_, current.rules.key_words)
        row = current.rows[-1].code
        if typed := keyboard.ask(
            _("{player}, the answer to {row} ({first} {second}):").format(
                player=turn.player, row=row, first=first, second=second
            )
        ):
            keyboard.post(Answered(turn.player, parse_keys(typed)))
    elif isinstance(current, PartsRound):
        row = current.rows[-1].code
        prompt = _("{player}, board {board} to {row} (black, white, nothing):").format(
            player=turn.player, board=turn.board, row=row
        )
        if typed := keyboard.ask(prompt):
            keyboard.post(Answered(turn.player, parse_part_answer(typed), turn.board))


def _ask_judge(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    assert isinstance(current, PartsRound)
    row = current.calls[-1].row
    if typed := keyboard.ask(
        _("{player}, is your part of board {board} in {row}? (yes/no):").format(
            player=turn.player, board=turn.board, row=row
        )
    ):
        keyboard.post(Judged(parse_yes(typed), turn.board))


def _ask_call(keyboard: Keyboard) -> None:
    player = keyboard.session.match.turn.player
    typed = keyboard.ask(
        _("{player}, no rows are left: 'call {player} PEGS' or 'pass':").format(player=player)
    )
    if typed is None:
        return
    if typed.casefold() != "pass":
        raise BadNotation(
            _("'{typed}' is neither a call nor 'pass'.").format(typed=typed),
            hint=_("Type one of them."),
        )
    keyboard.post(Passed(player))


def _ask_show(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        typed = keyboard.ask(_("{player}, show the code:").format(player=turn.player))
        if typed:
            keyboard.post(CodeShown((_right_way_round(keyboard, current, typed),)))
    elif isinstance(current, PartsRound):
        parts = []
        for board, owner in enumerate(current.owners, start=1):
            typed = keyboard.ask(
                _("{owner}, show your part on board {board}, as in 2r:").format(
                    owner=owner, board=board
                )
            )
            if typed is None:
                return
            parts.append(current.rules.parse_part(typed))
        keyboard.post(CodeShown(tuple(parts)))


def _ask_end(keyboard: Keyboard) -> None:
    prompt = _("Enter to end, or 'undo' or 'correct' if something was noted wrongly:")
    if keyboard.ask(prompt) is not None:
        raise Left


def _right_way_round(keyboard: Keyboard, current: PegRound, typed: str) -> str:
    code = current.rules.parse_code(typed)
    if not current.fits_only_backwards(code):
        return code
    keyboard.say(
        _(
            "{code} contradicts row {row}, but read backwards, {backwards}, it fits every answer."
        ).format(code=code, row=current.mistakes_for(code)[0], backwards=code[::-1])
    )
    return code[::-1] if keyboard.asker.yes(_("Was it read from the wrong side?")) else code


ASKS: dict[Need, Callable[[Keyboard], None]] = {
    Need.CODE: _ask_code,
    Need.GUESS: _ask_guess,
    Need.ANSWER: _ask_answer,
    Need.JUDGE: _ask_judge,
    Need.CALL: _ask_call,
    Need.SHOW: _ask_show,
    Need.NOTHING: _ask_end,
    **TILE_ASKS,
}


def board_and_row(typed: str, usual: int) -> tuple[int, str]:
    """Give the board and the row of ``"2:rgby."``; the `usual` board when none is named."""
    board, colon, row = typed.partition(":")
    return (int(board), row) if colon and is_number(board.strip()) else (usual, typed)
