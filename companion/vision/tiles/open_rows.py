"""Rows of open tiles in a raw picture become a camera, a size of tile, and where each lies.

Robust Gauss-Newton over the camera (pose, focal length and k1 with priors), the proportions of a
tile, and for each tile how hands laid it off its row's even line. A picture tells no absolute size:
a tile is taken as `BOX.width` wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image, Indices, Mask
from companion.vision.geometry.lens_priors import Lens, guess_cameras
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox, TilePlace
from companion.vision.tiles.tile_net import OpenTile

__all__ = ["COUNTS", "FittedRows", "Row", "fit_rows", "one_row_of", "rows_of"]


Row = Sequence[OpenTile]

# tiles of a row that is not a whole set at least
FEWEST = 4
# tiles of one gap that are filled in; parts of a tile's depth that one lies off its row's line, and
# of the step from tile to tile under which one was seen twice
MISSED, BESIDE, DOUBLE = 2, 0.4, 0.6
# tiles a colour, without a dash and with one
COUNTS = (12, 13)
# one sigma of what hands lay amiss (tile widths, radians), of proportions, and of a corner (px)
AMISS, SKEW, HEIGHT, THICK, CORNER = 0.04, 0.02, 0.3, 0.12, 1.0
FOCAL, K1 = 0.06, 0.04
# height and thickness of the usual tile in widths
USUAL = (1.5, 0.36)
ROUNDS, FOLLOWING, STEP = 25, 25, 1e-5
# edges: parts of a side where it is looked at; how far off (tile widths), round by round; one sigma
# as part of a corner's; step of log light of a clear one; how much less corners then say
PARTS = np.linspace(0.12, 0.88, 6)
REACHES = (0.14, 0.1, 0.08, 0.06, 0.05, 0.04, 0.04)
EDGE, CLEAR, EASE = 0.8, 0.06, 6.0
# grey levels added before the logarithm
DARK = 8.0
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


def rows_of(tiles: Row) -> list[Row] | None:
    """Return the black and the white row of a whole set, each along the picture, if it is one.

    What lies beside both rows is left out; one that was missed between two others is filled in.
    """
    if len(tiles) < 2 * COUNTS[0] - MISSED:
        return None
    across = np.sum([tile.corners[5] - tile.corners[4] for tile in tiles], axis=0)
    way = across / np.linalg.norm(across)
    rows = [_whole_row(row, way) for row in _two_lines(tiles, way)]
    if len(rows[0]) not in COUNTS or len(rows[1]) != len(rows[0]):
        return None
    whites = [float(np.median([tile.white for tile in row])) for row in rows]
    if min(whites) > 0 or max(whites) < 0:
        return None
    return rows if whites[0] < whites[1] else rows[::-1]


def _two_lines(tiles: Row, way: F64) -> tuple[Row, Row]:
    """Return the tiles on each of two parallel lines: found in turns, as k-means does."""
    middles = np.array([tile.middle for tile in tiles])
    along, off = middles @ way, middles @ np.array([-way[1], way[0]])
    deep = float(np.median([np.linalg.norm(tile.corners[7] - tile.corners[4]) for tile in tiles]))
    slope, starts = 0.0, np.quantile(off, (0.2, 0.8))
    for _ in range(6):
        away = np.abs(off[:, None] - slope * along[:, None] - starts[None])
        side, is_near = away.argmin(axis=1), away.min(axis=1) < BESIDE * deep
        kept = [is_near & (side == row) for row in (0, 1)]
        if min(each.sum() for each in kept) < 3:
            break
        slope = float(np.mean([np.polyfit(along[k], off[k], 1)[0] for k in kept]))
        starts = np.array([np.median(off[k] - slope * along[k]) for k in kept])
    chosen = [[tile for tile, k in zip(tiles, each, strict=True) if k] for each in kept]
    return chosen[0], chosen[1]


def _whole_row(row: Row, way: F64) -> Row:
    """Return a row from its left, without doubles, with what was missed between two tiles."""
    ordered = list(_along(row, way))
    pitch = float(np.median(np.diff([float(tile.middle @ way) for tile in ordered])))
    whole: list[OpenTile] = []
    for tile in ordered:
        step = float((tile.middle - whole[-1].middle) @ way) / pitch if whole else 1.0
        if step < DOUBLE:
            if tile.score > whole[-1].score:
                whole[-1] = tile
            continue
        for missed in range(1, round(step) if step < 1 + MISSED + 0.5 else 1):
            part = missed / round(step)
            corners = whole[-1].corners * (1 - part) + tile.corners * part
            whole.append(OpenTile(corners, tile.white, 0.0))
        whole.append(tile)
    # what lies apart at an end belongs to no row
    while len(whole) > COUNTS[-1]:
        whole.pop(0 if whole[0].score < whole[-1].score else -1)
    return whole


def one_row_of(tiles: Row) -> list[Row] | None:
    """Return some tiles that lie side by side in one row, along the picture, if they do."""
    if len(tiles) < FEWEST:
        return None
    way = _way(tiles)
    row = _along(tiles, way)
    steps = np.diff([tile.middle for tile in row], axis=0)
    wide = float(np.median([np.linalg.norm(tile.corners[5] - tile.corners[4]) for tile in row]))
    is_row = np.linalg.norm(steps, axis=1).max() < 2 * wide and np.all(steps @ way > 0.6 * wide)
    return [row] if is_row else None


def _along(row: Row, way: F64) -> Row:
    middles = np.array([tile.middle for tile in row])
    return [row[i] for i in np.argsort(middles @ way)]


def _way(row: Row) -> F64:
    """Return the direction (2,) of a row in the picture, as its tiles' widths say it."""
    middles = np.array([tile.middle for tile in row])
    _, _, axes = np.linalg.svd(middles - middles.mean(axis=0))
    across = np.sum([tile.corners[5] - tile.corners[4] for tile in row], axis=0)
    return np.asarray(axes[0] * (1 if axes[0] @ across > 0 else -1), np.float64)


