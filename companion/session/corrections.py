"""What can be taken back or corrected in a record, and the event that does it. Pure."""

from collections.abc import Iterable, Sequence

from companion.errors import IllegalMove
from companion.game.core.events import (
    Answered,
    Change,
    Corrected,
    Entry,
    Guessed,
    Seated,
    TakenBack,
    Way,
)
from companion.game.core.key_pegs import Keys
from companion.game.match import Match, replay
from companion.i18n import _

__all__ = [
    "COMPANION_SOURCE",
    "UNDO_SOURCE",
    "answer_corrected",
    "guess_corrected",
    "steps_of",
    "uncorrected",
]

# who an entry is by when it is not a person's step, and when it puts back a correction
COMPANION_SOURCE = "companion"
UNDO_SOURCE = "undo"


def steps_of(entries: Iterable[Entry]) -> list[Entry]:
    """Return what people did and corrected that still holds, oldest first."""
    steps: list[Entry] = []
    for entry in entries:
        match entry.event:
            case TakenBack(since):
                steps = [step for step in steps if step.seq < since]
            case Corrected() if entry.by == UNDO_SOURCE:
                steps.pop()
            case event if entry.by != COMPANION_SOURCE and not isinstance(event, Seated):
                steps.append(entry)
    return steps


def uncorrected(match: Match, entries: Iterable[Entry], correction: Entry) -> Corrected:
    """Return the correction that puts back what `correction`, one of `entries`, changed."""
    assert isinstance(correction.event, Corrected)
    before = replay(match.rules, (e.event for e in entries if e.seq < correction.seq))
    held = dict(before.moves)
    return Corrected(tuple(Change(c.seq, held[c.seq]) for c in correction.event.changes))


def guess_corrected(
    match: Match, number: int, row: int, code: str, codes: Sequence[str]
) -> Corrected:
    """Return the correction of the guess in `row` of round `number`, and of its answers.

    `codes` are the round's, a part a board, as far as the companion answers by them; else empty.
    Raises `IllegalMove` when there is no such row.
    """
    changes, moves = [], match.moves_of_row(number, row)
    current = match.rounds[number - 1].code_round
    for seq, move in moves:
        match move:
            case Guessed():
                changes.append(Change(seq, Guessed(move.player, code, move.board)))
            case Answered() if codes and current:
                keys = current.keys_for(codes, code, move.board)
                changes.append(Change(seq, Answered(move.player, keys, move.board)))
    return Corrected(tuple(changes))


def answer_corrected(match: Match, number: int, row: int, keys: Keys, board: int) -> Corrected:
    """Return the correction of an answer that a person gave.

    Raises `IllegalMove` when there is none, or when the companion gives the answers.
    """
    if match.seated and match.seated.way is not Way.KEPT:
        raise IllegalMove(
            _("The companion gives the answers in this match."),
            hint=_("If a peg was read wrongly, correct the guess; its answer follows."),
        )
    answered = [(s, m) for s, m in match.moves_of_row(number, row) if isinstance(m, Answered)]
    for seq, move in answered:
        if move.board == board:
            return Corrected((Change(seq, Answered(move.player, keys, board)),))
    if answered:
        boards = ", ".join(str(move.board) for _seq, move in answered)
        raise IllegalMove(
            _("Board {board} has no answer to row {row}.").format(board=board, row=row),
            hint=_("Answers are there of: {boards}.").format(boards=boards),
        )
    raise IllegalMove(
        _("Row {row} has no answer to correct.").format(row=row), hint=_("Give it first.")
    )
