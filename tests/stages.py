"""What is tested at once and what takes long: the many of a kind, of which some are enough at once.

``./run test`` leaves out what is marked long; ``.ci/run`` runs it as well.
"""

import os
import pickle

import pytest

from companion.rulebooks.shelf import SHELF

__all__ = ["each_kind", "once", "quick"]


def quick(values, first=1):
    """Give `values` for a parametrized test: the `first` are run at once, the others are long."""
    values = list(values)
    return values[:first] + [
        pytest.param(*(v if isinstance(v, tuple) else [v]), marks=pytest.mark.long)
        for v in values[first:]
    ]


def each_kind(names):
    """Give names of boxes for a parametrized test: the first of each kind at once, others long."""
    kinds = [type(SHELF[name]) for name in names]
    return [
        pytest.param(name, marks=pytest.mark.long) if kind in kinds[:number] else name
        for number, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]


def once(run_folder, name, make):
    """Give what `make` returns: it is made by the process that asks first, and read by the others.

    Two that ask at the same time both make it, which does no harm: it is the same.
    """
    file = run_folder / f"{name}.pickle"
    if not file.exists():
        mine = file.with_suffix(f".{os.getpid()}")
        mine.write_bytes(pickle.dumps(make()))
        mine.replace(file)
    return pickle.loads(file.read_bytes())
