"""From scores to letters, key pegs and the code: what is sure enough, what only likely. Pure.

Scores of an ensemble count by its least sure member: one that disagrees makes a cell unsure. That
is a reject option (Chow 1970) on the margin instead of on a probability, which networks overstate
in rooms they have not seen. The thresholds, in log odds, were chosen on sessions of the first
labelled set (s00-s11, f00-f04), each read with weights that had not seen it
(`benchmarks/bench_read.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY as DOT
from companion.vision.geometry.arrays import F32, F64, Indices, Mask
from companion.vision.read.colour_classifier import ColourScores
from companion.vision.read.hole_classifier import EMPTY, HIDDEN, PEG, KindScores
from companion.vision.read.key_classifier import KEY_CLASSES
from companion.vision.read.reading import UNSURE, CodeCell, RowKeys
from companion.vision.read.scores import CellScores

__all__ = ["CellVerdict", "decide_cells", "decide_code", "decide_keys", "is_covered"]

# margins in log odds of the least sure member, chosen as said above
SURE_EMPTY = 1.0
SURE_PEG = 0.3  # chosen as said above
SURE_COLOUR = 0.4  # chosen as said above
SURE_HIDDEN = 0.5  # chosen as said above
# least probability, by the mean of the members, of all key pegs of a row together. On the first
# labelled set (true poses, poses moved by 0.12 head radii, found by markers and by clicks 5 px
# off), with weights that had seen neither session nor room, 81.0 % of the answers to a guess are
# right and 0.2 % wrong; with 0.8 they were 75.9 and 0.1
SURE_KEY_ROW = 0.7
# the same of one key hole in a row without a code peg: a guess
SURE_KEY_HOLE = 0.8
# log odds that each exposure value of light between a head and the nearest sample of its colour
# costs, beyond the first few, chosen as said above
COST_PER_EV, FREE_EV = 0.5, 0.3
# a clipped sample says no more than "at least so bright": in other light it may have been any
# brighter colour, so that each exposure value speaks so much for it
CLIPPED_PER_EV = 2.5
# the strength of light is known less well than its tint: each exposure value speaks so much for
# a colour that differs from the best one in brightness alone, as silver does from white
BRIGHTNESS_PER_EV = 3.0
# `difference` beyond which a place is not the empty board, however sure the members are: a guess
MOST_DIFFERENCE = 4.0
# log odds for a peg at each unit of `difference` past `USUAL_DIFFERENCE`, for three units at most;
# chosen as said above
USUAL_DIFFERENCE, PEG_PER_DIFFERENCE = 2.0, 0.5
# log odds for an empty place in a row that is not yet to be begun, a guess: rows fill in order
NOT_YET = 2.0
# a colour whose own `difference` is under this is camouflage; margins there for empty, for a peg;
# chosen as said above
CAMOUFLAGE, SURE_CAMOUFLAGED, SURE_CAMOUFLAGED_PEG = 1.5, 3.0, 0.3
# margin of a colour that is the only one calibrated
ONLY_COLOUR = np.float32(9.0)

# of the code's places together. Log odds for a peg: on labelled boards the surest peg of an open
# code had more than 6.5, the most peg-like place of a shield less than 2
CODE_PEG, CODE_NO_PEG = 4.0, 2.5
# `difference` of the place that changed most: open more than 9, shut less than 5
CODE_OPEN, CODE_SHUT = 6.0, 5.0
# log odds against pegs, on average, where the shield's pattern has become another; chosen with the
# two above
CODE_SHIELD = 1.0
# change of pattern, in log luma: another pattern than the shield's
CODE_PATTERN = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class CellVerdict:
    """One letter a cell (``.`` empty, ``?`` unsure), the likeliest, 0..1 each, and the hidden.

    `second` is the next likely letter of each cell.
    """

    letters: str
    likely: str
    confidence: F32
    hidden: Mask
    second: str = ""

    def hiding(self, more: Mask) -> "CellVerdict":
        """Return the verdict with all that is hidden, and `more` (n,), read as ``?``."""
        hidden = self.hidden | more
        letters = "".join(np.where(hidden, UNSURE, list(self.letters)))
        confidence = np.where(hidden, 0.0, self.confidence).astype(np.float32)
        return replace(self, letters=letters, confidence=confidence, hidden=hidden)

    def doubting(self, needed: F32) -> "CellVerdict":
        """Return the verdict with each letter that is less sure than `needed` (n,) read as ``?``.

        That is in log odds of the least sure member.
        """
        doubtful = self.confidence < _as_confidence(needed)
        letters = "".join(np.where(doubtful, UNSURE, list(self.letters)))
        confidence = np.where(doubtful, 0.0, self.confidence).astype(np.float32)
        return replace(self, letters=letters, confidence=confidence)

    def rows(self, cols: int) -> tuple[str, ...]:
        """Return the letters in rows of `cols`, row 1 first."""
        return tuple(self.letters[i : i + cols] for i in range(0, len(self.letters), cols))


def decide_cells(scores: CellScores, cols: int) -> CellVerdict:
    """Decide n cells that stand in rows of `cols`, row 1 first.

    Where no empty hole is known all are taken to be pegs.
    """
    kinds, colours = scores.kinds, scores.colours
    names, colour, margin, next_colour = _best_colour(colours)
    best, second = (np.array(list(names))[place] for place in (colour, next_colour))
    if kinds is None:
        said = np.where(margin > SURE_COLOUR, best, UNSURE)
        sure = _confidence(said, margin)
        return CellVerdict("".join(said), "".join(best), sure, _none(said), "".join(second))
    votes = _with_priors(kinds, cols)
    peg, empty, hidden = (_margin(votes, kind) for kind in (PEG, EMPTY, HIDDEN))
    sure_empty, sure_peg = _thresholds(kinds, np.array(list(colours.letters)), best)
    is_empty = (empty > sure_empty) & (kinds.difference < MOST_DIFFERENCE)
    is_peg = (peg > sure_peg) & (margin > SURE_COLOUR)
    likely = np.where(votes.mean(axis=0).argmax(axis=1) == EMPTY, DOT, best)
    said = np.where(is_empty, DOT, np.where(is_peg, best, UNSURE))
    least = np.where(is_empty, empty, np.minimum(peg, margin))
    confidence = _confidence(said, least)
    second = np.where(likely == DOT, best, second)
    letters, likely_letters = "".join(said), "".join(likely)
    is_hidden = hidden > SURE_HIDDEN
    return CellVerdict(letters, likely_letters, confidence, is_hidden, "".join(second))


def _with_priors(kinds: KindScores, cols: int) -> F32:
    """Return the votes with what the order of rows and a great difference speak for."""
    votes = kinds.votes.copy()
    votes[..., PEG] += PEG_PER_DIFFERENCE * (kinds.difference - USUAL_DIFFERENCE).clip(0, 3)
    votes[:, _not_yet(votes, cols), EMPTY] += NOT_YET
    return votes


def _not_yet(votes: F32, cols: int) -> Mask:
    """Return (n,): the cells past the row after the last that is likely to have anything in it."""
    busy = (votes.mean(axis=0).argmax(axis=1) != EMPTY).reshape(-1, cols).any(axis=1)
    last = int(np.flatnonzero(busy).max(initial=-1))
    return np.repeat(np.arange(len(busy)) > last + 1, cols)


def _thresholds(
    kinds: KindScores, letters: npt.NDArray[np.str_], best: npt.NDArray[np.str_]
) -> tuple[F64, F64]:
    """Return margins (n,) from which a place is empty, and from which it is a peg of `best`."""
    hard = kinds.camouflage < CAMOUFLAGE
    mine = letters[None] == best[:, None]
    sure_empty = np.where(hard.any(axis=1), SURE_CAMOUFLAGED, SURE_EMPTY)
    sure_peg = np.where((hard & mine).any(axis=1), SURE_CAMOUFLAGED_PEG, SURE_PEG)
    return sure_empty, sure_peg


def _none(said: npt.NDArray[np.str_]) -> Mask:
    return np.zeros(len(said), bool)


def _margin(votes: F32, kind: int) -> F32:
    """Return (n,): by how much the least sure of members (members, n, 3) prefers `kind`."""
    others = np.delete(votes, kind, axis=2).max(axis=2)
    return np.asarray((votes[..., kind] - others).min(axis=0))


def _confidence(said: npt.NDArray[np.str_], margin: F32) -> F32:
    return np.where(said == UNSURE, 0.0, _as_confidence(margin)).astype(np.float32)


def _as_confidence(margin: F32) -> F32:
    """Return 0..1 for log odds, 0.5 for none."""
    return np.asarray(1 / (1 + np.exp(-2 * np.minimum(margin, 20))), np.float32)


def _best_colour(colours: ColourScores) -> tuple[str, Indices, F32, Indices]:
    """Return the names, the best (n,), its margin less what light costs, and the second (n,)."""
    votes, letters, ev = colours.votes, colours.letters, colours.ev_difference
    order = np.argsort(list(letters), kind="stable")
    ranked = "".join(letters[i] for i in order)
    names = "".join(sorted(set(letters)))
    starts = [ranked.index(name) for name in names]
    best_of = np.maximum.reduceat(votes[..., order], starts, axis=2)
    best = best_of.mean(axis=0).argmax(axis=1)
    cells = np.arange(len(best))
    top = best_of[:, cells, best]
    apart = np.maximum(np.minimum.reduceat(ev[:, order], starts, axis=1) - FREE_EV, 0)
    cost = COST_PER_EV * apart[cells, best]
    if len(names) == 1:
        return names, best, np.full(len(best), ONLY_COLOUR) - cost, best
    clipped = np.logical_and.reduceat(colours.clipped[order], starts)
    only = np.logical_or.reduceat(colours.brightness_only[np.ix_(order, order)], starts, axis=0)
    only = np.logical_or.reduceat(only, starts, axis=1)
    rest = best_of + CLIPPED_PER_EV * clipped * apart
    rest += BRIGHTNESS_PER_EV * only[best] * apart[cells, best][:, None]
    rest[:, cells, best] = -np.inf
    second = rest.mean(axis=0).argmax(axis=1)
    return names, best, (top - rest.max(axis=2)).min(axis=0) - cost, second


def decide_keys(votes: F32, unlike: Mask, rows: Sequence[str]) -> tuple[RowKeys, ...]:
    """Count black and white of each of `rows`, the letters as read; None when they are unsure.

    `votes` (members, n, 3) are log probabilities of `KEY_CLASSES`, `unlike` (n,) which key holes
    look like anything but empty ones: those that are read so are unsure. An answer needs a guess
    (all leaflets): in a row without a code peg an unsure key hole is an empty one. What hides most
    of a row may well lie on its answer too.
    """
    best = votes.mean(axis=0).argmax(axis=1)
    share = np.exp(votes).mean(axis=0)[np.arange(len(best)), best]
    names = np.array(list(KEY_CLASSES))[best]
    share = np.where(unlike & (names == DOT), 0, share)
    per_row = len(best) // len(rows)
    return tuple(map(_row_keys, names.reshape(-1, per_row), share.reshape(-1, per_row), rows))


def _row_keys(names: npt.NDArray[np.str_], share: F32, letters: str) -> RowKeys:
    if set(letters) == {DOT}:
        names, share = np.where(share < SURE_KEY_HOLE, DOT, names), np.maximum(share, SURE_KEY_HOLE)
    elif share.prod() < SURE_KEY_ROW or 2 * letters.count(UNSURE) > len(letters):
        return RowKeys(None, None, 0.0)
    confidence = float(share.prod())
    return RowKeys(int((names == "k").sum()), int((names == "w").sum()), confidence)


def decide_code(scores: CellScores, *, from_behind: bool) -> CodeCell:
    """Decide the code's n places, whose scores are against the shield that was calibrated.

    A hole of an open code is empty only where no shield can be seen.
    """
    kinds = scores.kinds
    if kinds is None:
        return CodeCell(covered=None)
    change = kinds.pattern_change
    verdict, covered = decide_cells(scores, len(change)), is_covered(kinds)
    if covered is not False:
        return CodeCell(covered, confidence=float(verdict.confidence.min()) if covered else 0.0)
    letters = np.array(list(verdict.letters))
    letters = np.where((letters == DOT) & (change < CODE_PATTERN), UNSURE, letters)
    return CodeCell(
        covered=False,
        letters="".join(letters),
        from_behind=from_behind,
        confidence=float(np.mean(verdict.confidence)),
    )


def is_covered(kinds: KindScores) -> bool | None:
    """Return whether the shield is over the code's places, None where neither is sure.

    They are all covered or all open: a single one may look like a peg or like the shield in other
    light, together they tell.
    """
    votes, difference = kinds.votes, kinds.difference
    others = np.maximum(votes[..., EMPTY], votes[..., HIDDEN])
    peg = (votes[..., PEG] - others).min(axis=0).max()
    if peg > CODE_PEG and difference.max() > CODE_OPEN:
        return False
    is_hidden = (votes.mean(axis=0).argmax(axis=1) == HIDDEN).any()
    if peg > CODE_NO_PEG or difference.max() > CODE_SHUT or is_hidden:
        return None
    against = (votes[..., EMPTY] - votes[..., PEG]).mean()
    is_same = np.median(kinds.pattern_change) < CODE_PATTERN or against > CODE_SHIELD
    return True if is_same else None
