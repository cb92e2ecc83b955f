"""The score card as a picture to share: an SVG that needs nothing but a browser. Pure."""

from html import escape

from companion.game.match import Match
from companion.i18n import _
from companion.scene import sentence_of

__all__ = ["score_card_svg"]

# in the picture's own units, at 16 a line of text; chosen by eye on cards of two to six players
ROW, COLUMN, MARGIN, LABEL = 40, 150, 24, 150
STYLE = "font-family:Georgia,serif;font-size:18px;fill:#222"


def score_card_svg(match: Match, *, date: str = "", anchor: str = "") -> str:
    """Return the card of `match`: players across, rounds down, the total, and who has won.

    `anchor` is that of its log: who has the picture can tell whether the log was rewritten.
    """
    players = match.players
    width = 2 * MARGIN + LABEL + COLUMN * len(players)
    lines = [["", *players]]
    for number, (row, played) in enumerate(zip(match.card(), match.rounds, strict=False), start=1):
        label = _("void") if played.is_void else _("ROUND {number}")
        label = label.format(number=match.count_number(number))
        lines.append([label, *(_cell(row[player].singles) for player in players)])
    lines.append([_("TOTAL"), *map(str, match.totals().values())])
    height = MARGIN * 2 + ROW * (len(lines) + 3)
    drawn = [_text(MARGIN, ROW, _(match.rules.title), size=24)]
    drawn += [_line(n, line, width) for n, line in enumerate(lines, start=2)]
    foot = ROW * (len(lines) + 2)
    drawn.append(_text(MARGIN, foot, sentence_of(match)))
    small = " · ".join(part for part in ("Keypeg", date, anchor) if part)
    drawn.append(_text(MARGIN, foot + ROW, small, size=13))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><rect width="100%" height="100%" fill="#fdfaf3"/>'
        + "".join(drawn)
        + "</svg>\n"
    )


def _cell(singles: tuple[int, ...]) -> str:
    """Return a cell as the books write it: ``"1 3 3 = 7"``."""
    if len(singles) < 2:
        return "".join(map(str, singles)) or "·"
    few = " ".join(map(str, singles)) if len(singles) < 6 else "…"
    return f"{few} = {sum(singles)}"


def _line(number: int, cells: list[str], width: int) -> str:
    y = ROW * number
    texts = [_text(MARGIN, y, cells[0])]
    texts += [
        _text(MARGIN + LABEL + COLUMN * (at + 1) - 12, y, cell, anchor="end")
        for at, cell in enumerate(cells[1:])
    ]
    rule = f'<path d="M{MARGIN} {y + 12}H{width - MARGIN}" stroke="#bbb"/>'
    return "".join([*texts, rule])


def _text(x: int, y: int, said: str, *, size: int = 18, anchor: str = "start") -> str:
    style = STYLE.replace("18px", f"{size}px")
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" style="{style}">{escape(said)}</text>'
