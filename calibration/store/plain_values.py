"""Arrays, and values with arrays in them, as lists and numbers that JSON has; and back. Pure."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.vision.geometry.pose import Pose

__all__ = ["from_plain", "pose_to_plain", "to_plain"]


ARRAY = "array"
DTYPE = re.compile(r"[<>|][bifuU]\d{1,3}")  # as `numpy.dtype.str` writes numbers, truths and text


def pose_to_plain(pose: Pose) -> dict[str, Any]:
    """Return the numbers of a pose in lists."""
    arrays = {"k": pose.k, "dist": pose.dist, "r": pose.r, "t": pose.t}
    plain: dict[str, Any] = {key: np.asarray(value).tolist() for key, value in arrays.items()}
    return plain | {"size": list(pose.size)}


def to_plain(value: Any) -> Any:
    """Return an array as {"array": dtype, "shape": ..., "values": flat list}; the rest as it is."""
    if isinstance(value, np.ndarray):
        return {
            ARRAY: value.dtype.str,
            "shape": list(value.shape),
            "values": value.ravel().tolist(),
        }
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {key: to_plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(inner) for inner in value]
    return value


def from_plain(value: Any) -> Any:
    """Return what `to_plain` was given; raises ValueError for what it does not write."""
    if isinstance(value, dict) and ARRAY in value:
        if not DTYPE.fullmatch(value[ARRAY]):  # NumPy evaluates what is written there
            raise ValueError(f"{ARRAY} {value[ARRAY][:9]!r}")
        with np.errstate(over="raise"):  # a number too large is damage, not a warning
            return np.array(value["values"], dtype=value[ARRAY]).reshape(value["shape"])
    if isinstance(value, dict):
        return {key: from_plain(inner) for key, inner in value.items()}
    return value
