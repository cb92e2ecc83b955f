"""What a match looks like in a terminal: the board, the tiles, the score card, whose turn it is.

Letters stand beside the colours everywhere, so that nothing is told by colour alone.
"""

from collections.abc import Callable
from typing import IO, Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion.game.core.codes import EMPTY, Keys
from companion.game.core.events import Claimed
from companion.game.core.turn import Cell
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.kinds.pegs import say_keys
from companion.scene import sentence_of

__all__ = [
    "board",
    "headline",
    "page",
    "pegs",
    "score_card",
    "terminal",
    "tile",
    "turn_line",
]

_PEG_STYLES = {
    "w": "black on bright_white",
    "k": "bright_white on grey11",
    "s": "black on grey66",
    "g": "white on green4",
    "r": "white on red3",
    "o": "black on dark_orange",
    "p": "black on pink1",
    "y": "black on yellow1",
    "b": "white on blue3",
    "n": "white on orange4",
    "l": "black on chartreuse2",
    "a": "black on sky_blue1",
    EMPTY: "dim",
}


def terminal(*, stderr: bool = False) -> Console:
    """Give the console to print on; it heeds NO_COLOR and needs 80 columns.

    Players' names are any text: square brackets and colons in them are no markup.
    """
    return Console(stderr=stderr, highlight=False, soft_wrap=False, markup=False, emoji=False)


def page(file: IO[str]) -> Console:
    """Give a plain page of 100 columns, without colours, that is written to `file`."""
    return Console(file=file, width=100, color_system=None, markup=False, emoji=False)


def pegs(code: str) -> Text:
    """Draw a row of pegs, each with its letter."""
    text = Text()
    for i, letter in enumerate(code):
        text.append(" " if i else "")
        text.append(f" {letter} ", style=_PEG_STYLES.get(letter, ""))
    return text


def tile(face: str) -> Text:
    """Draw one tile: its face, or ``?`` on its back colour."""
    style = "bright_white on grey11" if face.startswith("B") else "black on bright_white"
    return Text(f" {face} ", style=style)


def headline(match: Match) -> str:
    """Say which round of which game it is."""
    assert match.seated
    played, rounds = min(match.counted + 1, match.seated.rounds), match.seated.rounds
    title, number = match.rules.title, len(match.rounds)
    if number > played:  # a void round does not count, but has its number on the card
        said = _("{title} · round {number}, the {played}. of {rounds} that count")
        return said.format(title=title, number=number, played=played, rounds=rounds)
    return _("{title} · round {number} of {rounds}").format(
        title=title, number=number, rounds=rounds
    )


def turn_line(match: Match) -> str:
    """Say what must happen next, as a sentence."""
    return sentence_of(match)


def board(current: Round) -> RenderableType:
    """Draw the round: the board's rows, or the rows of tiles."""
    return _DRAWN[type(current)](current)


def _rows_of(*kinds: str) -> Table:
    """Give an empty table; a column of "pegs" is never broken, however narrow the terminal."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for kind in kinds:
        table.add_column(no_wrap=kind == "pegs", overflow="fold")
    return table


def _peg_board(current: PegRound) -> RenderableType:
    table = _rows_of("pegs", "words", "pegs", "pegs", "words")
    for number, row in enumerate(current.rows, start=1):
        said = say_keys(row.keys, current.rules.key_words) if row.keys else ""
        table.add_row(f"{number:2}", row.player, pegs(row.code), _key_dots(row.keys), said)
    if current.code is not None:
        table.add_row(
            "", _("{maker}'s code").format(maker=current.maker), pegs(current.code), "", ""
        )
    return table


def _key_dots(keys: Keys | None) -> Text:
    if keys is None:
        return Text("…")
    return Text("●" * keys.black + "○" * keys.white or "-")


def _parts_board(current: PartsRound) -> RenderableType:
    table = _rows_of("pegs", "words", "words", "pegs", "words")
    for number, row in enumerate(current.rows, start=1):
        said = ", ".join(_part_answer(current, board, keys) for board, keys in row.answers)
        table.add_row(
            f"{number:2}",
            row.player,
            _("board {board}").format(board=row.board),
            pegs(row.code),
            said,
        )
    lines: list[RenderableType] = [table]
    for call in current.calls:
        verdict = {True: _("right"), False: _("wrong"), None: "…"}[call.right]
        said = _("{player} called").format(player=call.player)
        lines.append(Text.assemble(f"{said} ", pegs(call.row), f": {verdict}"))
    for owner, code in zip(current.owners, current.codes or (), strict=False):
        lines.append(Text.assemble(_("{owner}'s part").format(owner=owner), " ", pegs(code)))
    return Group(*lines)


def _part_answer(current: PartsRound, board: int, keys: Keys) -> str:
    owner = f"{current.owners[board - 1]}{_board_note(current, board)}"
    return f"{owner}: {_(format_part_answer(keys))}"


def _board_note(current: PartsRound, board: int) -> str:
    return _(" (board {board})").format(board=board) if current.rules.boards_each > 1 else ""


def _tile_rows(current: TileRound) -> RenderableType:
    table = _rows_of("words", "pegs", "words")
    for player, row in current.rows.items():
        faces = Text(" ").join(tile(face) for face in row)
        clue = f"+ {current.clue}?" if current.clue and current.mover == player else ""
        table.add_row(player, faces, clue)
    pool = current.pool
    left = _("{black} black, {white} white").format(black=pool["B"], white=pool["W"])
    table.add_row(_("table"), left, "")
    return Group(table, _last_claim(current))


def _last_claim(current: TileRound) -> str:
    if current.claim:
        return f"{_claim(current.claim)}?"
    if current.claims:
        last = current.claims[-1]
        return f"{_claim(last.claim)}: {_('right') if last.right else _('wrong')}."
    return ""


def _claim(claim: Claimed) -> str:
    number = _("a dash") if claim.number == "-" else claim.number
    return _("{player} says that {owner}'s tile {position} is {number}").format(
        player=claim.player, owner=claim.owner, position=claim.position, number=number
    )


_DRAWN: dict[type, Callable[[Any], RenderableType]] = {
    PegRound: _peg_board,
    PartsRound: _parts_board,
    TileRound: _tile_rows,
}


def score_card(match: Match) -> Table:
    """Draw the score card as on paper: players across, rounds down, single scores and sums."""
    table = Table(title=_("Score card"), title_justify="left")
    table.add_column("", no_wrap=True)
    for player in match.players:
        table.add_column(player, justify="right", overflow="fold")
    for number, (row, played) in enumerate(zip(match.card(), match.rounds, strict=False), start=1):
        said = _("ROUND {number} void") if played.is_void else _("ROUND {number}")
        table.add_row(said.format(number=number), *(_cell(row[p]) for p in match.players))
    table.add_section()
    table.add_row(_("TOTAL"), *(str(total) for total in match.totals().values()))
    return table


def _cell(cell: Cell) -> str:
    if not cell.singles:
        return "·"
    singles = " ".join(map(str, cell.singles))
    return f"{singles} = {cell.sum}" if len(cell.singles) > 1 else singles
