"""How a table is seen: the camera and what is known of the board before it."""

from dataclasses import dataclass
from pathlib import Path

from companion.table import Confirm

__all__ = ["CameraOptions"]


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """The camera's string, the board's name, its calibration (or several with commas).

    `corners` are clicks in the first frame, `boards` how many boards it sees, `frames` the folder
    in which the frame of each event is kept.
    """

    spec: str
    board: str | None = None
    calibration: str | None = None
    corners: str | None = None
    confirm: Confirm = Confirm.UNSURE
    boards: int | None = None
    frames: Path | None = None
