"""Light on a board in a room, by path tracing with Mitsuba 3, and its noise taken out."""

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt

from benchmarks.rooms.boards import Filling, board_of, pegs_on
from benchmarks.rooms.lights import Room
from benchmarks.rooms.meshes import Body, box
from benchmarks.rooms.specimens import Specimen
from companion.vision.geometry.pose import Pose

__all__ = ["traced"]

mi.set_variant("llvm_ad_rgb")

Floats = npt.NDArray[np.float64]
Light = npt.NDArray[np.float32]
Chance = np.random.Generator

# light is traced at this size and enlarged: lenses and sensors blur more than that
TRACED = (576, 432)
SAMPLES = 9
REACH = 4  # pixels on each side over which the noise is averaged


def traced(
    specimen: Specimen,
    filling: Filling,
    room: Room,
    table: Floats,
    gloss: tuple[float, float],
    pose: Pose,
    chance: Chance,
) -> tuple[Light, Light]:
    """Give linear light (h, w, 3) of the whole picture, and of the part with the board."""
    small = pose.resized(TRACED)
    pixels = np.concatenate([small.project(specimen.shape.outline_points(z=z)) for z in (-14, 14)])
    low = np.clip(np.floor(pixels.min(axis=0)) - 6, 0, np.array(TRACED) - 8).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + 6, low + 8, TRACED).astype(int)
    scene = mi.load_dict(_scene(specimen, filling, room, table, gloss, small, low, high))
    seen = np.array(mi.render(scene, spp=SAMPLES, seed=int(chance.integers(1 << 30))), np.float32)
    marks = mi.load_dict({"type": "aov", "aovs": "a:albedo,n:sh_normal,p:position"})
    known = np.array(mi.render(scene, integrator=marks, spp=4), np.float32)
    seen = _smoothed(_mended(seen), np.nan_to_num(known))
    edge = np.concatenate([seen[:3].reshape(-1, 3), seen[-3:].reshape(-1, 3)])
    whole = np.empty((TRACED[1], TRACED[0], 3), np.float32)
    whole[:] = np.median(edge, axis=0)
    whole[low[1] : high[1], low[0] : high[0]] = seen
    large = np.maximum(cv2.resize(whole, pose.size, interpolation=cv2.INTER_CUBIC), 0)
    return large, seen


def _mended(seen: Light) -> Light:
    """Fill in what the tracer has no number for, and cut its few sparks."""
    holes = np.isnan(seen).any(axis=2)
    seen = np.nan_to_num(seen)
    around = cv2.medianBlur(seen, 5)
    sparks = holes | (seen.max(axis=2) > 4 * around.max(axis=2) + 0.05)
    seen[sparks] = around[sparks]
    return seen


def _smoothed(seen: Light, known: Light) -> Light:
    """Take the tracer's noise out: average light over neighbours of one surface.

    `known` (h, w, 9) are reflectance, normal and place (mm), which have no noise.
    """
    paint = known[..., :3] + np.float32(0.02)
    light = seen / paint
    level = np.log(cv2.GaussianBlur(light, (0, 0), 1.0).mean(axis=2) + 1e-3)
    marks = [8 * known[..., :3], 3 * known[..., 3:6], 0.8 * known[..., 8:9], 2.5 * level[..., None]]
    near = np.concatenate(marks, axis=2)
    sums, weights = light.copy(), np.ones(light.shape[:2], np.float32)
    for dy in range(-REACH, REACH + 1, 2):
        for dx in range(-REACH, REACH + 1, 2):
            if dx == dy == 0:
                continue
            to, of = _shifted(dy, dx)
            apart = near[to] - near[of]
            far = (dx * dx + dy * dy) / (2 * 2.5**2)
            weight = np.exp(-np.einsum("hwk,hwk->hw", apart, apart) - np.float32(far))
            sums[to] += weight[..., None] * light[of]
            weights[to] += weight
    return np.asarray(sums / weights[..., None] * paint, np.float32)


def _shifted(dy: int, dx: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Give where pixels stand that have a neighbour at (dy, dx), and where those neighbours do."""

    def pair(d: int) -> tuple[slice, slice]:
        return slice(max(0, -d), -d if d > 0 else None), slice(max(0, d), d if d < 0 else None)

    (a, b), (c, d) = pair(dy), pair(dx)
    return (a, c), (b, d)


def _scene(
    specimen: Specimen,
    filling: Filling,
    room: Room,
    table: Floats,
    gloss: tuple[float, float],
    pose: Pose,
    low: npt.NDArray[np.int_],
    high: npt.NDArray[np.int_],
) -> dict[str, object]:
    middle = specimen.shape.outline_points().mean(axis=0)
    foot = -32.0 if specimen.shape.ground else -14.0
    ground = box((-900, 900), (-900, 900), (foot - 20, foot)).of(table)
    pegs = pegs_on(specimen, filling)
    scene: dict[str, object] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 4, "rr_depth": 9},
        "sensor": _sensor(pose, low, high),
        "table": _mesh(ground.at(*middle[:2]), 0.5),
        "board": _mesh(board_of(specimen), gloss[0]),
        "around": {
            "type": "constant",
            "radiance": {"type": "rgb", "value": [float(v) / np.pi for v in room.around]},
        },
    }
    if pegs is not None:
        scene["pegs"] = _mesh(pegs, gloss[1])
    return scene | _lit(room, middle)


def _lit(room: Room, middle: Floats) -> dict[str, object]:
    """Give the lamps, and what stands in their light, around the board's `middle`."""
    scene: dict[str, object] = {}
    for k, lamp in enumerate(room.lamps):
        far = float(np.linalg.norm(lamp.place))
        # a sphere of radiance L gives pi L (r / d)^2 where it is overhead
        radiance = lamp.colour * lamp.power * (far / lamp.radius) ** 2 / np.pi
        scene[f"lamp{k}"] = {
            "type": "sphere",
            "center": [float(v) for v in lamp.place + middle],
            "radius": lamp.radius,
            "emitter": {
                "type": "area",
                "radiance": {"type": "rgb", "value": [float(v) for v in radiance]},
            },
        }
    for k, (x, y, z, radius) in enumerate(room.shades):
        scene[f"shade{k}"] = {
            "type": "sphere",
            "center": [x + float(middle[0]), y + float(middle[1]), z],
            "radius": radius,
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.2, 0.18, 0.16]}},
        }
    return scene


def _sensor(pose: Pose, low: npt.NDArray[np.int_], high: npt.NDArray[np.int_]) -> dict[str, object]:
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
