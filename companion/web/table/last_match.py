"""Which match the page was playing, on disk: it goes on by itself when the page is served again."""

import json
from dataclasses import dataclass
from pathlib import Path

from companion.observers.options import CameraOptions
from companion.table import Confirm

__all__ = ["LastMatch", "forget", "recall", "remember"]

NAME = "page-match.json"


@dataclass(frozen=True, slots=True)
class LastMatch:
    """The log's stem, and the camera that looked at it, if one did."""

    log: str
    camera: CameraOptions | None = None


def remember(folder: Path, last: LastMatch) -> None:
    """Write it down; a disk that is full costs no more than going on by hand."""
    camera = last.camera
    seen = (
        {
            "spec": camera.spec,
            "board": camera.board,
            "calibration": camera.calibration,
            "confirm": str(camera.confirm),
        }
        if camera
        else None
    )
    part = folder / f".{NAME}.part"
    try:
        part.write_text(json.dumps({"log": last.log, "camera": seen}), encoding="utf-8")
        part.replace(folder / NAME)
    except OSError:
        part.unlink(missing_ok=True)


def recall(folder: Path) -> LastMatch | None:
    """Return what was written down, or None if nothing was or it cannot be read."""
    try:
        kept = json.loads((folder / NAME).read_text(encoding="utf-8"))
        seen = kept["camera"]
        camera = (
            CameraOptions(
                str(seen["spec"]),
                seen["board"],
                seen["calibration"],
                confirm=Confirm(seen["confirm"]),
            )
            if seen
            else None
        )
        return LastMatch(Path(str(kept["log"])).name, camera)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget(folder: Path) -> None:
    """Forget it: the match was put away."""
    (folder / NAME).unlink(missing_ok=True)
