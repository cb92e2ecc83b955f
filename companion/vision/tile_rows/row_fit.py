"""Rows of open tiles in a raw picture become a camera, a size of tile, and where each lies.

Robust Gauss-Newton over the camera (pose, focal length and k1 with priors), the proportions of a
tile, and for each tile how hands laid it off its row's even line. A picture tells no absolute size:
a tile is taken as `BOX.width` wide. Following the edges of the picture from there was tried: on
drawn tables it took the fit from 0.1 to 0.6 tile widths off, 20 cm from the middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.geometry.lens_priors import Lens, guess_cameras
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, Stance, TileBox, TilePlace
from companion.vision.tile_rows.row_lines import Row

__all__ = ["FittedRows", "fit_rows"]


# one sigma of what hands lay amiss (tile widths, radians) and of proportions: guesses, wide enough
# for all that is sold; of a focal length and of k1: those of webcams and wide cameras of the Pi
AMISS, SKEW, HEIGHT, THICK = 0.04, 0.02, 0.3, 0.12
# logarithm of the focal length and k1, 1 sigma, by which a lens that is not known may be off:
# guesses
FOCAL, K1 = 0.06, 0.04
# one sigma of a corner below and on top, tile widths: on top the mean error of the net on pictures
# left out; below twice that, as those are amiss all alike: chosen on 40 drawn tables, where 10
# instead of 13 heights are then more than 3 % off
LOW, TOP = 0.1, 0.02
# height and thickness of the usual tile in widths; a guess
USUAL = (1.5, 0.36)
# most steps of the fit, and the change by which it is differentiated: guesses
ROUNDS, STEP = 40, 1e-5
# corners further off than so many sigma lose their say (Geman-McClure)
CUT = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class FittedRows:
    """What rows of open tiles tell: the frame is in their middle, x along them.

    `places` by row from the left; `error` is the median distance of a corner in tile widths.
    """

    pose: Pose
    box: TileBox
    places: tuple[tuple[TilePlace, ...], ...]
    error: float


def fit_rows(rows: Sequence[Row], size: tuple[int, int], lens: Lens | None = None) -> FittedRows:
    """Fit a camera and a tile to one or two `rows` of corners in a picture of (width, height)."""
    fits = [_Fit(rows, camera, known=lens is not None) for camera in guess_cameras(size, lens)]
    best = min(fits, key=lambda fit: fit.solve())
    # a flat thing may lean either way
    return min(best, best.leaning_otherwise(), key=lambda fit: fit.solve()).result()


class _Fit:
    """Parameters of a fit: pose (6), focal, k1, height, thickness, rows (4 each), tiles (3 each).

    A row is its middle's x and y, its turn and the distance from tile to tile.
    """

    def __init__(self, rows: Sequence[Row], camera: Pose, *, known: bool) -> None:
        self.rows, self.camera, self.known = rows, camera, known
        self.seen = np.stack([tile.corners for row in rows for tile in row])
        self.row = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        self.number = np.concatenate([np.arange(len(row)) - (len(row) - 1) / 2 for row in rows])
        self.wide = float(np.median(np.linalg.norm(self.seen[:, 5] - self.seen[:, 4], axis=1)))
        self.sigma = np.repeat([LOW, TOP], 4)[None, :, None] * self.wide
        sigmas = [1.0, 1.0, 1.0, 9.0, 9.0, 9.0]
        sigmas += [0.003, 0.003] if known else [FOCAL, K1]
        sigmas += [HEIGHT, THICK] + [3.0, 3.0, 0.3, 0.3] * len(rows)
        self.sigmas = np.array(sigmas + [AMISS, AMISS, SKEW] * len(self.seen))
        self.values = np.zeros(len(self.sigmas))
        deep = np.linalg.norm(self.seen[:, 7] - self.seen[:, 4], axis=1)
        self.height = float(np.median(deep)) / self.wide
        self.base = self._first_rows()
        flat = self._points(self.values)[:, 4:, :2].reshape(-1, 2)
        self.start = _first_pose(flat, self.seen[:, 4:].reshape(-1, 2), camera)

    def _first_rows(self) -> F64:
        """Guess (R, 4) rows in tile widths by middles and widths in the picture."""
        middles = [np.array([tile.middle for tile in row]) for row in self.rows]
        pitch = [
            float(np.linalg.norm(np.diff(row, axis=0), axis=1).mean()) / self.wide
            for row in middles
        ]
        base = np.array([[0.0, 0.0, 0.0, step] for step in pitch])
        if len(middles) == 2:
            along = middles[0][-1] - middles[0][0]
            between = (middles[1].mean(axis=0) - middles[0].mean(axis=0)) / self.wide
            along = along / np.linalg.norm(along)
            # y goes down in the picture, and away on the table
            across = -float(along[0] * between[1] - along[1] * between[0])
            base[:, 0] = np.array([-0.5, 0.5]) * float(along @ between)
            base[:, 1] = np.array([-0.5, 0.5]) * across
        return base

    def _points(self, values: F64) -> F64:
        """Return (N, 8, 3) corners in tile widths."""
        rows = len(self.rows)
        high, thick = self.height * np.exp(values[8]), USUAL[1] * np.exp(values[9])
        own = values[10 + 4 * rows :].reshape(-1, 3)
        line = (self.base + values[10 : 10 + 4 * rows].reshape(-1, 4))[self.row]
        turn = line[:, 2] + own[:, 2]
        along = line[:, 3] * self.number
        x = line[:, 0] + along * np.cos(line[:, 2]) + own[:, 0]
        y = line[:, 1] + along * np.sin(line[:, 2]) + own[:, 1]
        ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * (1.0, high)
        cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
        corners = np.zeros((len(turn), 8, 3))
        corners[:, :4, 0] = x[:, None] + ring[:, 0] * cos - ring[:, 1] * sin
        corners[:, :4, 1] = y[:, None] + ring[:, 0] * sin + ring[:, 1] * cos
        corners[:, 4:, :2] = corners[:, :4, :2]
        corners[:, 4:, 2] = thick
        return corners

    def pose(self, values: F64) -> Pose:
        """Return the camera, its frame in tile widths."""
        k, dist = self.camera.k.copy(), self.camera.dist.copy()
        k[[0, 1], [0, 1]] *= np.exp(values[6])
        dist[0] += values[7]
        turn, _ = cv2.Rodrigues(values[:3])
        r = np.asarray(turn, np.float64) @ self.start.r
        return Pose(k, dist, r, self.start.t + values[3:6], self.camera.size)

    def _errors(self, values: F64) -> F64:
        """Return (N * 8, 2) how far corners are off, in sigmas."""
        pixels = self.pose(values).project(self._points(values).reshape(-1, 3))
        off = (pixels.reshape(-1, 8, 2) - self.seen) / self.sigma
        return np.asarray(np.nan_to_num(off.reshape(-1, 2), nan=1e3), np.float64)

    def leaning_otherwise(self) -> "_Fit":
        """Return the same rows seen from the other side of the upright over them."""
        pose = self.pose(self.values)
        here = pose.position / np.linalg.norm(pose.position)
        there = here * (-1, -1, 1)
        axis = np.cross(there, here)
        angle = np.arctan2(np.linalg.norm(axis), there @ here)
        axis = axis / max(1e-9, float(np.linalg.norm(axis))) * angle
        turn = np.asarray(cv2.Rodrigues(axis)[0], np.float64)
        other = _Fit(self.rows, self.camera, known=self.known)
        other.values = self.values.copy()
        other.values[:6] = 0.0
        other.start = replace(pose, r=pose.r @ turn)
        return other

    def _cost(self, values: F64) -> float:
        square = (self._errors(values) ** 2).sum(axis=1)
        robust = square / (1 + square / CUT**2)
        return float(robust.sum() + ((values / self.sigmas) ** 2).sum())

    def solve(self) -> float:
        """Find the values that cost least; give the cost."""
        cost, damping = self._cost(self.values), 1e-4
        for _ in range(ROUNDS):
            errors = self._errors(self.values)
            weight = 1 / (1 + (errors**2).sum(axis=1) / CUT**2) ** 2
            slopes = self._slopes(errors)
            heavy = slopes * np.repeat(weight, 2)[:, None]
            a = heavy.T @ slopes + np.diag(1 / self.sigmas**2)
            b = -heavy.T @ errors.reshape(-1) - self.values / self.sigmas**2
            step = np.linalg.solve(a + damping * np.diag(np.diag(a)), b)
            there = self.values + step
            found = self._cost(there)
            if found < cost:
                done = cost - found < 1e-4 * cost
                self.values, cost, damping = there, found, damping / 5
                if done:
                    break
            else:
                damping *= 10
        return cost

    def _slopes(self, errors: F64) -> F64:
        """Return the derivatives (errors, values); a tile's own values move its own errors only."""
        shared = 10 + 4 * len(self.rows)
        slopes = np.zeros((errors.size, len(self.values)))
        for i in range(shared):
            slopes[:, i] = self._slope([i], errors)
        owner = np.repeat(np.arange(len(self.seen)), 16)
        for kind in range(3):
            own = self._slope(range(shared + kind, len(self.values), 3), errors)
            slopes[np.arange(len(own)), shared + kind + 3 * owner] = own
        return slopes

    def _slope(self, columns: Sequence[int], errors: F64) -> F64:
        moved = self.values.copy()
        moved[list(columns)] += STEP
        return np.asarray((self._errors(moved) - errors).reshape(-1) / STEP, np.float64)

    def result(self) -> FittedRows:
        """Return what was fitted in mm, in the frame of the rows."""
        points = self._points(self.values)
        pose = self.pose(self.values)
        corners = pose.project(points.reshape(-1, 3)) - self.seen.reshape(-1, 2)
        off = np.linalg.norm(corners, axis=1)
        box = TileBox(
            BOX.width,
            BOX.width * self.height * float(np.exp(self.values[8])),
            BOX.width * USUAL[1] * float(np.exp(self.values[9])),
        )
        middles = points[:, :4].mean(axis=1)
        ways = points[:, 1] - points[:, 0]
        turn = float(np.arctan2(ways[:, 1].sum(), ways[:, 0].sum()))
        middle = middles.mean(axis=0)
        frame = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0], np.float64)
        placed = replace(pose, r=pose.r @ frame, t=(pose.t + pose.r @ middle) * BOX.width)
        flat = (middles - middle) @ frame * BOX.width
        turns = np.arctan2(ways[:, 1], ways[:, 0]) - turn
        places = [
            TilePlace(float(at[0]), float(at[1]), float(own), Stance.LIES)
            for at, own in zip(flat, turns, strict=True)
        ]
        by_row = tuple(
            tuple(place for place, r in zip(places, self.row, strict=True) if r == row)
            for row in range(len(self.rows))
        )
        return FittedRows(placed, box, by_row, float(np.median(off)) / self.wide)


def _first_pose(points: F64, pixels: F64, camera: Pose) -> Pose:
    """Return the camera that sees flat `points` (N, 2) at `pixels` from above.

    What no camera sees so starts from straight above, and ends with a large error.
    """
    flat = np.c_[points, np.zeros(len(points))]
    poses = [replace(camera, r=r, t=t) for r, t in plane_poses(flat, pixels, camera.k, camera.dist)]
    above = [pose for pose in poses if pose.position[2] > 0] or poses
    return above[0] if above else _straight_above(points, pixels, camera)


def _straight_above(points: F64, pixels: F64, camera: Pose) -> Pose:
    """Return the camera that looks straight down on flat `points` (N, 2), as large as `pixels`."""
    turn = np.diag([1.0, -1.0, -1.0])
    scale = max(float(np.std(pixels, axis=0).max() / np.std(points, axis=0).max()), 1e-6)
    ray = np.linalg.solve(camera.k, np.append(pixels.mean(axis=0), 1.0))
    middle = turn @ np.append(points.mean(axis=0), 0.0)
    return replace(camera, r=turn, t=ray * camera.k[0, 0] / scale - middle)
