"""Small ensembles of one hidden layer, trained in numpy: softmax over classes.

All members learn at once from the same batches; each counts every example by a random weight of
its own (a bootstrap), so that they differ where examples are few.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.vision.read.mlp_ensemble import MlpEnsemble

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.intp]
Weights = list[Floats]
Gradient = Callable[[Rows, Weights], Weights]


@dataclass(frozen=True)
class Recipe:
    """How an ensemble is trained; `decay` is the weight decay of both layers."""

    hidden: int
    epochs: int
    members: int
    decay: float
    rate: float = 4e-3
    batch: int = 512


def train_classes(
    inputs: Floats, kind: npt.NDArray[np.intp], weight: Floats, recipe: Recipe
) -> MlpEnsemble:
    """Train (N, d) inputs to tell three kinds."""
    mean, scale = _scaling(inputs)
    x = np.clip((inputs - mean) * scale, -6, 6)
    (count, d), members, hidden = x.shape, recipe.members, recipe.hidden
    wanted = np.eye(3, dtype=np.float32)[kind]
    worth = weight[:, None] * _bootstrap(count, members)

    def gradient(rows: Rows, w: Weights) -> Weights:
        part = x[rows]
        units = np.tanh((part @ w[0] + w[1]).reshape(len(rows), members, hidden))
        share = _softmax(np.einsum("nmh,mhk->nmk", units, w[2]) + w[3], axis=2)
        out = (share - wanted[rows][:, None]) * (worth[rows][..., None] / len(rows))
        back = np.einsum("nmk,mhk->nmh", out, w[2]) * (1 - units * units)
        back = back.reshape(len(rows), -1)
        return [part.T @ back, back.sum(0), np.einsum("nmh,nmk->mhk", units, out), out.sum(0)]

    last = [_drawn((members, hidden, 3), hidden, 1), np.zeros((members, 3))]
    w = _adam([*_start(d, recipe), *last], count, gradient, recipe)
    return MlpEnsemble(mean, scale, *w)


def joined(one: MlpEnsemble, other: MlpEnsemble) -> MlpEnsemble:
    """Return an ensemble each of whose members has the mean of the logits of one of each.

    Inputs are cut as those of `one` are, so far off that it hardly matters.
    """
    members, of_one, _outputs = one.w2.shape
    of_other = other.w2.shape[1]
    scaled = other.w1 * (other.scale / one.scale)[:, None]
    moved = other.b1 + ((one.mean - other.mean) * other.scale) @ other.w1
    first = [
        np.concatenate([a.reshape(-1, members, of_one), b.reshape(-1, members, of_other)], axis=2)
        for a, b in ((one.w1, scaled), (one.b1, moved))
    ]
    units = members * (of_one + of_other)
    w1, b1 = first[0].reshape(-1, units), first[1].reshape(units)
    w2 = np.concatenate([one.w2, other.w2], axis=1) / 2
    return MlpEnsemble(one.mean, one.scale, w1, b1, w2, (one.b2 + other.b2) / 2)


def even(sizes: list[int]) -> Floats:
    """Give each example a weight so that a board counts by the root of its examples."""
    weight = np.concatenate([np.full(n, n**-0.5) for n in sizes]).astype(np.float32)
    return weight / weight.mean()


def save(file: Path, made: MlpEnsemble) -> None:
    np.savez(file, **{name: np.asarray(a, np.float32) for name, a in asdict(made).items()})


def load(file: Path) -> MlpEnsemble:
    with np.load(file) as data:
        return MlpEnsemble(*(data[each.name] for each in fields(MlpEnsemble)))


def _start(d: int, recipe: Recipe) -> Weights:
    units = recipe.members * recipe.hidden
    return [_drawn((d, units), d, 0), np.zeros(units, np.float32)]


def _drawn(shape: tuple[int, ...], fan: int, seed: int) -> Floats:
    return np.random.default_rng(seed).normal(0, fan**-0.5, shape).astype(np.float32)


def _bootstrap(count: int, members: int) -> Floats:
    """Give the Bayesian bootstrap's weights (Rubin, 1981)."""
    return np.random.default_rng(9).exponential(1, (count, members)).astype(np.float32)


def _adam(start: Weights, count: int, gradient: Gradient, recipe: Recipe) -> Weights:
    """Adam (Kingma and Ba, 2014) with a cosine for the rate."""
    w = [np.asarray(x, np.float32) for x in start]
    first, second = [np.zeros_like(x) for x in w], [np.zeros_like(x) for x in w]
    steps = recipe.epochs * max(1, count // recipe.batch)
    for k, rows in enumerate(_batches(count, recipe), start=1):
        rate = recipe.rate * 0.5 * (1 + np.cos(np.pi * k / steps))
        for i, slope in enumerate(gradient(rows, w)):
            slope = slope + recipe.decay * w[i] if i % 2 == 0 else slope
            first[i] = 0.9 * first[i] + 0.1 * slope
            second[i] = 0.99 * second[i] + 0.01 * slope * slope
            step = first[i] / (1 - 0.9**k) / (np.sqrt(second[i] / (1 - 0.99**k)) + 1e-8)
            w[i] = (w[i] - rate * step).astype(np.float32)
    return w


def _batches(count: int, recipe: Recipe) -> Iterator[Rows]:
    chance = np.random.default_rng(3)
    for _ in range(recipe.epochs):
        yield from np.array_split(chance.permutation(count), max(1, count // recipe.batch))


def _scaling(inputs: Floats) -> tuple[Floats, Floats]:
    return inputs.mean(0), (1 / (inputs.std(0) + 1e-3)).astype(np.float32)


def _softmax(scores: Floats, *, axis: int) -> Floats:
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return np.asarray(e / e.sum(axis, keepdims=True))
