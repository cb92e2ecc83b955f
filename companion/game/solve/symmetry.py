"""Which guesses are worth comparing: those that are not another one in disguise. Pure.

Three things leave every count of codes as it is: exchanging colours that no row used yet,
taking any other colour that no possible code holds, and reordering holes (with the colours)
such that every row played stays the same row.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import permutations

import numpy as np
import numpy.typing as npt

from companion.game.solve.possible import Codes, Space

__all__ = ["Places", "distinct", "unlike"]

Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


def distinct(space: Space, left: Codes) -> Places:
    """Give the places in `space.guesses` of those that differ in a colour some code of `left` has.

    Of guesses with the same answer from every code whatever comes later, the first is kept.
    """
    nowhere = np.zeros(len(space.colours), dtype=np.bool_)
    return _firsts(_names(space.guesses, free=nowhere, dead=_dead(space, left)))


def unlike(space: Space, rows: Sequence[Codes], left: Codes) -> Places:
    """Return the places in `space.guesses` of one guess of each kind, the first of its kind.

    `rows` are the rows played (numbers) and `left` the codes still possible. Every guess of a
    kind splits `left` into parts of the same sizes.
    """
    free = np.ones(len(space.colours), dtype=np.bool_)
    free[np.unique(np.array(rows, dtype=np.intp))] = False
    dead = _dead(space, left)
    kept = _firsts(_names(space.guesses, free=free, dead=dead))
    guesses = space.guesses[kept]
    turned = (
        _names(turn[guesses[:, order]], free=free, dead=dead)
        for order, turn in _turns(rows, space.holes, len(space.colours))
    )
    return kept[_firsts(reduce(np.minimum, turned))]


def _dead(space: Space, left: Codes) -> Mask:
    dead = np.ones(len(space.colours), dtype=np.bool_)
    dead[np.unique(left)] = False
    return dead


def _firsts(names: npt.NDArray[np.int64]) -> Places:
    return np.sort(np.unique(names, return_index=True)[1])


def _names(guesses: Codes, *, free: Mask, dead: Mask) -> npt.NDArray[np.int64]:
    """Return a number that guesses share if only `free` colours are exchanged or `dead` ones taken.

    A free colour is written as the first hole that has it, all dead ones as one more.
    """
    holes, colours = guesses.shape[1], len(free)
    name = np.zeros(len(guesses), dtype=np.int64)
    for hole in range(holes):
        colour = guesses[:, hole]
        first = (guesses == colour[:, None]).argmax(axis=1)
        letter = np.where(free[colour], colours + first, colour)
        name = name * (colours + holes + 1) + np.where(dead[colour], colours + holes, letter)
    return name


def _turns(rows: Sequence[Codes], holes: int, colours: int) -> Iterator[tuple[list[int], Codes]]:
    """Yield every order of holes, with its exchange of colours, that leaves each row as it is."""
    for order in permutations(range(holes)):
        exchange = _exchange(rows, list(order))
        if exchange is not None:
            turn = np.arange(colours, dtype=np.uint8)
            turn[list(exchange)] = list(exchange.values())
            yield list(order), turn


def _exchange(rows: Sequence[Codes], order: list[int]) -> dict[int, int] | None:
    """Return the exchange of colours after which each row reads the same in `order`, if any."""
    exchange: dict[int, int] = {}
    for row in rows:
        for old, new in zip(row[order].tolist(), row.tolist(), strict=True):
            if exchange.setdefault(old, new) != new:
                return None
    return exchange if len(set(exchange.values())) == len(exchange) else None
