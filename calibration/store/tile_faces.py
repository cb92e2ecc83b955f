"""Which face is which in a picture of open tiles, and the net that is learned from them."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from companion.errors import CalibrationError
from companion.vision.geometry.arrays import F32, Image
from companion.vision.tiles.boxes import TilePlace
from companion.vision.tiles.face_net import FaceNet, face_net
from companion.vision.tiles.face_patch import Patch, cues, patch_of
from companion.vision.tiles.glyphs import FACES
from companion.vision.tiles.locate_table import SeenTable
from companion.vision.tiles.reader import colours_of
from companion.vision.tiles.train_faces import learn_faces

__all__ = ["LearnedFaces", "faces_as_data", "faces_from_data", "learned_from"]


# how sure a face must be before it is learned, where not all of its colour lie there
SURE = 0.5
# a colour has so many tiles without a dash and with one
ALL = (len(FACES) - 1, len(FACES))
# tiles learned from, at least, and every number among them: a net that never saw a face of this
# set while it saw others would take it for one of those
FEWEST, NUMBERS = 20, frozenset(FACES[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class LearnedFaces:
    """The net for one set of tiles, and of which tiles it was learned, as ``"B7"``."""

    net: FaceNet
    known: tuple[str, ...]


def learned_from(image: Image, table: SeenTable) -> LearnedFaces | None:
    """Learn the open tiles of `table`, upright along x; None if too few of them are told apart.

    Tiles of a colour ascend from the left, and from the far row to the near one, a dash last: with
    all of a colour there, that alone tells which is which, in whatever font.
    """
    known: list[tuple[str, Patch, str]] = []
    for colour, places in _in_order(table).items():
        patches = [patch_of(image, table.pose, place, table.box) for place in places]
        known += [(colour, *pair) for pair in _named(patches)]
    if len(known) < FEWEST or not {face for _, _, face in known} >= NUMBERS:
        return None
    net = learn_faces([(patch, face) for _, patch, face in known])
    return LearnedFaces(net, tuple(colour + face for colour, _, face in known))


def _in_order(table: SeenTable) -> dict[str, list[TilePlace]]:
    """Give the tiles of each colour, the farthest row first, each row from the left."""
    order: dict[str, list[TilePlace]] = {}
    rows = sorted(table.rows, key=lambda row: -float(np.mean([tile.y for tile in row.tiles])))
    colours = colours_of(table)
    for row in rows:
        for tile in sorted(row.tiles, key=lambda tile: tile.x):
            turn = tile.turn if np.cos(tile.turn) > 0 else tile.turn + np.pi
            place = TilePlace(tile.x, tile.y, turn, tile.stance)
            order.setdefault(colours[tile], []).append(place)
    order.pop("?", None)
    return order


def _named(patches: Sequence[Patch]) -> list[tuple[Patch, str]]:
    """Give those of one colour's tiles, ascending, of which it is told which they are."""
    if len(patches) > len(FACES):
        return []
    shares = face_net().shares(np.stack([cues(patch) for patch in patches]))[:, : len(FACES)]
    kinds = _ascending(np.log(shares + 1e-4))
    own = shares[np.arange(len(kinds)), kinds]
    # most must be what their place says, or they lie in another order
    are_all = len(patches) in ALL and np.median(own) > SURE
    return [
        (patch, FACES[kind])
        for patch, kind, share in zip(patches, kinds, own, strict=True)
        if are_all or share > SURE
    ]


def _ascending(worth: F32) -> list[int]:
    """Give the strictly ascending columns, one a row of (N, M), that are worth most in all."""
    n, m = worth.shape
    best = np.full((n + 1, m + 1), -np.inf)
    best[0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best[i, j] = max(best[i, j - 1], best[i - 1, j - 1] + worth[i - 1, j - 1])
    chosen, j = [], m
    for i in range(n, 0, -1):
        while best[i, j] == best[i, j - 1]:
            j -= 1
        j -= 1
        chosen.append(j)
    return chosen[::-1]


def faces_as_data(learned: LearnedFaces) -> dict[str, object]:
    """Give plain JSON values; weights are kept in half precision."""
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
            "The faces learned with the table cannot be read.", hint="Measure the table again."
        ) from error
    return LearnedFaces(net, tuple(map(str, known)))


def _weights(data: object) -> F32:
    assert isinstance(data, dict)
    values = np.frombuffer(base64.b64decode(data["values"]), "<f2")
    return values.reshape(data["shape"]).astype(np.float32)
