"""Ensembles of networks over sets: all places of a picture are classified together. Pure.

In which light a picture was taken its places tell only together: what two heads could be, a third
tells. Each member embeds every place, or every pair of a place and a calibrated sample, classifies
it, pools the embeddings by the classes so found, and embeds each again beside what was pooled, for
some rounds. Order does not matter, and any number of places and samples will do (Deep Sets: Zaheer
et al. 2017; classifying and pooling by turns is expectation maximisation with learned steps).
Members differ by their random starts and the order of their examples (deep ensembles:
Lakshminarayanan, Pritzel and Blundell 2017): where few examples lie near an input they disagree, so
that the margin of the least sure member is a measure of doubt.

Of 416 answers of 12 rendered rooms that it had not seen one network of this kind read 78 % right,
the same without rounds, which sees each key hole alone, 71 %. `benchmarks/train_eyes.py`
trains these.
"""

from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources
from typing import IO

import numpy as np

from companion.vision.geometry.arrays import F32, Indices

__all__ = ["SetEnsemble", "load_set_ensemble", "set_ensemble_in"]

# standard deviations of the training inputs at which an input is cut: a guess
MOST_SIGMA = 6
# logit below the best sample at which a place is taken to be of none, and adds to none: a guess
OF_NONE = -4.0


@dataclass(frozen=True, slots=True, eq=False)
class SetEnsemble:
    """Members side by side; weights have an axis of members first, then one of rounds.

    `mean`, `scale` (d,). Two layers embed inputs: `inner` (members, d, h) and `outer` (members, h,
    h). `classify` (members, rounds + 1, h, classes); `pool` (members, rounds, h, h) is what is
    pooled; `hear` (members, rounds, parts, h, h) takes each embedding and what was pooled, `change`
    (members, rounds, h, h) gives what is added to it. The `_bias` of each has its last axis.
    """

    mean: F32
    scale: F32
    inner: F32
    inner_bias: F32
    outer: F32
    outer_bias: F32
    classify: F32
    classify_bias: F32
    pool: F32
    pool_bias: F32
    hear: F32
    hear_bias: F32
    change: F32
    change_bias: F32

    def of_pairs(self, inputs: F32, shares: F32) -> F32:
        """Return logits (members, n, m) that each of n places is as each of m samples.

        `inputs` are (n, m, d); `shares` (n,) are how much each place counts when all are pooled.
        """
        (n, m, d), members = inputs.shape, len(self.outer)
        embedded = self._embedded(inputs.reshape(n * m, d))
        for i in range(self.pool.shape[1]):
            logits = self._classified(embedded, i)[..., 0].reshape(members, n, m)
            part = _softmax(logits, none=OF_NONE) * shares[:, None]
            pooled = _layer(embedded, self.pool[:, i], self.pool_bias[:, i])
            weighed = part[..., None] * pooled.reshape(members, n, m, pooled.shape[-1])
            by_sample = weighed.sum(axis=1) / (part.sum(axis=1)[..., None] + 1)
            by_all = weighed.sum(axis=(1, 2)) / (part.sum(axis=(1, 2))[..., None] + 1)
            own = weighed.sum(axis=2)
            hear = self.hear[:, i]
            heard = (embedded @ hear[:, 0]).reshape(weighed.shape)
            heard += (by_sample @ hear[:, 1])[:, None]
            heard += (by_all[:, None] @ hear[:, 2])[:, None]
            heard += (own @ hear[:, 3])[:, :, None]
            embedded = self._changed(embedded, heard.reshape(embedded.shape), i)
        return self._classified(embedded, -1)[..., 0].reshape(members, n, m)

    def of_places(self, inputs: F32, cols: int, near: Indices | None = None) -> F32:
        """Return logits (members, n, classes) of n places, that stand in rows of `cols`.

        `inputs` are (n, d). What is pooled is that of each class, that of each row, and that of
        places `near` (k, n) each, where they are given.
        """
        embedded = self._embedded(inputs)
        for i in range(self.pool.shape[1]):
            part = _softmax(self._classified(embedded, i))
            pooled = _layer(embedded, self.pool[:, i], self.pool_bias[:, i])
            by_class = part.transpose(0, 2, 1) @ pooled / (part.sum(axis=1)[..., None] + 1)
            rows = pooled.reshape(len(pooled), -1, cols, pooled.shape[2]).mean(axis=2)
            hear = self.hear[:, i]
            classes = slice(1, part.shape[2] + 1)
            heard = embedded @ hear[:, 0]
            heard += (by_class[:, :, None] @ hear[:, classes]).sum(axis=1)
            heard += np.repeat(rows @ hear[:, classes.stop], cols, axis=1)
            if near is not None:
                heard += pooled[:, near].mean(axis=1) @ hear[:, -1]
            embedded = self._changed(embedded, heard, i)
        return self._classified(embedded, -1)

    def _embedded(self, inputs: F32) -> F32:
        x = np.clip((inputs - self.mean) * self.scale, -MOST_SIGMA, MOST_SIGMA)
        inner = np.maximum(_layer(x[None], self.inner, self.inner_bias), 0)
        return _layer(inner, self.outer, self.outer_bias)

    def _classified(self, embedded: F32, i: int) -> F32:
        return _layer(embedded, self.classify[:, i], self.classify_bias[:, i])

    def _changed(self, embedded: F32, heard: F32, i: int) -> F32:
        heard = np.maximum(heard + self.hear_bias[:, i, None], 0)
        return embedded + _layer(heard, self.change[:, i], self.change_bias[:, i])


def _layer(x: F32, weights: F32, bias: F32) -> F32:
    return np.asarray(x @ weights + bias[:, None])


def _softmax(logits: F32, *, none: float | None = None) -> F32:
    """Return shares along the last axis; of `none`, a logit below the best, there may be a rest."""
    each = np.exp(logits - logits.max(axis=-1, keepdims=True))
    rest = 0 if none is None else np.exp(np.float32(none))
    return np.asarray(each / (each.sum(axis=-1, keepdims=True) + rest))


@lru_cache
def load_set_ensemble(name: str) -> SetEnsemble:
    """Return the learned weights `name` of the data folder, such as colours or keys."""
    file = resources.files("companion.vision") / "data" / f"{name}.npz"
    with file.open("rb") as stream:
        return set_ensemble_in(stream)


def set_ensemble_in(stream: IO[bytes]) -> SetEnsemble:
    """Return the learned weights of an open file."""
    with np.load(stream, allow_pickle=False) as data:
        return SetEnsemble(*(data[one.name].astype(np.float32) for one in fields(SetEnsemble)))
