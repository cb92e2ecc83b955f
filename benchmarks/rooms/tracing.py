"""Light on a board in a room, by path tracing with Mitsuba 3, and its noise taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt

from benchmarks.rooms.boards import Filling, board_of, pegs_on
from benchmarks.rooms.colours import TILE
from benchmarks.rooms.denoise import mended, smoothed
from benchmarks.rooms.hands import Ball, seen_part
from benchmarks.rooms.lights import Room
from benchmarks.rooms.meshes import Body
from benchmarks.rooms.specimens import BOX_HEIGHT, Specimen
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose

__all__ = ["Still", "foot_of", "traced", "traced_whole"]

mi.set_variant("llvm_ad_rgb")

Floats = npt.NDArray[np.float64]
Light = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int_]
Chance = np.random.Generator

# so many pixels with the board are traced and enlarged: lenses and sensors blur more than that
PIXELS = 90_000
SAMPLES, FEWER_SAMPLES = 16, 8
DARKEST = 1e-4  # linear light: where no lamp reaches there is some, or nothing could be exposed
TABLE = 2  # times the cloth's tile, from the middle to an edge
SKIN = (0.5, 0.3, 0.22)


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """What is before the camera: a filled board on a table in a room, perhaps under a hand."""

    specimen: Specimen
    filling: Filling
    room: Room
    cloth: Floats
    gloss: tuple[float, float]
    hand: Sequence[Ball]
    clutter: Mapping[str, object] = field(default_factory=dict)


def traced_whole(still: Still, pose: Pose, chance: Chance) -> Light:
    """Give linear light (h, w, 3) of a whole small picture, each of its pixels traced."""
    scene = mi.load_dict(_scene(still, pose, np.zeros(2, int), np.array(pose.size)))
    return _smooth(scene, FEWER_SAMPLES, chance)[0]


def traced(still: Still, pose: Pose, chance: Chance) -> tuple[Light, Light]:
    """Give linear light (h, w, 3) of the whole picture, and of the part with the board."""
    small, low, high = _part(still.specimen, pose)
    scene = mi.load_dict(_scene(still, small, low, high))
    seen, known = _smooth(scene, SAMPLES, chance)
    rest = small.size - high
    light = cv2.blur(seen / (known[..., :3] + 0.02), (9, 9))
    light = cv2.copyMakeBorder(light, low[1], rest[1], low[0], rest[0], cv2.BORDER_REPLICATE)
    whole = np.asarray(light * (_table(still, small) + 0.02), np.float32)
    whole[low[1] : high[1], low[0] : high[0]] = seen
    large = np.maximum(cv2.resize(whole, pose.size, interpolation=cv2.INTER_CUBIC), 0)
    return large, seen


def _smooth(scene: "mi.Scene", samples: int, chance: Chance) -> tuple[Light, Light]:
    """Give light without its noise, and the reflectance, normal and place of each pixel."""
    seen = np.array(mi.render(scene, spp=samples, seed=int(chance.integers(1 << 30))), np.float32)
    marks = mi.load_dict({"type": "aov", "aovs": "a:albedo,n:sh_normal,p:position"})
    known = np.nan_to_num(
        np.array(mi.render(scene, integrator=marks, spp=samples // 4), np.float32)
    )
    return np.maximum(smoothed(mended(seen), known), DARKEST), known


def _part(specimen: Specimen, pose: Pose) -> tuple[Pose, Whole, Whole]:
    """Give the camera of the size that is traced, and the corners of the part with the board."""
    shape = specimen.shape
    points = [shape.outline_points(z=z) for z in (foot_of(specimen), 14)]
    if shape.markers:
        at, z = np.array(shape.markers.centres), shape.markers.height
        points += [np.c_[at + 10, np.full(4, z)], np.c_[at - 10, np.full(4, z)]]
    pixels = np.clip(pose.project(np.concatenate(points)), 0, pose.size)
    scale = min(1.0, float((PIXELS / np.ptp(pixels, axis=0).prod()) ** 0.5))
    small = pose.resized((round(pose.size[0] * scale), round(pose.size[1] * scale)))
    low = np.maximum(np.floor(pixels.min(axis=0) * scale).astype(int) - 6, 0)
    return small, low, np.minimum(np.ceil(pixels.max(axis=0) * scale).astype(int) + 6, small.size)


def foot_of(specimen: Specimen) -> float:
    return -BOX_HEIGHT - 0.1 if specimen.shape.ground else -14.0


def _table(still: Still, pose: Pose) -> Light:
    """Give the reflectance of the table at each pixel, as if nothing stood on it."""
    y, x = np.mgrid[: pose.size[1], : pose.size[0]]
    there = pose.on_plane(np.c_[x.ravel(), y.ravel()], z=foot_of(still.specimen))[:, :2]
    i, j = (np.floor(np.nan_to_num(there)).astype(int) % TILE).T
    return np.asarray(still.cloth[j, i].reshape(*x.shape, 3), np.float32)


def _scene(still: Still, pose: Pose, low: Whole, high: Whole) -> dict[str, object]:
    specimen, room = still.specimen, still.room
    pegs = pegs_on(specimen, still.filling)
    scene: dict[str, object] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 4, "rr_depth": 9},
        "sensor": _sensor(pose, low, high),
        "table": _cloth(still),
        "board": _mesh(board_of(specimen), still.gloss[0]),
        "around": {
            "type": "envmap",
            "bitmap": mi.Bitmap((room.around / np.pi).astype(np.float32)),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
    }
    if pegs is not None:
        scene["pegs"] = _mesh(pegs, still.gloss[1])
    for k, ball in enumerate(still.hand):
        scene[f"hand{k}"] = _ball(ball, SKIN)
    return scene | _lit(room, specimen.shape, pose) | dict(still.clutter)


def _cloth(still: Still) -> dict[str, object]:
    """Give the table: a square on which the cloth's first row of pixels is at y = 0."""
    place = mi.ScalarTransform4f().translate([0, 0, foot_of(still.specimen)]).scale(TABLE * TILE)
    return {
        "type": "rectangle",
        "to_world": place,
        "bsdf": {
            "type": "diffuse",
            "reflectance": {
                "type": "bitmap",
                "bitmap": mi.Bitmap(still.cloth.astype(np.float32)),
                "raw": True,
                "to_uv": mi.ScalarTransform3f().scale(2 * TABLE),
            },
        },
    }


