"""Calibrations on disk: each saved one is a dated version of its own, none is ever overwritten.

A calibration ``kitchen`` is the folder ``calibrations/kitchen`` in the user's data folder, with
``1.json``, ``2.json``, ... and the picture of the empty board beside each, ``1.jpg``. A name means
its newest version, ``kitchen@1`` a certain one, and a path ending in ``.json`` that file.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from calibration.names import is_name
from calibration.store.envelope import pack, unpack, write_new
from calibration.store.plain_values import from_plain, pose_to_plain, to_plain
from companion.errors import CalibrationError, UnknownName, did_you_mean
from companion.i18n import _, told
from companion.vision.board.parts import Markers
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose
from companion.vision.read.calibration_data import Calibration

__all__ = ["EmptyBoard", "Saved", "check_name", "load", "names", "save", "versions"]

CALIBRATION_KIND = "calibration"


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The picture of the empty board, as the bytes of a JPEG, and where the board lies in it."""

    jpeg: bytes
    pose: Pose


@dataclass(frozen=True, slots=True, eq=False)
class Saved:
    """A calibration with what is known about how it came about; `version` is 0 until saved.

    `date` is ISO 8601, `board` the board file's name; `camera` and `light` are words. `stretch` and
    `markers` are how this specimen differs from its file: its length, and where its markers are.
    """

    name: str
    date: str
    board: str
    calibration: Calibration
    camera: str = ""
    light: str = ""
    empty: EmptyBoard | None = None
    stretch: float = 1.0
    markers: Markers | None = None
    notes: tuple[str, ...] = ()
    version: int = 0

    def fitted(self, shape: BoardShape) -> BoardShape:
        """Return `shape`, as its file has it, with what was measured on this specimen."""
        own = replace(shape.stretched(self.stretch), tolerance=0.0)
        return replace(own, markers=self.markers) if self.markers else own


def names(folder: Path | None = None) -> list[str]:
    """Return the names of all saved calibrations."""
    root = _root(folder)
    return (
        sorted(path.name for path in root.iterdir() if versions(path.name, root))
        if root.is_dir()
        else []
    )


def versions(name: str, folder: Path | None = None) -> list[int]:
    """Return the versions saved under `name`, oldest first; none when there is no such name."""
    files = (_root(folder) / check_name(name)).glob("*.json")
    return sorted(int(file.stem) for file in files if file.stem.isdecimal())


def check_name(name: str) -> str:
    """Return `name` back; CalibrationError when it could not be a folder's name everywhere."""
    if not is_name(name):
        raise CalibrationError(
            _("'{name}' cannot be the name of a calibration.").format(name=name),
            hint=_("Use up to 60 small letters, digits, - and _."),
        )
    return name


def save(saved: Saved, folder: Path | None = None) -> Path:
    """Write `saved` as the next version of its name; gives the file. The older ones stay."""
    check_name(saved.name)
    version = max(versions(saved.name, folder), default=0) + 1
    file = _root(folder) / saved.name / f"{version}.json"
    data: dict[str, Any] = {
        "name": saved.name,
        "version": version,
        "date": saved.date,
        "board": saved.board,
        "camera": saved.camera,
        "light": saved.light,
        "stretch": saved.stretch,
        "markers": asdict(saved.markers) if saved.markers else None,
        "notes": list(saved.notes),
        "colours": {key: to_plain(value) for key, value in saved.calibration.to_dict().items()},
    }
    if saved.empty:
        data["empty"] = {
            "sha256": hashlib.sha256(saved.empty.jpeg).hexdigest(),
            "pose": pose_to_plain(saved.empty.pose),
        }
        write_new(file.with_suffix(".jpg"), saved.empty.jpeg)
    write_new(file, pack(CALIBRATION_KIND, data).encode())
    return file


