"""Where a board lies in a picture, as a small net sees it: dense coordinates, and their plane.

A fully convolutional net (`benchmarks/train_locator.py`) tells of every fourth pixel of a small
picture how likely it is on a board, and where in the lattice of its code places: from -0.5 to 0.5
along columns and rows, whatever the board. A homography through the coordinates (RANSAC) is a rough
start: they are drawn to the middle where the net doubts. Then the board's outline is laid so that
what it covers is board, by the cross-entropy method. A second look, closer, is exacter.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Mask
from companion.vision.geometry.opencv_compat import homography

__all__ = ["BoardGuess", "guess_board"]

# width and height of the net's input, and its pixels to each of its output
SIZE, STRIDE = (192, 144), 4
# places of the output on a board, below which there is none
LEAST = 24
# of the most certain places so many are asked for the plane; how far off one may be, input pixels
ASKED, NEAR = 400, 6.0
# a closer look: the part of the net's input that the board's outline then fills
FILLED = 0.8
# outer places TL, TR, BR, BL in the net's coordinates
OUTER = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
# how outlines are sampled: rounds, outlines a round, the best that say where to draw next; how far
# off the first are, in parts of the board's size; what agreeing coordinates count, of the mask's 1
ROUNDS, DRAWN, ELITE, FIRST, AGREEING = 7, 220, 24, 0.12, 0.5
LOCK = Lock()  # a net of OpenCV's is used by one thread at a time


@dataclass(frozen=True, slots=True, eq=False)
class BoardGuess:
    """Outer places (4, 2) in pixels, TL, TR, BR, BL, and the log odds that it is not `turned`.

    `score` is how well the outline covers what the net takes for a board, 1.5 at most.
    """

    corners: F64
    outline: F64
    odds: float
    score: float

    def turned(self) -> F64:
        """Return the outer places of the board turned end for end."""
        return np.roll(self.corners, 2, axis=0)


def guess_board(image: Image, shape: BoardShape) -> BoardGuess | None:
    """Return where the net sees `shape` in a BGR `image`; None where it sees no board."""
    first = _look(image, _whole(image.shape[1], image.shape[0]), shape)
    if first is None:
        return None
    closer = _look(image, _around(first.outline), shape)
    return closer if closer and closer.score > first.score else first


def _look(image: Image, view: F64, shape: BoardShape) -> BoardGuess | None:
    """Look at the part of `image` that `view` (2, 3) takes to the net's input."""
    out = _run(_shrunk(image, view))
    there = out[0] > 0
    if np.count_nonzero(there) < LEAST:
        return None
    plane = _plane(out, there)
    turned = float(np.median(out[1][there]))
    # the net tells coordinates of the turned board then
    sign = -1.0 if turned > 0 else 1.0
    laid = None if plane is None else _laid(out, plane, sign * _outline(shape))
    if laid is None:
        return None
    plane, score = laid
    back = cv2.invertAffineTransform(view)
    corners, outline = (
        _through(plane, sign * at) @ back[:, :2].T + back[:, 2] for at in (OUTER, _outline(shape))
    )
    return BoardGuess(corners, outline, abs(turned), score)


def _outline(shape: BoardShape) -> F64:
    """Return the outline's corners (4, 2) in the net's coordinates, TL, TR, BR, BL."""
    size = np.array([(shape.cols - 1) * shape.hole_pitch, (shape.rows - 1) * shape.row_pitch])
    return np.asarray((np.array(shape.outline) - shape.first) / size - 0.5, np.float64)


def _through(plane: F64, points: F64) -> F64:
    at = np.c_[points, np.ones(len(points))] @ plane.T
    return np.asarray(at[:, :2] / at[:, 2:], np.float64)


def _whole(w: int, h: int) -> F64:
    scale = min(SIZE[0] / w, SIZE[1] / h)
    rest = (np.array(SIZE) - scale * np.array([w, h])) / 2
    return np.array([[scale, 0, rest[0]], [0, scale, rest[1]]])


def _around(outline: F64) -> F64:
    """Return the view (2, 3) in which the longer side of an outline goes along the input."""
    along = outline[1] - outline[0] + outline[2] - outline[3]
    up = outline[0] - outline[3] + outline[1] - outline[2]
    way = along if np.linalg.norm(along) > np.linalg.norm(up) else up
    way = way / np.linalg.norm(way) * (1 if way[0] >= 0 else -1)
    turn = np.array([[way[0], way[1]], [-way[1], way[0]]])
    there = outline @ turn.T
    span = np.maximum(np.ptp(there, axis=0), 1.0)
    scale = FILLED * float((np.array(SIZE) / span).min())
    middle = (there.max(axis=0) + there.min(axis=0)) / 2
    return np.asarray(np.c_[scale * turn, np.array(SIZE) / 2 - scale * middle], np.float64)


def _shrunk(image: Image, view: F64) -> Image:
    """Return the net's input (144, 192, 3): pixels are averaged, not skipped."""
    scale = float(np.sqrt(abs(np.linalg.det(view[:, :2]))))
    if scale < 0.75:
        size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        factor = np.array(size) / image.shape[1::-1]
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        view = np.c_[view[:, :2] / factor, view[:, 2]]
    return np.asarray(cv2.warpAffine(image, view, SIZE, flags=cv2.INTER_LINEAR), np.uint8)


