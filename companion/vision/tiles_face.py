"""Recognises the face of an open tile, 0 to 11 or the dash, whichever way it lies."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from companion.game.tile_rows import HIDDEN
from companion.vision.tiles_glyphs import FACES
from companion.vision.tiles_patch import Patch, cues

__all__ = ["FaceGuess", "face_of"]

Floats = npt.NDArray[np.float32]

# what a face must be worth to be said, and what its best rival may be worth at most
LEAST, RIVAL = 0.8, 0.12
UNSURE = "??"


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """`face` is one of FACES, "?" for a blank top or "??" when it is not sure.

    `share` is how sure it is; `turned` whether it is seen upside down.
    """

    face: str
    share: float
    turned: bool


def face_of(patch: Patch) -> FaceGuess:
    """Recognise a face, upright or turned."""
    shares = _net().shares(np.stack([cues(patch), cues(patch.turned())]))
    blank = float(shares[:, len(FACES)].min())
    if blank > LEAST:
        return FaceGuess(HIDDEN, blank, turned=False)
    best = shares[:, : len(FACES)].max(axis=0)
    order = np.argsort(-best)
    first, second = int(order[0]), float(best[order[1]])
    share, turned = float(best[first]), bool(shares[1, first] > shares[0, first])
    sure = share >= LEAST and second <= RIVAL and blank <= RIVAL
    return FaceGuess(FACES[first] if sure else UNSURE, share, turned)


@dataclass(frozen=True, slots=True, eq=False)
class _Net:
    """One hidden layer; its last classes are a blank top, and neither."""

    w0: Floats
    b0: Floats
    w1: Floats
    b1: Floats
    mean: Floats
    spread: Floats

    def shares(self, inputs: Floats) -> Floats:
        """Give (N, faces and two) how likely each face is, a blank top, and neither."""
        units = np.maximum((inputs - self.mean) / self.spread @ self.w0 + self.b0, 0)
        out = units @ self.w1 + self.b1
        out = np.exp(out - out.max(axis=1, keepdims=True))
        return np.asarray(out / out.sum(axis=1, keepdims=True))


@cache
def _net() -> _Net:
    with (files("companion.vision") / "data" / "faces.npz").open("rb") as file:
        data = np.load(file)
        names = ("w0", "b0", "w1", "b1", "mean", "spread")
        return _Net(*(data[name].astype(np.float32) for name in names))
