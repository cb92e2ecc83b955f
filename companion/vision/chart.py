"""How well a board's lattice would lie on a picture, for thousands of ways to lay it.

The fits of all rings are mapped once, in a flat view of a rough plane. A way to lay the board is
a slide of that plane onto itself: eight numbers, of which the best are found by sampling.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.lattice import Feature, features_of, worked
from companion.vision.pose import Flat, Pose
from companion.vision.rings import edge_fields
from companion.vision.shape import BoardShape

__all__ = [
    "BRIEF",
    "THOROUGH",
    "Chart",
    "Effort",
    "best_slide",
    "best_step",
    "draw_chart",
    "judged",
    "minor_worth",
    "smoothed_for",
]

Floats = npt.NDArray[np.float64]
Field = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

# pixels a mm of the maps
SCALE = 2.0
# how much wider than the best of a round the next is drawn
WIDER = 3.0
# the smoothing of a final judgement, mm
SHARP = 0.4
# how far that reaches, mm
SMOOTHED = 1.5
# rows further that are compared, and how smoothly: they do not fit exactly there, mm
STEP_ROWS, STEP_BLUR = 3, 0.8
# what a corner one sigma off costs
PRIOR = 0.005
# studs and key holes count this much for it
MINOR = 0.5
# so does each pair of sides of the outline; a cut gradient where nothing is; spots a side
OUTLINE, PLAIN, SPOTS = 0.4, 0.2, 24
# where the ground shows beside a peg, as parts of a pitch
GROUND_X, GROUND_Y = 0.3, 0.38
# a place around the lattice that should be smooth counts this much against it;
# a round thing there that is no hole must be this clear
OUTSIDE, CLUTTER = 2.5, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A map (h, w) that should be high at `places` (N, 2), where `weights` (N,) are positive.

    `ground` says that it is of the ground's colours.
    """

    field: Field
    places: Floats
    weights: Floats
    ground: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Maps of ring fits (h, w) and the places (N, 2) in mm that should lie on them.

    `places` are the cells', `outside` those one step around them.
    """

    flat: Flat
    hole: Field
    head: Field
    places: Floats
    outside: Floats
    layers: tuple[Layer, ...]

    def minor(self, slides: Floats) -> Floats:
        """Give (K,) what is neither cells nor ground: outline, studs, key holes."""
        total = np.zeros(len(slides))
        for layer in self.layers:
            if not layer.ground:
                total = total + layer.field.take(self._pixels(slides, layer.places)) @ layer.weights
        return np.asarray(total, np.float64)

    def blurred(self, mm: float) -> "Chart":
        """Give the chart with its maps smoothed."""

        def soft(field: Field) -> Field:
            return np.asarray(cv2.GaussianBlur(field, (0, 0), mm * SCALE), np.float32)

        return replace(
            self,
            hole=soft(self.hole),
            head=soft(self.head),
            layers=tuple(replace(layer, field=soft(layer.field)) for layer in self.layers),
        )

    def worth(self, slides: Floats) -> Floats:
        """Give (K,) how well the board lies after each of `slides` (K, 3, 3), in mm."""
        inside = self._cells(slides, self.places).mean(axis=1)
        total = inside
        if len(self.outside):
            at = self._pixels(slides, self.outside)
            beyond = np.maximum(self.hole.take(at), self.head.take(at) - CLUTTER).sum(axis=1)
            total = total - OUTSIDE * beyond / len(self.places)
        for layer in self.layers:
            total = total + layer.field.take(self._pixels(slides, layer.places)) @ layer.weights
        return np.asarray(total, np.float64)

    def _cells(self, slides: Floats, places: Floats) -> Floats:
        at = self._pixels(slides, places)
        return np.maximum(self.hole.take(at), self.head.take(at)).astype(np.float64)

    def _pixels(self, slides: Floats, places: Floats) -> npt.NDArray[np.intp]:
        moved = np.c_[places, np.ones(len(places))] @ slides.transpose(0, 2, 1)
        there = moved[..., :2] / moved[..., 2:]
        w, h = self.flat.size
        x = np.clip((there[..., 0] - self.flat.x0) * self.flat.scale, 0, w - 1).astype(np.intp)
        y = np.clip((self.flat.y1 - there[..., 1]) * self.flat.scale, 0, h - 1).astype(np.intp)
        return np.asarray(y * w + x, np.intp)


def draw_chart(
    lab: Image,
    shape: BoardShape,
    plane: Pose,
    *,
    margin: float,
    turned: bool = False,
    near: float | None = None,
) -> Chart:
    """Map the rings of `shape` in a flat view of `plane` that reaches `margin` mm beyond.

    With `turned` the view also reaches around the board laid end for end; with `near` rings are
    mapped only within so many mm of the places where `plane` has them.
    """
    features = features_of(shape)
    points = np.concatenate([f.points[:, :2] for f in features] + [np.array(shape.outline)])
    if turned:
        points = np.concatenate([points, 2 * shape.corners()[:, :2].mean(axis=0) - points])
    (x0, y0), (x1, y1) = points.min(0) - margin, points.max(0) + margin
    flat = Flat(x0, y0, x1, y1, SCALE)
    layers = [_ground(lab, shape, plane, flat)] if shape.ground else []
    layers += _outline(lab, shape, plane, flat)
    cells = np.concatenate([shape.holes()[:, :2], _around(shape)])
    maps = [
        _sure(f, lab, plane, flat, cells if f.kind in ("head", "hole") else f.points[:, :2], near)
        for f in features
    ]
    heads = next(i for i, f in enumerate(features) if f.kind == "head")
    holes = next((i for i, f in enumerate(features) if f.kind == "hole"), heads)
    for i, feature in enumerate(features):
        if i not in (heads, holes):
            count = len(feature.points)
            layers.append(Layer(maps[i], feature.points[:, :2], np.full(count, MINOR / count)))
    return Chart(
        flat,
        maps[holes],
        maps[heads],
        shape.holes()[:, :2],
        _around(shape),
        tuple(layers),
    )


def judged(image: Image, shape: BoardShape, pose: Pose) -> float:
    """Give how well `shape` seen by `pose` agrees with all of a BGR `image`: 0 chance, 1 clear."""
    return float(_sharp(image, shape, pose).worth(np.eye(3)[None])[0])


def minor_worth(image: Image, shape: BoardShape, pose: Pose) -> float:
    """Give the part of that which is neither of the cells nor of the ground."""
    return float(_sharp(image, shape, pose).minor(np.eye(3)[None])[0])


def _sharp(image: Image, shape: BoardShape, pose: Pose) -> Chart:
    small, now = worked(image, shape, pose)
    return draw_chart(small, shape, now, margin=4.0, near=SMOOTHED).blurred(SHARP)


def best_step(image: Image, shape: BoardShape, pose: Pose) -> tuple[int, int]:
    """Give the columns and rows by which the board lies better than `pose` says; (0, 0) is usual.

    A lattice looks nearly the same a row further: only its ends tell.
    """
    lab, now = worked(image, shape, pose, rim=STEP_ROWS * shape.row_pitch + 4.0)
    chart = draw_chart(lab, shape, now, margin=STEP_ROWS * shape.row_pitch + 4.0)
    steps = [(i, j) for i in (-1, 0, 1) for j in range(-STEP_ROWS, STEP_ROWS + 1)]
    shifts = np.array([(i * shape.hole_pitch, j * shape.row_pitch) for i, j in steps])
    slides = np.tile(np.eye(3), (len(steps), 1, 1))
    slides[:, :2, 2] = shifts
    return steps[int(np.argmax(chart.blurred(STEP_BLUR).worth(slides)))]


def _ground(lab: Image, shape: BoardShape, plane: Pose, flat: Flat) -> Layer:
    """Give a layer of brightness, -1 to 1, that is white ground less black ground."""
    view = flat.of(np.ascontiguousarray(lab[..., 0]), plane).astype(np.float32)
    low, high = np.percentile(view, (10, 90))
    level = np.clip((view - (low + high) / 2) / max((high - low) / 2, 8.0), -1, 1)
    x, y = GROUND_X * shape.hole_pitch, GROUND_Y * shape.row_pitch
    spots = np.array([(i * x, j * y) for i in (-1, 0, 1) for j in (-1, 1)])
    places = (shape.holes()[:, None, :2] + spots).reshape(-1, 2)
    white = np.array([letter == "w" for word in shape.ground for letter in word])
    weights = np.repeat(np.where(white, 1.0, -1.0), len(spots)) / len(places)
    return Layer(np.asarray(level, np.float32), places, weights, ground=True)


def _outline(lab: Image, shape: BoardShape, plane: Pose, flat: Flat) -> list[Layer]:
    """Give layers of edges along the outline: those across the sides, those across the ends."""
    (field,) = edge_fields(lab, plane, flat, z=0.0)
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    inset = 0.12
    xs = np.linspace(x0 + inset * (x1 - x0), x1 - inset * (x1 - x0), SPOTS // 2)
    ys = np.linspace(y0 + inset * (y1 - y0), y1 - inset * (y1 - y0), SPOTS)
    sides = np.array([(x, y) for x in (x0, x1) for y in ys])
    ends = np.array([(x, y) for y in (y0, y1) for x in xs])
    return [
        Layer(np.abs(g) - np.float32(PLAIN), spots, np.full(len(spots), OUTLINE / len(spots)))
        for g, spots in ((field.gx, sides), (field.gy, ends))
    ]


def _sure(
    feature: Feature, lab: Image, plane: Pose, flat: Flat, places: Floats, near: float | None
) -> Field:
    """Give a map of 0 by chance to 1 clear; below 0 only for what is summed over many places."""
    z = float(feature.points[0, 2])
    fields = edge_fields(lab, plane, flat, z=z, channels=feature.channels)
    if near is None:
        rings = [field.everywhere(feature.radius) for field in fields]
    else:
        rings = [field.nearby(places, feature.radius, reach=near) for field in fields]
    if feature.sign == 0:
        strongest = np.max(np.abs(rings), axis=0)
        return np.asarray(np.clip(feature.sure(strongest), 0, 1.2), np.float32)
    if feature.kind == "hole" and feature.sign > 0:
        return np.asarray(np.clip(feature.sure(rings[0]), 0, 1.2), np.float32)
    return np.asarray(feature.sign * rings[0] / feature.clear, np.float32)


def _around(shape: BoardShape) -> Floats:
    """Give the places one step beyond the lattice, where a board with bores is smooth.

    Not those of the side on which keys or sliders are.
    """
    if shape.hole.kind != "bore":
        return np.zeros((0, 2))
    beside = shape.keys.offsets[0][0] if shape.keys else None
    if shape.sliders:
        beside = shape.sliders.zero_x
    cols = range(-1, shape.cols + 1)
    if beside is not None:
        cols = range(-1, shape.cols) if beside > shape.first[0] else range(shape.cols + 1)
    x0, y0 = shape.first
    places = [
        (x0 + c * shape.hole_pitch, y0 + r * shape.row_pitch)
        for r in range(-1, shape.rows + 1)
        for c in cols
        if r in (-1, shape.rows) or c in (-1, shape.cols)
    ]
    return np.array(places)


@dataclass(frozen=True, slots=True)
class Effort:
    """How ways are sampled: how many at `first` and in `each` other round.

    The `elite` of them say where to draw next; `smooth` smooths the maps in each round, mm.
    """

    first: int
    each: int
    elite: int
    smooth: tuple[float, ...]


THOROUGH = Effort(3000, 700, 40, tuple(np.geomspace(2.0, SHARP, 16).tolist()))
BRIEF = Effort(500, 250, 25, tuple(np.geomspace(1.2, SHARP, 6).tolist()))


def best_slide(
    chart: Chart,
    corners: Floats,
    *,
    sigma: float,
    base: Floats | None = None,
    effort: Effort = THOROUGH,
    smoothed: Sequence[Chart] | None = None,
) -> tuple[Floats, float]:
    """Give the slide (3, 3) that lays the board best, and its worth with sharp maps.

    `corners` (4, 2) in mm are known to `sigma` mm each way. Chance is always the same.
    The slide comes after `base` (3, 3) when that is given; `smoothed` saves smoothing again.
    """
    chance = np.random.default_rng(0)
    middle, half = corners.mean(axis=0), np.maximum(np.ptp(corners, axis=0) / 2, 1.0)
    mean, spread = np.zeros(8), np.r_[np.full(6, sigma / np.sqrt(2)), np.full(2, sigma / 2)]
    spread[:2] = sigma / 2
    covariance = np.diag(spread**2)
    for turn, soft in enumerate(smoothed or smoothed_for(chart, effort)):
        count = effort.each if turn else effort.first
        ways = chance.multivariate_normal(mean, covariance, count, method="cholesky")
        ways[0] = mean
        slides = _slides(ways, middle, half)
        off = (_moved(slides, corners) - corners) / sigma
        value = soft.worth(slides if base is None else base @ slides) - PRIOR * (off**2).sum(
            axis=(1, 2)
        )
        best = ways[np.argsort(-value)[: effort.elite]]
        mean = best.mean(axis=0)
        covariance = np.cov(best.T) * WIDER + np.eye(8) * 1e-4
    slide = _slides(mean[None], middle, half)
    slide = slide if base is None else base @ slide
    return slide[0], float(soft.worth(slide)[0])


def smoothed_for(chart: Chart, effort: Effort) -> list[Chart]:
    """Give the chart as `effort` smooths it, round by round; the last is that of a judgement."""
    return [chart.blurred(blur) for blur in effort.smooth]


def _slides(ways: Floats, middle: Floats, half: Floats) -> Floats:
    """Give (K, 3, 3) slides of eight numbers each: mm that the rim moves by."""
    unit = np.array(
        [
            [1 / half[0], 0, -middle[0] / half[0]],
            [0, 1 / half[1], -middle[1] / half[1]],
            [0, 0, 1],
        ]
    )
    core = np.tile(np.eye(3), (len(ways), 1, 1))
    core[:, 0, 2], core[:, 1, 2] = ways[:, 0] / half[0], ways[:, 1] / half[1]
    core[:, 0, 0] += ways[:, 2] / half[0]
    core[:, 0, 1] += ways[:, 3] / half[0]
    core[:, 1, 0] += ways[:, 4] / half[1]
    core[:, 1, 1] += ways[:, 5] / half[1]
    core[:, 2, 0], core[:, 2, 1] = ways[:, 6] / half[0], ways[:, 7] / half[1]
    return np.asarray(np.linalg.inv(unit) @ core @ unit)


def _moved(slides: Floats, points: Floats) -> Floats:
    moved = np.c_[points, np.ones(len(points))] @ slides.transpose(0, 2, 1)
    return np.asarray(moved[..., :2] / moved[..., 2:])
