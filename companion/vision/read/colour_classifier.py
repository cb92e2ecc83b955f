"""Which of the calibrated colours a head has: a committee that compares it with each sample. Pure.

A head and a sample are compared seven ways: with the light between them corrected not at all, by
half and wholly, by the light near and right beside, in the shaded part, at the edge, and with the
stray light taken off. How much each difference means is learned (`benchmarks/train_eyes.py`).
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from companion.vision.geometry.arrays import F32
from companion.vision.read import features
from companion.vision.read.features import Seen
from companion.vision.read.texture_features import mean, patterns, relief_of

__all__ = [
    "Committee",
    "Samples",
    "compare",
    "load_committee",
    "nearest",
    "patterns_of",
    "scores",
    "views",
    "views_of",
]


# column, how much of the light is corrected, which light, how much of the veil is taken off
VIEWS = (
    (features.BODY, 0.0, features.LIGHT, 0.0),
    (features.BODY, 0.5, features.LIGHT, 0.0),
    (features.BODY, 1.0, features.LIGHT, 0.0),
    (features.BODY, 1.0, features.OWN, 0.0),
    (features.DARK, 0.5, features.LIGHT, 0.0),
    (features.RIM, 0.5, features.LIGHT, 0.0),
    (features.BODY, 0.5, features.LIGHT, 0.8),
)
CHANNELS = np.arange(3)[:, None]
WHAT, WHICH = (np.array([view[i] for view in VIEWS]) + CHANNELS for i in (0, 2))
PART, VEILED = (np.array([view[i] for view in VIEWS], np.float32)[:, None] for i in (1, 3))
# in the fit of "the sample in other light, under a veil": how far each may go (1 sigma)
DIMMER, STRAY = 0.35, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """m calibrated heads: what was seen, a letter each, the white and the light they are seen by.

    `heads` (m, 92) and `holes` (m, 46) are their patches' luma as stored.
    """

    seen: Seen
    letters: str
    white: F32
    light: F32
    heads: F32
    holes: F32


@dataclass(frozen=True, slots=True, eq=False)
class Committee:
    """Small networks side by side: inputs are scaled, each has its hidden units and outputs.

    `mean`, `scale` (d,); `w1` (d, members * hidden), `b1`; `w2` (members, hidden, outputs),
    `b2` (members, outputs).
    """

    mean: F32
    scale: F32
    w1: F32
    b1: F32
    w2: F32
    b2: F32

    def __call__(self, inputs: F32) -> F32:
        """Give (members, n, outputs) for (n, d) inputs; what is far out is cut at 6 sigma."""
        x = np.clip((inputs - self.mean) * self.scale, -6, 6)
        members, hidden, _ = self.w2.shape
        units = np.tanh(x @ self.w1 + self.b1).reshape(len(x), members, hidden)
        return np.asarray(np.matmul(units.transpose(1, 0, 2), self.w2) + self.b2[:, None])


@lru_cache
def load_committee(name: str) -> Committee:
    """Load learned weights from the package's data."""
    file = resources.files("companion.vision") / "data" / f"{name}.npz"
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as data:
        return Committee(*(data[key] for key in ("mean", "scale", "w1", "b1", "w2", "b2")))


def views(seen: Seen, white: F32, light: F32) -> F32:
    """Give (n, 7, 4): lightness, two opponent colours and chroma of each view.

    Like CIELAB's cube roots, but of the camera's channels balanced by the white peg.
    """
    # channels and views before places, as is quickest
    data = seen.data.T
    clear = data[WHAT] - VEILED * data[features.VEIL + CHANNELS]
    brighter = data[WHICH] - light[:, None, None]
    balanced = clear * np.exp(-PART * brighter) / white[:, None, None]
    b, g, r = np.cbrt(np.maximum(balanced, 0))
    first, second = r - g, (r + g) / 2 - b
    return np.array([(b + 2 * g + r) / 4, first, second, np.hypot(first, second)]).T


@lru_cache(maxsize=16)
def views_of(samples: Samples) -> F32:
    """Give the samples' own views, worked out once."""
    return views(samples.seen, samples.white, samples.light)


@lru_cache(maxsize=16)
def patterns_of(samples: Samples) -> list[F32]:
    """Give the patterns of the samples' relief, worked out once."""
    return patterns(relief_of(samples.heads, samples.holes))


def nearest(seen: Seen, head: F32, samples: Samples) -> list[F32]:
    """Give the distance to the nearest sample in colour and in all, in five views; the best fit.

    `head` are the views of `seen`.
    """
    chosen = [0, 1, 2, 4, 5]
    light, first, second = head.T[:3, chosen, :, None] - views_of(samples).T[:3, chosen, None]
    colour = first * first + second * second
    whole = np.sqrt((colour + 0.25 * light * light).min(axis=2))
    tint = np.sqrt(colour.min(axis=2))
    parts = [part for pair in zip(tint, whole, strict=True) for part in pair]
    return [*parts, _fit(_balanced(seen, samples, "body"), samples, "body")[0].min(axis=1)]


