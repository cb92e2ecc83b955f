"""Texture of places: log brightness at fixed points, compared whatever the light. Pure.

A peg in the colour of its ground hardly differs from it but in its shading. Under Lambert's law
stored brightness is reflectance times light, so on a logarithm another light only adds a constant:
it drops out of every difference and of every pattern whose mean is taken off (as in Oppenheim's
homomorphic filter).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.vision.features.patches import HEAD_RINGS, HOLE_RINGS, ON_HEAD
from companion.vision.geometry.arrays import F32, Indices, mean

__all__ = ["OFFSET", "Texture", "unit_norm"]

# 0..255 of stored luma, added before a logarithm: the noise of a camera's shadows, a guess
OFFSET = np.float32(6)
# squared norm added before a pattern is brought to length 1, so that noise alone stays short: a
# guess
FLAT_ENERGY = np.float32(0.05)
# added to the product of two spreads of log luma before dividing a covariance by it, a guess
FLAT_SPREAD = np.float32(0.002)
# stored brightness against light: sRGB's curve as one power
GAMMA = np.float32(2.2)
DISC, EDGE, AROUND, BESIDE = HEAD_RINGS
BORE, NEAR, FAR, REST = HOLE_RINGS
# points of a head, and of a hole: the disc, its edge and just beside, around
HEAD_PARTS = (np.r_[DISC], np.r_[EDGE, BESIDE], np.r_[AROUND])
HOLE_PARTS = (np.r_[BORE], np.r_[NEAR, FAR], np.r_[REST])


@dataclass(frozen=True, eq=False)
class Texture:
    """Log luma at n places: `heads` (n, 92) and `holes` (n, 46), natural logarithms."""

    heads: F32
    holes: F32

    @classmethod
    def of_luma(cls, heads: F32, holes: F32) -> "Texture":
        """Return the texture of luma as stored, (n, 92) and (n, 46)."""
        return cls(np.log(heads + OFFSET), np.log(holes + OFFSET))

    def __getitem__(self, which: slice) -> "Texture":
        return Texture(self.heads[which], self.holes[which])

    @cached_property
    def profile(self) -> list[F32]:
        """Return nine (n,): steps of mean log luma between rings, and roughness along rings."""
        head, hole = self.heads, self.holes
        inner, rim, outer, beside = (mean(head[:, ring]) for ring in HEAD_RINGS)
        middle, near, far, rest = (mean(hole[:, ring]) for ring in HOLE_RINGS)
        out = head[:, BESIDE]
        between = (out + np.roll(out, 1, axis=1)) * np.float32(0.5)
        return [
            *(middle - ring for ring in (near, far, rest)),
            *(inner - rim, rim - beside, beside - outer),
            mean(abs(head[:, EDGE] - between)),
            mean(abs(hole[:, NEAR] - hole[:, FAR])),
            mean(abs(hole[:, FAR] - hole[:, REST])),
        ]

    @cached_property
    def patterns(self) -> list[F32]:
        """Return four (n, k) of unit norm: middles, heads, heads with their surround, holes.

        Means are taken off first; a place with hardly any pattern comes out near 0.
        """
        heads = [unit_norm(self.heads[:, :n]) for n in (DISC.stop, ON_HEAD, 92)]
        return [*heads, unit_norm(self.holes)]

    def similarity(self, known: Sequence[F32]) -> list[F32]:
        """Return four (n, m): correlations of these patterns with `known` `patterns`."""
        return [a @ b.T for a, b in zip(self.patterns, known, strict=True)]

    def differences(self, then: "Texture", ev: F32) -> list[F32]:
        """Return 30 (n,) that compare places with themselves `then`.

        `ev` (n,) is the natural logarithm of the light now against then.
        """
        shift = ev[:, None] / GAMMA
        then = Texture(then.heads + shift, then.holes + shift)
        return [
            *_correlation(self.holes, then.holes),
            *_correlation(self.heads[:, :ON_HEAD], then.heads[:, :ON_HEAD]),
            *_deciles(self.heads - then.heads, HEAD_PARTS),
            *_deciles(self.holes - then.holes, HOLE_PARTS),
        ]

    def residuals(self, then: "Texture") -> F32:
        """Return (276, n): log luma, and its change against `then`, each less its mean."""
        flat = [self.heads, self.holes, self.heads - then.heads, self.holes - then.holes]
        return np.concatenate([part - mean(part)[:, None] for part in flat], axis=1).T

    def pattern_change(self, then: "Texture") -> F32:
        """Return (n,): the standard deviation over a head's points of the change in log luma.

        Another brightness of all points is no change of pattern.
        """
        change = self.heads[:, :ON_HEAD] - then.heads[:, :ON_HEAD]
        return np.asarray(change.std(axis=1))


def _correlation(a: F32, b: F32) -> list[F32]:
    """Return correlation, level difference and its size, both spreads, and the rms difference."""
    ma, mb = mean(a), mean(b)
    a, b = a - ma[:, None], b - mb[:, None]
    aa, bb, ab = (mean(x) for x in (a * a, b * b, a * b))
    sa, sb, level = np.sqrt(aa), np.sqrt(bb), ma - mb
    same = ab / (sa * sb + FLAT_SPREAD)
    return [same, level, abs(level), sa, sb, np.sqrt(np.maximum(aa + bb - 2 * ab, 0))]


def _deciles(change: F32, parts: tuple[Indices, ...]) -> list[F32]:
    """Return the 1st, 5th and 9th decile of the change in each part.

    Most points of an empty place are as they were, however far its darkest and brightest ones move.
    """
    given = []
    for part in parts:
        ranked = np.sort(change[:, part], axis=1)
        count = ranked.shape[1]
        given += [ranked[:, count // 10], ranked[:, count // 2], ranked[:, -1 - count // 10]]
    return given


def unit_norm(log: F32) -> F32:
    """Return log luma (..., k) less its mean, of length 1; what is flat stays short."""
    log = log - mean(log)[..., None]
    return np.asarray(log / np.sqrt(mean(log * log)[..., None] * log.shape[-1] + FLAT_ENERGY))
