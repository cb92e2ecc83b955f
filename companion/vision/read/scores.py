"""Scores of places: features compared with a calibration, then what each classifier says. Pure."""

from dataclasses import dataclass

import numpy as np

from companion.vision.features.board import CellSamples
from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import Comparison
from companion.vision.read.colour_classifier import ColourScores, colour_scores
from companion.vision.read.hole_classifier import KindScores, kind_scores

__all__ = ["CellScores", "score_cells"]


@dataclass(frozen=True, slots=True, eq=False)
class CellScores:
    """What n places are, and of which colour; `kinds` is None where all are taken to be pegs."""

    colours: ColourScores
    kinds: KindScores | None = None


def score_cells(
    cells: CellSamples, samples: ColourSamples, compared: Comparison | None
) -> CellScores:
    """Return the scores of n places, `compared` with the empty ones if those are known.

    Colours are compared only where there may be a peg.
    """
    kinds, asked = None, np.ones(len(cells), bool)
    if compared is not None:
        kinds = kind_scores(compared, cells.patches)
        asked = ~kinds.certainly_empty
    return CellScores(colour_scores(cells.features, samples, asked), kinds)
