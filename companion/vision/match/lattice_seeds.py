"""Where a lattice may start among many spots: a strong one, and steps to two beside it.

Spots of the size of holes or heads, in steps of a board's pitches and at nearly right angles, are
hypotheses; those with most spots around them come first.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Indices, Mask
from companion.vision.match.blobs import Blobs

__all__ = ["FIRST_REACH", "Seed", "SpotMap", "lattice_seeds", "map_spots", "spots_on_nodes"]

# spots that are tried as a node of the lattice, strongest first; neighbours tried for each: a guess
MOST_SEEDS, MOST_NEIGHBOURS = 260, 14
# pitch in pixels against what a seed's radius lets expect; rows against columns; by tilt and blur:
# a guess
PITCH_RANGE = (0.6, 1.7)
SLANT_RANGE = (0.68, 1.45)  # rows against columns of a lattice, as seen against as built: a guess
# sine of the least angle between rows and columns; a guess
LEAST_SINE = 0.8
# how far off its place a spot may be, in pitches: a guess
NODE_REACH = 0.17
# a spot's radius against that of a hole or a head; a guess
RADIUS_RATIO = 1.55
# pixels that are further than any spot; by definition
FAR_PX = 1e6
# steps around a seed that are looked at first: a guess
FIRST_REACH = 2
# seeds that are tried, the fullest, and spots that each must have around it: guesses
MOST_TRIED, FEWEST_SPOTS = 96, 6

# a place, the step along its row, and the step to the next row, (2,) pixels each
Seed = tuple[F64, F64, F64]


@dataclass(frozen=True, slots=True, eq=False)
class SpotMap:
    """The spots, and a map (h, w) of which is nearest to a pixel scaled by `zoom`."""

    blobs: Blobs
    nearest: Indices
    zoom: float

    def nearest_spots(self, pixels: F64) -> tuple[Indices, F64]:
        """Return the nearest spot and its distance of pixels (..., 2); -1 outside the picture."""
        h, w = self.nearest.shape
        at = np.rint(pixels * self.zoom).astype(np.intp)
        x, y = np.clip(at[..., 0], 0, w - 1), np.clip(at[..., 1], 0, h - 1)
        spot = self.nearest[y, x]
        apart = np.linalg.norm(self.blobs.at[spot] - pixels, axis=-1)
        outside = (at[..., 0] != x) | (at[..., 1] != y)
        return spot, np.where(outside, FAR_PX, apart)


def map_spots(blobs: Blobs, size: tuple[int, int]) -> SpotMap:
    """Return the spots of a picture of `size` (w, h), mapped."""
    zoom = min(1.0, 500 / size[0])
    w, h = max(4, round(size[0] * zoom)), max(4, round(size[1] * zoom))
    empty = np.full((h, w), 255, np.uint8)
    at = np.rint(blobs.at * zoom).astype(np.intp)
    x, y = np.clip(at[:, 0], 0, w - 1), np.clip(at[:, 1], 0, h - 1)
    empty[y, x] = 0
    _, labels = cv2.distanceTransformWithLabels(
        empty, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    # a label is of a pixel: the strongest spot there comes last and stays
    owner = np.zeros(int(labels.max()) + 1, np.intp)
    for spot in range(len(at) - 1, -1, -1):
        owner[labels[y[spot], x[spot]]] = spot
    return SpotMap(blobs, owner[labels], zoom)


def lattice_seeds(spots: SpotMap, shape: BoardShape) -> list[Seed]:
    """Return the best (place, step along a row, step to the next row) in pixels."""
    blobs = spots.blobs
    seeds = np.flatnonzero(blobs.dark)[:MOST_SEEDS]
    if not len(seeds):
        return []
    ratio = shape.row_pitch / shape.hole_pitch
    bases, us, vs = [], [], []
    for seed in seeds:
        pitch = blobs.radius[seed] * shape.hole_pitch / shape.hole.radius
        steps = blobs.at - blobs.at[seed]
        length = np.hypot(steps[:, 0], steps[:, 1])
        fits = _alike(blobs.radius, shape, pitch)
        fits &= (length > PITCH_RANGE[0] * pitch) & (
            length < PITCH_RANGE[1] * pitch * max(ratio, 1.0)
        )
        near = np.flatnonzero(fits)
        near = near[np.argsort(length[near])[:MOST_NEIGHBOURS]]
        i, j = np.repeat(near, len(near)), np.tile(near, len(near))
        slant = length[j] / length[i] / ratio
        cross = steps[i, 0] * steps[j, 1] - steps[i, 1] * steps[j, 0]
        sine = -cross / (length[i] * length[j])
        good = (slant > SLANT_RANGE[0]) & (slant < SLANT_RANGE[1]) & (sine > LEAST_SINE)
        good &= length[i] < PITCH_RANGE[1] * pitch
        bases.append(np.repeat(blobs.at[seed][None], int(good.sum()), axis=0))
        us.append(steps[i[good]])
        vs.append(steps[j[good]])
    base, u, v = np.concatenate(bases), np.concatenate(us), np.concatenate(vs)
    count = _counted(spots, shape, base, u, v)
    best = np.argsort(-count, kind="stable")[:MOST_TRIED]
    return [(base[k], u[k], v[k]) for k in best[count[best] >= FEWEST_SPOTS]]


def _alike(radius: F64, shape: BoardShape, pitch: float | F64) -> Mask:
    """Return which radii are of a hole or a head where a column is `pitch` pixels wide."""
    good = np.zeros(np.broadcast(radius, pitch).shape, bool)
    for real in (shape.hole.radius, shape.head.radius):
        part = radius / np.maximum(pitch * real / shape.hole_pitch, 1e-9)
        good |= (part > 1 / RADIUS_RATIO) & (part < RADIUS_RATIO)
    return good


def _counted(spots: SpotMap, shape: BoardShape, base: F64, u: F64, v: F64) -> F64:
    """Return how many spots lie on the nodes around each base."""
    if not len(base):
        return np.zeros(0)
    span = np.arange(-FIRST_REACH, FIRST_REACH + 1)
    i, j = (g.ravel() for g in np.meshgrid(span, span))
    at = base[:, None] + i[None, :, None] * u[:, None] + j[None, :, None] * v[:, None]
    pitch = np.hypot(u[:, 0], u[:, 1])[:, None]
    _, apart, good = spots_on_nodes(spots, shape, at, pitch)
    return np.asarray(
        (good * (1 - 0.5 * np.minimum(apart / np.maximum(pitch, 1e-9), 1))).sum(axis=1)
    )


def spots_on_nodes(
    spots: SpotMap, shape: BoardShape, at: F64, pitch: F64
) -> tuple[Indices, F64, Mask]:
    """Return the spot nearest to each node, its distance, and whether it is one of the lattice.

    `at` (..., 2) are the nodes in pixels, `pitch` (...) the length of a step along a row there.
    """
    spot, apart = spots.nearest_spots(at)
    good = (apart < NODE_REACH * pitch) & _alike(spots.blobs.radius[spot], shape, pitch)
    return spot, apart, good
