"""What is tested at once and what takes long: the many of a kind, of which some are enough at once.

``./run test`` leaves out what is marked long; ``.ci/run`` runs it as well.
"""

import pytest

__all__ = ["quick"]


def quick(values, first=1):
    """Give `values` for a parametrized test: the `first` are run at once, the others are long."""
    values = list(values)
    return values[:first] + [
        pytest.param(*(v if isinstance(v, tuple) else [v]), marks=pytest.mark.long)
        for v in values[first:]
    ]
