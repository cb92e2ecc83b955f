"""What any match looks like in a terminal: pegs, tiles, the score card, whose turn it is.

Letters stand beside the colours everywhere, so that nothing is told by colour alone.
"""

from typing import IO

from companion.game.core.codes import EMPTY
from companion.game.core.turn import Cell
from companion.game.match import Match
from companion.i18n import _
from companion.scene import card_label, sentence_of
from companion.terminal.console import Console
from companion.terminal.table import Table
from companion.terminal.text import Text

__all__ = [
    "page",
    "pegs",
    "rows_of",
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
    "p": "black on hot_pink",
    "y": "black on yellow1",
    "b": "white on blue3",
    "n": "white on orange4",
    "l": "black on chartreuse2",
    "a": "black on sky_blue1",
    EMPTY: "dim",
}


def terminal(*, stderr: bool = False) -> Console:
    """Return the console to print on; it heeds NO_COLOR and needs 80 columns."""
    return Console(stderr=stderr)


def page(file: IO[str]) -> Console:
    """Return a plain page of 100 columns, without colours, that is written to `file`."""
    return Console(file, width=100)


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


def turn_line(match: Match) -> str:
    """Say what must happen next, as a sentence."""
    return sentence_of(match)


def rows_of(*kinds: str) -> Table:
    """Return an empty table; a column of "pegs" is never broken, however narrow the terminal."""
    table = Table(show_header=False)
    for kind in kinds:
        table.add_column(no_wrap=kind == "pegs")
    return table


def score_card(match: Match) -> Table:
    """Draw the score card as on paper: players across, rounds down, single scores and sums."""
    table = Table(title=_("Score card"), box=True)
    table.add_column(no_wrap=True)
    for player in match.players:
        table.add_column(player, justify="right")
    for number, row in enumerate(match.card(), start=1):
        table.add_row(card_label(match, number), *(_cell(row[p]) for p in match.players))
    table.add_section()
    table.add_row(_("TOTAL"), *(str(total) for total in match.totals().values()))
    return table


def _cell(cell: Cell) -> str:
    if not cell.singles:
        return "·"
    singles = " ".join(map(str, cell.singles))
    return f"{singles} = {cell.sum}" if len(cell.singles) > 1 else singles
