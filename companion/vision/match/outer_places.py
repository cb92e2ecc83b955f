"""Where a board's outer places may be in a picture, told by a small net. No help is needed.

A U-net (Ronneberger 2015) sees the whole picture small and gives a heat map of each of the four
outer places of the code, as nets that find key points do (Newell, stacked hourglass, 2016). It
knows nothing of the board's measures: of all combinations of the maps' peaks those are likely in
which the board's own rectangle is seen as by a camera, its sides at right angles and as long as
they are. They are rough, by up to a pitch: the lattice tells the rest. Pure but for the net.

`benchmarks/train_places.py` teaches it. It tells there, besides, which pixels are between the
places and how far along the board each is; the outer places that follow from those, by a
homography, were two pitches off and more while the peaks were one off.
"""

from functools import cache
from importlib.resources import files
from itertools import product
from threading import Lock

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Mask
from companion.vision.geometry.pose import Pose

__all__ = ["AROUND", "SIZE", "STEP", "outer_places"]

# pixels of the net's input, and of it a cell of the maps; by definition of the net
SIZE, STEP = (256, 192), 4
# cells around a peak over which it is averaged; guesses: how many peaks of a map are combined, and
# by how much less log probability than the highest they may have
AROUND, MOST_PEAKS, MOST_BEHIND = 2, 6, 7.0
# 1 sigma of the logarithm of the ratio of the board's scales along and across, and of the cosine
# between them, as seen with a lens that is guessed: guesses
RATIO_SIGMA, ANGLE_SIGMA = 0.2, 0.2
# how many combinations are given at most, a pitch apart; what part of the net's input the places
# fill when it looks more closely: as large as they were when it was taught; guesses
MOST_GIVEN, FILLED = 2, 0.67
# a net is no function: its input is set before it runs
LOCK = Lock()


def outer_places(image: Image, shape: BoardShape, guess: Pose) -> list[F64]:
    """Return hypotheses (4, 2), pixels of the outer places TL, TR, BR, BL, likeliest first.

    They are as the breaker sees them in a BGR `image`; `guess` is a camera with the usual lens.
    """
    found = []
    for rough in _seen(image, _whole(image), shape, guess):
        closer = _seen(image, _around(image, rough), shape, guess)
        found.append(closer[0] if closer else rough)
    return found


def _seen(image: Image, onto: F64, shape: BoardShape, guess: Pose) -> list[F64]:
    """Return hypotheses (n, 4, 2) in the part of `image` that `onto` (2, 3) takes to the net."""
    peaks = [_peaks(likely) for likely in _log_probabilities(_part(image, onto))]
    chosen = np.array(list(product(*(range(len(one)) for one in peaks))))
    each = np.stack([peak[chosen[:, i]] for i, peak in enumerate(peaks)], axis=1)
    places = ((each[:, :, :2] + 0.5) * STEP - 0.5 - onto[:, 2]) / onto[0, 0]
    is_right_round = _is_clockwise(places)
    places, likely = places[is_right_round], each[is_right_round, :, 2].sum(axis=1)
    if not len(places):
        return []
    return _apart(places, likely - _unlike_a_camera(places, shape, guess), shape)


def _whole(image: Image) -> F64:
    """Return (2, 3) that takes a whole picture to the middle of the net's input."""
    h, w = image.shape[:2]
    return _onto(np.array([(0.0, 0.0), (w - 1.0, h - 1.0)]), 1.0)


def _around(image: Image, places: F64) -> F64:
    """Return (2, 3) that takes places (4, 2) and what lies around them there."""
    return _onto(np.array([places.min(axis=0), places.max(axis=0)]), FILLED)


def _onto(box: F64, filled: float) -> F64:
    """Return (2, 3) that takes a `box`, its first and last corner, to a part of the net's input."""
    size = np.array(SIZE)
    scale = float((filled * size / np.maximum(box[1] - box[0] + 1, 1)).min())
    shift = (size - 1) / 2 - scale * box.mean(axis=0)
    return np.array([(scale, 0.0, shift[0]), (0.0, scale, shift[1])])


def _part(image: Image, onto: F64) -> Image:
    """Return the part (h, w, 3) of a picture that `onto` (2, 3) takes to the net's input.

    What is made smaller is averaged: by halves first, as long as there are two rows and columns.
    """
    while onto[0, 0] < 0.5 and min(image.shape[:2]) > 1:
        image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        onto = np.c_[2 * onto[:, :2], onto[:, 2] + onto[0, 0] / 2]
    return np.asarray(cv2.warpAffine(image, onto, SIZE, flags=cv2.INTER_LINEAR), np.uint8)


