"""What the classifiers say of a picture's places, before anything is decided."""

from dataclasses import dataclass

import numpy as np

from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import compare
from companion.vision.geometry.arrays import F32
from companion.vision.read.colour_classifier import ColourScores, colour_scores
from companion.vision.read.cover_classifier import cover_scores
from companion.vision.read.hole_classifier import KindScores, kind_scores

__all__ = ["CellScores", "score_board"]


@dataclass(frozen=True, slots=True, eq=False)
class CellScores:
    """What n places are, and of which colour; `kinds` is None where all are taken to be pegs.

    `covers` (n,) are log odds that something lies over each place; None where none can be told.
    """

    colours: ColourScores
    kinds: KindScores | None = None
    covers: F32 | None = None


def score_board(
    board: BoardPicture,
    samples: ColourSamples,
    empty: CellFeatures | None,
    shield: CellFeatures | None,
) -> tuple[CellScores, CellScores | None]:
    """Return the scores of the places for pegs and of the code's, if its places are in sight.

    `empty` are the places for pegs on the empty board and `shield` the code's under its shield, if
    they are known.
    """
    n, cells, known = len(board.pegs), board.pegs, empty
    has_code = bool(empty and shield and board.is_code_in_sight)
    if empty and shield and has_code:
        cells, known = board.pegs_and_code, empty.followed_by(shield)
    kinds, asked = None, np.ones(len(cells), bool)
    shares = cells.patches.inside.astype(np.float32)
    if known:
        cols = board.located.shape.cols
        kinds = kind_scores(compare(cells.features, known, samples), cells.patches, cols)
        asked, shares = ~kinds.certainly_empty, shares * kinds.peg_probability
    # where there certainly is no peg no colour is asked for
    colours, covers = colour_scores(cells.features, samples, asked, shares), None
    if empty and (usual := board.usual_light):
        covers = cover_scores(board.pegs, usual.ground, empty, samples, usual.straight)
    pegs = CellScores(colours[:n], kinds[:n] if kinds else None, covers)
    return pegs, CellScores(colours[n:], kinds[n:]) if kinds and has_code else None
