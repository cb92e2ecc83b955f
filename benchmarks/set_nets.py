"""The networks over sets that read a board's places, as torch trains them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from benchmarks.eye_examples import PegPicture, PlacePicture, some_pegs
from companion.vision.features.light import neighbours
from companion.vision.read.set_ensemble import MOST_SIGMA, OF_NONE, SetEnsemble

__all__ = ["Recipe", "ensemble_of", "train_pairs", "train_places"]

BATCH, SORTED = 8, 64  # pictures; so many are sorted by size first, so that little is padded
EARLY = 0.3  # what the logits of each round but the last count in the loss
WARM = 200  # batches in which the rate rises
NEVER = -1e9  # logit of what is padding
SCALING_SEED = 0  # of the pictures that tell how inputs are scaled, the same for all members
Chance = np.random.Generator


@dataclass(frozen=True)
class Recipe:
    """How networks are trained; `weights` are those of the classes, `drop_inputs` of inputs.

    Places hear of those beside them as well if `hears_near`.
    """

    epochs: int
    members: int = 3
    weights: tuple[float, ...] = ()
    hidden: int = 48
    rounds: int = 2
    drop: float = 0.1
    drop_inputs: float = 0.0
    hears_near: bool = False
    decay: float = 3e-2
    rate: float = 2e-3


class SetNet(nn.Module):
    """What nets of pairs and of places share; layers are named as in `SetEnsemble`."""

    def __init__(self, scaling, classes, parts, recipe):
        super().__init__()
        mean, scale = map(torch.from_numpy, scaling)
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        h, rounds = recipe.hidden, range(recipe.rounds)
        self.inner, self.outer = nn.Linear(len(mean), h), nn.Linear(h, h)
        self.classify = nn.ModuleList(nn.Linear(h, classes) for _ in range(recipe.rounds + 1))
        self.pool = nn.ModuleList(nn.Linear(h, h) for _ in rounds)
        self.hear = nn.ModuleList(nn.Linear(parts * h, h) for _ in rounds)
        self.change = nn.ModuleList(nn.Linear(h, h) for _ in rounds)
        self.drop, self.drop_inputs = nn.Dropout(recipe.drop), nn.Dropout(recipe.drop_inputs)

    def embedded(self, x):
        x = self.drop_inputs(((x - self.mean) * self.scale).clamp(-MOST_SIGMA, MOST_SIGMA))
        return self.outer(self.drop(F.relu(self.inner(x))))

    def changed(self, embedded, heard, i):
        whole = torch.cat([embedded, *(one.expand_as(embedded) for one in heard)], -1)
        return embedded + self.change[i](self.drop(F.relu(self.hear[i](whole))))


class PairNet(SetNet):
    """As `SetEnsemble.of_pairs`, of pictures (b, n, m, d) side by side; logits of each round."""

    def __init__(self, scaling, recipe):
        super().__init__(scaling, 1, 4, recipe)

    def forward(self, x, shares, samples):
        told, embedded = [], self.embedded(x)
        for i, pool in enumerate(self.pool):
            told.append(self._logits(embedded, samples, i))
            apart = told[i] - told[i].amax(2, keepdim=True)
            none = torch.full_like(apart[..., :1], OF_NONE)
            part = torch.softmax(torch.cat([apart, none], 2), 2)[..., :-1] * shares[..., None]
            weighed = part[..., None] * pool(embedded)
            by_sample = weighed.sum(1, keepdim=True) / (part.sum(1, keepdim=True)[..., None] + 1)
            whole = part.sum((1, 2), keepdim=True)[..., None] + 1
            by_all = weighed.sum((1, 2), keepdim=True) / whole
            own = weighed.sum(2, keepdim=True)
            embedded = self.changed(embedded, (by_sample, by_all, own), i)
        return [*told, self._logits(embedded, samples, -1)]

    def _logits(self, embedded, samples, i):
        return self.classify[i](embedded)[..., 0].masked_fill(~samples[:, None], NEVER)


class PlaceNet(SetNet):
    """As `SetEnsemble.of_places`, of pictures (b, n, d) side by side; logits of each round."""

    def __init__(self, scaling, recipe):
        super().__init__(scaling, 3, 4 + (2 if recipe.hears_near else 1), recipe)

    def forward(self, x, there, *mixed):
        told, embedded = [], self.embedded(x)
        for i, pool in enumerate(self.pool):
            told.append(self.classify[i](embedded))
            part = torch.softmax(told[i], 2) * there[..., None]
            pooled = pool(embedded)
            of = [
                (part[..., k, None] * pooled).sum(1, keepdim=True)
                / (part[..., k].sum(1)[:, None, None] + 1)
                for k in range(3)
            ]
            embedded = self.changed(embedded, (*of, *(part @ pooled for part in mixed)), i)
        return [*told, self.classify[-1](embedded)]


def train_pairs(pictures: Sequence[PegPicture], recipe: Recipe, seed: int) -> PairNet:
    """Train one net to tell the colours of heads; a letter has several samples: any may win."""
    first, chance = np.random.default_rng(SCALING_SEED), np.random.default_rng([seed, 0])
    some = [some_pegs(pictures[i], first) for i in first.permutation(len(pictures))[:400]]
    inputs = np.concatenate([one[0].reshape(-1, one[0].shape[2]) for one in some if one])

    def made(group: Sequence[PegPicture]) -> list[tuple]:
        return [one for one in (some_pegs(picture, chance) for picture in group) if one]

    def loss(net: PairNet, batch: Sequence[tuple]) -> torch.Tensor:
        x, true, shares, samples = _padded_pairs(batch)
        asked, total = true.any(2), 0.0
        for logits, worth in _worth(net(x, shares, samples)):
            won = torch.logsumexp(logits.masked_fill(~true, NEVER), 2) - logits.logsumexp(2)
            total = total - worth * won[asked].clamp(min=-12).mean()
        return total

    return _trained(lambda: PairNet(_scaling(inputs), recipe), pictures, made, loss, recipe, seed)


def train_places(pictures: Sequence[PlacePicture], recipe: Recipe, seed: int) -> PlaceNet:
    """Train one net to tell the kinds of places."""
    some = np.random.default_rng(SCALING_SEED).permutation(len(pictures))[:1500]
    inputs = np.concatenate([pictures[i].inputs for i in some]).astype(np.float32)
    weights = torch.tensor(recipe.weights)

    def loss(net: PlaceNet, batch: Sequence[PlacePicture]) -> torch.Tensor:
        x, kinds, there, *mixed = _padded_places(batch, hears_near=recipe.hears_near)
        return sum(
            worth * F.cross_entropy(told.flatten(0, 1), kinds.flatten(), weights, ignore_index=-1)
            for told, worth in _worth(net(x, there, *mixed))
        )

    return _trained(lambda: PlaceNet(_scaling(inputs), recipe), pictures, list, loss, recipe, seed)


def _trained(
    start: Callable[[], SetNet],
    pictures: Sequence,
    made: Callable[[Sequence], list],
    loss: Callable[[SetNet, Sequence], torch.Tensor],
    recipe: Recipe,
    seed: int,
) -> SetNet:
    """AdamW (Loshchilov and Hutter 2019) with a cosine for the rate."""
    torch.manual_seed(seed)
    net, chance = start(), np.random.default_rng([seed, 1])
    adam = torch.optim.AdamW(net.parameters(), recipe.rate, weight_decay=recipe.decay)
    batches = recipe.epochs * len(pictures) / BATCH
    rate = torch.optim.lr_scheduler.LambdaLR(
        adam, lambda k: min(1, (k + 1) / WARM) * (1 + np.cos(np.pi * min(1, k / batches))) / 2
    )
    for _ in range(recipe.epochs):
        for batch in _batches(pictures, made, chance):
            adam.zero_grad()
            loss(net, batch).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            adam.step()
            rate.step()
    return net.eval()


def _batches(pictures: Sequence, made: Callable, chance: Chance) -> Iterator[Sequence]:
    order = chance.permutation(len(pictures))
    for first in range(0, len(order), SORTED):
        group = made([pictures[i] for i in order[first : first + SORTED]])
        group.sort(key=lambda one: len(one[0] if isinstance(one, tuple) else one.kinds))
        yield from (group[i : i + BATCH] for i in range(0, len(group), BATCH))


def _worth(rounds: Sequence[torch.Tensor]) -> Iterator[tuple[torch.Tensor, float]]:
    return ((told, 1.0 if told is rounds[-1] else EARLY) for told in rounds)


def _scaling(inputs):
    return inputs.mean(0), (1 / (inputs.std(0) + 1e-3)).astype(np.float32)


def _padded_pairs(batch):
    n, m = (max(one[0].shape[axis] for one in batch) for axis in (0, 1))
    x = np.zeros((len(batch), n, m, batch[0][0].shape[2]), np.float32)
    true, shares = np.zeros(x.shape[:3], bool), np.zeros(x.shape[:2], np.float32)
    samples = np.zeros((len(batch), m), bool)
    for k, (inputs, truth, share) in enumerate(batch):
        own = slice(len(share)), slice(truth.shape[1])
        x[k][own], true[k][own], shares[k, own[0]], samples[k, own[1]] = inputs, truth, share, True
    return map(torch.from_numpy, (x, true, shares, samples))


def _padded_places(batch, *, hears_near):
    n = max(len(one.kinds) for one in batch)
    x = np.zeros((len(batch), n, batch[0].inputs.shape[1]), np.float32)
    kinds, there = np.full(x.shape[:2], -1), np.zeros(x.shape[:2], np.float32)
    mixed = np.zeros((1 + hears_near, *x.shape[:2], n), np.float32)
    for k, one in enumerate(batch):
        own = slice(len(one.kinds))
        x[k, own], kinds[k, own], there[k, own] = one.inputs, one.kinds, 1
        row = np.arange(len(one.kinds)) // one.cols
        mixed[0, k, own, own] = (row[:, None] == row) / one.cols
        if hears_near:
            mixed[1, k, own, own] = _near(len(one.kinds) // one.cols, one.cols)
    return map(torch.from_numpy, (x, kinds, there, *mixed))


@cache
def _near(rows, cols):
    """Return (n, n): the share each place has in the mean of another's nine `neighbours`."""
    nine = neighbours(rows, cols)
    return np.eye(rows * cols, dtype=np.float32)[nine].mean(axis=0)


def ensemble_of(nets: Sequence[SetNet]) -> SetEnsemble:
    """Return what runs nets of one kind without torch."""
    layers = {name: [_layers(getattr(net, name)) for net in nets] for name in LAYERS}
    arrays = {}
    for name, each in layers.items():
        for part, suffix in ((0, ""), (1, "_bias")):
            stacked = np.stack([np.stack([one[part] for one in net]) for net in each])
            arrays[name + suffix] = stacked[:, 0] if name in ("inner", "outer") else stacked
    hidden = arrays["outer"].shape[1]
    arrays["hear"] = arrays["hear"].reshape(*arrays["hear"].shape[:2], -1, hidden, hidden)
    return SetEnsemble(nets[0].mean.numpy(), nets[0].scale.numpy(), **arrays)


LAYERS = ("inner", "outer", "classify", "pool", "hear", "change")


def _layers(module):
    """Return the weights, from inputs to outputs, and the bias of each layer."""
    layers = [module] if isinstance(module, nn.Linear) else module
    return [(one.weight.detach().numpy().T, one.bias.detach().numpy()) for one in layers]