def _ball(ball: Ball, paint: Sequence[float]) -> dict[str, object]:
    return {
        "type": "sphere",
        "center": [float(v) for v in ball[:3]],
        "radius": float(ball[3]),
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": list(paint)}},
    }


def _lit(room: Room, shape: BoardShape, pose: Pose) -> dict[str, object]:
    """Give the lamps, and what stands in their light, but what would hide the board."""
    scene: dict[str, object] = {}
    middle = shape.outline_points().mean(axis=0)

    def is_clear(x: float, y: float, z: float, radius: float) -> bool:
        ball = (x, y, z, radius)
        return bool(seen_part([ball], pose.position, shape.heads(), 2 * shape.head.radius).all())

    for k, lamp in enumerate(room.lamps):
        far = float(np.linalg.norm(lamp.place))
        # a sphere of radiance L gives pi L (r / d)^2 where it is overhead
        radiance = lamp.colour * lamp.power * (far / lamp.radius) ** 2 / np.pi
        x, y, z = (float(v) for v in lamp.place + middle)
        if is_clear(x, y, z, lamp.radius):
            scene[f"lamp{k}"] = {
                "type": "sphere",
                "center": [x, y, z],
                "radius": lamp.radius,
                "emitter": {
                    "type": "area",
                    "radiance": {"type": "rgb", "value": [float(v) for v in radiance]},
                },
            }
    for k, (x, y, z, radius) in enumerate(room.shades):
        ball = (x + float(middle[0]), y + float(middle[1]), z, radius)
        if is_clear(*ball):
            scene[f"shade{k}"] = _ball(ball, (0.2, 0.18, 0.16))
    return scene


def _sensor(pose: Pose, low: Whole, high: Whole) -> dict[str, object]:
    eye, r = pose.position, pose.r
    wide, tall = pose.size
    view = mi.ScalarTransform4f().look_at(
        origin=[float(v) for v in eye],
        target=[float(v) for v in eye + r[2]],
        up=[float(v) for v in -r[1]],
    )
    fov = 2 * np.degrees(np.arctan(wide / 2 / pose.k[0, 0]))
    return {
        "type": "perspective",
        "fov": float(fov),
        "fov_axis": "x",
        "to_world": view,
        "near_clip": 5.0,
        "far_clip": 20000.0,
        "film": {
            "type": "hdrfilm",
            "width": wide,
            "height": tall,
            "crop_offset_x": int(low[0]),
            "crop_offset_y": int(low[1]),
            "crop_width": int(high[0] - low[0]),
            "crop_height": int(high[1] - low[1]),
            "rfilter": {"type": "box"},
            "pixel_format": "rgb",
            "component_format": "float32",
        },
        "sampler": {"type": "multijitter", "sample_count": SAMPLES},
    }


def _mesh(body: Body, rough: float) -> "mi.Mesh":
    bsdf = mi.load_dict(
        {
            "type": "principled",
            "base_color": {"type": "mesh_attribute", "name": "vertex_color"},
            "roughness": float(rough**0.5),
            "specular": 0.5,
        }
    )
    props = mi.Properties()
    props["mesh_bsdf"] = bsdf
    mesh = mi.Mesh("mesh", len(body.points), len(body.faces), has_vertex_normals=True, props=props)
    mesh.add_attribute("vertex_color", 3, [0.0] * (3 * len(body.points)))
    params = mi.traverse(mesh)
    params["vertex_positions"] = body.points.astype(np.float32).ravel()
    params["faces"] = body.faces.astype(np.uint32).ravel()
    params["vertex_color"] = body.colours.astype(np.float32).ravel()
    params["vertex_normals"] = _normals(body).astype(np.float32).ravel()
    params.update()
    return mesh


def _normals(body: Body) -> Floats:
    a, b, c = (body.points[body.faces[:, k]] for k in range(3))
    flat = np.cross(b - a, c - a)
    sums = np.zeros_like(body.points)
    for k in range(3):
        np.add.at(sums, body.faces[:, k], flat)
    size = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.asarray(np.where(size > 1e-12, sums / np.maximum(size, 1e-12), (0, 0, 1)))
