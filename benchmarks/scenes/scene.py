"""One drawn picture with its truth: which board, where it lies, what stands on it."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.rooms.specimens import Specimen
from benchmarks.scenes.backdrop import clutter, some_table
from benchmarks.scenes.boards import some_board
from benchmarks.scenes.canvas import Canvas
from benchmarks.scenes.exposure import develop
from benchmarks.scenes.paint_board import paint_board
from benchmarks.scenes.setting import Setting, some_setting
from companion.vision.geometry.pose import Pose

__all__ = ["Scene", "draw_scene"]

F64 = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]
Chance = np.random.Generator

BARE_TABLES = 0.06  # pictures without a board
HANDS = 0.3
SHEETS = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture (h, w, 3), uint8 BGR; the board, its pose and setting; None on a bare table.

    `covered` (h, w) is where a hand, a sleeve or a sheet hides what lies under it.
    """

    image: Image
    board: Specimen | None
    pose: Pose
    setting: Setting | None
    covered: npt.NDArray[np.bool_]


def draw_scene(size: tuple[int, int], chance: Chance, *, board: Specimen | None = None) -> Scene:
    """Return a picture of `size` (width, height) of some board, or of `board`, on some table."""
    bare = board is None and chance.random() < BARE_TABLES
    board = board or some_board(chance)
    setting = some_setting(board, chance)
    pose = some_pose(board.shape.outline_points(), size, chance)
    canvas = _canvas(pose, -setting.thick, chance)
    span = float(np.abs(board.shape.outline_points()).max()) * 1.3
    clutter(canvas, -setting.thick, span, chance)
    if not bare:
        paint_board(canvas, board, setting, chance)
    open_to_view = canvas.paint.copy()
    if chance.random() < SHEETS:
        _sheet(canvas, board, chance)
    if chance.random() < HANDS:
        _hand(canvas, chance)
    covered = (open_to_view != canvas.paint).any(axis=2)
    image = develop(canvas.paint, canvas.lit, chance)
    return Scene(image, None if bare else board, pose, None if bare else setting, covered)


def _canvas(pose: Pose, level: float, chance: Chance) -> Canvas:
    """Return a bare table at height `level` in the light of some lamp."""
    slant, turn = chance.uniform(0.05, 1.6), chance.uniform(0, 2 * np.pi)
    light = np.array([np.cos(turn) * slant, np.sin(turn) * slant, 1.0])
    low = float(chance.uniform(0.3, 0.7))
    table = some_table(pose.size, _plane(pose, level), chance)
    lit = np.full(pose.size[::-1], 255, np.uint8)
    return Canvas(pose, table, lit, light, (low, float(chance.uniform(low, 1.1))))


def _sheet(canvas: Canvas, board: Specimen, chance: Chance) -> None:
    """Lay a sheet or a leaflet over a part of the board."""
    outline = board.shape.outline_points()
    at = outline[0, :2] + chance.random(2) * (outline[2, :2] - outline[0, :2])
    half = chance.uniform(6, 45, 2)
    turn = chance.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    corners = box @ np.array([[c, s], [-s, c]]) + at
    canvas.shadow(corners, 0.0, 6.0)
    canvas.polygon(np.c_[corners, np.full(4, 6.0)], chance.uniform(0.05, 0.9, 3))


def _plane(pose: Pose, z: float) -> F64:
    """Return (3, 3), from mm on the plane at `z` to pixels, without distortion."""
    columns = np.stack([pose.r[:, 0], pose.r[:, 1], pose.t + pose.r[:, 2] * z], axis=1)
    return np.asarray(pose.k @ columns)


def some_pose(outline: F64, size: tuple[int, int], chance: Chance) -> Pose:
    """Return a camera over the board: up to 50 degrees aslant, turned anyhow, near or far."""
    w, h = size
    field = np.radians(float(chance.uniform(58, 100)))
    focal = w / 2 / np.tan(field / 2)
    tilt = np.radians(min(50.0, abs(chance.normal(0, 22))))
    around = chance.uniform(0, 2 * np.pi)
    middle = outline.mean(axis=0)
    way = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    roll = chance.uniform(0, 2 * np.pi)
    if chance.random() < 0.5:  # as people stand: upright, or along the picture
        roll = chance.choice([0, np.pi / 2, np.pi, 1.5 * np.pi]) + chance.normal(0, 0.15) + around
    k = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1.0]])
    k1 = float(chance.choice([0.0, chance.normal(0, 0.06), chance.uniform(-0.15, 0.0)]))
    aim = middle + np.append(chance.normal(0, 0.12, 2) * np.ptp(outline[:, :2], axis=0), 0)
    fill = float(chance.uniform(0.3, 1.0))
    far = 400.0
    pose = Pose(k, np.array([k1, 0, 0, 0, 0.0]), np.eye(3), np.zeros(3), size)
    for _ in range(8):
        r = _looking(way, roll)
        pose = replace(pose, r=r, t=-r @ (aim + way * far))
        pixels = pose.project(outline)
        reach = np.ptp(pixels, axis=0) / size
        far = float(np.clip(far * np.nan_to_num(reach.max(), nan=2.0) / fill, 60, 4000))
    return pose


def _looking(way: F64, roll: float) -> F64:
    ahead = -way
    right = np.cross(ahead, (0.0, 1.0, 0.02))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    c, s = np.cos(roll), np.sin(roll)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    return np.asarray(turn @ np.stack([right, down, ahead]))


def _hand(canvas: Canvas, chance: Chance) -> None:
    """Paint a hand, or a sleeve, that reaches in from an edge of the picture."""
    h, w = canvas.lit.shape
    tip = chance.uniform(0.1, 0.9, 2) * (w, h)
    turn = chance.uniform(0, 2 * np.pi)
    back = np.array([np.cos(turn), np.sin(turn)])
    aside = np.array([-back[1], back[0]])
    wide = w * float(chance.uniform(0.03, 0.08))
    tone = (
        np.array([120, 150, 200]) * chance.uniform(0.35, 1.15) * np.exp(chance.normal(0, 0.08, 3))
    )
    palm = tip + back * wide * 4
    for i in range(-2, 3):
        end = tip + aside * i * wide * 0.9 + back * abs(i) * wide * float(chance.uniform(0.2, 0.9))
        shade = tone * float(chance.uniform(0.75, 1.1))
        _limb(canvas, palm + aside * i * wide * 0.7, end, wide * 0.8, shade)
    _limb(canvas, palm, palm + back * wide * 2.5, wide * 4.2, tone)
    if chance.random() < 0.5:
        tone = chance.uniform(10, 240, 3)
    _limb(canvas, palm + back * wide * 4, palm + back * 2 * w, wide * 4.5, tone)


def _limb(canvas: Canvas, a: F64, b: F64, wide: float, tone: F64) -> None:
    ends = np.int32(np.round(a)).tolist(), np.int32(np.round(b)).tolist()
    width = max(1, round(wide))
    cv2.line(canvas.paint, *ends, (tone * 0.8).tolist(), width, cv2.LINE_AA)
    cv2.line(canvas.paint, *ends, tone.tolist(), max(1, round(wide * 0.6)), cv2.LINE_AA)
    cv2.line(canvas.lit, *ends, 255, width, cv2.LINE_AA)
