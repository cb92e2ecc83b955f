"""Paints the sliders beside a board, pulled out by clicks."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.specimens import Specimen
from benchmarks.scenes.canvas import Canvas, flat, rectangle
from benchmarks.scenes.setting import Setting

__all__ = ["paint_sliders"]

F64 = npt.NDArray[np.float64]
Chance = np.random.Generator


def paint_sliders(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    shape = board.shape
    s = shape.sliders
    assert s
    white = np.full(3, float(chance.uniform(0.45, 0.9))) * chance.uniform(0.9, 1.0, 3)
    red = colours.named("r", chance)
    if chance.random() < 0.15:
        white, red = colours.lego(chance), colours.lego(chance)
    moulded = _Slider(
        wide=s.radius * float(chance.uniform(0.7, 1.05)),
        groove=float(chance.choice([0.0, chance.uniform(0.25, 0.95)], p=[0.3, 0.7])),
        gap=float(chance.uniform(0.1, 0.45)),
        knob=float(chance.choice([0.0, chance.uniform(0.3, 2.2)], p=[0.3, 0.7])),
        loose=float(chance.uniform(0, 0.06)),
    )
    for row in range(1, shape.rows + 1):
        pair = zip((red, white), ("red", "white"), setting.clicks[row - 1], strict=True)
        for tone, name, clicks in pair:
            track = shape.slider_track(row, name)
            tip = float(track[clicks, 0]) + s.step * float(chance.normal(0, moulded.loose))
            _slider(canvas, moulded, track, tip, tone, -setting.thick)


@dataclass(frozen=True, slots=True)
class _Slider:
    """How sliders of one make look: half their width; grooves between clicks, how dark and half

    how wide; by how much the tip stands higher; by how much it misses its place, in clicks.
    """

    wide: float
    groove: float
    gap: float
    knob: float
    loose: float


def _slider(canvas: Canvas, made: _Slider, track: F64, tip: float, tone: F64, table: float) -> None:
    step, y, z = float(track[1, 0] - track[0, 0]), float(track[0, 1]), float(track[0, 2])
    start = float(track[0, 0]) - step
    box = rectangle(min(start, tip), y - made.wide, max(start, tip), y + made.wide)
    canvas.shadow(box, table, z)
    canvas.prism(box, z - 2, z, tone)
    if made.groove:
        for k in range(1, 6):
            x = tip - k * step
            if (x - start) * np.sign(step) > 0:
                line = rectangle(x - made.gap, y - made.wide, x + made.gap, y + made.wide)
                canvas.polygon(flat(line, z), tone * made.groove)
    if made.knob:
        inner = tip - step * 0.92
        end = rectangle(min(inner, tip), y - made.wide, max(inner, tip), y + made.wide)
        canvas.prism(end, z, z + made.knob, np.clip(tone * 1.06, 0, 1))
