"""Small committees of one hidden layer, trained in numpy: softmax over candidates or classes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.colours import Committee

Floats = npt.NDArray[np.float32]
Weights = list[Floats]
Gradient = Callable[[npt.NDArray[np.intp], Weights], Weights]


@dataclass(frozen=True)
class Recipe:
    """How a committee is trained; `decay` is the weight decay of both layers."""

    hidden: int
    epochs: int
    members: int
    decay: float
    rate: float = 4e-3
    batch: int = 512


def train_candidates(
    inputs: Floats,
    true: npt.NDArray[np.bool_],
    valid: npt.NDArray[np.bool_],
    weight: Floats,
    recipe: Recipe,
) -> Committee:
    """Train scores of (N, m, d) candidates, of which those that are `true` should win.

    A letter has several samples: its share is the sum of theirs.
    """
    mean, scale = _scaling(inputs[valid])
    x = np.clip((inputs - mean) * scale, -6, 6)

    def gradient(rows: npt.NDArray[np.intp], w: Weights) -> Weights:
        part, mine = x[rows], true[rows]
        units = np.tanh(part @ w[0] + w[1])
        share = _softmax(np.where(valid[rows], (units @ w[2])[..., 0], -1e9))
        won = (share * mine).sum(1, keepdims=True) + 1e-9
        out = ((share - share * mine / won) * weight[rows, None] / len(rows)).astype(np.float32)
        back = out[..., None] * w[2][:, 0] * (1 - units * units)
        axes = ((0, 1), (0, 1))
        first = np.tensordot(part, back, axes)
        second = np.tensordot(units, out, axes)[:, None]
        return [first, back.sum((0, 1)), second, np.zeros(1, np.float32)]

    return _committee(x.shape[2], 1, len(x), gradient, mean, scale, recipe)


def train_classes(
    inputs: Floats, kind: npt.NDArray[np.intp], weight: Floats, recipe: Recipe
) -> Committee:
    """Train (N, d) inputs to tell three kinds."""
    mean, scale = _scaling(inputs)
    x = np.clip((inputs - mean) * scale, -6, 6)
    wanted = np.eye(3, dtype=np.float32)[kind]

    def gradient(rows: npt.NDArray[np.intp], w: Weights) -> Weights:
        part = x[rows]
        units = np.tanh(part @ w[0] + w[1])
        share = _softmax(units @ w[2] + w[3])
        out = ((share - wanted[rows]) * weight[rows, None] / len(rows)).astype(np.float32)
        back = (out @ w[2].T) * (1 - units * units)
        return [part.T @ back, back.sum(0), units.T @ out, out.sum(0)]

    return _committee(x.shape[1], 3, len(x), gradient, mean, scale, recipe)


def even(sizes: list[int]) -> Floats:
    """Give each example a weight so that a session counts by the root of its examples."""
    weight = np.concatenate([np.full(n, n**-0.5) for n in sizes]).astype(np.float32)
    return weight / weight.mean()


def _committee(
    d: int,
    outputs: int,
    count: int,
    gradient: Gradient,
    mean: Floats,
    scale: Floats,
    recipe: Recipe,
) -> Committee:
    nets = [_adam(d, outputs, count, gradient, recipe, seed) for seed in range(recipe.members)]
    return Committee(
        mean,
        scale,
        np.concatenate([w[0] for w in nets], axis=1),
        np.concatenate([w[1] for w in nets]),
        np.stack([w[2] for w in nets]),
        np.stack([w[3] for w in nets]),
    )


def _adam(
    d: int, outputs: int, count: int, gradient: Gradient, recipe: Recipe, seed: int
) -> Weights:
    """Adam (Kingma and Ba, 2014) with a cosine for the rate."""
    chance = np.random.default_rng(seed)
    h = recipe.hidden
    w = [
        chance.normal(0, d**-0.5, (d, h)).astype(np.float32),
        np.zeros(h, np.float32),
        chance.normal(0, h**-0.5, (h, outputs)).astype(np.float32),
        np.zeros(outputs, np.float32),
    ]
    first, second = [np.zeros_like(x) for x in w], [np.zeros_like(x) for x in w]
    steps = recipe.epochs * max(1, count // recipe.batch)
    for k, rows in enumerate(_batches(count, recipe, chance), start=1):
        rate = recipe.rate * 0.5 * (1 + np.cos(np.pi * k / steps))
        slopes = gradient(rows, w)
        for i, slope in enumerate(slopes):
            slope = slope + recipe.decay * w[i] if i % 2 == 0 else slope
            first[i] = 0.9 * first[i] + 0.1 * slope
            second[i] = 0.99 * second[i] + 0.01 * slope * slope
            step = first[i] / (1 - 0.9**k) / (np.sqrt(second[i] / (1 - 0.99**k)) + 1e-8)
            w[i] = (w[i] - rate * step).astype(np.float32)
    return w


def _batches(
    count: int, recipe: Recipe, chance: np.random.Generator
) -> Iterator[npt.NDArray[np.intp]]:
    for _ in range(recipe.epochs):
        yield from np.array_split(chance.permutation(count), max(1, count // recipe.batch))


def _scaling(inputs: Floats) -> tuple[Floats, Floats]:
    return inputs.mean(0), (1 / (inputs.std(0) + 1e-3)).astype(np.float32)


def _softmax(scores: Floats) -> Floats:
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))