def _apart(places: F64, likely: F64, shape: BoardShape) -> list[F64]:
    """Return the likeliest of (n, 4, 2) that are a pitch and more from each other."""
    given: list[F64] = []
    for one in places[np.argsort(-likely)]:
        pitch = np.linalg.norm(one[1] - one[0]) / max(shape.cols - 1, 1)
        if all(np.linalg.norm(one - other, axis=1).max() > pitch for other in given):
            given.append(one)
        if len(given) == MOST_GIVEN:
            break
    return given


def _unlike_a_camera(places: F64, shape: BoardShape, guess: Pose) -> F64:
    """Return (n,) what log probability it costs that a camera hardly sees the board so.

    Of a plane's homography the first two columns are two axes of the board as the camera sees
    them: at right angles and of one length (Zhang 2000).
    """
    corners = shape.corners()[:, :2]
    flat = (corners - corners.mean(axis=0)) / np.ptp(corners, axis=0).max()
    rays = (places - guess.k[:2, 2]) / guess.k[0, 0]
    across, along = np.moveaxis(_homographies(flat, rays)[:, :, :2], 2, 0)
    wide, long = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    ratio = np.log(wide / long) / RATIO_SIGMA
    angle = (across * along).sum(axis=1) / (wide * long) / ANGLE_SIGMA
    return np.asarray((ratio**2 + angle**2) / 2)


def _homographies(flat: F64, seen: F64) -> F64:
    """Return (n, 3, 3) that take four points (4, 2) to n times four others (n, 4, 2)."""
    x, y = flat.T
    lines = np.zeros((len(seen), 2, 4, 8))
    lines[:, 0, :, :3] = lines[:, 1, :, 3:6] = np.stack([x, y, np.ones(4)], axis=1)
    for axis in (0, 1):
        lines[:, axis, :, 6:] = -seen[:, :, axis, None] * flat
    known = seen.transpose(0, 2, 1).reshape(-1, 8, 1)
    # three of the points on a line make no homography: a little is added so that it can be solved
    solved = np.linalg.solve(lines.reshape(-1, 8, 8) + 1e-9 * np.eye(8), known)[..., 0]
    return np.asarray(np.c_[solved, np.ones(len(seen))].reshape(-1, 3, 3))


def _is_clockwise(places: F64) -> Mask:
    """Return (n,) which of (n, 4, 2) are convex, in the order of the corners."""
    side = np.roll(places, -1, axis=1) - places
    after = np.roll(side, -1, axis=1)
    turn = side[..., 0] * after[..., 1] - side[..., 1] * after[..., 0]
    return np.asarray((turn > 0).all(axis=1))


def _peaks(likely: F32) -> F64:
    """Return (n, 3): x, y and log probability of the highest peaks of a map (h, w), in cells."""
    square = np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8)
    is_peak = (likely >= cv2.dilate(likely, square)) & (likely > likely.max() - MOST_BEHIND)
    ys, xs = np.nonzero(is_peak)
    best = np.argsort(-likely[ys, xs])[:MOST_PEAKS]
    return np.array([_mean_at(likely, int(ys[i]), int(xs[i])) for i in best])


def _mean_at(likely: F32, y: int, x: int) -> tuple[float, float, float]:
    """Return x, y and log probability of what lies around one cell."""
    top, left = max(y - AROUND, 0), max(x - AROUND, 0)
    near = np.exp(likely[top : y + AROUND + 1, left : x + AROUND + 1])
    rows, cols = np.mgrid[: near.shape[0], : near.shape[1]]
    whole = near.sum()
    return (
        float(left + (near * cols).sum() / whole),
        float(top + (near * rows).sum() / whole),
        float(np.log(whole)),
    )


def _log_probabilities(framed: Image) -> F32:
    """Return the log probability (4, h, w) of the outer places TL, TR, BR, BL in each cell.

    What the net tells of the picture and of the picture upside down is averaged.
    """
    upright, turned = _heat_maps(framed), _heat_maps(framed[::-1, ::-1])[:, ::-1, ::-1]
    return np.asarray((_normalised(upright) + _normalised(turned)) / 2)


def _normalised(heat: F32) -> F32:
    """Return the log probability of each cell of each map from logits (4, h, w)."""
    above = heat - heat.max(axis=(1, 2), keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=(1, 2), keepdims=True)))


def _heat_maps(framed: Image) -> F32:
    """Return logits (4, h, w) of the outer places TL, TR, BR, BL."""
    planes = (framed.transpose(2, 0, 1).astype(np.float32) / 255 - 0.5) * 4
    with LOCK:
        net = _net()
        net.setInput(np.ascontiguousarray(planes[None]))
        return np.array(net.forward()[0], np.float32)


@cache
def _net() -> cv2.dnn.Net:
    data = (files("companion.vision") / "data" / "outer_places.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
