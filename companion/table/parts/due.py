"""What is due in a game whose code is held in parts: several boards against the record. Pure."""

from collections.abc import Callable

from companion.game.core.codes import EMPTY
from companion.game.core.events import Answered, Called, CodeSet, Guessed, Judged, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import BLACK, NOTHING, WHITE, format_part_answer
from companion.i18n import _, joined
from companion.sightings.boards import Unsure
from companion.table.common.docs_table import docs_table
from companion.table.common.messages import No, Post, Undo, Yes
from companion.table.parts.case import PartsCase, answered
from companion.table.pegs.due import Due
from companion.table.pegs.questions import Question

__all__ = ["PARTS_DUE", "parts_due", "parts_due_table"]


def parts_due(case: PartsCase) -> Due:
    """Return the one thing to do or to ask now, or the sentence of what is waited for."""
    return _astray(case) or _called(case) or PARTS_DUE[case.current.turn.need](case)


def _astray(case: PartsCase) -> Due | None:
    """Return what must be set right first: a recorded row, or its key pegs, lie there otherwise."""
    for number, place, row in case.recorded():
        seen, keys = case.lying(row.board).row(place), case.lying(row.board).answer(place)
        if seen != row.code:
            if not row.answers and number == len(case.current.rows):
                return Undo()
            return Question.changed_on(row.board, place, number, row.code, seen)
        if keys and case.is_answered(row) and _over(keys, answered(row)) != NOTHING:
            return Question.keys_on(row.board, place, number, keys)
    return None


def _called(case: PartsCase) -> Due | None:
    """Return the call that lies in an answer row: it is asked about, for pegs are tried there."""
    if case.current.turn.need not in (Need.GUESS, Need.ANSWER, Need.CALL):
        return None
    empty = case.current.rules.holes - len(case.boards)
    for board, lying in enumerate(case.boards, start=1):
        player, row = case.current.owners[board - 1], lying.code
        past = any((call.player, call.row) == (player, row) for call in case.current.calls)
        if past or player in case.current.out or "?" in row or not row:
            continue
        if row.count(EMPTY) == empty:
            said = isinstance(case.reply, Yes)
            return Post(Called(player, row)) if said else Question.call(player, row)
    return None


def _code(case: PartsCase) -> Due:
    """Each owner hides a part: all say so, or type theirs unseen."""
    if case.way is Way.TOLD:
        return _("Say 'code': each owner then types a part, unseen by the others.")
    if case.said:
        return Post(CodeSet(case.current.owners))
    return _("Everyone, put a hole and a colour in your board; say 'done' when all have.")


def _guess(case: PartsCase) -> Due:
    """A row lies on a board of the player in turn, and he says it is done."""
    player, board = case.current.turn.player, case.board_to_play
    if doubt := _doubt(case, case.boards_in_turn):
        return doubt
    if not case.new_row(board):
        return _wanted(case, player, board)
    if case.said:
        return Post(Guessed(player, case.new_row(board), board))
    return _(
        "{player}, row {number} of board {board} reads {row}: say 'done' when it is so."
    ).format(player=player, number=case.next_row(board), board=board, row=case.new_row(board))


def _doubt(case: PartsCase, mine: list[int]) -> Question | None:
    """Ask about what is not clear on the boards of the player in turn, or in recorded rows."""
    for board, lying in enumerate(case.boards, start=1):
        for doubt in sorted(lying.doubts, key=_row):
            if board in mine or doubt.row < case.next_row(board):
                asked = Question.unsure(doubt.row, doubt.cols, doubt.likely, doubt.why)
                return asked.on_board(board)
    return None


def _row(doubt: Unsure) -> int:
    return doubt.row


