"""What colours, empty holes and key pegs look like on one board in one light, as a value. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import CalibrationError
from companion.vision.geometry.arrays import F32
from companion.vision.read.colour_classifier import Samples
from companion.vision.read.features import Ground, Seen
from companion.vision.read.hole_features import Bare
from companion.vision.read.key_pegs import KeyLook

__all__ = ["Calibration"]

VERSION = 2
Arrays = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Samples of each colour with their `places` (m, 2), row and column from 1.

    `bare` is the empty board, `ground` its own surface; of a board that was never seen empty
    `bare` is one place that stands for all, or None, and `ground` is None. `keys` is None where
    no key pegs were shown; `code` is the code's places with the shield shut. `rows` and `cols`
    are 0 when the samples are not bound to a board.
    """

    samples: Samples
    places: npt.NDArray[np.int64]
    rows: int
    cols: int
    ground: Ground | None = None
    bare: Bare | None = None
    keys: KeyLook | None = None
    code: Bare | None = None

    @property
    def letters(self) -> str:
        """The calibrated colours, each once."""
        return "".join(sorted(set(self.samples.letters)))

    def to_dict(self) -> dict[str, Any]:
        """Give numpy arrays and plain values under flat names; `from_dict` is the way back."""
        data: Arrays = {"version": VERSION, "rows": self.rows, "cols": self.cols}
        data |= _samples_out("pegs", self.samples) | {"places": self.places}
        if self.ground:
            data |= {"ground_surface": self.ground.surface, "ground_spread": self.ground.spread}
            data |= {"ground_field": self.ground.field}
        if self.bare:
            data |= _bare_out("bare", self.bare)
        if self.keys:
            data |= _samples_out("keys", self.keys.samples) | _bare_out("key_bare", self.keys.bare)
        if self.code:
            data |= _bare_out("code", self.code)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Calibration":
        """Build from `to_dict`'s mapping; CalibrationError when it is damaged or newer."""
        version = data.get("version")
        if version != VERSION:
            raise CalibrationError(
                f"The colours of this calibration are of version {version}, not {VERSION}.",
                hint="Update Keypeg, or calibrate again.",
            )
        try:
            return cls._from(data)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise CalibrationError(
                f"The colours of this calibration are damaged: {error}.", hint="Calibrate again."
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
            keys = KeyLook(_samples_in("keys", data), _bare_in("key_bare", data))
        return cls(
            samples=_samples_in("pegs", data),
            places=np.asarray(data["places"], np.int64).reshape(-1, 2),
            rows=rows,
            cols=cols,
            ground=ground,
            bare=_bare_in("bare", data) if "bare_heads" in data else None,
            keys=keys,
            code=_bare_in("code", data) if "code_heads" in data else None,
        )


def _floats(values: Any, axes: int) -> F32:
    array = np.asarray(values, np.float32)
    if array.ndim != axes or not np.isfinite(array).all():
        raise ValueError("a table has another form than it should")
    return array


def _samples_out(name: str, samples: Samples) -> Arrays:
    return {
        f"{name}_seen": samples.seen.data,
        f"{name}_letters": samples.letters,
        f"{name}_white": samples.white,
        f"{name}_light": samples.light,
        f"{name}_heads": samples.heads,
        f"{name}_holes": samples.holes,
    }


def _samples_in(name: str, data: Mapping[str, Any]) -> Samples:
    seen = Seen(_floats(data[f"{name}_seen"], 2))
    letters = str(data[f"{name}_letters"])
    if len(letters) != len(seen.data) or not letters or seen.data.shape[1] != 20:
        raise ValueError("samples and letters do not match")
    white, light = _floats(data[f"{name}_white"], 1), _floats(data[f"{name}_light"], 1)
    heads, holes = _floats(data[f"{name}_heads"], 2), _floats(data[f"{name}_holes"], 2)
    if not len(heads) == len(holes) == len(letters):
        raise ValueError("samples and their patches do not match")
    return Samples(seen, letters, white, light, heads, holes)


def _bare_out(name: str, bare: Bare) -> Arrays:
    return {
        f"{name}_heads": bare.heads,
        f"{name}_holes": bare.holes,
        f"{name}_seen": bare.seen.data,
    }


def _bare_in(name: str, data: Mapping[str, Any]) -> Bare:
    heads, holes = _floats(data[f"{name}_heads"], 2), _floats(data[f"{name}_holes"], 2)
    return Bare(heads, holes, Seen(_floats(data[f"{name}_seen"], 2)))
