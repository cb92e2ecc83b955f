"""The score card as a picture to share: words and lines with their places, and as an SVG. Pure.

The SVG needs nothing but a browser; `calibration.sheets.score_card_png` makes a PNG of the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from unicodedata import combining, east_asian_width

from companion.game.match import Match
from companion.i18n import _
from companion.scene import card_label, sentence_of

__all__ = ["CardPicture", "CardText", "card_picture", "score_card_svg"]

# in the picture's own units, at 16 a line of text; chosen by eye on cards of two to six players
ROW, COLUMN, MARGIN, LABEL = 40, 150, 24, 150
LONGEST = 80  # letters of a cell, else it is cut, as 40 emoji in words are; chosen, twice a name
LETTER = 10  # the width of a letter at `SIZE`, measured, rounded up, so that long names stay apart
SIZE = 18  # pixels, the height of the letters; chosen, readable on a phone
RULE = 12  # from a row's words down to its line; chosen by eye
GROUND, INK, LINE = "#fdfaf3", "#222222", "#bbbbbb"


@dataclass(frozen=True, slots=True)
class CardText:
    """Words whose baseline begins at x and y, or ends there."""

    x: int
    y: int
    said: str
    size: int = SIZE
    ends: bool = False


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture's size, its words, and how far down each line across it lies."""

    width: int
    height: int
    texts: tuple[CardText, ...]
    lines: tuple[int, ...]


def card_picture(
    match: Match, *, date: str = "", anchor: str = "", written: Callable[[str], str] = str
) -> CardPicture:
    """Return the card of `match`: players across, rounds down, the total, and who has won.

    `anchor` is that of its log: who has the picture can tell whether the log was rewritten.
    `written` gives words as the font that draws them can.
    """
    players = match.players
    cells = [["", *players]]
    for number, row in enumerate(match.card(), start=1):
        singles = (_cell(row[player].singles) for player in players)
        cells.append([card_label(match, number), *singles])
    cells.append([_("TOTAL"), *map(str, match.totals().values())])
    cells = [[_cut(written(cell)) for cell in line] for line in cells]
    label = max(LABEL, *(_width(line[0]) + MARGIN for line in cells))
    column = max([COLUMN, *(_width(cell) + MARGIN for line in cells for cell in line[1:])])
    rows = [ROW * number for number in range(2, len(cells) + 2)]
    foot = rows[-1] + ROW
    small = " · ".join(part for part in ("Keypeg", date, anchor) if part)
    ends = (
        CardText(MARGIN, ROW, written(_(match.rules.title)), size=24),
        CardText(MARGIN, foot, written(sentence_of(match))),
        CardText(MARGIN, foot + ROW, written(small), size=13),
    )
    widest = max(_width(text.said) * text.size // SIZE for text in ends)
    return CardPicture(
        width=2 * MARGIN + max(label + column * len(players), widest),
        height=foot + ROW + MARGIN,
        texts=ends
        + tuple(
            text
            for y, line in zip(rows, cells, strict=True)
            for text in _row(y, line, label, column)
        ),
        lines=tuple(y + RULE for y in rows),
    )


def score_card_svg(match: Match, *, date: str = "", anchor: str = "") -> str:
    """Return `card_picture` as an SVG document."""
    picture = card_picture(match, date=date, anchor=anchor)
    drawn = [_text(text) for text in picture.texts]
    drawn += [
        f'<path d="M{MARGIN} {y}H{picture.width - MARGIN}" stroke="{LINE}"/>' for y in picture.lines
    ]
    wide, high = picture.width, picture.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><rect width="100%" height="100%" fill="{GROUND}"/>'
        + "".join(drawn)
        + "</svg>\n"
    )


def _row(y: int, cells: list[str], label: int, column: int) -> list[CardText]:
    first, *others = cells
    ends = [
        CardText(MARGIN + label + column * number - RULE, y, cell, ends=True)
        for number, cell in enumerate(others, start=1)
    ]
    return [CardText(MARGIN, y, first), *ends]


def _width(said: str) -> int:
    """Return how wide `said` is at most, at `SIZE`; a Chinese letter is as wide as two."""
    wide = sum(east_asian_width(letter) in "WF" for letter in said)
    return LETTER * (len(said) + wide - sum(map(bool, map(combining, said))))


def _cut(said: str) -> str:
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"


def _cell(singles: tuple[int, ...]) -> str:
    """Return a cell as the books write it: ``"1 3 3 = 7"``."""
    if len(singles) < 2:
        return "".join(map(str, singles)) or "·"
    few = " ".join(map(str, singles)) if len(singles) < 6 else "…"
    return f"{few} = {sum(singles)}"


def _text(text: CardText) -> str:
    anchor = "end" if text.ends else "start"
    style = f"font-family:Georgia,serif;font-size:{text.size}px;fill:{INK}"
    return (
        f'<text x="{text.x}" y="{text.y}" text-anchor="{anchor}" style="{style}">'
        f"{escape(text.said)}</text>"
    )
