"""Which of the calibrated colours a head has: scores of it against each calibrated sample. Pure.

A head and a sample are compared in seven views: with the light between them corrected not at all,
by half and wholly, by the light near and right beside, in the shaded part, at the edge, and with
the stray light taken off. How much each difference means is learned by an ensemble of networks
that sees one sample at a time (`mlp_ensemble`), so that it serves any palette. The nearest sample
in Lab and logistic regressions were tried before: of the cells of the first labelled set, a
session left out at a time, they had 96.6 % and 99.4 % right without abstaining, an ensemble 99.7 %.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples, balanced, explained, views_of
from companion.vision.geometry.arrays import F32, Indices, Mask, mean
from companion.vision.read.mlp_ensemble import load_ensemble

__all__ = ["ColourScores", "colour_inputs", "colour_scores", "votes_for"]

# log odds that each exposure value of light between a head and the nearest sample of its colour
# costs, beyond the first few. These, and `BRIGHTNESS_PER_EV`, were chosen on sessions of the first
# labelled set, each read with weights that had not seen it (`benchmarks/bench_read.py`)
COST_PER_EV, FREE_EV = 0.5, 0.3
# a clipped sample says no more than "at least so bright": in other light it may have been any
# brighter colour, so that each exposure value speaks so much for it. Chosen with `SURE_COLOUR` of
# `decision` on 105 rendered rooms that no weights had seen, at their true places: of their pegs
# 6,400 are read right and 113 wrong, with 2.5 and a surety of 0.4 it was 6,359 and 112; on 24 other
# rooms 1,391 and 8, and 1,366 and 6. With 0 here a few more are read right; but what was clipped
# must not be told by its brightness
CLIPPED_PER_EV = 1.0
# the strength of light is known less well than its tint: each exposure value speaks so much for
# a colour that differs from the best one in brightness alone, as silver does from white; chosen on
# the first labelled set, as said above. On those rooms half of it reads more pegs, but in a cool
# cast silver as white
BRIGHTNESS_PER_EV = 3.0
# margin of a colour that is the only one calibrated; by definition, as none can be nearer
ONLY_COLOUR = np.float32(9.0)


@dataclass(frozen=True, eq=False)
class ColourScores:
    """How well each of m samples explains each of n places.

    `votes` (members, n, m) are log odds, `letters` one a sample; `ev_difference` (n, m) is the
    light between place and sample in exposure values. `clipped` (m,) and `brightness_only` (m, m)
    are the samples'.
    """

    votes: F32
    letters: str
    ev_difference: F32
    clipped: Mask
    brightness_only: Mask

    def __getitem__(self, which: slice) -> "ColourScores":
        return replace(self, votes=self.votes[:, which], ev_difference=self.ev_difference[which])

    @cached_property
    def best(self) -> "BestColours":
        """Return the best colours, and by how much of the votes, less what other light costs."""
        return _best_colours(self)


@dataclass(frozen=True, slots=True, eq=False)
class BestColours:
    """The best letter and the `second` of n places, and their `margin` (n,) in log odds.

    That is by how much the least sure member prefers the best.
    """

    letters: npt.NDArray[np.str_]
    second: npt.NDArray[np.str_]
    margin: F32


def colour_scores(cells: CellFeatures, samples: ColourSamples, asked: Mask) -> ColourScores:
    """Return scores of n places; those that are not `asked` (n,) get votes of 0, to save time."""
    ev = _ev_difference(cells, samples)
    some = votes_for(cells[asked], samples)
    votes = np.zeros((len(some), len(cells), some.shape[2]), np.float32)
    votes[:, asked] = some
    return ColourScores(votes, samples.letters, ev, samples.clipped, samples.brightness_only)


def votes_for(cells: CellFeatures, samples: ColourSamples) -> F32:
    """Return (members, n, m): the log odds that each sample has each place's colour."""
    inputs = colour_inputs(cells, samples)
    n, m, d = inputs.shape
    out = load_ensemble("colours")(inputs.reshape(n * m, d))
    return np.asarray(out[..., 0].reshape(len(out), n, m))


