"""The board as a drawing, made from the board's own file: any board that can be read is drawn.

Millimetres of the board become units of the drawing; y is turned, so that row 1 lies below. What
lies there is drawn with its letter, so that nothing is told by colour alone; colours are the
stylesheet's. A row that is seen and not recorded yet is drawn open, with a dashed edge. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.vision.board.shape import BoardShape

__all__ = ["BoardPicture", "board_svg", "shape_for"]

# mm around all that is drawn; chosen by eye
MARGIN = 4.0
# a letter's height as a fraction of its peg's radius; chosen by eye
LETTER = 1.25


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What is drawn: `rows` and `answers` from row 1, `code` once it is shown.

    `seen` (row -> letters) lies there and is not recorded; `current` is the row waited for (0:
    none); `is_hidden` that a code is hidden; `doubted` places (row, column) are asked about.
    """

    rows: Sequence[str] = ()
    answers: Sequence[Keys | None] = ()
    code: str = ""
    seen: Mapping[int, str] = field(default_factory=dict)
    current: int = 0
    is_hidden: bool = False
    doubted: frozenset[tuple[int, int]] = frozenset()


def shape_for(shape: BoardShape, rows: int, holes: int) -> BoardShape:
    """Give `shape` with as many rows and holes as are played."""
    more_y = (rows - shape.rows) * shape.row_pitch
    more_x = (holes - shape.cols) * shape.hole_pitch
    if not more_x and not more_y:
        return shape
    tl, tr, br, bl = shape.outline
    outline = (
        (tl[0], tl[1] + more_y),
        (tr[0] + more_x, tr[1] + more_y),
        (br[0] + more_x, br[1]),
        bl,
    )
    keys = shape.keys and replace(
        shape.keys, offsets=tuple((x + more_x, dy) for x, dy in shape.keys.offsets)
    )
    sliders = shape.sliders and replace(shape.sliders, zero_x=shape.sliders.zero_x + more_x)
    code = shape.code and replace(shape.code, y=shape.code.y + more_y)
    return replace(
        shape,
        rows=rows,
        cols=holes,
        outline=outline,
        keys=keys,
        sliders=sliders,
        code=code,
        ground=_ground(shape, rows, holes),
    )


def board_svg(shape: BoardShape, picture: BoardPicture) -> str:
    """Give the drawing as an SVG element, hidden from screen readers: rows are told beside it."""
    pen = _Pen(shape)
    parts = [*_ground_of(pen), *_current(pen, picture.current)]
    for row in range(1, shape.rows + 1):
        parts += _row(pen, picture, row)
    if shape.code:
        parts += _code(pen, picture)
    x, y, width, height = pen.box()
    return (
        f'<svg class="board" viewBox="{x:g} {y:g} {width:g} {height:g}" aria-hidden="true" '
        f'focusable="false">{"".join(parts)}</svg>'
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Pen:
    """Places of the board as places of the drawing."""

    shape: BoardShape

    def at(self, point: Sequence[float]) -> tuple[float, float]:
        return round(float(point[0]), 1), round(-float(point[1]), 1)

    def box(self) -> tuple[float, float, float, float]:
        points = [*self.shape.outline_points(), *self.shape.code_holes()]
        points += [p for colour in ("white", "red") for p in self.shape.slider_track(1, colour)]
        xs, ys = [float(point[0]) for point in points], [float(point[1]) for point in points]
        left, top = min(xs) - MARGIN, -max(ys) - MARGIN
        # row numbers stand left of the holes, whatever the outline leaves
        left = min(left, self.shape.first[0] - 1.3 * self.shape.hole_pitch)
        right, low = max(xs) + MARGIN, MARGIN - min(ys)
        return round(left, 1), round(top, 1), round(right - left, 1), round(low - top, 1)

    def hole(self, row: int, col: int) -> Sequence[float]:
        x, y = self.shape.first
        return x + (col - 1) * self.shape.hole_pitch, y + (row - 1) * self.shape.row_pitch

    def peg(self, point: Sequence[float], letter: str, radius: float, kind: str = "") -> str:
        x, y = self.at(point)
        name = "q" if letter == "?" else letter
        return (
            f'<g class="peg p-{name}{kind}"><circle cx="{x}" cy="{y}" r="{radius:g}"/>'
            f'<text x="{x}" y="{y}" font-size="{radius * LETTER:.1f}">{letter}</text></g>'
        )

    def dot(self, point: Sequence[float], radius: float, kind: str) -> str:
        x, y = self.at(point)
        return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius:g}"/>'


