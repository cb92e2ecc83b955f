"""What the keyboard asks for, by what the match waits for."""

from collections.abc import Callable

from companion.cli.ask import Left, is_number, parse_yes
from companion.cli.table import SOURCE, Keyboard
from companion.cli.tile_asks import TILE_ASKS
from companion.errors import BadNotation
from companion.game.codes import parse_keys
from companion.game.events import (
    Answered,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Passed,
    Way,
)
from companion.game.match import Round
from companion.game.part_rules import parse_part_answer
from companion.game.parts import PartsRound
from companion.game.peg_rules import PegRules
from companion.game.pegs import PegRound
from companion.game.turn import Need

__all__ = ["ASKS", "mend_lost_code", "show_parts_to_owners"]


def mend_lost_code(keyboard: Keyboard) -> None:
    """Begin the round anew if the file with its hidden code is gone; leave if that is refused."""
    if not keyboard.session.has_lost_the_code:
        return
    keyboard.say("The hidden code of this round is lost: its file is gone or damaged.")
    if not keyboard.asker.yes("Begin the round anew with another code?"):
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
        keyboard.asker.line(f"{owner}, alone before the screen? Press Enter to see your part.")
        keyboard.asker.show_privately(f"{owner}, your part on board {board}: {part}")


def _ask_code(keyboard: Keyboard) -> None:
    current, way = keyboard.session.match.round, keyboard.way
    if way is Way.TOLD:
        _ask_told(keyboard, current)
    elif isinstance(current, PegRound):
        if keyboard.ask(f"{current.maker}, set the code out of sight, then press Enter:") is None:
            return
        keyboard.post(CodeSet((current.maker,)))
    elif isinstance(current, PartsRound):
        if keyboard.ask("Everyone, put a hole and a colour in your board, then Enter:") is None:
            return
        keyboard.post(CodeSet(current.owners))


def _ask_told(keyboard: Keyboard, current: Round) -> None:
    if isinstance(current, PegRound):
        typed = keyboard.ask_secret(f"{current.maker}, type the code (it is not shown):")
        if typed is None:
            return
        _tell(keyboard, (typed,), f"{current.rules.holes} letters of {_allowed(current.rules)}")
    elif isinstance(current, PartsRound):
        parts = []
        for owner in current.owners:
            typed = keyboard.ask_secret(f"{owner}, type your part, hole and letter (not shown):")
            if typed is None:
                return
            parts.append(typed)
        allowed = f"a hole from 1 to {current.rules.holes} and a letter of {current.rules.colours}"
        _tell(keyboard, tuple(parts), f"{allowed}, as in 2r; no hole twice")


def _tell(keyboard: Keyboard, codes: tuple[str, ...], allowed: str) -> None:
    # what was typed is a secret: the error must not repeat it
    try:
        keyboard.session.tell(codes, SOURCE)
    except BadNotation:
        raise BadNotation("That cannot be hidden in this game.", hint=f"Type {allowed}.") from None


def _allowed(rules: PegRules) -> str:
    return rules.colours if rules.repeats else f"{rules.colours}, all different"


def _ask_guess(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        prompt = f"{turn.player}, row {len(current.rows) + 1} [{current.rules.colours}]:"
        if typed := keyboard.ask(prompt):
            keyboard.post(Guessed(turn.player, typed))
    elif isinstance(current, PartsRound):
        prompt = f"{turn.player}, row on board {turn.board} [{current.rules.colours}.]:"
        if typed := keyboard.ask(prompt):
            board, row = _board_and_row(typed, turn.board)
            keyboard.post(Guessed(turn.player, row, board))


def _ask_answer(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        first, second = current.rules.key_words
        row = current.rows[-1].code
        if typed := keyboard.ask(f"{turn.player}, the answer to {row} ({first} {second}):"):
            keyboard.post(Answered(turn.player, parse_keys(typed)))
    elif isinstance(current, PartsRound):
        row = current.rows[-1].code
        prompt = f"{turn.player}, board {turn.board} to {row} (black, white, nothing):"
        if typed := keyboard.ask(prompt):
            keyboard.post(Answered(turn.player, parse_part_answer(typed), turn.board))


def _ask_judge(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    assert isinstance(current, PartsRound)
    row = current.calls[-1].row
    if typed := keyboard.ask(
        f"{turn.player}, is your part of board {turn.board} in {row}? (yes/no):"
    ):
        keyboard.post(Judged(parse_yes(typed), turn.board))


def _ask_call(keyboard: Keyboard) -> None:
    player = keyboard.session.match.turn.player
    typed = keyboard.ask(f"{player}, no rows are left: 'call {player} PEGS' or 'pass':")
    if typed is None:
        return
    if typed.casefold() != "pass":
        raise BadNotation(f"'{typed}' is neither a call nor 'pass'.", hint="Type one of them.")
    keyboard.post(Passed(player))


def _ask_show(keyboard: Keyboard) -> None:
    current, turn = keyboard.session.match.round, keyboard.session.match.turn
    if isinstance(current, PegRound):
        typed = keyboard.ask(f"{turn.player}, show the code:")
        if typed:
            keyboard.post(CodeShown((_right_way_round(keyboard, current, typed),)))
    elif isinstance(current, PartsRound):
        parts = []
        for board, owner in enumerate(current.owners, start=1):
            typed = keyboard.ask(f"{owner}, show your part on board {board}, as in 2r:")
            if typed is None:
                return
            parts.append(current.rules.parse_part(typed))
        keyboard.post(CodeShown(tuple(parts)))


def _ask_end(keyboard: Keyboard) -> None:
    prompt = "Enter to end, or 'undo' or 'correct' if something was noted wrongly:"
    if keyboard.ask(prompt) is not None:
        raise Left


def _right_way_round(keyboard: Keyboard, current: PegRound, typed: str) -> str:
    code = current.rules.parse_code(typed)
    if not current.fits_only_backwards(code):
        return code
    keyboard.say(
        f"{code} contradicts row {current.mistakes_for(code)[0]}, but read backwards, "
        f"{code[::-1]}, it fits every answer."
    )
    return code[::-1] if keyboard.asker.yes("Was it read from the wrong side?") else code


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


def _board_and_row(typed: str, usual: int) -> tuple[int, str]:
    board, colon, row = typed.partition(":")
    return (int(board), row) if colon and is_number(board.strip()) else (usual, typed)