def compare(seen: Seen, samples: Samples) -> F32:
    """Give (n, m, d): how each of n places differs from each of m samples."""
    # parts before places, as is quickest: (4, views, n, 1) and (4, views, 1, m)
    head = views(seen, samples.white, samples.light).T[..., None]
    known = views_of(samples).T[:, :, None]
    lightness, first, second, chroma = head - known
    squared = first * first + second * second
    hue = np.sqrt(np.maximum(squared - chroma * chroma, 0))
    pale = np.minimum(head[3], known[3]) + np.float32(0.1)
    parts = [lightness, abs(lightness), chroma, abs(chroma), hue, np.sqrt(squared), hue / pale]
    rest = np.array(_context(seen, samples, views_of(samples)), np.float32)
    return np.moveaxis(np.concatenate([*parts, rest]), 0, -1)


def scores(seen: Seen, samples: Samples, committee: Committee) -> F32:
    """Give (members, n, m): how well each sample explains each place."""
    inputs = compare(seen, samples)
    n, m, d = inputs.shape
    out = committee(inputs.reshape(n * m, d))
    return np.asarray(out[..., 0].reshape(len(out), n, m))


def _context(seen: Seen, samples: Samples, known: F32) -> list[F32]:
    other = samples.seen
    b, g, r = seen.light.T[:, :, None] - other.light.T[:, None]
    middle = (b + g + r) / 3
    one = np.ones_like(middle)
    veils = 10 * (mean(seen.veil)[:, None] - mean(other.veil))
    mine = {column: _balanced(seen, samples, column) for column in ("body", "dark", "rim")}
    return [
        one * known[:, 1, 0],
        one * known[:, 1, 3],
        middle,
        abs(middle),
        abs(r - b),
        one * seen.clip[:, None],
        one * other.clip,
        seen.texture[:, None] - other.texture,
        veils,
        *_fit(mine["body"], samples, "body"),
        *_fit(mine["rim"], samples, "rim"),
        *(part for column, q in mine.items() for part in _turned(q, samples, column)),
    ]


def _turned(mine: F32, samples: Samples, column: str) -> list[F32]:
    """Give by how much the hue is turned and the sine's size, which no grey veil changes.

    In linear light, so that white light on top only moves along the grey axis.
    """
    x, y = _opponent(mine)[..., None], _opponent_of(samples, column)[:, None]
    cross = x[0] * y[1] - x[1] * y[0]
    return [cross, abs(cross), 1 - x[0] * y[0] - x[1] * y[1]]


def _opponent(balanced: F32) -> F32:
    """Give (2, n) opponent colours in linear light as a direction, near 0 for greys."""
    b, g, r = balanced.T
    first, second = r - g, (r + g) / 2 - b
    size = np.hypot(first, second) + 0.02 + (b + g + r) / 30
    return np.array([first / size, second / size], np.float32)


@lru_cache(maxsize=64)
def _opponent_of(samples: Samples, column: str) -> F32:
    return _opponent(_balanced(samples.seen, samples, column))


def _fit(mine: F32, samples: Samples, column: str) -> list[F32]:
    """Explain heads (n, 3) as samples times (1 + d) under a veil v >= 0 of white light.

    Least squares with priors; gives what is left over, that cut at 2, d, abs(d) and 10 v.
    """
    a, b, aa, bb, ab = _fitted(samples, column)
    t = mine.T[:, :, None] * b - a
    at, bt = _dot(a, t), (t[0] + t[1] + t[2]) * b
    veil = np.maximum((aa * bt - ab * at) / (aa * bb - ab * ab), 0)
    dim = (at - ab * veil) / aa
    rest = t - dim * a - veil * b
    left = np.sqrt(_dot(rest, rest))
    return [left, np.minimum(left, 2), dim, abs(dim), 10 * veil]


@lru_cache(maxsize=32)
def _fitted(samples: Samples, column: str) -> tuple[F32, ...]:
    """Give what the fit needs of the samples: (3, 1, m) weighted, weights (m,), and three sums."""
    s = _balanced(samples.seen, samples, column).T[:, None]
    b = 1 / (0.03 + 0.1 * s.mean(axis=0))
    a = s * b
    return a, b, _dot(a, a) + 1 / DIMMER**2, 3 * b * b + 1 / STRAY**2, a.sum(axis=0) * b


def _dot(a: F32, b: F32) -> F32:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _balanced(seen: Seen, samples: Samples, column: str) -> F32:
    part = getattr(seen, column) / samples.white
    return np.asarray(part * np.exp(-0.5 * (seen.light - samples.light)))
