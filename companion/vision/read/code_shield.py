"""Is the code under its shield, or open? Its places are all the one or all the other. Pure.

A single place may look like a peg or like the shield in other light; together they tell.
"""

import numpy as np

from companion.vision.geometry.arrays import F32
from companion.vision.read.decision import Evidence
from companion.vision.read.hole_features import EMPTY, HIDDEN, PEG

__all__ = ["PATTERN", "bent", "is_covered"]


DIMMEST = np.float32(6)  # of 255, added before a logarithm
# log odds of the least sure voter: on labelled boards the surest peg of an open code had more than
# 6.5, the most peg-like place of a shield less than 2
SURE_PEG, NO_PEG = 4.0, 2.5
# `change` of the place that changed most: open more than 9, shut less than 5
OPEN, SHUT = 6.0, 5.0
# log odds against pegs, on average, where the shield's pattern has become another
SURE_SHIELD = 1.0
# spread of log brightness in a place: another pattern than the shield's
PATTERN = 0.3


def is_covered(evidence: Evidence, bends: F32) -> bool | None:
    """Say whether the shield is over the places, None where neither is sure.

    The evidence is of the places against the shield; `bends` (n,) is how much their pattern
    differs from the shield's.
    """
    places, change = evidence.places, evidence.change
    if places is None or change is None:
        return None
    others = np.maximum(places[..., EMPTY], places[..., HIDDEN])
    peg = (places[..., PEG] - others).min(axis=0).max()
    if peg > SURE_PEG and change.max() > OPEN:
        return False
    is_hidden = (places.mean(axis=0).argmax(axis=1) == HIDDEN).any()
    if peg > NO_PEG or change.max() > SHUT or is_hidden:
        return None
    against = (places[..., EMPTY] - places[..., PEG]).mean()
    is_same = np.median(bends) < PATTERN or against > SURE_SHIELD
    return True if is_same else None


def bent(now: F32, then: F32) -> F32:
    """Give (n,): how much the pattern of brightness (n, samples) differs, whatever the light."""
    off = np.log(now + DIMMEST) - np.log(then + DIMMEST)
    return np.asarray(off.std(axis=1))
