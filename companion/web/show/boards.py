"""Which boards and tiles a round shows, ready for a page: drawings, and the same in words."""

from dataclasses import dataclass, field
from functools import cache

from companion.game.core.codes import EMPTY, Keys
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.kinds.pegs import say_keys
from companion.table import PegTable
from companion.vision.board.shape import BoardShape
from companion.web.show.board_svg import BoardPicture, board_svg, shape_for
from companion.web.show.wording import spelt
from companion.web.table.table_state import Snapshot

__all__ = ["BoardView", "RowView", "TileRow", "boards_of", "tile_rows"]

# the board that comes in the box of each book
BOARDS = {
    "bouwblokje": "bouwblokje",
    "hasbro-2": "hasbro-2004",
    "hasbro-group": "hasbro-2004",
    "invicta-4": "four-player",
}


@dataclass(frozen=True, slots=True)
class RowView:
    """A row in words, as screen readers and lists have it."""

    number: int
    player: str
    letters: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board: its drawing (SVG), and its rows in words."""

    title: str
    svg: str
    rows: tuple[RowView, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileRow:
    """A player's row: each tile as (back, what it shows, may it be claimed)."""

    seat: int
    player: str
    tiles: tuple[tuple[str, str, bool], ...]
    clue: str = ""
    is_out: bool = False
    ruled_out: tuple[str, ...] = field(default=())


@cache
def shipped_board(name: str) -> BoardShape:
    """Give the shape of a board that is shipped."""
    from calibration.board_files.load import load_board

    return load_board(name)


def boards_of(snapshot: Snapshot, seen: Round) -> tuple[BoardView, ...]:
    """Give the boards of `seen`, a round of the snapshot's match; none for tiles."""
    match snapshot.match, seen:
        case Match() as played, PegRound():
            return (_peg_board(snapshot, played, seen),)
        case Match() as played, PartsRound():
            boards = range(1, len(seen.owners) + 1)
            return tuple(_part_board(snapshot, played, seen, board) for board in boards)
    return ()


def tile_rows(match: Match, seen: TileRound) -> tuple[TileRow, ...]:
    """Give the rows of all players, as all can see them."""
    claims = not match.is_over and seen.turn.need in (Need.CLAIM, Need.CLAIM_OR_STOP)
    claims = claims and not seen.winner
    return tuple(
        TileRow(
            seat,
            player,
            tuple(
                (tile[0], tile[1:], claims and player != seen.mover and tile.endswith("?"))
                for tile in row
            ),
            seen.clue if player == seen.mover else "",
            seen.table.is_out(player),
            tuple(", ".join(sorted(standing.ruled_out)) for standing in seen.table.row(player)),
        )
        for seat, (player, row) in enumerate(seen.rows.items(), start=1)
    )


def _shape(snapshot: Snapshot, seen: PegRound | PartsRound) -> BoardShape:
    shape = snapshot.shape or shipped_board(BOARDS[seen.rules.name])
    return shape_for(shape, seen.rules.rows, seen.rules.holes)


def _peg_board(snapshot: Snapshot, match: Match, seen: PegRound) -> BoardView:
    is_now = seen is match.round and not match.is_over
    picture = BoardPicture(
        rows=tuple(row.code for row in seen.rows),
        answers=tuple(row.keys for row in seen.rows),
        code=seen.code or "",
        seen=_seen(snapshot, seen) if is_now else {},
        current=len(seen.rows) + 1 if is_now and seen.turn.need is Need.GUESS else 0,
        is_hidden=seen.commitment is not None and seen.code is None,
        doubted=_doubted(snapshot) if is_now else frozenset(),
    )
    rows = tuple(
        RowView(
            number,
            row.player,
            tuple((letter, spelt(letter)) for letter in row.code),
            say_keys(row.keys, seen.rules.key_words) if row.keys else "",
        )
        for number, row in enumerate(seen.rows, start=1)
    )
    notes = (_("The code was {code}.").format(code=_spelt(seen.code)),) if seen.code else ()
    return BoardView("", board_svg(_shape(snapshot, seen), picture), rows, notes)


def _part_board(snapshot: Snapshot, match: Match, seen: PartsRound, board: int) -> BoardView:
    mine = [(n, row) for n, row in enumerate(seen.rows, start=1) if row.board == board]
    turn = seen.turn
    waits = turn.need is Need.GUESS and turn.board == board and not match.is_over
    picture = BoardPicture(
        rows=tuple(row.code for _n, row in mine),
        answers=tuple(_sum(row.answers) for _n, row in mine),
        code=seen.codes[board - 1] if seen.codes else "",
        current=len(mine) + 1 if waits else 0,
        is_hidden=False,
    )
    rows = tuple(
        RowView(
            number,
            row.player,
            tuple((letter, spelt(letter)) for letter in row.code),
            ", ".join(
                f"{seen.owners[b - 1]}: {_(format_part_answer(keys))}" for b, keys in row.answers
            ),
        )
        for number, row in mine
    )
    title = _("Board {board}: {owner}").format(board=board, owner=seen.owners[board - 1])
    return BoardView(title, board_svg(_shape(snapshot, seen), picture), rows)


def _sum(answers: tuple[tuple[int, Keys], ...]) -> Keys | None:
    if not answers:
        return None
    return Keys(sum(k.black for _b, k in answers), sum(k.white for _b, k in answers))


def _seen(snapshot: Snapshot, seen: PegRound) -> dict[int, str]:
    """Give the rows that lie there and are not recorded: what the camera saw, to be compared."""
    table = snapshot.table
    if not isinstance(table, PegTable) or table.is_left_over:
        return {}
    number = len(seen.rows)
    return {row: letters for row, letters in table.lying.rows if row > number}


def _doubted(snapshot: Snapshot) -> frozenset[tuple[int, int]]:
    table = snapshot.table
    if not isinstance(table, PegTable) or table.question is None:
        return frozenset()
    row = table.question.row
    doubts = {doubt.row: doubt.cols for doubt in table.lying.doubts}
    return frozenset((row, col) for col in doubts.get(row, ()))


def _spelt(code: str | None) -> str:
    return ", ".join(spelt(letter) for letter in code or EMPTY)
