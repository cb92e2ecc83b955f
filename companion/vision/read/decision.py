"""From votes to letters: who is sure enough, and what is only likely. Pure.

Votes of a committee count by their worst member: one that disagrees makes a cell unsure. The
thresholds were chosen on sessions that the voters had not been taught (see `benchmarks`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY as DOT
from companion.vision.geometry.arrays import F32, Indices, Mask
from companion.vision.read.hole_features import EMPTY, HIDDEN, PEG
from companion.vision.read.reading import UNSURE

__all__ = ["Evidence", "Verdict", "judge", "surely_empty"]


# margins in log odds of the least sure member
SURE_EMPTY = 1.0
SURE_PEG = 0.3
SURE_COLOUR = 0.4
SURE_HIDDEN = 0.5
# each exposure value of light between a head and the nearest sample of its colour costs so much
PER_EV, FREE_EV = 0.5, 0.3
# a burnt sample says no more than "at least so bright": in other light it may have been any
# brighter colour, so that each exposure value speaks so much for it
BURNT_PER_EV = 2.5
# the strength of light is known less well than its tint: each exposure value speaks so much for
# a colour that differs from the best one in brightness alone, as silver does from white
KIN_PER_EV = 3.0
# `change` beyond which a place is not the bare board, however sure the voters are
OTHER = 4.0
# log odds for a peg at each unit of `change` past `LIKE`
LIKE, FOR_OTHER = 2.0, 0.5
# log odds for a bare place in a row that is not yet to be begun: rows are filled in order
NOT_YET = 2.0
# a colour whose own change is under this is camouflage; margins for the bare place, for the peg
HARD, SURE_HARD, SURE_HARD_PEG = 1.5, 3.0, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is known of n cells.

    `places` (members, n, 3) are votes for peg, empty and hidden; `change` (n,) and `camouflage`
    (n, samples) as in `empties`. All None where no empty hole is known: then all are pegs.
    `votes` (members, n, samples) are for each sample, `letters` one a sample, `away`
    (n, samples) the light between in exposure values, `burnt` (samples,) which are clipped, `kin`
    (samples, samples) which differ in brightness alone. Cells stand in rows of `cols`, row 1 first.
    """

    votes: F32
    letters: str
    away: F32
    burnt: Mask
    kin: Mask
    cols: int = 1
    places: F32 | None = None
    change: F32 | None = None
    camouflage: F32 | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """One letter a cell (``.`` empty, ``?`` unsure), the likeliest, 0..1 each, and the hidden."""

    letters: str
    likely: str
    confidence: F32
    hidden: Mask


def judge(evidence: Evidence) -> Verdict:
    """Decide n cells."""
    names, colour, margin = _colour(evidence)
    best = np.array(list(names))[colour]
    if evidence.places is None or evidence.change is None or evidence.camouflage is None:
        said = np.where(margin > SURE_COLOUR, best, UNSURE)
        none = np.zeros(len(best), bool)
        return Verdict("".join(said), "".join(best), _confidence(said, margin), none)
    hard = evidence.camouflage < HARD
    places = evidence.places.copy()
    places[..., PEG] += FOR_OTHER * (evidence.change - LIKE).clip(0, 3)
    places[:, _not_yet(places, evidence.cols), EMPTY] += NOT_YET
    peg, empty, hidden = (_margin(places, kind) for kind in (PEG, EMPTY, HIDDEN))
    mine = np.array(list(evidence.letters))[None] == best[:, None]
    sure_empty = np.where(hard.any(axis=1), SURE_HARD, SURE_EMPTY)
    sure_peg = np.where((hard & mine).any(axis=1), SURE_HARD_PEG, SURE_PEG)
    is_empty = (empty > sure_empty) & (evidence.change < OTHER)
    is_peg = (peg > sure_peg) & (margin > SURE_COLOUR)
    likely = np.where(places.mean(axis=0).argmax(axis=1) == EMPTY, DOT, best)
    said = np.where(is_empty, DOT, np.where(is_peg, best, UNSURE))
    least = np.where(is_empty, empty, np.minimum(peg, margin))
    confidence = _confidence(said, least)
    return Verdict("".join(said), "".join(likely), confidence, hidden > SURE_HIDDEN)


def _not_yet(places: F32, cols: int) -> Mask:
    """Give (n,) the cells past the row after the last that is likely to have anything in it."""
    busy = (places.mean(axis=0).argmax(axis=1) != EMPTY).reshape(-1, cols).any(axis=1)
    last = int(np.flatnonzero(busy).max(initial=-1))
    return np.repeat(np.arange(len(busy)) > last + 1, cols)


def surely_empty(places: F32, change: F32) -> Mask:
    """Give (n,) what no colour could make a peg, so that it need not be asked for."""
    margin = _margin(places, EMPTY)
    return np.asarray((margin > SURE_HARD + FOR_OTHER) & (change < LIKE))


def _confidence(said: npt.NDArray[np.str_], margin: F32) -> F32:
    odds = np.exp(-2 * np.minimum(margin, 20))
    return np.where(said == UNSURE, 0.0, 1 / (1 + odds)).astype(np.float32)


def _margin(places: F32, kind: int) -> F32:
    others = np.delete(places, kind, axis=2).max(axis=2)
    return np.asarray((places[..., kind] - others).min(axis=0))


def _colour(evidence: Evidence) -> tuple[str, Indices, F32]:
    """Give the names, the index of the best name (n,), and its margin less what the light costs."""
    votes, letters, away = evidence.votes, evidence.letters, evidence.away
    order = np.argsort(list(letters), kind="stable")
    ranked = "".join(letters[i] for i in order)
    names = "".join(sorted(set(letters)))
    starts = [ranked.index(name) for name in names]
    best_of = np.maximum.reduceat(votes[..., order], starts, axis=2)
    best = best_of.mean(axis=0).argmax(axis=1)
    cells = np.arange(len(best))
    top = best_of[:, cells, best]
    apart = np.maximum(np.minimum.reduceat(away[:, order], starts, axis=1) - FREE_EV, 0)
    cost = PER_EV * apart[cells, best]
    if len(names) == 1:
        return names, best, np.full(len(best), 9.0, np.float32) - cost
    burnt = np.logical_and.reduceat(evidence.burnt[order], starts)
    kin = np.logical_or.reduceat(evidence.kin[np.ix_(order, order)], starts, axis=0)
    kin = np.logical_or.reduceat(kin, starts, axis=1)
    rest = best_of + BURNT_PER_EV * burnt * apart
    rest += KIN_PER_EV * kin[best] * apart[cells, best][:, None]
    rest[:, cells, best] = -np.inf
    return names, best, (top - rest.max(axis=2)).min(axis=0) - cost
