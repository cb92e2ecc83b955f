"""Tables: columns as wide as what is in them, narrowed until they fit."""

from dataclasses import dataclass
from typing import Literal

from companion.terminal.text import Text

__all__ = ["Table"]

# a box's corners and crossings, as Unicode's box drawing has them: above its head, below the head,
# between sections, below all
TOP, HEAD, SECTION, FOOT = "┏━┳┓", "┡━╇┩", "├─┼┤", "└─┴┘"
HEAD_SIDE, SIDE = "┃", "│"


@dataclass(frozen=True, slots=True)
class _Column:
    heading: str
    justify: Literal["left", "right"]
    no_wrap: bool


class Table:
    """Rows of cells; with a box around it, or without, `gap` spaces between its columns."""

    def __init__(
        self, *, title: str = "", box: bool = False, gap: int = 2, show_header: bool = True
    ) -> None:
        self._title, self._box, self._gap, self._show_header = title, box, gap, show_header
        self._columns: list[_Column] = []
        self._rows: list[list[Text]] = []
        self._sections: set[int] = set()

    def add_column(
        self,
        heading: str = "",
        *,
        justify: Literal["left", "right"] = "left",
        no_wrap: bool = False,
    ) -> None:
        """Add a column at the right; one that is `no_wrap` is never broken or narrowed."""
        self._columns.append(_Column(heading, justify, no_wrap))

    def add_row(self, *cells: str | Text) -> None:
        """Add a row at the foot, with a cell for each column."""
        self._rows.append([_text(cell) for cell in cells])

    def add_section(self) -> None:
        """Have a line drawn below the rows so far."""
        self._sections.add(len(self._rows))

    def lines(self, width: int | None) -> list[Text]:
        """Return its lines."""
        widths = self._widths(width)
        rows = [self._row(cells, widths, SIDE) for cells in self._rows]
        drawn = self._head(widths)
        for number, row in enumerate(rows):
            if number in self._sections:
                drawn.append(self._rule(SECTION, widths))
            drawn += row
        return [*drawn, self._rule(FOOT, widths)] if self._box else drawn

    def _head(self, widths: list[int]) -> list[Text]:
        drawn: list[Text] = []
        if self._title:
            whole = sum(widths) + 3 * len(widths) + 1
            drawn += [_padded(line, whole) for line in Text(self._title, "italic").lines(whole)]
        headings = [Text(column.heading, "bold") for column in self._columns]
        if self._box:
            drawn.append(self._rule(TOP, widths))
        if self._show_header:
            drawn += self._row(headings, widths, HEAD_SIDE)
        return [*drawn, self._rule(HEAD, widths)] if self._box else drawn

    def _widths(self, width: int | None) -> list[int]:
        """Return how wide each column is: the widest give way until all fit into `width`."""
        heads = [column.heading if self._show_header else "" for column in self._columns]
        widths = [
            max([Text(head).width, *(row[place].width for row in self._rows)])
            for place, head in enumerate(heads)
        ]
        around = 3 * len(widths) + 1 if self._box else self._gap * (len(widths) - 1)
        giving = [place for place, column in enumerate(self._columns) if not column.no_wrap]
        while giving and width is not None and sum(widths) + around > width:
            widest = max(giving, key=lambda place: widths[place])
            if widths[widest] <= 1:
                break
            widths[widest] -= 1
        return widths

    def _row(self, cells: list[Text], widths: list[int], side: str) -> list[Text]:
        """Return the lines of a row, as many as its highest cell has."""
        columns = list(zip(cells, widths, self._columns, strict=True))
        broken = [cell.lines(None if c.no_wrap else width) for cell, width, c in columns]
        drawn = []
        for number in range(max(map(len, broken), default=0)):
            parts = [
                _padded(lines[number] if number < len(lines) else Text(), width, column.justify)
                for lines, (_cell, width, column) in zip(broken, columns, strict=True)
            ]
            drawn.append(self._joined(parts, side))
        return drawn

    def _joined(self, parts: list[Text], side: str) -> Text:
        if not self._box:
            return Text(" " * self._gap).join(parts)
        return Text.assemble(f"{side} ", Text(f" {side} ").join(parts), f" {side}")

    def _rule(self, line: str, widths: list[int]) -> Text:
        left, along, crossing, right = tuple(line)
        return Text(left + crossing.join(along * (width + 2) for width in widths) + right)


def _text(cell: str | Text) -> Text:
    return Text(cell) if isinstance(cell, str) else cell


def _padded(line: Text, width: int, justify: str = "left") -> Text:
    line = line.rstrip() if justify == "right" else line
    spaces = " " * (width - line.width)
    return Text.assemble(spaces, line) if justify == "right" else Text.assemble(line, spaces)
