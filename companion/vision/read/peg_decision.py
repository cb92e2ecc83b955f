"""From scores to letters and to the code: what is sure enough, what is only likely. Pure.

Scores of an ensemble count by its least sure member: one that disagrees makes a cell unsure. That
is a reject option (Chow 1970) on the margin instead of on a probability, which networks overstate
in rooms they have not seen. The thresholds, in log odds, were chosen on sessions of the first
labelled set (s00-s11, f00-f04), each read with weights that had not seen it
(`benchmarks/bench_read.py`).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY as DOT
from companion.vision.checks.cover_check import covered, needed_margins
from companion.vision.checks.picture_fault import PictureCheck
from companion.vision.geometry.arrays import F32, F64, Mask
from companion.vision.read.hole_classifier import EMPTY, HIDDEN, PEG, KindScores
from companion.vision.read.reading import UNSURE, CodeCell
from companion.vision.read.scores import CellScores

__all__ = ["CellVerdict", "decide_cells", "decide_code", "decide_pegs", "is_covered"]

# margins in log odds of the least sure member, chosen as said above
SURE_EMPTY = 1.0
SURE_PEG = 0.3  # chosen as said above
SURE_COLOUR = 1.0  # chosen as said in `colour_cast`
SURE_HIDDEN = 0.5  # chosen as said above
# `difference` beyond which a place is not the empty board, however sure the members are, but in a
# row that is not yet to be begun; chosen on 105 rendered rooms that no weights had seen. Where the
# light there is not that of the ground all empty places differ: so a great difference speaks for no
# peg either. While it did, 44 of their 7,231 empty places were read as pegs, now 20 are
MOST_DIFFERENCE = 6.0
# log odds for an empty place in a row that is not yet to be begun: rows fill in order. With this,
# and any `difference` allowed there, of the places of 24 rendered rooms 47.2 % are read as empty
# instead of 45.3, 0.5 % of all as pegs that are not there instead of 0.6, and 265 of 402 answers
# instead of 237; with 4 it would be 47.3, but a stray peg of a drawn board was read as a hole.
# Chosen on these rooms
NOT_YET = 3.0
# log odds that one place counts at most in where the rows with pegs end: a guess
MOST_SAID = 4.0
# a colour whose own `difference` is under this is camouflage; margins there for empty, for a peg;
# chosen as said above
CAMOUFLAGE, SURE_CAMOUFLAGED, SURE_CAMOUFLAGED_PEG = 1.5, 3.0, 0.3
# of the code's places together. Log odds for a peg: on labelled boards the surest peg of an open
# code had more than 6.5, the most peg-like place of a shield less than 2
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

    `second` is the next likely letter of each cell; they stand in rows of `cols`, row 1 first.
    `told_pegs` (n,) are those that are read as pegs of some colour.
    """

    letters: str
    likely: str
    second: str
    confidence: F32
    hidden: Mask
    cols: int

    rows = property(lambda self: self._in_rows(self.letters))
    likely_rows = property(lambda self: self._in_rows(self.likely))
    second_rows = property(lambda self: self._in_rows(self.second))
    told_pegs = property(lambda self: ~np.isin(list(self.letters), (DOT, UNSURE)))

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
        return replace(self, letters=letters, confidence=confidence, hidden=hidden)

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
        return CellVerdict("".join(said), "".join(best), "".join(second), sure, none, cols)
    votes, late = _with_priors(kinds, cols)
    peg, empty, hidden = (_margin(votes, kind) for kind in (PEG, EMPTY, HIDDEN))
    sure_empty, sure_peg = _thresholds(kinds, np.array(list(scores.colours.letters)), best)
    is_empty = (empty > sure_empty) & ((kinds.difference < MOST_DIFFERENCE) | late)
    is_peg = (peg > sure_peg) & (margin > SURE_COLOUR)
    likely = np.where(votes.mean(axis=0).argmax(axis=1) == EMPTY, DOT, best)
    said = np.where(is_empty, DOT, np.where(is_peg, best, UNSURE))
    least = np.where(is_empty, empty, np.minimum(peg, margin))
    confidence = _confidence(said, least)
    second = np.where(likely == DOT, best, second)
    letters, likely_letters, next_letters = ("".join(each) for each in (said, likely, second))
    is_hidden = hidden > SURE_HIDDEN
    return CellVerdict(letters, likely_letters, next_letters, confidence, is_hidden, cols)


def _with_priors(kinds: KindScores, cols: int) -> tuple[F32, Mask]:
    """Return the votes with what the order of rows speaks for.

    And which places (n,) are of rows that are not yet to be begun.
    """
    votes = kinds.votes.copy()
    late = _not_yet(votes, cols)
    votes[:, late, EMPTY] += NOT_YET
    return votes, late


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


def _thresholds(
    kinds: KindScores, letters: npt.NDArray[np.str_], best: npt.NDArray[np.str_]
) -> tuple[F64, F64]:
    """Return margins (n,) from which a place is empty, and from which it is a peg of `best`."""
    hard = kinds.camouflage < CAMOUFLAGE
    mine = letters[None] == best[:, None]
    sure_empty = np.where(hard.any(axis=1), SURE_CAMOUFLAGED, SURE_EMPTY)
    sure_peg = np.where((hard & mine).any(axis=1), SURE_CAMOUFLAGED_PEG, SURE_PEG)
    return sure_empty, sure_peg


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
