"""Measured lenses on disk: ``lenses/NAME.json`` in the user's data folder."""

from dataclasses import asdict
from pathlib import Path

import platformdirs

from calibration.store.calibrations import check_name
from calibration.store.envelope import pack, unpack, write_new
from companion.errors import CalibrationError, UnknownName, did_you_mean
from companion.i18n import _
from companion.vision.fit.lens_calibration import MeasuredLens
from companion.vision.locate.find_board import Lens

__all__ = ["lens_names", "load_lens", "save_lens"]

LENS_KIND = "lens"


def lens_names(folder: Path | None = None) -> list[str]:
    """Return the names of all measured lenses."""
    return sorted(file.stem for file in _root(folder).glob("*.json"))


def save_lens(name: str, measured: MeasuredLens, *, date: str, folder: Path | None = None) -> Path:
    """Write a lens under a new name; CalibrationError when there is one already."""
    file = _root(folder) / f"{check_name(name)}.json"
    write_new(file, pack(LENS_KIND, {"date": date, **asdict(measured)}).encode())
    return file


def load_lens(name: str, folder: Path | None = None) -> MeasuredLens:
    """Read a lens by name or path; raises UnknownName and CalibrationError."""
    file = Path(name) if name.endswith(".json") else _root(folder) / f"{name}.json"
    if not file.is_file():
        known = lens_names(folder)
        hint = (
            did_you_mean(name, known)
            if known
            else _("Measure it: keypeg calibrate lens --photos DIR.")
        )
        raise UnknownName(_("There is no measured lens '{name}'.").format(name=name), hint=hint)
    data = unpack(
        LENS_KIND, file.read_text("utf-8", "replace"), name=_("The lens '{name}'").format(name=name)
    )
    try:
        lens = data["lens"]
        k1, k2, p1, p2, k3 = map(float, lens["dist"])
        centre = {key: float(lens[key]) for key in ("fx", "fy", "cx", "cy")}
        width, height = data["size"]
        return MeasuredLens(
            Lens(**centre, dist=(k1, k2, p1, p2, k3)),
            size=(int(width), int(height)),
            pictures=int(data["pictures"]),
            error=float(data["error"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise CalibrationError(
            _("The lens '{name}' lacks {error}.").format(name=name, error=error),
            hint=_("Measure it again."),
        ) from error


def _root(folder: Path | None) -> Path:
    return folder or platformdirs.user_data_path("keypeg") / "lenses"
