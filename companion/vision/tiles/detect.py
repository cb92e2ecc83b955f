"""Finds all tiles on a table that a known camera sees: boxes whose edges and tops are there."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.box_search import Spot, spots_on
from companion.vision.tiles.boxes import BOX, SIDES, Stance, TileBox, TilePlace
from companion.vision.tiles.edge_score import EdgeField, edge_scores
from companion.vision.tiles.fit import Boxes, Move, fit
from companion.vision.tiles.foreground import Blob, Ground

__all__ = ["FoundTile", "boxes_among", "fitted", "judged", "meet", "turns_of"]

Floats = npt.NDArray[np.float64]

# pixels of the edges that a box may move, and how well its edges must lie at least then
REACH, SURE = 2.5, 0.52
# boxes are fitted best first, so many for each thing; those within so many mm are one
MOST, ONE = 60, 7.0
# log light that an even face may differ by, and what part of it is plain beside the print
ALIKE, PLAIN = 0.2, 0.75
# log light that a top is lighter than a side; how much evenness and shade count beside edges
SHADED, EVEN, SHADE = 0.3, 0.25, 0.12
# points across a face that are looked at
GRID = 7
# edges of a box that must be seen: those of a top alone, where the camera is right above
FEWEST = 4
# mm that two tiles may seem to stand in each other
OVERLAP = 3.0


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tile at `x`, `y` mm, turned by `turn`.

    `worth` says how well its edges lie and how even its faces are, 0 to 1; `light` how much
    lighter than the table it is, in log light.
    """

    x: float
    y: float
    turn: float
    stance: Stance
    worth: float
    light: float = 0.0

    @property
    def place(self) -> TilePlace:
        """Where it is."""
        return TilePlace(self.x, self.y, self.turn, self.stance)


def boxes_among(
    field: EdgeField, seen: Ground, things: list[Blob], pose: Pose, box: TileBox = BOX
) -> list[FoundTile]:
    """Give all boxes that may be tiles among `things`; many stand in each other."""
    spots = [spot for thing in things for spot in _apart(spots_on(field, pose, thing.hull, box))]
    if not spots:
        return []
    places = np.array([[spot.x, spot.y, spot.turn] for spot in spots])
    return fitted(field, seen, Boxes(pose, places, tuple(spot.stance for spot in spots), box))


def _apart(spots: list[Spot]) -> list[Spot]:
    """Give the best of each place and stance, best first."""
    given: list[Spot] = []
    for spot in spots:
        if all(
            spot.stance is not other.stance or np.hypot(spot.x - other.x, spot.y - other.y) > ONE
            for other in given
        ):
            given.append(spot)
        if len(given) >= MOST:
            break
    return given


def fitted(field: EdgeField, seen: Ground, boxes: Boxes) -> list[FoundTile]:
    """Give `boxes` moved to the edges around them, those that may be tiles then.

    One that is worth less there stays: the edges were its neighbour's.
    """
    moved = fit(field, boxes, reach=REACH, move=Move())
    pairs = zip(judged(field, seen, boxes), judged(field, seen, moved), strict=True)
    best = [max(pair, key=lambda tile: tile.worth) for pair in pairs]
    return [tile for tile in best if tile.worth >= SURE]


def judged(field: EdgeField, seen: Ground, boxes: Boxes) -> list[FoundTile]:
    """Give each of `boxes` with its worth and its light."""
    faces = _faces(seen, boxes.pose, boxes.corners())
    edges = np.zeros(len(boxes.places))
    for stance in set(boxes.stances):
        mine = [i for i, each in enumerate(boxes.stances) if each is stance]
        edges[mine] = _mean(field, boxes.pose, boxes.places[mine], stance, boxes.box)
    worth = (1 - EVEN - SHADE) * edges + EVEN * faces.even + SHADE * faces.shaded
    return [
        FoundTile(float(x), float(y), float(turn), stance, float(worth[i]), float(faces.light[i]))
        for i, ((x, y, turn), stance) in enumerate(zip(boxes.places, boxes.stances, strict=True))
    ]


