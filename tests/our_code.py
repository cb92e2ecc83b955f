"""The modules of a checkout as syntax trees, parsed once for all tests that look at them."""

import ast
from functools import cache

__all__ = ["nodes_of"]


@cache
def nodes_of(path):
    """Give all nodes of the module at `path`, its tree first."""
    return tuple(ast.walk(ast.parse(path.read_text())))
