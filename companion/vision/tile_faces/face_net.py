"""Recognises the face of an open tile, 0 to 11 or the dash, whichever way it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

from companion.game.tiles.tile import HIDDEN
from companion.vision.geometry.arrays import F32
from companion.vision.tile_faces.face_patch import Patch
from companion.vision.tile_faces.glyphs import FACES

__all__ = [
    "ALIKE",
    "BLANK",
    "NEITHER",
    "FaceGuess",
    "FaceNet",
    "face_net",
    "faces_of",
    "units_of",
    "upright_or_turned",
]


# classes after the faces: a blank top, and neither
BLANK, NEITHER = len(FACES), len(FACES) + 1
# faces that look the same upside down; 11 does in some fonts
ALIKE = ("0", "1", "8", "11", "-")
# what a face must be worth to be said: on 593 drawn faces 88 % are then right and 0.2 % wrong;
# chosen there. What every class is worth at least, as a net is never certain: a guess
LEAST, LITTLE = 0.84, 1e-4
UNSURE = "??"


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """`face` is one of FACES, "?" for a blank top or "??" when it is not sure.

    `share` is how sure it is; `turned` whether it is seen upside down.
    """

    face: str
    share: float
    turned: bool


@dataclass(frozen=True, slots=True, eq=False)
class FaceNet:
    """The last layer over what `units_of` gives; its classes are FACES, `BLANK` and `NEITHER`."""

    w1: F32
    b1: F32

    def shares(self, units: F32) -> F32:
        """Return (N, classes) how likely each is, by what `units_of` gives."""
        return softmax(units @ self.w1 + self.b1)

    def with_last(self, w1: F32, b1: F32) -> "FaceNet":
        """Return the net with another last layer: that of one set of tiles."""
        return replace(self, w1=w1, b1=b1)


def softmax(out: F32) -> F32:
    """Return (N, classes) shares that sum to 1."""
    out = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def units_of(patches: Sequence[Patch]) -> F32:
    """Return (N, units) of what the net for images sees in each patch."""
    net = _units_net()
    net.setInput(np.stack([patch.pixels for patch in patches])[:, None].astype(np.float32))
    return np.asarray(net.forward(), np.float32).reshape(len(patches), -1)


@cache
def _units_net() -> cv2.dnn.Net:
    data = (files("companion.vision") / "data" / "faces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


@cache
def face_net() -> FaceNet:
    """Return the net that comes with the package: for numbers in any font."""
    with (files("companion.vision") / "data" / "faces.npz").open("rb") as file:
        data = np.load(file)
        return FaceNet(*(data[name].astype(np.float32) for name in ("w1", "b1")))


def faces_of(tiles: Sequence[Sequence[Patch]], net: FaceNet | None = None) -> list[FaceGuess]:
    """Recognise the faces of tiles, upright or turned, each by one look at it or several.

    The net that knows the set and the one that knows all fonts must agree, whatever the look.
    """
    if not tiles:
        return []
    ways = [way for looks in tiles for look in looks for way in (look, look.turned())]
    units = units_of(ways)
    nets = [face_net()] if net is None else [net, face_net()]
    shares = np.stack([each.shares(units) for each in nets], axis=1)
    owner = np.repeat(np.arange(len(tiles)), [len(looks) for looks in tiles])
    upright, turned = (shares[way::2].reshape(-1, shares.shape[-1]) for way in (0, 1))
    joint, is_turned = upright_or_turned(upright, turned)
    owner = np.repeat(owner, len(nets))
    return [
        _guess(_agreed(joint[owner == i]), is_turned[owner == i].mean(axis=0) > 0.5)
        for i in range(len(tiles))
    ]


def _agreed(shares: F32) -> F32:
    """Return the (classes,) shares on which (L, classes) agree: their geometric mean."""
    mean = np.exp(np.log(shares + LITTLE).mean(axis=0))
    return np.asarray(mean / mean.sum(), np.float32)


def upright_or_turned(upright: F32, turned: F32) -> tuple[F32, npt.NDArray[np.bool_]]:
    """Return how likely each class is, and (N, faces) which are turned, of what is seen both ways.

    Both are (N, classes) shares. A face is a face one way and neither the other way, or, where it
    looks alike, the same both ways.
    """
    up, down = upright + LITTLE, turned + LITTLE
    one, other = up[:, :BLANK] * down[:, NEITHER:], down[:, :BLANK] * up[:, NEITHER:]
    faces = one + other
    same = [FACES.index(face) for face in ALIKE]
    faces[:, same] = np.maximum(faces[:, same], up[:, same] * down[:, same])
    rest = up[:, BLANK:] * down[:, BLANK:]
    joint = np.concatenate([faces, rest], axis=1)
    return joint / joint.sum(axis=1, keepdims=True), other > one


def _guess(shares: F32, turned: npt.NDArray[np.bool_]) -> FaceGuess:
    first = int(shares.argmax())
    share = float(shares[first])
    if first == BLANK and share >= LEAST:
        return FaceGuess(HIDDEN, share, turned=False)
    if first >= BLANK or share < LEAST:
        return FaceGuess(UNSURE, share, turned=False)
    return FaceGuess(FACES[first], share, bool(turned[first]))
