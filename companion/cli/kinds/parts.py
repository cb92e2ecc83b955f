"""Master Mind for four at a terminal: the boards, the prompts, what is typed beside a camera."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from companion.cli.common import render
from companion.cli.common.prompt import is_number
from companion.cli.kinds.kind import SOURCE, Ask, Column, PromptKeyboard, Word
from companion.cli.kinds.parts_prompts import (
    PARTS_ASKS,
    PARTS_WORDS,
    board_and_row,
    show_parts_to_owners,
)
from companion.errors import BadNotation
from companion.game.core.events import Answered, Passed, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer, parse_part_answer
from companion.i18n import N_, _, headed
from companion.i18n import number as decimals
from companion.kinds.typed_words import english_of, is_word
from companion.table import Confirm, TypedRow
from companion.table.pegs.questions import About
from companion.terminal.text import Drawn, Group, Text

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.session.watched_session import WatchedSession

__all__ = ["PartsTerminal"]

# where drawn pegs stand in a sentence; no letter of any language
PEGS = "\0"

COLUMNS: Mapping[str, Column] = {
    N_("player"): lambda f: f["player"],
    N_("guess"): lambda f: render.pegs(f.get("call") or f["guess"]),
    "": lambda f: "" if "guess" in f else _("call: right") if f["right"] else _("call: wrong"),
    N_("left"): lambda f: f"{f['left_before']}→{f['left_after']}",
    N_("bits"): lambda f: decimals(f["bits"], digits=1),
}


class PartsTerminal:
    """A board a part, whose owners answer in turn."""

    asks: Mapping[Need, Ask] = PARTS_ASKS
    words: Mapping[str, Word] = PARTS_WORDS
    columns = COLUMNS
    ways: Mapping[Way, str] = {
        Way.COMPANION: N_("Keypeg draws a part for each, shows it to him alone, and answers"),
        Way.TOLD: N_("each types his part unseen, Keypeg answers"),
        Way.KEPT: N_("each keeps his part and answers; Keypeg checks"),
    }
    voids_rounds = False
    is_on_lights = True

    def draw(self, current: PartsRound) -> Drawn:
        """Return the rows of all boards with their answers, the calls, and the parts once shown."""
        table = render.rows_of("pegs", "words", "words", "pegs", "words")
        for number, row in enumerate(current.rows, start=1):
            said = ", ".join(_part_answer(current, board, keys) for board, keys in row.answers)
            table.add_row(
                f"{number:2}",
                row.player,
                _("board {board}").format(board=row.board),
                render.pegs(row.code),
                said,
            )
        for gone in current.withdrawn:
            is_row = not (gone.is_call or gone.keys)
            where = _("board {board}").format(board=gone.board) if is_row else ""
            answers = [_part_answer(current, gone.board, gone.keys)] if gone.keys else []
            said = ", ".join([*answers, _("taken back")])
            table.add_row("", gone.player, where, render.pegs(gone.code), said)
        lines: list[Drawn] = [table]
        for call in current.calls:
            verdict = {True: _("right"), False: _("wrong"), None: "…"}[call.right]
            said = _("{player} called").format(player=call.player)
            before, after = headed(PEGS, verdict).split(PEGS)
            lines.append(Text.assemble(f"{said} {before}", render.pegs(call.row), after))
        for owner, code in zip(current.owners, current.codes or (), strict=False):
            lines.append(
                Text.assemble(_("{owner}'s part").format(owner=owner), " ", render.pegs(code))
            )
        return Group(*lines)

    def demo_seats(self, least: int, most: int) -> int:
        """Return the most: each board with its own owner."""
        del least
        return most

    def help_words(self, current: PartsRound, way: Way) -> Collection[str]:
        """Return the words that help lists beside those of every game."""
        words = ["correct", "correct-before", "call"]
        words.append("correct-part" if way is Way.KEPT else "part")
        has_more = any(len(current.boards_of(player)) > 1 for player in current.players)
        return [*words, "another-board"] if has_more else words

    def letters(self, current: PartsRound) -> str:
        """Return the letters of the colours in play."""
        return current.rules.colours

    def show_privately(self, keyboard: PromptKeyboard) -> None:
        """Show each owner, alone, the part that the companion drew for him."""
        show_parts_to_owners(keyboard)

    def correct_answer(self, keyboard: PromptKeyboard, number: int, row: int, answer: str) -> None:
        """Correct the answer of one owner, typed as in ``white board 2``."""
        *said, word, board = answer.split() if answer.count(" ") > 1 else ("", "", "")
        if not is_number(board) or not is_word(word, "board"):
            raise BadNotation(
                _("Which board's answer?"), hint=_("As in: correct 3 keys white board 2.")
            )
        keyboard.session.correct_answer(
            number, row, parse_part_answer(" ".join(said)), SOURCE, int(board)
        )

    def check_camera(self, current: PartsRound, options: "CameraOptions", title: str) -> None:
        """Refuse another number of boards, clicks on one, and rows that wait for nobody."""
        if options.boards not in (None, len(current.owners)):
            raise BadNotation(
                _("This match is played on {wanted} boards, not {number}.").format(
                    wanted=len(current.owners), number=options.boards
                ),
                hint=_("Leave out --boards."),
            )
        if options.corners:
            raise BadNotation(
                _("Several boards are told apart by their markers."), hint=_("Leave out --corners.")
            )
        if options.confirm is Confirm.NEVER:
            raise BadNotation(
                _("In {title} any hole may stay empty, so each row waits for 'done'.").format(
                    title=title
                ),
                hint=_("Leave out --confirm."),
            )

    def heed(self, keyboard: PromptKeyboard, evening: "WatchedSession", line: str) -> None:
        """Take in an answer, a pass, the showing, or a row that is typed instead of seen."""
        current, turn = evening.session.match.round, evening.session.match.turn
        assert isinstance(current, PartsRound)
        word, asked = english_of(line), evening.table.question
        if turn.need is Need.CODE:
            raise BadNotation(
                _("Parts are not typed here, where all can see them."), hint=_("Say 'code' first.")
            )
        if word == "show" and turn.need is Need.SHOW:
            PARTS_ASKS[Need.SHOW](keyboard)
            evening.refresh()
        elif word == "pass":
            keyboard.post(Passed(turn.player))
            evening.refresh()
        elif turn.need is Need.ANSWER and (asked is None or asked.about is About.NO_KEYS):
            keyboard.post(Answered(turn.player, parse_part_answer(line), turn.board))
            evening.refresh()
        elif turn.need is Need.GUESS or asked:
            board, row = board_and_row(line, 0)
            evening.on(TypedRow(current.rules.parse_row(row), board))
        else:
            raise BadNotation(
                _("'{line}' is not what is asked for.").format(line=line), hint=_("See 'help'.")
            )


def _part_answer(current: PartsRound, board: int, keys: Keys) -> str:
    owner = f"{current.owners[board - 1]}{_board_note(current, board)}"
    return headed(owner, _(format_part_answer(keys)))


def _board_note(current: PartsRound, board: int) -> str:
    return _(" (board {board})").format(board=board) if current.rules.boards_each > 1 else ""