def _run(small: Image) -> F32:
    """Return (6, 36, 48): mask and turned (logits), u, v, and the logarithms of their scales."""
    x = small.transpose(2, 0, 1)[None].astype(np.float32)
    x = (x - x.mean()) / (x.std() + np.float32(4.0))
    with LOCK:
        net = _net()
        net.setInput(x)
        return np.asarray(net.forward()[0], np.float32)


@lru_cache(maxsize=1)
def _net() -> "cv2.dnn.Net":
    file = resources.files("companion.vision") / "data" / "board.onnx"
    return cv2.dnn.readNetFromONNX(np.frombuffer(file.read_bytes(), np.uint8))


def _cells(there: Mask) -> F64:
    """Return (n, 2) input pixels of the output places that are set."""
    ys, xs = np.nonzero(there)
    return np.asarray(np.stack([xs, ys], axis=1) * STRIDE + (STRIDE - 1) / 2, np.float64)


def _plane(out: F32, there: Mask) -> F64 | None:
    """Return (3, 3) from the net's coordinates to input pixels, roughly; None where none is."""
    places = np.stack([out[2][there], out[3][there]], axis=1).astype(np.float64)
    best = np.argsort(out[4:6, there].sum(axis=0))[:ASKED]
    return homography(places[best], _cells(there)[best], robust=NEAR)


def _laid(out: F32, plane: F64, outline: F64) -> tuple[F64, float] | None:
    """Return the plane in which `outline` (4, 2) covers what is board best, and how well."""
    start = _through(plane, outline)
    size = float(np.sqrt(abs(cv2.contourArea(start.astype(np.float32)))))
    if not (np.isfinite(start).all() and 4 * STRIDE < size < 3 * max(SIZE)):
        return None
    chance = np.random.default_rng(0)
    mean, covariance = start.ravel(), _usual_errors(start) * (FIRST * size) ** 2
    for _ in range(ROUNDS):
        quads = chance.multivariate_normal(mean, covariance, DRAWN, method="cholesky")
        quads[0] = mean
        scores = _scores(out, _planes(outline, quads.reshape(-1, 4, 2)), outline)
        best = np.argsort(-scores)[:ELITE]
        mean = quads[best].mean(axis=0)
        covariance = np.cov(quads[best].T) * 1.5 + np.eye(8) * 0.02
    final = _planes(outline, mean.reshape(1, 4, 2))
    return final[0], float(_scores(out, final, outline)[0])


def _usual_errors(quad: F64) -> F64:
    """Return the covariance (8, 8) of corners: shifted, larger or smaller together, then apart."""
    away = (quad - quad.mean(axis=0)).ravel()
    away = away / np.linalg.norm(away) * np.sqrt(8)
    together = np.kron(np.ones((4, 4)), np.eye(2))
    return np.asarray(0.7 * together + 0.5 * np.outer(away, away) + 0.3 * np.eye(8), np.float64)


def _planes(corners: F64, quads: F64) -> F64:
    """Return (K, 3, 3) homographies that take `corners` (4, 2) to each of `quads` (K, 4, 2)."""
    u, v = corners.T
    x, y = quads[..., 0], quads[..., 1]
    rows = np.zeros((len(quads), 8, 8))
    rows[:, 0::2, 0], rows[:, 0::2, 1], rows[:, 0::2, 2] = u, v, 1
    rows[:, 1::2, 3], rows[:, 1::2, 4], rows[:, 1::2, 5] = u, v, 1
    rows[:, 0::2, 6], rows[:, 0::2, 7] = -x * u, -x * v
    rows[:, 1::2, 6], rows[:, 1::2, 7] = -y * u, -y * v
    solved = np.linalg.solve(rows, quads.reshape(-1, 8, 1))[..., 0]
    return np.asarray(np.c_[solved, np.ones(len(quads))].reshape(-1, 3, 3), np.float64)


def _scores(out: F32, planes: F64, outline: F64) -> F64:
    """Return (K,): what is board inside the outline less what is none, and who agrees there."""
    coarse = out[:, ::2, ::2].reshape(6, -1).astype(np.float64)
    likely = 1 / (1 + np.exp(-coarse[0]))
    height, width = out.shape[1:]
    grid = np.zeros((height, width), bool)
    grid[::2, ::2] = True
    back = np.linalg.inv(planes)
    seen = np.c_[_cells(grid), np.ones(len(likely))] @ back.transpose(0, 2, 1)
    u, v = seen[..., 0] / seen[..., 2], seen[..., 1] / seen[..., 2]
    (left, near), (right, far) = outline.min(axis=0), outline.max(axis=0)
    inside = (u > left) & (u < right) & (v > near) & (v < far)
    scale = np.exp(np.clip(coarse[4:6], -3, 1))
    apart = abs(u - coarse[2]) / scale[0] + abs(v - coarse[3]) / scale[1]
    gain = 2 * likely - 1 + AGREEING * likely * np.exp(-apart / 2)
    return np.asarray((inside * gain).sum(axis=1) / max(float(likely.sum()), 1.0))
