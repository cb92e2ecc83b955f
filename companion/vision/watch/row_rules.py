"""Turns readings of still frames into row events: rows, keys, the code, what is asked. Pure."""

from dataclasses import replace

from companion.game.core.codes import EMPTY
from companion.sightings.boards import (
    BoardCleared,
    CodeCovered,
    CodeSeen,
    KeysSeen,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    Unsure,
    Why,
)
from companion.vision.read.reading import Reading
from companion.vision.watch.board_memory import BoardMemory, with_at
from companion.vision.watch.box_limits import Doubt, can_be_answer, doubt_of, has_pegs
from companion.vision.watch.stability import NOT_YET, UNREADABLE, Pace

__all__ = ["on_look"]

# of all cells, so many may be unclear on a board that counts as cleared: a guess
UNCLEAR_SHARE = 0.25

# rows that hands may have set while nobody could see; a guess
MOST_AT_ONCE = 2
NOTHING = (0, 0)  # (black, white) of an answer that is nothing, by definition
Said = tuple[Sighting, ...]


def on_look(board: BoardMemory, reading: Reading, pace: Pace) -> tuple[BoardMemory, Said]:
    """Return the board after one reading of a still frame, and what is said."""
    board = board.observed(reading, pace)
    states = ["".join(cell.value(pace) for cell in row) for row in board.cells]
    board = replace(board, arrivals=board.arrivals.seen(states))
    if _is_cleared(board, pace):
        return board.cleared(), (BoardCleared(),)
    said: Said = ()
    for r in range(board.limits.rows):
        board, more = _row(board, r, states, reading, pace)
        said += more
    for r in range(board.limits.rows):
        board, more = _answer(board, r, states, pace)
        said += more
    if board.since_hand is None and board.has_read(pace):
        board = replace(board, since_hand=0)
    board, more = _open_code(board, reading, pace)
    return board, said + more


# rows


def _row(
    board: BoardMemory, r: int, states: list[str], reading: Reading, pace: Pace
) -> tuple[BoardMemory, Said]:
    state, before = states[r], board.known[r]
    if NOT_YET in state:
        return board, ()
    pairs = zip(state, before, strict=True)
    as_it_was = "".join(was if now == UNREADABLE else now for now, was in pairs)
    if has_pegs(before) and (r not in board.touched or _is_left(board, r, as_it_was)):
        # pegs stay: where no hand was, what is unclear is what it was, and where one passed over a
        # row that was played before, unless a cell of it has clearly changed
        state = as_it_was
    if state == before:
        return board.confirmed(r), ()
    if (r, Why.NO_HAND) in board.asked:
        return board, ()
    if UNREADABLE in state:
        return _vague(board, r, state, reading, pace)
    whole = EMPTY not in state
    if not whole and not _is_settled(board, r, state, pace):
        return board, ()
    if has_pegs(before):
        return _changed(board, r, state, reading, pace)
    if whole or board.limits.blanks:
        return _new(board, r, states, reading, pace)
    return board, ()


def _new(
    board: BoardMemory, r: int, states: list[str], reading: Reading, pace: Pace
) -> tuple[BoardMemory, Said]:
    below = next((i for i in range(r) if not has_pegs(board.known[i])), None)
    if below is not None:
        # it may still be clearing up; only a row that is really not full is out of order
        late = EMPTY in states[below] and NOT_YET not in states[below]
        board = replace(board, early=board.early | {r}) if late else board
        return _ask(board, r, Doubt(Why.ORDER), states[r]) if late else (board, ())
    doubt = doubt_of(board.limits, board.known, r, states[r])
    if doubt:
        return _ask(board, r, doubt, states[r])
    if _is_laid(board, r, pace):
        return _ask(board, r, Doubt(Why.LAID), states[r])
    if r in board.pictures:
        return _ask(board, r, Doubt(Why.PICTURE), states[r])
    if pace.steady > 1 and _is_one_of_many(board, r, states):
        return _ask(board, r, Doubt(Why.TOGETHER), states[r])
    if pace.steady > 1 and r in board.arrivals.at_once:
        return _ask(board, r, Doubt(Why.AT_ONCE), states[r])
    return board.with_new_row(r, states[r]), (RowSeen(r + 1, states[r], reading.worst(r)),)


def _is_laid(board: BoardMemory, r: int, pace: Pace) -> bool:
    """Return whether something came to lie beside row `r`; between two photos anything changes."""
    return pace.steady > 1 and r in board.laid


def _is_one_of_many(board: BoardMemory, r: int, states: list[str]) -> bool:
    """Return whether row `r` came with more rows than hands set in one go.

    A photograph that is laid on the board shows many at once, and each as a row should look.
    """
    if board.since_hand is None or r in board.early:
        return False
    more = sum(
        not has_pegs(board.known[i]) and EMPTY not in states[i] and _has_clear_peg(states[i])
        for i in range(r + 1, board.limits.rows)
        if i not in board.early
    )
    return board.since_hand + more >= MOST_AT_ONCE


