"""What the keyboard asks for in Master Mind for four, and the words that only it has."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from companion.cli.common.prompt import parse_yes
from companion.cli.kinds.hidden_code import ask_hidden, unsaid
from companion.cli.kinds.kind import SOURCE, Ask, PromptKeyboard, Word
from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.core.codes import EMPTY
from companion.game.core.events import Answered, Called, CodeShown, Guessed, Judged, Passed, Way
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules, parse_part_answer
from companion.i18n import _
from companion.kinds.typed_words import is_word

__all__ = ["PARTS_ASKS", "PARTS_WORDS", "board_and_row", "show_parts_to_owners"]


def _round(keyboard: PromptKeyboard) -> PartsRound:
    current = keyboard.session.match.round
    assert isinstance(current, PartsRound)
    return current


def show_parts_to_owners(keyboard: PromptKeyboard) -> None:
    """Show each owner, alone, the part that the companion drew for him."""
    current, secret = _round(keyboard), keyboard.session.secret
    fresh = not current.rows and not current.calls
    if not fresh or secret is None or keyboard.way is not Way.COMPANION:
        return
    if keyboard.parts_shown == secret.commitments:
        return
    keyboard.parts_shown = secret.commitments
    for board, (owner, part) in enumerate(zip(secret.owners, secret.codes, strict=True), 1):
        if not _is_alone(keyboard, owner):
            return
        _show_part(keyboard, owner, board, part)


def _is_alone(keyboard: PromptKeyboard, player: str) -> bool:
    """Wait until `player` is alone before the screen; False if the last step was taken back."""
    prompt = _("{player}, alone before the screen? Press Enter to see your part.").format(
        player=player
    )
    return keyboard.ask_until_right(partial(keyboard.ask, prompt), str) is not None


def _show_part(keyboard: PromptKeyboard, player: str, board: int, part: str) -> None:
    keyboard.asker.show_privately(
        _("{player}, your part on board {board}: {part}").format(
            player=player, board=board, part=part
        )
    )


def _ask_code(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    if keyboard.way is Way.TOLD:
        _ask_told(keyboard, current)
    else:
        ask_hidden(keyboard, _("Everyone, put a hole and a colour in your board, then Enter:"))


def _ask_told(keyboard: PromptKeyboard, current: PartsRound) -> None:
    parts = keyboard.ask_each(
        [partial(_ask_part, keyboard, current.rules, owner) for owner in current.owners]
    )
    if parts is None:
        return
    _check_holes(parts)
    with unsaid(_parts_allowed(current.rules)):
        keyboard.session.tell(parts, SOURCE)


def _check_holes(parts: Sequence[str]) -> None:
    """Refuse two parts in one hole; whose they are is not said."""
    holes = [part.index(part.strip(EMPTY)) for part in parts]
    if len(set(holes)) < len(holes):
        raise BadNotation(
            _("Two parts have the same hole."), hint=_("Look at the chips: all type theirs again.")
        )


def _ask_part(keyboard: PromptKeyboard, rules: PartsRules, owner: str) -> str | None:
    prompt = _("{owner}, type your part, hole and letter (not shown):").format(owner=owner)

    def checked(typed: str) -> str:
        with unsaid(_parts_allowed(rules)):
            return rules.parse_part(typed)

    return keyboard.ask_until_right(lambda: keyboard.ask_secret(prompt), checked)


def _parts_allowed(rules: PartsRules) -> str:
    allowed = _("a hole from 1 to {holes} and a letter of {colours}").format(
        holes=rules.holes, colours=rules.colours
    )
    return _("{allowed}, as in 2r; no hole twice").format(allowed=allowed)


def _ask_guess(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    turn = current.turn
    prompt = _("{player}, row on board {board} [{colours}.]:").format(
        player=turn.player, board=turn.board, colours=current.rules.colours
    )
    with_room = [b for b in current.boards_of(turn.player) if current.room_on(b)]
    if len(with_room) > 1:
        prompt = _("{player}, row on board {board} [{colours}.], or 'board {other} ROW':").format(
            player=turn.player,
            board=turn.board,
            colours=current.rules.colours,
            other=with_room[-1],
        )
    if typed := keyboard.ask(prompt):
        board, row = board_and_row(typed, turn.board)
        keyboard.post(Guessed(turn.player, current.rules.parse_row(row), board))


def _ask_answer(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    turn, row = current.turn, current.rows[-1].code
    prompt = _("{player}, board {board} to {row} (black, white, nothing):").format(
        player=turn.player, board=turn.board, row=row
    )
    if typed := keyboard.ask(prompt):
        keyboard.post(Answered(turn.player, parse_part_answer(typed), turn.board))


def _ask_judge(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    turn, row = current.turn, current.calls[-1].row
    if typed := keyboard.ask(
        _("{player}, is your part of board {board} in {row}? (yes/no):").format(
            player=turn.player, board=turn.board, row=row
        )
    ):
        keyboard.post(Judged(parse_yes(typed), turn.board))


def _ask_call(keyboard: PromptKeyboard) -> None:
    player = keyboard.session.match.turn.player
    typed = keyboard.ask(
        _("{player}, no rows are left: 'call {player} PEGS' or 'pass':").format(player=player)
    )
    if typed is None:
        return
    if not is_word(typed, "pass"):
        raise BadNotation(
            _("'{typed}' is neither a call nor 'pass'.").format(typed=typed),
            hint=_("Type one of them."),
        )
    keyboard.post(Passed(player))


def _ask_show(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)

    def ask_part(board: int, owner: str) -> str | None:
        prompt = _("{owner}, show your part on board {board}, as in 2r:").format(
            owner=owner, board=board
        )
        return keyboard.ask_until_right(partial(keyboard.ask, prompt), current.rules.parse_part)

    parts = keyboard.ask_each([partial(ask_part, *at) for at in enumerate(current.owners, start=1)])
    if parts is not None:
        keyboard.post(CodeShown(parts))


def _call(keyboard: PromptKeyboard, rest: str) -> None:
    player, row = _who_calls(keyboard, rest)
    keyboard.post(Called(player, _round(keyboard).rules.parse_row(row)))


def _who_calls(keyboard: PromptKeyboard, rest: str) -> tuple[str, str]:
    """Return the caller and his row; names and rows may both have spaces in them."""
    words = rest.split()
    for place in range(len(words) - 1, 1, -1):
        with suppress(KeypegError):
            return keyboard.player_named(" ".join(words[:place])), " ".join(words[place:])
    if len(words) < 2:
        raise BadNotation(_("Who calls which code?"), hint=_("As in: call Ada rb.gy."))
    return keyboard.player_named(words[0]), " ".join(words[1:])


def _part(keyboard: PromptKeyboard, rest: str) -> None:
    """Show a player, alone, his part or parts again."""
    secret = keyboard.session.secret
    if secret is None:
        raise IllegalMove(
            _("The companion knows no parts here."), hint=_("Look at your own board.")
        )
    if not rest:
        raise BadNotation(_("Whose part?"), hint=_("As in: part Ada."))
    player = keyboard.player_named(rest)
    if not _is_alone(keyboard, player):
        return
    for board, (owner, part) in enumerate(zip(secret.owners, secret.codes, strict=True), 1):
        if owner == player:
            _show_part(keyboard, player, board, part)


PARTS_ASKS: Mapping[Need, Ask] = {
    Need.CODE: _ask_code,
    Need.GUESS: _ask_guess,
    Need.ANSWER: _ask_answer,
    Need.JUDGE: _ask_judge,
    Need.CALL: _ask_call,
    Need.SHOW: _ask_show,
}

PARTS_WORDS: Mapping[str, Word] = {"call": _call, "part": _part}


def board_and_row(typed: str, usual: int) -> tuple[int, str]:
    """Return board and row of ``"2:rgby."`` or ``"board 2 rgby."``; the `usual` board if none."""
    here = re.escape(_("board"))
    word = f"(?:(?:board|{here}) *)?"
    named = re.fullmatch(rf"{word}([0-9]{{1,3}}) *[: ] *(.+)", typed, re.IGNORECASE)
    return (int(named[1]), named[2]) if named else (usual, typed)
