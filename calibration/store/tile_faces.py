"""The print of one set of tiles, from a picture in which all lie open: proven, then learned."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from companion.errors import CalibrationError
from companion.game.tiles.tile import BLACK, WHITE
from companion.i18n import _
from companion.vision.geometry.arrays import F32, Image
from companion.vision.tile_faces.face_net import FaceNet, face_net, units_of
from companion.vision.tile_faces.face_patch import FAINT, Patch, patch_of
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tile_faces.train_faces import learn_faces
from companion.vision.tile_rows.row_fit import FittedRows

__all__ = [
    "LearnedFaces",
    "Prints",
    "faces_as_data",
    "faces_from_data",
    "learned_from",
    "prints_of",
]


# mean share of the right faces, and of tiles that surely show another, of a proven order: measured
# on drawn tables, where orders that are wrong by one place have 0.1 and a half
PROVEN, OTHERS, SURE = 0.5, 0.12, 0.9
# part of its colour's usual contrast that a print has at least; else a lamp has washed it out; a
# guess
WASHED = 0.3
LITTLE = 1e-3  # added before a logarithm: no share is taken for 0; a guess


@dataclass(frozen=True, slots=True, eq=False)
class LearnedFaces:
    """The net for one set of tiles, and of which tiles it was learned, as ``"B7"``."""

    net: FaceNet
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """The prints of both colours from the left; `is_turned` if they are seen upside down.

    `share` is how surely they are 0, 1, 2, ... in order, `others` what part surely is not;
    `washed` are tiles whose print a lamp has washed out, as ``"B7"``.
    """

    patches: tuple[tuple[str, Patch], ...]
    is_turned: bool
    share: float
    others: float
    washed: tuple[str, ...]

    @property
    def is_proven(self) -> bool:
        """Whether the prints read back in the order in which they must lie."""
        return self.share > PROVEN and self.others <= OTHERS


def prints_of(image: Image, fitted: FittedRows) -> Prints:
    """Look at the tops of all open tiles and see which way they are upright.

    They should ascend from the near player's left, black ones first.
    """
    upright = [
        [patch_of(image, fitted.pose, at, fitted.box) for at in row] for row in fitted.places
    ]
    turned = [[patch.turned() for patch in row[::-1]] for row in upright]
    ways = [_in_order(rows) for rows in (upright, turned)]
    shares = [_face_shares(tiles) for tiles in ways]
    own = [_own(tiles, each) for tiles, each in zip(ways, shares, strict=True)]
    scores = [_order_score(tiles, each) for tiles, each in zip(ways, shares, strict=True)]
    is_turned = scores[1][0] > scores[0][0]
    tiles, (_, share, others) = ways[is_turned], scores[is_turned]
    return Prints(tuple(tiles), bool(is_turned), share, others, _washed(tiles, own[is_turned]))


def _in_order(rows: Sequence[Sequence[Patch]]) -> list[tuple[str, Patch]]:
    return [
        (colour + face, patch)
        for colour, row in zip((BLACK, WHITE), rows, strict=True)
        for face, patch in zip(FACES, row, strict=False)
    ]


def _face_shares(tiles: Sequence[tuple[str, Patch]]) -> F32:
    """Return (N, faces) how likely each is what a print shows, whatever its font."""
    return face_net().shares(units_of([patch for _, patch in tiles]))[:, : len(FACES)]


def _own(tiles: Sequence[tuple[str, Patch]], shares: F32) -> F32:
    """Return (N,) the shares of the faces that the tiles should show."""
    return shares[np.arange(len(tiles)), [FACES.index(name[1:]) for name, _ in tiles]]


def _order_score(tiles: Sequence[tuple[str, Patch]], shares: F32) -> tuple[float, float, float]:
    """Return the mean log share of the faces named, their mean share, and the part of others."""
    kinds = np.array([FACES.index(name[1:]) for name, _ in tiles])
    own = _own(tiles, shares)
    others = (shares.max(axis=1) > SURE) & (shares.argmax(axis=1) != kinds)
    return float(np.log(own + LITTLE).mean()), float(own.mean()), float(others.mean())


def _washed(tiles: Sequence[tuple[str, Patch]], own: F32) -> tuple[str, ...]:
    """Return the tiles whose print hardly differs from its plastic and is not read.

    A dash may be so small that most of what is brightest on its tile is none of it.
    """
    usual = {
        colour: np.median([abs(p.contrast) for name, p in tiles if name[0] == colour])
        for colour in {name[0] for name, _ in tiles}
    }
    return tuple(
        name
        for (name, patch), share in zip(tiles, own, strict=True)
        if share < SURE
        and (abs(patch.contrast) < FAINT or abs(patch.contrast) < WASHED * usual[name[0]])
    )


def learned_from(prints: Prints) -> LearnedFaces:
    """Learn a set's own print."""
    net = learn_faces([(patch, name[1:]) for name, patch in prints.patches])
    return LearnedFaces(net, tuple(name for name, _ in prints.patches))


def faces_as_data(learned: LearnedFaces) -> dict[str, object]:
    """Return plain JSON values; weights are kept in half precision."""
    data: dict[str, object] = {"known": list(learned.known)}
    for field in fields(FaceNet):
        weights = getattr(learned.net, field.name).astype("<f2")
        text = base64.b64encode(weights.tobytes()).decode()
        data[field.name] = {"shape": list(weights.shape), "values": text}
    return data


def faces_from_data(data: Mapping[str, object]) -> LearnedFaces:
    """Read what `faces_as_data` gives; raises CalibrationError."""
    try:
        net = FaceNet(**{field.name: _weights(data[field.name]) for field in fields(FaceNet)})
        known = data["known"]
        assert isinstance(known, list)
    except (KeyError, TypeError, ValueError, AssertionError) as error:
        raise CalibrationError(
            _("The faces learned with the table cannot be read."),
            hint=_("Measure the table again."),
        ) from error
    return LearnedFaces(net, tuple(map(str, known)))


def _weights(data: object) -> F32:
    assert isinstance(data, dict)
    values = np.frombuffer(base64.b64decode(data["values"]), "<f2")
    return values.reshape(data["shape"]).astype(np.float32)
