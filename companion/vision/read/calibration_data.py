"""What colours, empty holes and key pegs look like on one board in one light, as a value. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import CalibrationError
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import Ground
from companion.vision.geometry.arrays import F32
from companion.vision.read.key_classifier import KeyCalibration

__all__ = ["Calibration"]

# of the flat names and arrays that `to_dict` gives; by definition, counted up when they change
VERSION = 2
# of `CellFeatures.table`; by its definition
COLUMNS = 20
Arrays = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Samples of each colour with their `places` (m, 2), row and column from 1.

    `empty` is the empty board, `ground` its own surface; of a board that was never seen empty
    `empty` is one place that stands for all, or None, and `ground` is None. `keys` is None where
    no key pegs were shown; `code` is the code's places with the shield shut. `rows` and `cols`
    are 0 when the samples are not bound to a board.
    """

    samples: ColourSamples
    places: npt.NDArray[np.int64]
    rows: int
    cols: int
    ground: Ground | None = None
    empty: CellFeatures | None = None
    keys: KeyCalibration | None = None
    code: CellFeatures | None = None

    @property
    def letters(self) -> str:
        """The calibrated colours, each once."""
        return "".join(sorted(set(self.samples.letters)))

    def empty_places(self, shape: BoardShape) -> CellFeatures | None:
        """Return the empty places of a board for pegs; one that stands for all where that is so.

        Raises CalibrationError when the calibration is of a board with other rows or places.
        """
        if self.rows and (self.rows, self.cols) != (shape.rows, shape.cols):
            raise CalibrationError(
                _(
                    "The calibration is of a board of {rows} rows of {cols}, this one has "
                    "{own_rows} of {own_cols}."
                ).format(rows=self.rows, cols=self.cols, own_rows=shape.rows, own_cols=shape.cols),
                hint=_("Name the right calibration, or calibrate this board."),
            )
        return self.empty and self.empty.for_all(shape.rows * shape.cols)

    def to_dict(self) -> dict[str, Any]:
        """Return numpy arrays and plain values under flat names; `from_dict` is the way back."""
        data: Arrays = {"version": VERSION, "rows": self.rows, "cols": self.cols}
        data |= _samples_out("pegs", self.samples) | {"places": self.places}
        if self.ground:
            data |= {"ground_surface": self.ground.surface, "ground_spread": self.ground.spread}
            data |= {"ground_field": self.ground.field}
        if self.empty is not None:
            data |= _features_out("bare", self.empty)
        if self.keys:
            data |= _samples_out("keys", self.keys.samples)
            data |= _features_out("key_bare", self.keys.empty)
        if self.code is not None:
            data |= _features_out("code", self.code)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Calibration":
        """Return `to_dict`'s calibration; CalibrationError when it is damaged or newer."""
        version = data.get("version")
        if version != VERSION:
            raise CalibrationError(
                _("The colours of this calibration are of version {version}, not {own}.").format(
                    version=version, own=VERSION
                ),
                hint=_("Update Keypeg, or calibrate again."),
            )
        try:
            return cls._from(data)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise CalibrationError(
                _("The colours of this calibration are damaged: {error}.").format(error=error),
                hint=_("Calibrate again."),
            ) from error

    @classmethod
    def _from(cls, data: Mapping[str, Any]) -> "Calibration":
        rows, cols = int(data["rows"]), int(data["cols"])
        ground = None
        if "ground_field" in data:
            ground = Ground(
                _floats(data["ground_surface"], 3),
                _floats(data["ground_spread"], 2),
                _floats(data["ground_field"], 2),
                rows,
                cols,
            )
        keys = None
        if "keys_seen" in data:
            keys = KeyCalibration(_samples_in("keys", data), _features_in("key_bare", data))
        return cls(
            samples=_samples_in("pegs", data),
            places=np.asarray(data["places"], np.int64).reshape(-1, 2),
            rows=rows,
            cols=cols,
            ground=ground,
            empty=_features_in("bare", data) if "bare_heads" in data else None,
            keys=keys,
            code=_features_in("code", data) if "code_heads" in data else None,
        )


def _floats(values: Any, axes: int) -> F32:
    array = np.asarray(values, np.float32)
    if array.ndim != axes or not np.isfinite(array).all():
        raise ValueError(_("a table has another form than it should"))
    return array


# the names of these are written in calibrations of users, and stay


def _samples_out(name: str, samples: ColourSamples) -> Arrays:
    about = {f"{name}_letters": samples.letters, f"{name}_white": samples.white}
    return about | {f"{name}_light": samples.light} | _features_out(name, samples.features)


def _samples_in(name: str, data: Mapping[str, Any]) -> ColourSamples:
    features, letters = _features_in(name, data), str(data[f"{name}_letters"])
    if len(letters) != len(features) or not letters or features.table.shape[1] != COLUMNS:
        raise ValueError(_("samples and letters do not match"))
    white, light = _floats(data[f"{name}_white"], 1), _floats(data[f"{name}_light"], 1)
    if not len(features.heads) == len(features.holes) == len(letters):
        raise ValueError(_("samples and their patches do not match"))
    return ColourSamples(features, letters, white, light)


def _features_out(name: str, features: CellFeatures) -> Arrays:
    return {
        f"{name}_heads": features.heads,
        f"{name}_holes": features.holes,
        f"{name}_seen": features.table,
    }


def _features_in(name: str, data: Mapping[str, Any]) -> CellFeatures:
    table = _floats(data[f"{name}_seen"], 2)
    return CellFeatures(table, _floats(data[f"{name}_heads"], 2), _floats(data[f"{name}_holes"], 2))
