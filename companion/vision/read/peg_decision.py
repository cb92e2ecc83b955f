"""From scores to letters and to the code: what is sure enough, what is only likely. Pure.

Scores of an ensemble count by its least sure member: one that disagrees makes a cell unsure. That
is a reject option (Chow 1970) on the margin instead of on a probability, which networks overstate
in rooms they have not seen. The mean of the members, and that less their spread, do neither better
nor worse.

With these thresholds, in log odds, of 16,542 places of 81 rendered rooms that no weights had seen,
at their true places, 94.6 % are read right and 0.7 % wrong; by networks that half as many rooms had
taught 93.5 and 1.1, and of 11,360 of these, 42 rooms, 93.4 and 1.3, by networks that saw each place
alone 90.6 and 1.7. Of 5,302 places of 36 rooms on which nothing was chosen it is 95.0 and 0.5.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY as DOT
from companion.vision.checks.cover_check import covered, needed_margins
from companion.vision.checks.picture_fault import PictureCheck
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.hole_classifier import EMPTY, HIDDEN, PEG, KindScores
from companion.vision.read.reading import UNSURE, CodeCell
from companion.vision.read.scores import CellScores

__all__ = ["CellVerdict", "decide_cells", "decide_code", "decide_pegs", "is_covered"]

# margins in log odds of the least sure member; the first chosen with the networks before on 42 of
# the rooms named above, that of a peg with those before them, on the first labelled set; the last a
# guess now
SURE_EMPTY, SURE_PEG, SURE_HIDDEN = 0.5, 0.3, 0.5
# of a colour, chosen on the 81 rooms named above: with 0.8 it is 94.8 and 0.8 there, with 1.5 94.0
# and 0.6
SURE_COLOUR = 1.0
# log odds for an empty place in a row that is not yet to be begun: rows fill in order. Chosen with
# the networks before on 24 rendered rooms; with 4 a stray peg of a drawn board was read as a hole
NOT_YET = 3.0
# log odds that one place counts at most in where the rows with pegs end: a guess
MOST_SAID = 4.0
# a colour whose own `difference` is under this is camouflage, chosen with the networks before on
# the first labelled set; the margin for empty there, chosen on 42 of the rooms
CAMOUFLAGE, SURE_CAMOUFLAGED = 1.5, 2.0
# of the code's places together. Log odds for a peg: with the networks before, on labelled boards,
# the surest peg of an open code had more than 6.5, the most peg-like place of a shield less than 2
CODE_PEG, CODE_NO_PEG = 4.0, 2.5
# `difference` and change of pattern under which all places are certainly under the shield: guesses
SAME_DIFFERENCE, SAME_PATTERN = 0.7, 0.1
# `difference` of the place that changed most: open more than 9, shut less than 5; chosen as above
CODE_OPEN, CODE_SHUT = 6.0, 5.0
# log odds against pegs, on average, where the shield's pattern has become another; chosen with the
# two above
CODE_SHIELD = 1.0
# change of pattern, in log luma: another pattern than the shield's; chosen as above
CODE_PATTERN = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class CellVerdict:
    """One letter a cell (``.`` empty, ``?`` unsure), the likeliest, 0..1 each, and the hidden.

    `second` is the next likely letter of each cell, `pegs` (n,) are those that are surely pegs, of
    whatever colour; cells stand in rows of `cols`, row 1 first.
    """

    letters: str
    likely: str
    second: str
    confidence: F32
    hidden: Mask
    pegs: Mask
    cols: int

    rows = property(lambda self: self._in_rows(self.letters))
    likely_rows = property(lambda self: self._in_rows(self.likely))
    second_rows = property(lambda self: self._in_rows(self.second))

    @property
    def confidence_rows(self) -> tuple[tuple[float, ...], ...]:
        """Return the confidences in rows."""
        return tuple(tuple(map(float, row)) for row in self.confidence.reshape(-1, self.cols))

    @property
    def hidden_cells(self) -> tuple[tuple[int, int], ...]:
        """Return row and column, from 1, of each hidden cell."""
        places = (divmod(int(i), self.cols) for i in np.flatnonzero(self.hidden))
        return tuple((row + 1, col + 1) for row, col in places)

    @property
    def used_rows(self) -> int:
        """Return the number of the last row that is not read as empty, 0 if there is none."""
        return max((i for i, row in enumerate(self.rows, 1) if set(row) != {DOT}), default=0)

    def _in_rows(self, each: str) -> tuple[str, ...]:
        return tuple(each[i : i + self.cols] for i in range(0, len(each), self.cols))

    def hiding(self, more: Mask) -> "CellVerdict":
        """Return the verdict with all that is hidden, and `more` (n,), read as ``?``."""
        hidden = self.hidden | more
        letters = "".join(np.where(hidden, UNSURE, list(self.letters)))
        confidence = np.where(hidden, 0.0, self.confidence).astype(np.float32)
        pegs = self.pegs & ~hidden
        return replace(self, letters=letters, confidence=confidence, hidden=hidden, pegs=pegs)

    def doubting(self, needed: F32) -> "CellVerdict":
        """Return the verdict with each letter that is less sure than `needed` (n,) read as ``?``.

        That is in log odds of the least sure member.
        """
        doubtful = self.confidence < _as_confidence(needed)
        letters = "".join(np.where(doubtful, UNSURE, list(self.letters)))
        confidence = np.where(doubtful, 0.0, self.confidence).astype(np.float32)
        return replace(self, letters=letters, confidence=confidence)


def decide_pegs(scores: CellScores, cols: int, inside: Mask, picture: PictureCheck) -> CellVerdict:
    """Decide the places for pegs, those `inside` (n,) the picture.

    What something lies over is hidden; where that can be told a letter must be as sure as the
    `picture` needs, surer the likelier something lies there, a colour where the light is unknown.
    """
    verdict = decide_cells(scores, cols).hiding(~inside)
    if scores.covers is None:
        return verdict
    pegs = np.array(list(verdict.likely)) != DOT
    needed = needed_margins(scores.covers, pegs, picture)
    return verdict.doubting(needed).hiding(covered(scores.covers, pegs, cols))


def decide_cells(scores: CellScores, cols: int) -> CellVerdict:
    """Decide n cells that stand in rows of `cols`, row 1 first.

    Where no empty hole is known all are taken to be pegs.
    """
    kinds, colours = scores.kinds, scores.colours.best
    best, second, margin = colours.letters, colours.second, colours.margin
    if kinds is None:
        said = np.where(margin > SURE_COLOUR, best, UNSURE)
        sure, none = _confidence(said, margin), np.zeros(len(said), bool)
        each = "".join(said), "".join(best), "".join(second)
        return CellVerdict(*each, sure, none, said != UNSURE, cols)
    votes = _with_priors(kinds, cols)
    peg, empty, hidden = (_margin(votes, kind) for kind in (PEG, EMPTY, HIDDEN))
    is_camouflaged = (kinds.camouflage < CAMOUFLAGE).any(axis=1)
    is_empty = empty > np.where(is_camouflaged, SURE_CAMOUFLAGED, SURE_EMPTY)
    is_peg = peg > SURE_PEG
    is_told = is_peg & (margin > SURE_COLOUR)
    likely = np.where(votes.mean(axis=0).argmax(axis=1) == EMPTY, DOT, best)
    said = np.where(is_empty, DOT, np.where(is_told, best, UNSURE))
    least = np.where(is_empty, empty, np.minimum(peg, margin))
    confidence = _confidence(said, least)
    second = np.where(likely == DOT, best, second)
    letters, likely_letters, next_letters = ("".join(each) for each in (said, likely, second))
    is_hidden = hidden > SURE_HIDDEN
    return CellVerdict(
        letters, likely_letters, next_letters, confidence, is_hidden, is_peg & ~is_hidden, cols
    )


def _with_priors(kinds: KindScores, cols: int) -> F32:
    """Return the votes with what the order of rows speaks for."""
    votes = kinds.votes.copy()
    votes[:, _not_yet(votes, cols), EMPTY] += NOT_YET
    return votes


def _not_yet(votes: F32, cols: int) -> Mask:
    """Return (n,): the cells past the row after the last in which most places have pegs.

    All places of a row tell together, each counting `MOST_SAID` at most: a hole that mirrors a lamp
    far off is no row.
    """
    mean = votes.mean(axis=0)
    says_peg = (mean[:, PEG] - mean[:, EMPTY]).clip(-MOST_SAID, MOST_SAID)
    rows = says_peg.reshape(-1, cols).sum(axis=1)
    last = int(np.flatnonzero(rows > 0).max(initial=-1))
    return np.repeat(np.arange(len(rows)) > last + 1, cols)


def _margin(votes: F32, kind: int) -> F32:
    """Return (n,): by how much the least sure of members (members, n, 3) prefers `kind`."""
    others = np.delete(votes, kind, axis=2).max(axis=2)
    return np.asarray((votes[..., kind] - others).min(axis=0))


def _confidence(said: npt.NDArray[np.str_], margin: F32) -> F32:
    return np.where(said == UNSURE, 0.0, _as_confidence(margin)).astype(np.float32)


def _as_confidence(margin: F32) -> F32:
    """Return 0..1 for log odds, 0.5 for none."""
    return np.asarray(1 / (1 + np.exp(-2 * np.minimum(margin, 20))), np.float32)


def decide_code(scores: CellScores | None, *, from_behind: bool) -> CodeCell:
    """Decide the code's n places, whose scores are against the shield that was calibrated.

    Without scores nothing can be said. A hole of an open code is empty only where no shield can be
    seen.
    """
    if scores is None or scores.kinds is None:
        return CodeCell(covered=None)
    kinds = scores.kinds
    change = kinds.pattern_change
    if (kinds.difference < SAME_DIFFERENCE).all() and (change < SAME_PATTERN).all():
        return CodeCell(covered=True, confidence=1.0)
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
