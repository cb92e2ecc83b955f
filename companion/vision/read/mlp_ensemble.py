"""An ensemble of small multilayer perceptrons, as it tells what lies over a place. Pure.

Networks of one hidden layer of tanh units, trained from different random starts on the same
examples (deep ensembles: Lakshminarayanan, Pritzel and Blundell 2017). Where few examples lie near
an input the members disagree, so the margin of the least sure member is a measure of doubt, which
one network's own probability is not. `benchmarks/train_covers.py` trains them.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from companion.vision.geometry.arrays import F32

__all__ = ["MlpEnsemble", "load_ensemble"]

# standard deviations of the training inputs at which an input is cut: a guess
MOST_SIGMA = 6


@dataclass(frozen=True, slots=True, eq=False)
class MlpEnsemble:
    """Networks side by side: inputs are scaled, each has its hidden units and outputs.

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
        """Return (members, n, outputs) logits for (n, d) inputs."""
        x = np.clip((inputs - self.mean) * self.scale, -MOST_SIGMA, MOST_SIGMA)
        members, hidden, _ = self.w2.shape
        units = np.tanh(x @ self.w1 + self.b1).reshape(len(x), members, hidden)
        return np.asarray(np.matmul(units.transpose(1, 0, 2), self.w2) + self.b2[:, None])


@lru_cache
def load_ensemble(name: str) -> MlpEnsemble:
    """Return the learned weights `name` of the data folder: covers, or covers_in_context."""
    file = resources.files("companion.vision") / "data" / f"{name}.npz"
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as data:
        return MlpEnsemble(*(data[key] for key in ("mean", "scale", "w1", "b1", "w2", "b2")))