def _mean(field: EdgeField, pose: Pose, places: Floats, stance: Stance, box: TileBox) -> Floats:
    """Give (N,) how well boxes lie on edges; 0 where not even a top is in the picture."""
    lies, counted = edge_scores(field, pose, places, stance, box)
    number = counted.sum(axis=1)
    return np.where(number >= FEWEST, (lies * counted).sum(axis=1) / np.maximum(number, 1), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """Of boxes (N,): how `even` their faces are, how `shaded` the side is, 0 to 1; their light."""

    even: Floats
    shaded: Floats
    light: Floats


def _faces(seen: Ground, pose: Pose, corners: Floats) -> _Faces:
    """Look at the top and the wide side of boxes (N, 8, 3); light comes from above.

    The `light` is that of the top and half that of the side: a top may shine, a side does not.
    """
    top, top_even = _face(seen, pose, corners[:, SIDES["top"]])
    near, near_even = _face(seen, pose, corners[:, SIDES["near"]])
    far, far_even = _face(seen, pose, corners[:, SIDES["far"]])
    eye = pose.position[:2]
    is_near, is_far = (_is_before(corners[:, SIDES[name]], eye) for name in ("near", "far"))
    below = np.where(is_near, near, far)
    has_side = is_near | is_far
    even = np.where(has_side, (top_even + np.where(is_near, near_even, far_even)) / 2, top_even)
    shaded = np.where(has_side, np.clip((top - below) / SHADED, 0, 1), 0.5)
    # bare table between tiles
    bare = np.maximum(np.abs(top), np.where(has_side, np.abs(below), 0.0)) < seen.least
    light = np.where(bare, top, top + 0.5 * np.where(has_side, below, top))
    return _Faces(np.where(bare, 0.0, even), np.where(bare, 0.0, shaded), light)


def _is_before(quads: Floats, eye: Floats) -> npt.NDArray[np.bool_]:
    """Say whether upright `quads` (N, 4, 3) turn their outside to somebody at `eye` (2,)."""
    along, to_eye = quads[:, 1, :2] - quads[:, 0, :2], eye - quads[:, 0, :2]
    return np.asarray(along[:, 0] * to_eye[:, 1] - along[:, 1] * to_eye[:, 0] < 0)


def _face(seen: Ground, pose: Pose, quads: Floats) -> tuple[Floats, Floats]:
    """Give the middle light of faces (N, 4, 3) in mm, and how even each is."""
    part = np.linspace(0.12, 0.88, GRID)
    u, v = (a.reshape(1, -1, 1) for a in np.meshgrid(part, part))
    low, high = (
        quads[:, :1] * (1 - u) + quads[:, 1:2] * u,
        quads[:, 3:] * (1 - u) + quads[:, 2:3] * u,
    )
    points = low * (1 - v) + high * v
    values = _within(seen, pose.project(points.reshape(-1, 3))).reshape(points.shape[:2])
    light = np.median(values, axis=1).astype(np.float64)
    alike = (np.abs(values - light[:, None]) < ALIKE).mean(axis=1)
    return light, np.minimum(1.0, alike / PLAIN)


def _within(seen: Ground, pixels: Floats) -> npt.NDArray[np.float32]:
    h, w = seen.away.shape
    at = np.nan_to_num((pixels + 0.5) * seen.scale - 0.5, nan=-1.0).round().astype(np.intp)
    return seen.away[np.clip(at[:, 1], 0, h - 1), np.clip(at[:, 0], 0, w - 1)]


def turns_of(things: list[Blob], pose: Pose) -> list[float]:
    """Give the directions (radians) in which `things` are long, and those across."""
    turns = []
    for thing in things:
        flat = pose.on_plane(thing.hull)[:, :2]
        if np.isfinite(flat).all():
            angle = float(np.radians(cv2.minAreaRect(flat.astype(np.float32))[2]))
            turns += [angle, angle + np.pi / 2]
    return turns


def meet(one: FoundTile, other: FoundTile, box: TileBox) -> bool:
    """Say whether two tiles would stand in each other."""
    if np.hypot(one.x - other.x, one.y - other.y) > box.width + box.height:
        return False
    a, b = (_footprint(tile, box) for tile in (one, other))
    area, _ = cv2.intersectConvexConvex(a, b)
    return bool(area > 0)


def _footprint(tile: FoundTile, box: TileBox) -> npt.NDArray[np.float32]:
    across, deep, _ = box.solid(tile.stance)
    cos, sin = np.cos(tile.turn), np.sin(tile.turn)
    u = np.array([cos, sin]) * (across - OVERLAP)
    v = np.array([-sin, cos]) * (deep - OVERLAP)
    middle = np.array([tile.x, tile.y])
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v], np.float32)
