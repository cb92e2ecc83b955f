"""Learns one set of tiles: the net's last layer is fitted to its faces, a little disturbed."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32
from companion.vision.tile_faces.face_net import (
    BLANK,
    NEITHER,
    FaceNet,
    face_net,
    softmax,
    units_of,
)
from companion.vision.tile_faces.face_patch import HIGH, WIDE, Patch
from companion.vision.tile_faces.glyphs import FACES

__all__ = ["learn_faces"]


# each face is learned so many times; one sigma of where its middle and corners are found (pixels of
# a patch), of blur at most, and of noise; guesses
TIMES, MIDDLE, CORNER, BLUR, NOISE = 16, 1.2, 0.8, 1.2, 0.06
# as many examples of a back as of so many faces
BLANKS = 8
# a face is the same upside down when the two are alike so far; a guess
ALIKE = 0.8
# how strongly the last layer is held to that for all fonts; steps, and how large they are; guesses
HOLD, STEPS, RATE = 2e-4, 300, 0.02


def learn_faces(known: Sequence[tuple[Patch, str]], net: FaceNet | None = None) -> FaceNet:
    """Return the net for the set of tiles whose upright faces are `known`."""
    net = net or face_net()
    pairs = list(_examples(known, np.random.default_rng(1)))
    units = units_of([patch for patch, _ in pairs])
    return net.with_last(*_fitted(net, units, np.array([kind for _, kind in pairs])))


def _examples(
    known: Sequence[tuple[Patch, str]], chance: np.random.Generator
) -> Iterator[tuple[Patch, int]]:
    for _ in range(BLANKS * TIMES):
        yield _blank(chance), BLANK
    for patch, face in known:
        for _ in range(TIMES):
            seen = _disturbed(patch, chance)
            yield seen, FACES.index(face)
            yield seen.turned(), FACES.index(face) if _is_alike(patch) else NEITHER


def _blank(chance: np.random.Generator) -> Patch:
    """Return a back as it is seen: nothing but noise, stretched as print would be."""
    h, w = HIGH, WIDE
    grain = chance.standard_normal((h, w)).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(grain, (0, 0), chance.uniform(0.4, 4.0)), np.float32)
    low, high = np.quantile(soft, (0.03, 0.97))
    scale = float(high if chance.random() < 0.5 else low)
    faint = chance.uniform(0.1, 1.0)
    return Patch(np.clip(soft / scale * faint, -0.6, 1.3).astype(np.float32), 0.0)


def _disturbed(patch: Patch, chance: np.random.Generator) -> Patch:
    """Return a face as it is seen when its place is not quite right, less sharp, and with noise."""
    h, w = patch.pixels.shape
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    off = chance.normal(0, MIDDLE, 2) + chance.normal(0, CORNER, (4, 2))
    onto = cv2.getPerspectiveTransform(corners, (corners + off).astype(np.float32))
    moved = cv2.warpPerspective(patch.pixels, onto, (w, h), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), chance.uniform(0.2, BLUR))
    noisy = soft + chance.normal(0, NOISE, (h, w))
    return Patch(noisy.astype(np.float32), patch.contrast)


def _is_alike(patch: Patch) -> bool:
    soft = cv2.GaussianBlur(patch.pixels, (0, 0), 1.5)
    return bool(np.corrcoef(soft.ravel(), soft[::-1, ::-1].ravel())[0, 1] > ALIKE)


def _fitted(net: FaceNet, units: F32, kinds: npt.NDArray[np.intp]) -> tuple[F32, F32]:
    """Return the last layer that tells `units` (N, units) apart, by Adam, near to that of `net`."""
    wanted = np.eye(NEITHER + 1, dtype=np.float32)[kinds]
    start = np.vstack([net.w1, net.b1])
    inputs = np.hstack([units, np.ones((len(units), 1), np.float32)])
    w, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        slope = inputs.T @ (softmax(inputs @ w) - wanted) / len(inputs) + HOLD * (w - start)
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        w -= (RATE * mean / (1 - 0.9**step) / size).astype(np.float32)
    return w[:-1], w[-1]
