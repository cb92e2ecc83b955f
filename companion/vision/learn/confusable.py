"""Which calibrated colours are too close to be told apart safely in this light. Pure."""

import numpy as np

from companion.vision.read.calibration_data import Calibration
from companion.vision.read.colour_classifier import votes_for

__all__ = ["confusable"]

# margin in log odds: two colours whose own samples are told apart by less are not safe here; a
# guess
SAFE_MARGIN = 2.0


def confusable(calibration: Calibration) -> tuple[tuple[str, str, float], ...]:
    """Return pairs of letters too close to be safe here, worst first, with their margin.

    The margin is by how much the least sure member prefers a colour's own samples, in log odds.
    """
    samples = calibration.samples
    shares = np.ones(len(samples.letters), np.float32)
    votes = votes_for(samples.features, samples, shares).min(axis=0)
    letters = samples.letters
    margins: dict[tuple[str, str], float] = {}
    for i, own in enumerate(letters):
        for j, other in enumerate(letters):
            if own < other or other < own:
                pair = (min(own, other), max(own, other))
                margin = float(votes[i, i] - votes[i, j])
                margins[pair] = min(margin, margins.get(pair, margin))
    close = [(*pair, margin) for pair, margin in margins.items() if margin < SAFE_MARGIN]
    return tuple(sorted(close, key=lambda entry: entry[2]))