def _ground(shape: BoardShape, rows: int, holes: int) -> tuple[str, ...]:
    """Give the ground of a board that is longer or wider, its pattern gone on with."""
    if not shape.ground:
        return ()
    here = shape.ground
    return tuple(
        "".join(here[r % 2 if r >= len(here) else r][c % len(here[0])] for c in range(holes))
        for r in range(rows)
    )


def _ground_of(pen: _Pen) -> Iterator[str]:
    shape = pen.shape
    left, top = pen.at(shape.outline_points()[0])
    right, low = pen.at(shape.outline_points()[2])
    yield (
        f'<rect class="plastic" x="{left}" y="{top}" width="{right - left:g}" '
        f'height="{low - top:g}" rx="3"/>'
    )
    size = min(shape.hole_pitch, shape.row_pitch)
    for row, word in enumerate(shape.ground, start=1):
        for col, letter in enumerate(word, start=1):
            x, y = pen.at(pen.hole(row, col))
            yield (
                f'<rect class="ground-{letter}" x="{x - size / 2:g}" y="{y - size / 2:g}" '
                f'width="{size:g}" height="{size:g}"/>'
            )


def _current(pen: _Pen, row: int) -> Iterator[str]:
    if not 1 <= row <= pen.shape.rows:
        return
    yield _area(pen, row, "current")


def _area(pen: _Pen, row: int, kind: str) -> str:
    """Give a rectangle over the whole row."""
    left, _, width, _ = pen.box()
    y, tall = -pen.shape.row_y(row), pen.shape.row_pitch
    return (
        f'<rect class="{kind}" x="{left:g}" y="{y - tall / 2:.1f}" width="{width:g}" '
        f'height="{tall:g}" rx="2"/>'
    )


def _row(pen: _Pen, picture: BoardPicture, row: int) -> Iterator[str]:
    shape = pen.shape
    recorded = picture.rows[row - 1] if row <= len(picture.rows) else ""
    seen = picture.seen.get(row, "")
    yield f'<g class="row" data-row="{row}" data-code="{recorded}">{_area(pen, row, "tap")}'
    x, y = round(shape.first[0] - 0.85 * shape.hole_pitch, 1), round(-shape.row_y(row), 1)
    yield f'<text class="number" x="{x}" y="{y}" font-size="4">{row}</text>'
    for col in range(1, shape.cols + 1):
        letter = (recorded or seen)[col - 1 : col] or EMPTY
        kind = " seen" if seen and not recorded else ""
        kind += " doubted" if (row, col) in picture.doubted else ""
        place = pen.hole(row, col)
        if letter == EMPTY:
            yield pen.dot(place, shape.hole.radius, "hole" + kind)
        else:
            yield pen.peg(place, letter, shape.head.radius, kind)
    keys = picture.answers[row - 1] if row <= len(picture.answers) else None
    yield from _keys(pen, row, keys) if shape.keys else _sliders(pen, row, keys)
    yield "</g>"


def _keys(pen: _Pen, row: int, keys: Keys | None) -> Iterator[str]:
    assert pen.shape.keys
    word = "b" * keys.black + "w" * keys.white if keys else ""
    for place, hole in enumerate(pen.shape.key_holes(row)):
        kind = f"key-{word[place]}" if place < len(word) else "hole"
        radius = pen.shape.keys.peg.radius if place < len(word) else pen.shape.keys.look.radius
        yield pen.dot(hole, radius, kind)


def _sliders(pen: _Pen, row: int, keys: Keys | None) -> Iterator[str]:
    if pen.shape.sliders is None:
        return
    clicks = {"white": keys.white if keys else 0, "red": keys.black if keys else 0}
    for colour, count in clicks.items():
        track = pen.shape.slider_track(row, colour)
        (x1, y1), (x2, y2) = pen.at(track[0]), pen.at(track[-1])
        yield f'<line class="track" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
        x, y = pen.at(track[min(count, len(track) - 1)])
        kind = f"slider-{colour}" + ("" if keys else " idle")
        yield (
            f'<g class="{kind}"><circle cx="{x}" cy="{y}" r="2.3"/>'
            f'<text x="{x}" y="{y}" font-size="3.4">{count if keys else ""}</text></g>'
        )


def _code(pen: _Pen, picture: BoardPicture) -> Iterator[str]:
    shape = pen.shape
    assert shape.code
    yield '<g class="code">'
    for col, place in enumerate(shape.code_holes()):
        letter = picture.code[col : col + 1] or ("?" if picture.is_hidden else EMPTY)
        if letter == EMPTY:
            yield pen.dot(place, shape.hole.radius, "hole")
        else:
            yield pen.peg(place, letter, shape.code.peg.radius)
    yield "</g>"