def fit_rows(rows: Sequence[Row], image: Image, lens: Lens | None = None) -> FittedRows:
    """Fit a camera and a tile to one or two `rows` of corners found in a BGR `image`.

    The corners of a net say which edge is whose; the edges of the picture say where exactly.
    """
    size = image.shape[1], image.shape[0]
    cameras = guess_cameras(size, lens)
    fits = [_Fit(rows, camera, known=lens is not None) for camera in cameras]
    best = min(fits, key=lambda fit: fit.solve())
    # a flat thing may lean either way: the edges decide between the two
    other = best.leaning_otherwise()
    for fit in (best, other):
        fit.follow_edges(image)
    return min(best, other, key=lambda fit: fit.edge_error()).result()


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Places at `part` from corner `start` to `end` of tiles, seen at `pixels` across `normal`."""

    tile: Indices
    start: Indices
    end: Indices
    part: F64
    pixels: F64
    normal: F64
    weight: F64


def _no_edges() -> _Edges:
    none = np.zeros(0, np.intp)
    flat = np.zeros((0, 2))
    return _Edges(none, none, none, np.zeros(0), flat, flat, np.zeros(0))


def _steps_along(light: F32, at: F64, normal: F64, reach: float, white: Mask) -> tuple[F64, F64]:
    """Return how far along its normal (px) each edge is seen, and how clearly (0 to 1).

    A white top is lighter inside than what is around it, a black one darker.
    """
    steps = np.linspace(-1.6 * reach, 1.6 * reach, 49)
    where = (at[:, None] + normal[:, None] * steps[None, :, None]).astype(np.float32)
    profile = cv2.remap(light, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
    soft = cv2.GaussianBlur(profile, (0, 0), sigmaX=1.6, sigmaY=0.01)
    slope = np.gradient(np.asarray(soft, np.float64), axis=1)
    slope = np.maximum(np.where(white[:, None], -slope, slope), 0)
    near = slope * np.exp(-((steps / reach) ** 2) / 2)
    best = near.argmax(axis=1)
    clear = slope[np.arange(len(at)), best]
    return steps[best], np.clip(clear / CLEAR, 0.0, 1.0)


class _Fit:
    """Parameters of a fit: pose (6), focal, k1, height, thickness, rows (4 each), tiles (3 each).

    A row is its middle's x and y, its turn and the distance from tile to tile.
    """

    def __init__(self, rows: Sequence[Row], camera: Pose, *, known: bool) -> None:
        self.rows, self.camera, self.known = rows, camera, known
        self.seen = np.stack([tile.corners for row in rows for tile in row])
        self.white = np.array([tile.white > 0 for row in rows for tile in row])
        self.row = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        self.number = np.concatenate([np.arange(len(row)) - (len(row) - 1) / 2 for row in rows])
        self.wide = float(np.median(np.linalg.norm(self.seen[:, 5] - self.seen[:, 4], axis=1)))
        self.sigma = CORNER * self.wide / 24
        sigmas = [1.0, 1.0, 1.0, 9.0, 9.0, 9.0]
        sigmas += [0.003, 0.003] if known else [FOCAL, K1]
        sigmas += [HEIGHT, THICK] + [3.0, 3.0, 0.3, 0.3] * len(rows)
        self.sigmas = np.array(sigmas + [AMISS, AMISS, SKEW] * len(self.seen))
        self.values = np.zeros(len(self.sigmas))
        deep = np.linalg.norm(self.seen[:, 7] - self.seen[:, 4], axis=1)
        self.edges = _no_edges()
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
            away = -float(along[0] * between[1] - along[1] * between[0])
            base[:, 0] = np.array([-0.5, 0.5]) * float(along @ between)
            base[:, 1] = np.array([-0.5, 0.5]) * away
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
        """Return (N, 2) errors of corners in sigmas, and of edges, whose second part is 0."""
        pose, points = self.pose(values), self._points(values)
        pixels = pose.project(points.reshape(-1, 3))
        off = (pixels - self.seen.reshape(-1, 2)) / self.sigma
        edges = self.edges
        a, b = points[edges.tile, edges.start], points[edges.tile, edges.end]
        along = pose.project(a + (b - a) * edges.part[:, None])
        across = ((along - edges.pixels) * edges.normal).sum(axis=1) * edges.weight
        both = np.concatenate([off, np.stack([across, np.zeros(len(across))], axis=1)])
        return np.asarray(np.nan_to_num(both, nan=1e3), np.float64)

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

    def edge_error(self) -> float:
        """Return the mean error of edges, each as far as it is believed (Geman-McClure)."""
        square = (self._errors(self.values)[len(self.seen) * 8 :] ** 2).sum(axis=1)
        return float((square / (1 + square / CUT**2)).sum() / max(1e-9, self.edges.weight.sum()))

    def follow_edges(self, image: Image) -> None:
        """Fit again to the edges of the tops that the picture shows near where they should be."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
        light = np.log(grey + np.float32(DARK))
        self.sigma *= EASE
        for reach in REACHES:
            self.edges = self._seen_edges(light, reach * self.wide)
            self.solve(FOLLOWING)

    def _faces_camera(self, pose: Pose, points: F64) -> Mask:
        """Return (N, 4) which sides the camera sees: near, right, far, left.

        Such a side ends the tile's outline at its foot. A neighbour hides those between two tiles.
        """
        a, b = points[:, [0, 1, 2, 3]], points[:, [1, 2, 3, 0]]
        way = (b - a)[..., :2]
        out = np.stack([way[..., 1], -way[..., 0]], axis=-1)
        eye = pose.position[:2] - ((a + b) / 2)[..., :2]
        seen = (out * eye).sum(axis=-1) > 0
        ends = np.abs(np.diff(self.row, prepend=-1)) > 0, np.abs(np.diff(self.row, append=-1)) > 0
        seen[:, 3] &= ends[0]
        seen[:, 1] &= ends[1]
        return np.asarray(seen, np.bool_)

    def _seen_edges(self, light: F32, reach: float) -> "_Edges":
        """Look for the edges of all tops within `reach` px of where they are fitted now."""
        pose, points = self.pose(self.values), self._points(self.values)
        count = len(points)
        tile = np.repeat(np.arange(count), 4 * len(PARTS))
        up = np.where(self._faces_camera(pose, points), 0, 4)
        start = np.repeat((up + np.arange(4)).ravel(), len(PARTS))
        end = np.repeat((up + (np.arange(4) + 1) % 4).ravel(), len(PARTS))
        part = np.tile(PARTS, 4 * count)
        a, b = points[tile, start], points[tile, end]
        at = pose.project(a + (b - a) * part[:, None])
        way = pose.project(a + (b - a) * (part[:, None] + 0.05)) - at
        # out of the tile: its corners go round against the clock, in the picture with it
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
        middle = pose.project(points[:, 4:].mean(axis=1))[tile]
        normal *= np.sign(((at - middle) * normal).sum(axis=1))[:, None]
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        off, strength = _steps_along(light, at, normal, reach, self.white[tile])
        weight = strength / (self.sigma / EASE * EDGE)
        pixels = at + normal * off[:, None]
        return _Edges(tile, start, end, part, pixels, normal, weight)

    def _cost(self, values: F64) -> float:
        square = (self._errors(values) ** 2).sum(axis=1)
        robust = square / (1 + square / CUT**2)
        return float(robust.sum() + ((values / self.sigmas) ** 2).sum())

    def solve(self, rounds: int = ROUNDS) -> float:
        """Find the values that cost least; give the cost."""
        cost, damping = self._cost(self.values), 1e-4
        for _ in range(rounds):
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
        tile = np.concatenate([np.repeat(np.arange(len(self.seen)), 8), self.edges.tile])
        owner = np.repeat(tile, 2)
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
    """Return the camera that sees flat `points` (N, 2) at `pixels` from above."""
    flat = np.c_[points, np.zeros(len(points))]
    poses = [replace(camera, r=r, t=t) for r, t in plane_poses(flat, pixels, camera.k, camera.dist)]
    return next((pose for pose in poses if pose.position[2] > 0), poses[0])
