"""The text of a board file, what a box looks like in millimetres, becomes a `BoardShape`. Pure.

The format is that of the files in `calibration/boards`; a user's own file has the same fields.
"""

import tomllib
from collections.abc import Callable

from calibration.board_files.checked_table import CheckedTable
from calibration.board_files.measure_check import misplaced
from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS
from companion.i18n import LANGUAGES, _
from companion.vision.board.parts import (
    Appearance,
    CodePlaces,
    KeyHoles,
    Markers,
    Peg,
    Sliders,
    Studs,
)
from companion.vision.board.shape import BoardShape

__all__ = ["ground_words", "parse_board"]

SIDES = ("left", "right")
KINDS = ("bore", "stud")


PATTERNS: dict[str, Callable[[int, int], int]] = {
    "row": lambda row, col: row % 2,
    "column": lambda row, col: col % 2,
    "checker": lambda row, col: (row + col) % 2,
}


def parse_board(text: str, *, name: str) -> BoardShape:
    """Build a board from a board file's `text`; CalibrationError says what and where."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise CalibrationError(
            _("The board file of '{name}' is not TOML: {error}.").format(name=name, error=error),
            hint=_("Mend that line."),
        ) from error
    return _board(CheckedTable(name, "", data))


def _board(t: CheckedTable) -> BoardShape:
    title, palette = str(t.take("title")), str(t.take("palette"))
    for letter in palette:
        if letter not in COLOURS or palette.count(letter) > 1:
            raise t.bad(
                _("the palette '{palette}' has '{letter}'").format(palette=palette, letter=letter),
                _("Use each letter once, of: {letters}.").format(letters="".join(COLOURS)),
            )
    h = t.table("holes")
    rows, cols = h.count("rows"), h.count("cols")
    x, y = (o := t.table("outline")).numbers("x"), o.numbers("y")
    outline = ((x[0], y[1]), (x[1], y[1]), (x[1], y[0]), (x[0], y[0]))
    shape = BoardShape(
        name=t.board,
        title=title,
        palette=palette,
        rows=rows,
        cols=cols,
        hole_pitch=h.number("pitch", low=1.0),
        row_pitch=h.number("row_pitch", low=1.0),
        first=h.numbers("first"),
        hole=_look(h),
        head=_peg(t.table("pegs")),
        outline=outline,
        code=_code(t.table("code")) if t.has("code") else None,
        keys=_keys(t.table("keys")) if t.has("keys") else None,
        sliders=_sliders(t.table("sliders")) if t.has("sliders") else None,
        markers=_markers(t.table("markers"), x, y) if t.has("markers") else None,
        ground=_ground(t.table("ground"), rows, cols) if t.has("ground") else (),
        studs=_studs(t),
        tolerance=t.number("tolerance", 0.0, low=0.0),
        titles=_titles(t.table("titles")) if t.has("titles") else (),
    )
    o.done()
    t.done()
    if wrong := misplaced(shape):
        raise t.bad(*wrong)
    return shape


def _titles(t: CheckedTable) -> tuple[tuple[str, str], ...]:
    found = tuple((each, str(t.take(each))) for each in LANGUAGES if t.has(each))
    t.done()
    return found


def _look(t: CheckedTable) -> Appearance:
    look = Appearance(
        kind=t.word("kind", KINDS),
        radius=t.number("radius", low=0.1),
        recess=t.number("recess", 0.0, low=0.0),
        height=t.number("height", 0.0),
        edge=t.number("edge", 0.0),
    )
    t.done()
    return look


def _peg(t: CheckedTable) -> Peg:
    peg = Peg(
        height=t.number("height"),
        radius=t.number("radius", low=0.1),
        edge=t.number("edge", 0.0),
    )
    t.done()
    return peg


def _keys(t: CheckedTable) -> KeyHoles:
    x, dy = t.number("centre_x"), t.number("centre_dy", 0.0)
    px, py = (p / 2 for p in t.numbers("pitch", low=0.5))
    offsets = ((x - px, dy + py), (x + px, dy + py), (x - px, dy - py), (x + px, dy - py))
    keys = KeyHoles(offsets, look=_look(t.table("look")), peg=_peg(t.table("peg")))
    t.done()
    return keys


def _sliders(t: CheckedTable) -> Sliders:
    sliders = Sliders(
        zero_x=t.number("zero_x"),
        step=t.number("step"),
        white_dy=t.number("white_dy"),
        red_dy=t.number("red_dy"),
        height=t.number("height", 0.0),
        radius=t.number("radius", low=0.1),
    )
    t.done()
    return sliders


def _code(t: CheckedTable) -> CodePlaces:
    code = CodePlaces(
        first_x=t.number("first_x"),
        y=t.number("y"),
        pitch=t.number("pitch", low=1.0),
        height=t.number("height", 0.0),
        peg=_peg(t.table("peg")),
    )
    t.done()
    return code


def _studs(t: CheckedTable) -> tuple[Studs, ...]:
    fields = t.take("studs", [])
    if not isinstance(fields, list):
        raise t.bad(_("'studs' is no list of tables"), _("Begin each with [[studs]]."))
    return tuple(_field(CheckedTable(t.board, "studs.", field)) for field in fields)


def _field(t: CheckedTable) -> Studs:
    studs = Studs(
        x=t.numbers("x"),
        y=t.numbers("y"),
        pitch=t.number("pitch", low=1.0),
        radius=t.number("radius", low=0.1),
        height=t.number("height"),
    )
    t.done()
    return studs


def _markers(t: CheckedTable, x: tuple[float, float], y: tuple[float, float]) -> Markers:
    inset = t.numbers("inset")
    left, right, near, far = x[0] + inset[0], x[1] - inset[0], y[0] + inset[1], y[1] - inset[1]
    markers = Markers(
        centres=((left, far), (right, far), (right, near), (left, near)),
        size=t.number("size", low=1.0),
        height=t.number("height", 0.0),
    )
    t.done()
    return markers


def _ground(t: CheckedTable, rows: int, cols: int) -> tuple[str, ...]:
    pattern = t.word("pattern", tuple(PATTERNS))
    t.done()
    return ground_words(pattern, rows, cols)


def ground_words(pattern: str, rows: int, cols: int) -> tuple[str, ...]:
    """Return the letters of black and white ground, row 1 first: ``("kkkk", "wwww", ...)``."""
    odd = PATTERNS[pattern]
    return tuple("".join("kw"[odd(r, c)] for c in range(cols)) for r in range(rows))