def _changed(
    board: BoardMemory, r: int, state: str, reading: Reading, pace: Pace
) -> tuple[BoardMemory, Said]:
    before = board.known[r]
    changed = [c for c, letter in enumerate(state) if letter != before[c]]
    if r not in board.touched:
        return _ask(board, r, Doubt(Why.NO_HAND, tuple(c + 1 for c in changed)), state)
    if _is_laid(board, r, pace) and has_pegs(state):
        return _ask(board, r, Doubt(Why.LAID), state)
    if r in board.pictures:
        return _ask(board, r, Doubt(Why.PICTURE), state)
    weak = tuple(c + 1 for c in changed if (r, c) in board.corrected)
    if weak and has_pegs(state):
        return _ask(board, r, Doubt(Why.MARGINAL, weak), state)
    doubt = doubt_of(board.limits, board.known, r, state)
    if doubt:
        return _ask(board, r, doubt, state)
    after = board.with_known_row(r, state)
    if not has_pegs(state):
        return after, (RowTaken(r + 1, before),)
    return after, (RowChanged(r + 1, state, before, reading.worst(r)),)


def _vague(
    board: BoardMemory, r: int, state: str, reading: Reading, pace: Pace
) -> tuple[BoardMemory, Said]:
    """Ask for cells that stay unclear, once the row would be full but for them.

    Where holes may stay empty, once pegs stand there and nothing else changes.
    """
    free = next((i for i, row in enumerate(board.known) if not has_pegs(row)), None)
    begun = has_pegs(state.replace(UNREADABLE, EMPTY)) or has_pegs(board.known[r])
    if EMPTY in state:
        whole = board.limits.blanks and begun and _is_settled(board, r, state, pace)
    else:
        whole = begun or r == free
    if not whole:
        return board, ()
    cols = tuple(c + 1 for c, letter in enumerate(state) if letter == UNREADABLE)
    likely = "".join(
        reading.likely[r][c] if letter == UNREADABLE else letter for c, letter in enumerate(state)
    )
    return _ask(board, r, Doubt(Why.MARGINAL, cols), likely)


def _ask(board: BoardMemory, r: int, doubt: Doubt, likely: str) -> tuple[BoardMemory, Said]:
    if (r, doubt.why) in board.asked:
        return board, ()
    asked = board.asked | {(r, doubt.why)}
    return replace(board, asked=asked), (Unsure(r + 1, doubt.cols, likely, doubt.why),)


def _is_left(board: BoardMemory, r: int, state: str) -> bool:
    """Return whether play has gone on above row `r`, and `state` is what is known of it."""
    return state == board.known[r] and any(map(has_pegs, board.known[r + 1 :]))


def _is_settled(board: BoardMemory, r: int, state: str, pace: Pace) -> bool:
    row = zip(board.cells[r], state, strict=True)
    return all(place.settled(pace) == letter for place, letter in row if letter != UNREADABLE)


# keys and code


def _answer(board: BoardMemory, r: int, states: list[str], pace: Pace) -> tuple[BoardMemory, Said]:
    # after a hand, what the keys answer may be another row by now
    if not has_pegs(board.known[r]) or r in board.touched:
        return board, ()
    counts, said = board.keys[r].settled(pace), board.said_keys[r]
    if counts is None or counts == said:
        return board, ()
    if counts == NOTHING and said is None and not _goes_on(board, r, states, pace):
        # nobody can see whether nothing is the answer or not yet the answer
        return board, ()
    if not can_be_answer(board.limits, *counts):
        return _ask(board, r, Doubt(Why.IMPOSSIBLE), board.known[r])
    after = replace(board, said_keys=with_at(board.said_keys, r, counts))
    return after, (KeysSeen(r + 1, *counts),)


def _goes_on(board: BoardMemory, r: int, states: list[str], pace: Pace) -> bool:
    """Return whether play has left row `r`: a peg stands in the next one, or the code is open."""
    if board.code.settled(pace):
        return True
    above = range(r + 1, min(r + 2, board.limits.rows))
    return any(_is_known(board, i) or _has_clear_peg(states[i]) for i in above)


def _is_known(board: BoardMemory, r: int) -> bool:
    """Return whether row `r` has pegs, and was read so since a hand, or a power cut."""
    return has_pegs(board.known[r]) and r not in board.touched


def _has_clear_peg(state: str) -> bool:
    return has_pegs(state.replace(UNREADABLE, EMPTY).replace(NOT_YET, EMPTY))


def _open_code(board: BoardMemory, reading: Reading, pace: Pace) -> tuple[BoardMemory, Said]:
    value = board.code.settled(pace)
    if value is None or value == board.said_code:
        return board, ()
    after = replace(board, said_code=value)
    if not value:
        return after, (CodeCovered(),)
    return after, (CodeSeen(value, reading.code.from_behind),)


def _is_cleared(board: BoardMemory, pace: Pace) -> bool:
    """Return whether every peg that stood is gone and no other has come."""
    if not board.begun:
        return False
    gone = [r for r, row in enumerate(board.known) if has_pegs(row)]
    now = [[place.settled(pace) for place in row] for row in board.cells]
    unclear = sum(row.count(None) for row in now)
    return (
        all(value in (EMPTY, None) for row in now for value in row)
        and unclear <= UNCLEAR_SHARE * board.limits.rows * board.limits.cols
        and all(any(value == EMPTY for value in now[r]) for r in gone)
    )
