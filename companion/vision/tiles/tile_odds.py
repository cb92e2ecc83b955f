"""How likely what a net takes for a tile is one: all that tells of it, weighed together. Pure.

Logistic regression (Cox, 1958) on the heat of the net, on what has changed where the tile seems to
be, and on the others beside it: a row's tiles stand side by side, all of one colour are of one
plastic, and a shadow has the tint of the cloth that it falls on. Each alone is wrong too often to
decide. The weights are fitted by `benchmarks/fit_tile_odds.py`, apart for tiles that stand, lie
open and lie hidden.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F64
from companion.vision.tile_faces.boxes import Stance, TileBox
from companion.vision.tile_faces.picture_pair import LightPair, likeness
from companion.vision.tiles.tile_net import SeenBox

__all__ = ["EVIDENCE", "evidence_of", "kinds_of", "shares_of", "tints_of", "usual_of"]

# what is weighed: log odds of the net's heat; log of how much more light changed within the outline
# than beside it; how like the empty table its sides and its top are; the surest tile that stands or
# lies open at its side; how far it is in a surer tile; tints of top and sides, against those of the
# tiles of its colour, and as a part of that and of what it differs from the cloth by; log light of
# the top against those of its colour
EVIDENCE = (
    "heat",
    "outline",
    "sides_alike",
    "top_alike",
    "beside",
    "within",
    "tint",
    "tint_of_sides",
    "cloth_tint",
    "cloth_tint_of_sides",
    "light",
)
# a constant and the weight of each, of a tile that stands, lies open, lies hidden: fitted on 58
# drawn tables (174 pictures, 3,782 tiles)
WEIGHTS = np.array(
    [
        (3.94, 2.37, 0.50, -0.19, -1.13, 1.18, -3.18, -1.99, 3.71, -3.53, -4.26, -0.58),
        (4.84, 1.29, 0.52, -1.86, -1.86, 0.98, -16.70, -2.28, -1.83, -2.64, -2.42, -0.17),
        (5.14, 1.56, 1.14, -1.54, -1.54, -0.22, -1.03, -6.00, -4.96, -4.22, -3.62, 2.16),
    ]
)
# bounds of an outline, of tints, of a difference of light, beyond which more tells nothing more;
# what keeps a part of two small tints from being noise; guesses
OUTLINE, TINT, LIGHT, LEAST = (0.01, 1.5), 0.3, 1.0, 0.05
# what is beside a tile in a row: widths from middle to middle, heights out of line and radians
# turned, one sigma; its heat at which it begins to tell, and above that at which it tells all;
# guesses
SIDE, ASIDE, TURNED, HEAT = (0.75, 2.3), 0.2, 0.25, (0.15, 0.5)
# widths between the middles of two below which one is in the other; a guess
APART = 0.9
# score of the tiles that say what is usual, and how many there are at least: guesses
USUAL, ENOUGH = 0.5, 2

Ints = npt.NDArray[np.int_]


def evidence_of(
    boxes: Sequence[SeenBox],
    tops: Sequence[LightPair],
    seen: Sequence[LightPair],
    outlines: F64,
    box: TileBox,
) -> F64:
    """Return (N, E) what tells of each of `boxes`, as `EVIDENCE` names it.

    `tops` are their tops as two pictures show them, `seen` all of them that is looked at, and
    `outlines` (N,) how much more light changed within them than beside them.
    """
    heat = np.array([each.score for each in boxes])
    top, cloth = (tints_of([look[i] for look in tops]) for i in (0, 1))
    side, cloth_beside = (tints_of([look[i] for look in seen]) for i in (0, 1))
    light = np.array([[float(np.median(look[0]))] for look in tops])
    columns = [
        np.log(heat / (1 - heat)),
        np.log(np.clip(outlines, *OUTLINE)),
        np.array([max(0.0, likeness(look)) for look in seen]),
        np.array([max(0.0, likeness(look)) for look in tops]),
        *_among_others(boxes, box),
        _far(top, usual_of(boxes, top)),
        _far(side, usual_of(boxes, side)),
        _part(top, usual_of(boxes, top), cloth),
        _part(side, usual_of(boxes, side), cloth_beside),
        np.minimum(np.abs(light - usual_of(boxes, light))[:, 0], LIGHT),
    ]
    return np.asarray(np.stack(columns, axis=1), np.float64)


def shares_of(kinds: Ints, evidence: F64) -> F64:
    """Return (N,) how likely each is a tile, 0 to 1, by its kind and its (N, E) evidence."""
    weights = WEIGHTS[kinds]
    odds = weights[:, 0] + (weights[:, 1:] * evidence).sum(axis=1)
    return np.asarray(1 / (1 + np.exp(-odds)), np.float64)


def kinds_of(boxes: Sequence[SeenBox]) -> Ints:
    """Return (N,) 0 of boxes that stand, 1 of those that lie open, 2 of those that lie hidden."""
    return np.array(
        [0 if each.place.stance is Stance.STANDS else 1 if each.is_open else 2 for each in boxes],
        int,
    )


def tints_of(looks: Sequence[F64]) -> F64:
    """Return (N, 2) log of blue and of red against green of what (P, 3) log light shows."""
    usual = np.array([np.median(look, axis=0) for look in looks])
    return np.asarray(usual[:, [0, 2]] - usual[:, 1:2])


def usual_of(boxes: Sequence[SeenBox], values: F64) -> F64:
    """Return (N, d) the medians of the other sure tiles of each one's colour; its own if few are.

    All tiles of one colour are of one plastic.
    """
    is_white = np.array([each.white > 0 for each in boxes])
    is_sure = np.array([each.score > USUAL for each in boxes])
    usual = values.copy()
    for i in range(len(boxes)):
        others = (is_white == is_white[i]) & is_sure & (np.arange(len(boxes)) != i)
        if others.sum() >= ENOUGH:
            usual[i] = np.median(values[others], axis=0)
    return usual


def _far(tints: F64, others: F64) -> F64:
    return np.asarray(np.minimum(np.abs(tints - others).max(axis=1), TINT), np.float64)


def _part(tints: F64, usual: F64, cloth: F64) -> F64:
    """Return (N,) how far tints are from the usual ones, and not from the cloth's.

    It is near 0 for a tile, and near 1 for a shadow on the cloth.
    """
    far = _far(tints, usual)
    return far / (far + _far(tints, cloth) + LEAST)


def _among_others(boxes: Sequence[SeenBox], box: TileBox) -> tuple[F64, F64]:
    """Return (N,) how surely a tile of a row is beside each, and how far it is in a surer one."""
    at = np.array([(each.place.x, each.place.y) for each in boxes])
    turn = np.array([each.place.turn for each in boxes])
    heat = np.array([each.score for each in boxes])
    sure = np.clip((heat - HEAT[0]) / HEAT[1], 0, 1)
    offset = at[None] - at[:, None]
    right = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    ahead = np.stack([-np.sin(turn), np.cos(turn)], axis=-1)
    along = np.abs((offset * right[:, None]).sum(axis=-1)) / box.width
    aside = (np.abs((offset * way).sum(axis=-1)) for way in (ahead[:, None], ahead[None]))
    aside = np.minimum(*aside) / box.height
    turned = np.arcsin(np.clip(np.sin(turn[None] - turn[:, None]), -1, 1))
    in_row = sure * (kinds_of(boxes) < 2)
    fits = np.exp(-((aside / ASIDE) ** 2 + (turned / TURNED) ** 2) / 2) * in_row[None]
    beside = np.where((along > SIDE[0]) & (along < SIDE[1]), fits, 0.0).max(axis=1)
    apart = np.linalg.norm(offset, axis=-1) / box.width
    surer = (heat[None] > heat[:, None]) & (apart < APART)
    within = np.where(surer, (1 - apart) * sure[None], 0.0).max(axis=1)
    return beside, within
