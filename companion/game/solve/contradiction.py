"""Which answers cannot all be true, and which one key peg would mend them.

Pure: standard library and numpy.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from companion.game.core.key_pegs import Keys
from companion.game.solve.possible import Row, Space, index_of, keys_at, marks

__all__ = ["one_key_fixes", "smallest_contradiction", "smallest_hit"]

Mask = npt.NDArray[np.bool_]


def smallest_contradiction(space: Space, rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the fewest rows (from 1) whose answers no code agrees with; () if all agree.

    Of equals the first in reading order: earlier rows go before later ones.
    """
    if not rows:
        return ()
    return tuple(place + 1 for place in smallest_hit(_wrong(space, rows).T))


def smallest_hit(wrong: Mask) -> tuple[int, ...]:
    """Return the fewest columns of `wrong` with a True in every row; () if some row has none.

    With a row a code and a column an answer, no code agrees with all the answers given. Of
    equals the first in reading order.
    """
    if not wrong.any(axis=1).all():
        return ()
    patterns = np.unique(wrong, axis=0)
    sizes = range(1, wrong.shape[1] + 1)
    return next(hits[0] for size in sizes if (hits := sorted(_hits(patterns, size))))


def _hits(patterns: Mask, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of `size` columns with a True in every row, if none smaller has that."""
    if not len(patterns):
        yield ()
        return
    if size * patterns.sum(axis=0).max() < len(patterns):
        return
    rarest = patterns[patterns.sum(axis=1).argmin()]
    for column in np.flatnonzero(rarest).tolist():
        for others in _hits(patterns[~patterns[:, column]], size - 1):
            yield tuple(sorted((column, *others)))


def one_key_fixes(space: Space, rows: Sequence[Row]) -> list[tuple[int, Keys, int]]:
    """Return each single key peg that, corrected, makes the answers agree; [] if they do already.

    A correction is (row from 1, its answer then, codes left then): one peg more, one less, or
    one of the other colour. The one that leaves most codes goes first, for it fits best.
    """
    if not rows:
        return []
    wrong = _wrong(space, rows)
    mistakes = wrong.sum(axis=0)
    if not mistakes.all():
        return []
    fixes = [
        (place + 1, keys, count)
        for place, (guess, said) in enumerate(rows)
        for keys, count in _answers(space, guess, wrong[place] & (mistakes == 1))
        if _is_one_peg(said, keys)
    ]
    return sorted(fixes, key=lambda fix: (-fix[2], fix[0], fix[1]))


def _wrong(space: Space, rows: Sequence[Row]) -> Mask:
    """Say which answers would be wrong for which code, shape (rows, codes)."""
    guesses = np.stack([space.numbers(guess) for guess, _ in rows])
    said = np.array([index_of(keys, holes=space.holes) for _, keys in rows])
    wrong: Mask = marks(guesses, space.codes) != said[:, None]
    return wrong


def _answers(space: Space, guess: str, codes: Mask) -> Iterator[tuple[Keys, int]]:
    """Yield each answer that one of `codes` gives to `guess`, and how many do."""
    counts = np.bincount(marks(space.numbers(guess)[None], space.codes[codes])[0])
    for index in np.flatnonzero(counts).tolist():
        yield keys_at(index, holes=space.holes), int(counts[index])


def _is_one_peg(said: Keys, keys: Keys) -> bool:
    black, white = keys.black - said.black, keys.white - said.white
    return abs(black) + abs(white) == 1 or (abs(black) == 1 and black == -white)
