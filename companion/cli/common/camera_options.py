"""How a table is seen: the options of the command line."""

from dataclasses import dataclass
from pathlib import Path

from companion.table import Confirm

__all__ = ["Sight"]


@dataclass(frozen=True, slots=True)
class Sight:
    """How a board is seen: the options of the command line."""

    spec: str
    board: str | None
    calibration: str | None
    corners: str | None
    confirm: Confirm
    boards: int | None = None
    frames: Path | None = None