def _wanted(case: PartsCase, player: str, board: int) -> str:
    """Say which row is waited for, what was answered last, and what lies on a wrong board."""
    wanted = _("{player}, set row {number} on board {board}, then say 'done'.").format(
        player=player, number=case.next_row(board), board=board
    )
    others = [b for b in range(1, len(case.boards) + 1) if case.current.owners[b - 1] != player]
    strange = next((b for b in others if case.new_row(b)), None)
    if strange:
        said = _("It is {player}'s turn: the row on board {strange} ({owner}) does not count yet.")
        owner = case.current.owners[strange - 1]
        return f"{said.format(player=player, strange=strange, owner=owner)} {wanted}"
    return f"{_answers(case.current)} {wanted}".strip()


def _answers(current: PartsRound) -> str:
    """Say what was answered to the last row, in order of play."""
    if not current.rows:
        return ""
    return (
        joined(
            _("{owner} {answer}").format(
                owner=current.owners[board - 1], answer=_(format_part_answer(keys))
            )
            for board, keys in current.rows[-1].answers
        )
        + "."
    )


def _answer(case: PartsCase) -> Due:
    """An owner who keeps his part answers: a key peg lies there that is his, or he says it."""
    turn, row = case.current.turn, case.current.rows[-1]
    place = case.next_row(row.board) - 1
    seen = case.lying(row.board).answer(place) or NOTHING
    new = _over(seen, answered(row) if case.counted is None else case.counted)
    words = {"player": turn.player, "board": turn.board, "row": row.code}
    if (case.said and new in (BLACK, WHITE)) or (isinstance(case.reply, Yes) and new == NOTHING):
        return Post(Answered(turn.player, new, turn.board))
    if new in (BLACK, WHITE):
        return _(
            "{player}, your key peg to {row} for board {board} reads {answer}: say 'done' if it "
            "is yours, or say black, white or nothing."
        ).format(**words, answer=_(format_part_answer(new)))
    if new != NOTHING:
        return _(
            "Several key pegs lie at {row}: {player}, which is yours for board {board}? Say "
            "black, white or nothing."
        ).format(**words)
    if case.said:
        # the peg may not be read yet: nothing is an answer only when that is asked
        return Question.no_key(turn.player, row.code, turn.board)
    return _(
        "{player}, answer {row} for board {board}: set a key peg, or say black, white or nothing."
    ).format(**words)


def _over(seen: Keys, known: Keys) -> Keys:
    """Return the key pegs that are `seen` beyond those `known`."""
    return Keys(max(0, seen.black - known.black), max(0, seen.white - known.white))


def _judge(case: PartsCase) -> Due:
    """Each owner who keeps his part says whether it is in the call."""
    turn, row = case.current.turn, case.current.calls[-1].row
    if isinstance(case.reply, Yes | No):
        return Post(Judged(isinstance(case.reply, Yes), turn.board))
    return _("{player}, is your part of board {board} in {row}? Say yes or no.").format(
        player=turn.player, board=turn.board, row=row
    )


def _call(case: PartsCase) -> Due:
    """No rows are left: the player in turn calls or passes."""
    player = case.current.turn.player
    said = _("{player}, no rows are left: 'call {player} PEGS' or 'pass'.").format(player=player)
    return f"{_answers(case.current)} {said}".strip()


def _show(_case: PartsCase) -> Due:
    """The owners lay their parts open, and say them."""
    return _("Lay your parts open, and say 'show' to type them.")


def _nothing(_case: PartsCase) -> Due:
    """The game is over: the boards are cleared for the next."""
    return ""


# what the game waits for -> what is then due, in the order in which a game has them
PARTS_DUE: dict[Need, Callable[[PartsCase], Due]] = {
    Need.CODE: _code,
    Need.GUESS: _guess,
    Need.ANSWER: _answer,
    Need.JUDGE: _judge,
    Need.CALL: _call,
    Need.SHOW: _show,
    Need.NOTHING: _nothing,
}


def parts_due_table() -> str:
    """Return `PARTS_DUE` as the Markdown table that the docs carry."""
    return docs_table("| the round waits for | what is due |", PARTS_DUE)
