"""One specimen's own measures put into its board's shape.

Boxes of one kind differ by some percent from their file; who measures the own one is read better.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calibration.board_files.parse import ground_words
from companion.vision.board.parts import Corners, KeyHoles, Markers, Peg
from companion.vision.board.shape import BoardShape

__all__ = ["measured"]

# how much of a longer outline lies on the near side of the holes: four of 28 mm; measured on one
NEAR_SHARE = 4 / 28


def measured(
    shape: BoardShape, params: Mapping[str, Any], *, size: tuple[float, float] | None = None
) -> BoardShape:
    """Return `shape` with the measures of one specimen.

    `params` may have hole_pitch, row_pitch, head_radius, key_pitch (mm); key_side or scorer_side
    ("left", "right"); for LEGO builds round ("1x1", "2x2"), pip_height, jumper_pattern,
    marker_style ("tiles", "card", None) and box_height. `size` is the whole board's width and
    length, sliders pulled out included.
    """
    shape = _pitched(shape, params)
    if size is not None and shape.tolerance:
        shape = _sized(shape, size[1])
    if "pip_height" in params:
        shape = _pips(shape, params)
    if params.get("round") == "2x2":
        shape = _big_rounds(shape)
    if "left" in (params.get("key_side"), params.get("scorer_side")):
        shape = _mirrored(shape)
    return replace(shape, tolerance=0.0)


def _pitched(shape: BoardShape, params: Mapping[str, Any]) -> BoardShape:
    wide = float(params.get("hole_pitch", shape.hole_pitch))
    extra = (shape.cols - 1) * (wide - shape.hole_pitch)
    row = float(params.get("row_pitch", shape.row_pitch))
    longer = (shape.rows - 1) * (row - shape.row_pitch)
    radius = float(params.get("head_radius", shape.head.radius))
    x0, x1 = shape.outline[0][0], shape.outline[1][0] + extra
    near, far = shape.outline[3][1], shape.outline[0][1]
    code = shape.code
    if code:
        factor = row / shape.row_pitch if shape.tolerance else 1.0
        y = shape.first[1] + (code.y - shape.first[1]) * factor
        far += y - code.y
        code = replace(code, y=y, pitch=wide, peg=replace(code.peg, radius=radius))
    else:
        far += longer
    return _outlined(
        replace(
            shape,
            hole_pitch=wide,
            row_pitch=row,
            head=replace(shape.head, radius=radius),
            code=code,
            keys=shape.keys and _keys(shape.keys, extra, params),
            sliders=shape.sliders and replace(shape.sliders, zero_x=shape.sliders.zero_x + extra),
        ),
        (x0, x1),
        (near, far),
    )


def _keys(keys: KeyHoles, extra: float, params: Mapping[str, Any]) -> KeyHoles:
    mid = sum(x for x, _ in keys.offsets) / len(keys.offsets)
    factor = 1.0
    if "key_pitch" in params:
        factor = float(params["key_pitch"]) / (keys.offsets[1][0] - keys.offsets[0][0])
    moved = tuple((mid + extra + (x - mid) * factor, dy * factor) for x, dy in keys.offsets)
    return replace(keys, offsets=moved)


def _sized(shape: BoardShape, length: float) -> BoardShape:
    """Share what is longer than the file says (a rim for markers) between the two ends."""
    (x0, far), (x1, _), (_, near), _ = shape.outline
    extra = length - (far - near)
    return _outlined(shape, (x0, x1), (near - extra * NEAR_SHARE, far + extra * (1 - NEAR_SHARE)))


def _outlined(shape: BoardShape, x: tuple[float, float], y: tuple[float, float]) -> BoardShape:
    """Move the outline, and the markers with its corners."""
    outline: Corners = ((x[0], y[1]), (x[1], y[1]), (x[1], y[0]), (x[0], y[0]))
    markers = shape.markers
    if markers:
        places = zip(markers.centres, shape.outline, outline, strict=True)
        a, b, c, d = ((m[0] + n[0] - o[0], m[1] + n[1] - o[1]) for m, o, n in places)
        markers = replace(markers, centres=(a, b, c, d))
    return replace(shape, outline=outline, markers=markers)


def _pips(shape: BoardShape, params: Mapping[str, Any]) -> BoardShape:
    """Put other pips, another ground and the marker card into a build on jumper plates."""
    tall = float(params["pip_height"])
    peg = Peg(tall + 1.7, shape.head.radius, edge=tall)
    code = shape.code and replace(shape.code, peg=peg)
    ground = shape.ground
    if pattern := params.get("jumper_pattern"):
        ground = ground_words(str(pattern), shape.rows, shape.cols)
    markers = shape.markers
    if params.get("marker_style") is None:
        markers = None
    elif params["marker_style"] == "card" and markers:
        markers = _card(shape, float(params["box_height"]))
    return replace(shape, head=peg, code=code, ground=ground, markers=markers)


def _card(shape: BoardShape, box_height: float) -> Markers:
    """Return the markers of a printed card that lies on the table, under the box."""
    x0, x1, near, far = shape.outline[0][0] - 14.25, shape.outline[1][0] + 14.25, 1.0, 183.0
    return Markers(((x0, far), (x1, far), (x1, near), (x0, near)), 16.5, 0.4 - box_height)


def _big_rounds(shape: BoardShape) -> BoardShape:
    """2x2 rounds stand between four studs, half a stud further, and are twice as wide."""
    peg = replace(shape.head, radius=2 * shape.head.radius)
    code = shape.code and replace(
        shape.code, first_x=shape.code.first_x + 4, y=shape.code.y + 4, peg=peg
    )
    keys = shape.keys and replace(
        shape.keys, offsets=tuple((x, dy - 4) for x, dy in shape.keys.offsets)
    )
    first = (shape.first[0] + 4, shape.first[1] + 4)
    return replace(shape, first=first, head=peg, code=code, keys=keys)


def _mirrored(shape: BoardShape) -> BoardShape:
    """Put what stands right of the holes to their left; only what is beside the holes changes."""
    mid = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    if not shape.tolerance:
        mid = (shape.outline[0][0] + shape.outline[1][0]) / 2

    def flip(x: float) -> float:
        return 2 * mid - x

    first = flip(shape.first[0] + (shape.cols - 1) * shape.hole_pitch), shape.first[1]
    keys, sliders, code = shape.keys, shape.sliders, shape.code
    if keys:
        a = keys.offsets
        order = (a[1], a[0], a[3], a[2]) if len(a) == 4 else a
        keys = replace(keys, offsets=tuple((flip(x), dy) for x, dy in order))
    if sliders:
        sliders = replace(sliders, zero_x=flip(sliders.zero_x), step=-sliders.step)
    if code:
        code = replace(code, first_x=flip(code.first_x + (shape.cols - 1) * code.pitch))
    x0, x1 = flip(shape.outline[1][0]), flip(shape.outline[0][0])
    near, far = shape.outline[3][1], shape.outline[0][1]
    return _outlined(
        replace(shape, first=first, keys=keys, sliders=sliders, code=code),
        (x0, x1),
        (near, far),
    )
