"""What the page was playing, on disk, and before which camera each match was played.

The last match goes on by itself when the page is served again; any other with its camera, if asked.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.durable import write_durably
from companion.observers.options import CameraOptions
from companion.session.log_names import SUFFIX
from companion.table import Confirm

__all__ = [
    "LastMatch",
    "Taught",
    "cameras",
    "forget",
    "last_taught",
    "recall",
    "remember",
    "remember_taught",
    "resumable",
]

NAME = "page-match.json"
# log -> its camera, the newest last
CAMERAS = "page-cameras.json"
# what was taught to a camera last
TAUGHT = "page-taught.json"
# matches whose camera is kept; chosen, many more than are left unfinished
KEPT = 200


@dataclass(frozen=True, slots=True)
class LastMatch:
    """The log's stem, and the camera that looked at it, if one did."""

    log: str
    camera: CameraOptions | None = None


@dataclass(frozen=True, slots=True)
class Taught:
    """What was taught to a camera last: its string, the board's name, the calibration's."""

    spec: str = ""
    board: str = ""
    calibration: str = ""


def remember_taught(folder: Path, taught: Taught) -> None:
    """Write down what a match is likely to be played with; a full disk costs no more than that."""
    _write(folder / TAUGHT, asdict(taught))


def last_taught(folder: Path) -> Taught:
    """Return what was taught last, or a camera that a match was played before; else nothing."""
    kept = _read(folder / TAUGHT)
    if kept:
        return Taught(*(str(kept.get(name, "")) for name in ("spec", "board", "calibration")))
    played = list(cameras(folder).values())
    return Taught(played[-1].spec) if played else Taught()


def remember(folder: Path, last: LastMatch) -> None:
    """Write it down; a disk that is full costs no more than going on by hand."""
    seen = _facts(last.camera) if last.camera else None
    _write(folder / NAME, {"log": last.log, "camera": seen})
    if seen:
        known = _read(folder / CAMERAS)
        known.pop(last.log, None)
        known[last.log] = seen
        _write(folder / CAMERAS, dict(list(known.items())[-KEPT:]))


def resumable(folder: Path) -> list[tuple[Path, CameraOptions | None]]:
    """Return the log of the match played last, before its camera and then without; or nothing."""
    last = recall(folder)
    if last is None:
        return []
    path = folder / f"{last.log}{SUFFIX}"
    return [(path, camera) for camera in dict.fromkeys((last.camera, None))]


def recall(folder: Path) -> LastMatch | None:
    """Return what was written down, or None if nothing was or it cannot be read."""
    kept = _read(folder / NAME)
    try:
        camera = _camera(kept["camera"]) if kept["camera"] else None
        return LastMatch(Path(str(kept["log"])).name, camera)
    except (ValueError, KeyError, TypeError):
        return None


def cameras(folder: Path) -> dict[str, CameraOptions]:
    """Return the camera before which a match was played last, by the log's stem."""
    found = {}
    for log, seen in _read(folder / CAMERAS).items():
        try:
            found[log] = _camera(seen)
        except (ValueError, KeyError, TypeError):
            continue
    return found


def forget(folder: Path) -> None:
    """Forget what was played last: the match was put away. Its camera is still known."""
    (folder / NAME).unlink(missing_ok=True)


def _facts(camera: CameraOptions) -> dict[str, Any]:
    return {
        "spec": camera.spec,
        "board": camera.board,
        "calibration": camera.calibration,
        "confirm": str(camera.confirm),
    }


def _camera(seen: dict[str, Any]) -> CameraOptions:
    return CameraOptions(
        str(seen["spec"]), seen["board"], seen["calibration"], confirm=Confirm(seen["confirm"])
    )


def _read(file: Path) -> dict[str, Any]:
    """Return what stands in `file`; nothing if it is not there or no such thing."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(file: Path, facts: dict[str, Any]) -> None:
    with suppress(OSError):
        write_durably(file, json.dumps(facts))