def load(name: str, *, board: str | None = None, folder: Path | None = None) -> Saved:
    """Read a calibration by name, ``name@version`` or path.

    Raises UnknownName when it is not there; CalibrationError when it is damaged, newer than this
    Keypeg, or made for another board than `board`.
    """
    file = _file_of(name, _root(folder))
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(
            _("The calibration {file} cannot be read.").format(file=file),
            hint=_("Check the file, or calibrate again."),
        ) from error
    data = unpack(CALIBRATION_KIND, text, name=_("The calibration '{name}'").format(name=name))
    try:
        saved = _from_plain(data, file)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        if isinstance(error, CalibrationError):
            raise
        raise CalibrationError(
            _("The calibration '{name}' lacks something: {error}.").format(name=name, error=error),
            hint=_("Calibrate again."),
        ) from error
    if board is not None and saved.board != board:
        raise CalibrationError(
            _("The calibration '{name}' was made for the board '{own}', not '{board}'.").format(
                name=name, own=saved.board, board=board
            ),
            hint=_("Say '--board {own}', or calibrate '{board}'.").format(
                own=saved.board, board=board
            ),
        )
    return saved


def _file_of(name: str, root: Path) -> Path:
    if name.endswith(".json"):
        if not Path(name).is_file():
            raise UnknownName(
                _("There is no calibration file {name}.").format(name=name),
                hint=_("Check its name."),
            )
        return Path(name)
    stem, __, number = name.partition("@")
    there = versions(stem, root)
    if not there:
        known = names(root)
        make = told(f"keypeg calibrate BOARD --camera usb:0 --name {stem}")
        hint = (
            did_you_mean(stem, known) + " " + _("Or make it: {command}").format(command=make)
            if known
            else _("Make it: {command}").format(command=make)
        )
        raise UnknownName(_("There is no calibration '{name}'.").format(name=stem), hint=hint)
    if number and (not number.isdecimal() or int(number) not in there):
        raise UnknownName(
            _("The calibration '{name}' has no version '{number}'.").format(
                name=stem, number=number
            ),
            hint=_("It has: {versions}.").format(versions=", ".join(map(str, there))),
        )
    return root / stem / f"{number or there[-1]}.json"


def _from_plain(data: Mapping[str, Any], file: Path) -> Saved:
    colours = {key: from_plain(value) for key, value in data["colours"].items()}
    return Saved(
        name=data["name"],
        date=data["date"],
        board=data["board"],
        calibration=Calibration.from_dict(colours),
        camera=data["camera"],
        light=data["light"],
        empty=_empty(data["empty"], file) if "empty" in data else None,
        stretch=float(data["stretch"]),
        markers=_markers(data["markers"]) if data["markers"] else None,
        notes=tuple(data["notes"]),
        version=data["version"],
    )


def _markers(data: Mapping[str, Any]) -> Markers:
    a, b, c, d = ((float(x), float(y)) for x, y in data["centres"])
    size, height = float(data["size"]), float(data["height"])
    # a calibration of a time when there was one set has no number
    return Markers((a, b, c, d), size, height, int(data.get("first_id", 0)))


def _empty(data: Mapping[str, Any], file: Path) -> EmptyBoard | None:
    """Return the empty board's picture; None when the file beside was removed or changed."""
    picture = file.with_suffix(".jpg")
    if not picture.is_file():
        return None
    jpeg = picture.read_bytes()
    if hashlib.sha256(jpeg).hexdigest() != data["sha256"]:
        return None
    pose = data["pose"]
    width, height = pose["size"]
    return EmptyBoard(
        jpeg,
        Pose(
            k=np.array(pose["k"], np.float64).reshape(3, 3),
            dist=np.array(pose["dist"], np.float64).reshape(5),
            r=np.array(pose["r"], np.float64).reshape(3, 3),
            t=np.array(pose["t"], np.float64).reshape(3),
            size=(int(width), int(height)),
        ),
    )


def _root(folder: Path | None) -> Path:
    return folder or platformdirs.user_data_path("keypeg") / "calibrations"
