"""The straight borders of a board: its outline, the rims of its fields, the seams of its ground."""

from dataclasses import dataclass

import numpy as np

from companion.vision.board.parts import Corners
from companion.vision.board.shape import BoardShape
from companion.vision.fit.ground_seams import seams_of
from companion.vision.geometry.arrays import F64

__all__ = ["Borders", "borders_of", "middle_of", "quarter_turn"]

# mm between two spots of a border; a guess
SPOT_SPACING = 5.0
QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cosine and sine of the quarter turns, by definition


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """Spots (N, 2) in mm from the board's middle, and how much (N, 4) of each field counts there.

    A seam counts with its sign, a border without.
    """

    spots: F64
    counts: F64
    size: float

    def turned(self, quarter: int) -> "Borders":
        """Return the borders turned left by so many right angles."""
        turn = quarter_turn(quarter)
        seams = self.counts[:, :2] @ turn.T
        rims = self.counts[:, 2:] @ np.abs(turn).T
        return Borders(self.spots @ turn.T, np.c_[seams, rims], self.size)


def middle_of(shape: BoardShape) -> F64:
    """Return (2,): the middle of a board's outline, mm."""
    return np.asarray(np.array(shape.outline).mean(axis=0), np.float64)


def borders_of(shape: BoardShape) -> Borders:
    """Return all that is straight on a board and stands out from what is beside it."""
    spots, counts = [], []
    rims = _rims(shape)
    total = sum(len(points) for points, _ in rims)
    for points, across in rims:
        spots.append(points)
        counts.append(np.tile([0, 0, *across], (len(points), 1)) / total)
    seams = seams_of(shape)
    if seams is not None:
        spots.append(seams.spots)
        counts.append(np.c_[seams.across, 0 * seams.across] / len(seams.spots))
    every = np.concatenate(spots) - middle_of(shape)
    return Borders(every, np.concatenate(counts), float(np.hypot(*np.ptp(every, axis=0))))


def _rims(shape: BoardShape) -> list[tuple[F64, tuple[float, float]]]:
    """Return spots along each straight border, and the direction across it without its sign."""
    boxes = [shape.outline]
    boxes += [_grown(np.array([f.x, f.y]).T, f.pitch, f.pitch) for f in shape.studs]
    if shape.ground:
        ends = shape.holes()[[0, -1], :2]
        boxes.append(_grown(ends, shape.hole_pitch, shape.row_pitch))
    lines = {tuple(sorted((box[i], box[(i + 1) % 4]))) for box in boxes for i in range(4)}
    found = []
    for (ax, ay), (bx, by) in sorted(lines):
        length = float(np.hypot(bx - ax, by - ay))
        count = max(4, int(length / SPOT_SPACING))
        parts = (np.arange(count) + 0.5) / count
        points = np.c_[ax + parts * (bx - ax), ay + parts * (by - ay)]
        found.append((points, (abs(by - ay) / length, abs(bx - ax) / length)))
    return found


def _grown(ends: F64, wide: float, long: float) -> Corners:
    """Return the corners of a field of places, half a step around its outer ones."""
    half = np.array([wide, long]) / 2
    (x0, y0), (x1, y1) = (ends[0] - half).tolist(), (ends[1] + half).tolist()
    return (x0, y1), (x1, y1), (x1, y0), (x0, y0)


def quarter_turn(quarter: int) -> F64:
    """Return (2, 2): a turn left by so many right angles."""
    c, s = QUARTERS[quarter]
    return np.array([[c, -s], [s, c]], np.float64)
