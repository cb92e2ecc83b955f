"""How known pegs, key pegs, clicks and corners are written on the command line. Pure."""

import re
from collections.abc import Mapping
from math import isfinite

from companion.errors import BadNotation
from companion.game.core.codes import EMPTY
from companion.i18n import _
from companion.vision.board.shape import BoardShape

__all__ = [
    "format_rows",
    "parse_clicks",
    "parse_corners",
    "parse_key_rows",
    "parse_rows",
    "standard_clicks",
    "standard_keys",
    "standard_rows",
]

KEY_LETTERS = "kw."
CLICKS = re.compile(r"(\d)r(\d)w")
Rows = dict[int, str]
Corner = tuple[float, float]
# red (or black) and white in each of two rows: none of a pair alike, so that a swap is noticed
STANDARD_KEYS = {1: "kkww", 2: "w..k"}
STANDARD_CLICKS = {1: (2, 1), 2: (3, 4)}


def parse_rows(text: str, shape: BoardShape) -> Rows:
    """Read ``"1=rgby,2=ow.."``: row 1 nearest the breaker, ``.`` an empty hole.

    Raises BadNotation for a row that is not there, a wrong length, or a letter not in the palette.
    """
    return _rows(text, shape, width=shape.cols, letters=shape.palette + EMPTY)


def parse_key_rows(text: str, shape: BoardShape) -> Rows:
    """Read ``"1=kkww,2=w..k"``: key holes, the far ones first; raises BadNotation."""
    width = len(shape.keys.offsets) if shape.keys else 0
    if not width:
        raise BadNotation(
            _("The board '{board}' has no key holes.").format(board=shape.name),
            hint=_("Leave --keys out."),
        )
    return _rows(text, shape, width=width, letters=KEY_LETTERS)


def parse_clicks(text: str, shape: BoardShape) -> dict[int, tuple[int, int]]:
    """Read ``"1=2r1w,2=3r4w"``, the clicks on the red and the white slider; raises BadNotation."""
    if shape.sliders is None:
        raise BadNotation(
            _("The board '{board}' has no sliders.").format(board=shape.name),
            hint=_("Leave --sliders out."),
        )
    clicks = {}
    for row, word in _parts(text, shape):
        found = CLICKS.fullmatch(word)
        if not found or max(int(found[1]), int(found[2])) > shape.sliders.clicks:
            raise BadNotation(
                _("'{text}' is no pair of clicks.").format(text=word),
                hint=_("Write red and white, 0 to {most}, as in 1=2r1w.").format(
                    most=shape.sliders.clicks
                ),
            )
        clicks[row] = (int(found[1]), int(found[2]))
    return clicks


def parse_corners(text: str) -> tuple[Corner, Corner, Corner, Corner]:
    """Read four pixels, ``"461,548 446,443 1001,398 1001,540"``.

    They are the outer holes: far left, far right, near right, near left as the breaker sees them.
    Raises BadNotation unless there are four pairs of numbers, all different.
    """
    hint = _("Give the outer holes far left, far right, near right, near left: 'x,y x,y x,y x,y'.")
    try:
        pairs = [tuple(map(float, pair.split(","))) for pair in text.split()]
    except ValueError:
        raise BadNotation(_("'{text}' are no corners.").format(text=text), hint=hint) from None
    whole = len(pairs) == len(set(pairs)) == 4 and all(len(pair) == 2 for pair in pairs)
    if not whole or not all(isfinite(number) for pair in pairs for number in pair):
        raise BadNotation(_("'{text}' are not four corners.").format(text=text), hint=hint)
    a, b, c, d = ((pair[0], pair[1]) for pair in pairs)
    return a, b, c, d


def standard_rows(shape: BoardShape) -> Rows:
    """Return where each colour is put once: in the palette's order from row 1, left to right."""
    letters = shape.palette[: shape.rows * shape.cols]
    lines = [letters[at : at + shape.cols] for at in range(0, len(letters), shape.cols)]
    return {row: line.ljust(shape.cols, EMPTY) for row, line in enumerate(lines, start=1)}


def standard_keys(shape: BoardShape) -> Rows | None:
    """Return where key pegs are put, ``"kkww"`` and ``"w..k"``; None without key holes."""
    if shape.keys is None or len(shape.keys.offsets) != 4:
        return None
    return {row: keys for row, keys in STANDARD_KEYS.items() if row <= shape.rows}


def standard_clicks(shape: BoardShape) -> dict[int, tuple[int, int]] | None:
    """Return how the sliders are put: row 1 at 2 red, 1 white; row 2 at 3 red, 4 white; or None."""
    return dict(STANDARD_CLICKS) if shape.sliders else None


def format_rows(rows: Mapping[int, str]) -> str:
    """Return the notation that `parse_rows` reads."""
    return ",".join(f"{row}={line}" for row, line in sorted(rows.items()))


def _rows(text: str, shape: BoardShape, *, width: int, letters: str) -> Rows:
    rows = {}
    for row, line in _parts(text, shape):
        bad = [letter for letter in line if letter not in letters]
        if bad or len(line) != width:
            what = (
                _("Row {row}, '{line}', has '{letter}'.").format(row=row, line=line, letter=bad[0])
                if bad
                else _("Row {row}, '{line}', has {count} places.").format(
                    row=row, line=line, count=len(line)
                )
            )
            raise BadNotation(
                what,
                hint=_(
                    "A row here has {count} places, each one of: {letters} "
                    "(other colours: describe your board, keypeg board new)."
                ).format(count=width, letters=" ".join(letters)),
            )
        rows[row] = line
    return rows


def _parts(text: str, shape: BoardShape) -> list[tuple[int, str]]:
    parts = []
    for part in text.replace(" ", "").split(","):
        number, equals, word = part.partition("=")
        if not equals or not number.isdecimal() or not 1 <= int(number) <= shape.rows:
            raise BadNotation(
                _("'{text}' is not a row of this board.").format(text=part),
                hint=_("Write 1={example}, with a row from 1 to {most}.").format(
                    example=EMPTY * shape.cols, most=shape.rows
                ),
            )
        parts.append((int(number), word))
    if len({row for row, _word in parts}) < len(parts):
        raise BadNotation(
            _("'{text}' names a row twice.").format(text=text), hint=_("Name each row once.")
        )
    return parts