def _best_colours(colours: ColourScores) -> BestColours:
    votes, letters, ev = colours.votes, colours.letters, colours.ev_difference
    order, names, starts = _by_letter(letters)
    best_of = np.maximum.reduceat(votes[..., order], starts, axis=2)
    best = best_of.mean(axis=0).argmax(axis=1)
    cells = np.arange(len(best))
    top = best_of[:, cells, best]
    apart = np.maximum(np.minimum.reduceat(ev[:, order], starts, axis=1) - FREE_EV, 0)
    cost = COST_PER_EV * apart[cells, best]
    if len(names) == 1:
        return BestColours(names[best], names[best], np.full(len(best), ONLY_COLOUR) - cost)
    clipped = np.logical_and.reduceat(colours.clipped[order], starts)
    only = np.logical_or.reduceat(colours.brightness_only[np.ix_(order, order)], starts, axis=0)
    only = np.logical_or.reduceat(only, starts, axis=1)
    rest = best_of + CLIPPED_PER_EV * clipped * apart
    rest += BRIGHTNESS_PER_EV * only[best] * apart[cells, best][:, None]
    rest[:, cells, best] = -np.inf
    second = rest.mean(axis=0).argmax(axis=1)
    margin = (top - rest.max(axis=2)).min(axis=0) - cost
    return BestColours(names[best], names[second], margin)


@lru_cache(maxsize=32)
def _by_letter(letters: str) -> tuple[Indices, npt.NDArray[np.str_], Indices]:
    """Return the samples in order of their letters, those, and where the samples of each begin."""
    order = np.argsort(list(letters), kind="stable")
    names, starts = np.unique(np.array(list(letters))[order], return_index=True)
    return order, names, starts


def _ev_difference(cells: CellFeatures, samples: ColourSamples) -> F32:
    """Return (n, m): how much the light differs between places and samples, exposure values.

    That is its strength, or its tint where that differs more: the widest between two channels.
    """
    b, g, r = light = cells.light.T[:, :, None] - samples.features.light.T[:, None]
    strength = abs(light.mean(axis=0))
    tint = np.maximum(np.maximum(b, g), r) - np.minimum(np.minimum(b, g), r)
    return np.asarray(np.maximum(strength, tint) / np.log(2), np.float32)


def colour_inputs(cells: CellFeatures, samples: ColourSamples) -> F32:
    """Return (n, m, d): what the ensemble is given of each place and each sample."""
    # parts before places, as is quickest: (4, views, n, 1) and (4, views, 1, m)
    head = views_of(cells, samples).T[..., None]
    known = samples.views.T[:, :, None]
    lightness, first, second, chroma = head - known
    squared = first * first + second * second
    hue = np.sqrt(np.maximum(squared - chroma * chroma, 0))
    pale = np.minimum(head[3], known[3]) + np.float32(0.1)
    parts = [lightness, abs(lightness), chroma, abs(chroma), hue, np.sqrt(squared), hue / pale]
    rest = np.array(_context(cells, samples), np.float32)
    return np.moveaxis(np.concatenate([*parts, rest]), 0, -1)


def _context(cells: CellFeatures, samples: ColourSamples) -> list[F32]:
    """Return (n, m) each: the sample's own colour, the light, clipping, contrast, fits and hues."""
    other, known = samples.features, samples.views
    b, g, r = cells.light.T[:, :, None] - other.light.T[:, None]
    middle = (b + g + r) / 3
    one = np.ones_like(middle)
    stray = 10 * (mean(cells.stray_light)[:, None] - mean(other.stray_light))
    mine = {column: balanced(cells, samples, column) for column in ("colour", "shade", "rim")}
    return [
        one * known[:, 1, 0],
        one * known[:, 1, 3],
        middle,
        abs(middle),
        abs(r - b),
        one * cells.clipped[:, None],
        one * other.clipped,
        cells.contrast[:, None] - other.contrast,
        stray,
        *explained(mine["colour"], samples, "colour"),
        *explained(mine["rim"], samples, "rim"),
        *(part for column, q in mine.items() for part in _hue_turn(q, samples, column)),
    ]


def _hue_turn(mine: F32, samples: ColourSamples, column: str) -> list[F32]:
    """Return the sine of the turn in hue, its size, and 1 less the cosine, each (n, m).

    In linear light, so that white light on top only moves along the grey axis: no grey stray light
    turns a hue.
    """
    x, y = _opponent(mine)[..., None], _opponent_of(samples, column)[:, None]
    cross = x[0] * y[1] - x[1] * y[0]
    return [cross, abs(cross), 1 - x[0] * y[0] - x[1] * y[1]]


def _opponent(balanced: F32) -> F32:
    """Return (2, n): opponent colours in linear light as a direction, near 0 for greys."""
    b, g, r = balanced.T
    first, second = r - g, (r + g) / 2 - b
    size = np.hypot(first, second) + 0.02 + (b + g + r) / 30
    return np.array([first / size, second / size], np.float32)


@lru_cache(maxsize=64)
def _opponent_of(samples: ColourSamples, column: str) -> F32:
    return _opponent(balanced(samples.features, samples, column))
