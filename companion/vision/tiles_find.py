"""Finds all tiles on a table that a known camera sees: boxes whose edges and tops are there."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Pose
from companion.vision.tiles_edges import EdgeField, edge_scores
from companion.vision.tiles_fit import Boxes, Move, fit
from companion.vision.tiles_ground import Blob, Ground
from companion.vision.tiles_shape import BOX, Stance, TileBox, TilePlace, sides

__all__ = ["FoundTile", "boxes_among", "judged", "meet", "turns_of"]

Floats = npt.NDArray[np.float64]

# mm from place to place that is tried, and radians beside a thing's own direction
STEP = 3.0
TURNS = (-0.12, 0.0, 0.12)
# points on an edge that are looked at, first and after fitting
ROUGHLY, EXACTLY = 6, 14
# mm that a row, with an arm reaching for it, may be long
LONGEST = 700.0
# edges must lie at least so well, before and after fitting
ROUGH, SURE = 0.42, 0.52
# tiles are tried best first, so many for each that may be there
MOST = 60
# log light that an even face may differ by, and what part of it is plain beside the print
ALIKE, PLAIN = 0.2, 0.75
# log light that a top is lighter than a side; how much evenness and shade count beside edges
SHADED, EVEN, SHADE = 0.3, 0.25, 0.12
# points across a face, and the faces that are looked at
GRID, WIDE = 7, ("top", "near", "far")
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


def boxes_among(
    field: EdgeField, seen: Ground, things: list[Blob], pose: Pose, box: TileBox = BOX
) -> list[FoundTile]:
    """Give all boxes that may be tiles among `things`; many stand in each other."""
    found: list[FoundTile] = []
    for thing in things:
        rough = list(_apart(_tried(field, thing, pose, box)))
        if rough:
            found += judged(field, seen, _fitted(field, rough, pose, box))
    return [tile for tile in found if tile.worth >= SURE]


def _tried(field: EdgeField, thing: Blob, pose: Pose, box: TileBox) -> list[FoundTile]:
    places = _places(thing, pose)
    found = []
    for stance in Stance if len(places) else ():
        lies = _mean(field, pose, places, stance, box, samples=ROUGHLY)
        for i in np.flatnonzero(lies > ROUGH):
            x, y, turn = (float(value) for value in places[i])
            found.append(FoundTile(x, y, turn, stance, float(lies[i])))
    return sorted(found, key=lambda tile: -tile.worth)


def _places(thing: Blob, pose: Pose) -> Floats:
    """Give (N, 3) places to try: all over the thing as it would lie on the table."""
    flat = pose.on_plane(thing.hull)[:, :2]
    if not np.isfinite(flat).all() or np.ptp(flat, axis=0).max() > LONGEST:
        return np.zeros((0, 3))
    _, _, angle = cv2.minAreaRect(flat.astype(np.float32))
    low, high = flat.min(axis=0), flat.max(axis=0)
    x, y = (np.arange(a, b + STEP, STEP) for a, b in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    outline = flat.astype(np.float32).reshape(-1, 1, 2)
    within = [
        cv2.pointPolygonTest(outline, (float(a), float(b)), measureDist=True) > -STEP
        for a, b in grid
    ]
    grid = grid[within]
    turns = [np.radians(angle) + quarter + aside for quarter in (0, np.pi / 2) for aside in TURNS]
    return np.concatenate([np.c_[grid, np.full(len(grid), turn)] for turn in turns])


def _mean(
    field: EdgeField,
    pose: Pose,
    places: Floats,
    stance: Stance,
    box: TileBox,
    *,
    samples: int = EXACTLY,
) -> Floats:
    """Give (N,) how well boxes lie on edges; 0 where hardly any of it is in the picture."""
    lies, counted = edge_scores(field, pose, places, stance, box, samples=samples)
    number = counted.sum(axis=1)
    return np.where(number > 5, (lies * counted).sum(axis=1) / np.maximum(number, 1), 0.0)


def _apart(tried: list[FoundTile]) -> Iterator[FoundTile]:
    """Give the best of each place and stance, best first."""
    given: list[FoundTile] = []
    for tile in tried:
        if all(
            tile.stance is not other.stance or np.hypot(tile.x - other.x, tile.y - other.y) > 7.0
            for other in given
        ):
            given.append(tile)
            yield tile
        if len(given) >= MOST:
            return


def _fitted(field: EdgeField, rough: list[FoundTile], pose: Pose, box: TileBox) -> Boxes:
    places = np.array([[tile.x, tile.y, tile.turn] for tile in rough])
    boxes = Boxes(pose, places, tuple(tile.stance for tile in rough), box)
    for reach in (4.0, 2.0):
        boxes = fit(field, boxes, reach=reach, move=Move())
    return boxes


def judged(field: EdgeField, seen: Ground, boxes: Boxes) -> list[FoundTile]:
    """Give each of `boxes` with its worth and its light."""
    tiles = []
    for place, stance in zip(boxes.places, boxes.stances, strict=True):
        x, y, turn = (float(value) for value in place)
        edges = float(_mean(field, boxes.pose, place[None], stance, boxes.box)[0])
        faces = _faces(seen, boxes.pose, TilePlace(x, y, turn, stance).corners(boxes.box))
        worth = (1 - EVEN - SHADE) * edges + EVEN * faces.even + SHADE * faces.shaded
        tiles.append(FoundTile(x, y, turn, stance, worth, faces.light))
    return tiles


@dataclass(frozen=True, slots=True)
class _Faces:
    """How `even` the faces are and how far the top is lighter than the side, 0 to 1; its light."""

    even: float
    shaded: float
    light: float


def _faces(seen: Ground, pose: Pose, corners: Floats) -> _Faces:
    """Look at the top and the wide side of a box; light comes from above, so tops are lighter.

    The `light` is that of the top and half that of the side: a top may shine, a side does not.
    """
    values = {}
    for side in sides(corners, pose.position):
        if side.name in WIDE:
            values[side.name] = _within(seen, pose.project(_grid(side.quad)))
    lights = {name: float(np.median(each)) for name, each in values.items()}
    alike = [np.mean(np.abs(each - lights[name]) < ALIKE) for name, each in values.items()]
    even = float(np.mean(np.minimum(1.0, np.array(alike) / PLAIN)))
    top = lights["top"]
    if max(map(abs, lights.values())) < seen.least:
        # bare table between tiles
        return _Faces(0.0, 0.0, top)
    below = min((light for name, light in lights.items() if name != "top"), default=None)
    if below is None:
        return _Faces(even, 0.5, 1.5 * top)
    return _Faces(even, float(np.clip((top - below) / SHADED, 0, 1)), top + 0.5 * below)


def _grid(quad: Floats) -> Floats:
    part = np.linspace(0.12, 0.88, GRID)
    u, v = (a[..., None] for a in np.meshgrid(part, part))
    low, high = quad[0] * (1 - u) + quad[1] * u, quad[3] * (1 - u) + quad[2] * u
    return np.asarray((low * (1 - v) + high * v).reshape(-1, 3))


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
