"""What a map of the places says around each of them: beside it, in its rows, in the whole picture.

What is laid on a board covers several places, and a picture that is hard to read is so everywhere:
so a classifier is run twice, the second time with the map of its own first answers around each
place (auto-context: Tu and Bai 2010).
"""

import numpy as np

from companion.vision.geometry.arrays import F32

__all__ = ["highest_beside", "map_context"]

# log odds past which a place is simply sure: a guess
MOST_ODDS = 8.0
# of the 25 places around one, how many at least have the highest value that is told: a guess, what
# a sheet over two rows covers
HIGH_PLACES = 6
# ranks of the whole picture that are told, as parts of all places: a guess
PARTS = (0.1, 0.3, 0.5, 0.7, 0.9)
# steps in rows and columns to the eight neighbours; by definition
SIDES, ENDS = ((0, -1), (0, 1)), ((-1, 0), (1, 0))
# by definition
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def map_context(odds: F32, rows: int, cols: int) -> F32:
    """Return (n, 22) of log odds (n,) of places in `rows` of `cols`, row 1 first.

    Each place's own, its neighbours in order of size, means around it, its row and the next ones,
    and ranks of all. Beyond the board its outermost places are repeated.
    """
    field = np.clip(odds, -MOST_ODDS, MOST_ODDS).reshape(rows, cols).astype(np.float32)
    edged = np.pad(field, 2, mode="edge")

    def beside(*steps: tuple[int, int]) -> F32:
        near = [edged[2 + i : 2 + i + rows, 2 + j : 2 + j + cols] for i, j in steps]
        return np.sort(np.stack(near), axis=0)

    square = range(-2, 3)
    wide = beside(*((i, j) for i in square for j in square))
    means = np.pad(field.mean(axis=1), 1, mode="edge")
    by_row = (means[1:-1], means[2:], means[:-2], field.max(axis=1), field.min(axis=1))
    parts = [
        field[None],
        beside(*SIDES),
        beside(*ENDS),
        beside(*CORNERS),
        beside(*SIDES, *ENDS, *CORNERS).mean(axis=0)[None],
        wide.mean(axis=0)[None],
        wide[-HIGH_PLACES][None],
        *(np.broadcast_to(each[:, None], (1, rows, cols)) for each in by_row),
        *(np.full((1, rows, cols), rank) for rank in np.quantile(field, PARTS)),
    ]
    return np.concatenate(parts).reshape(-1, rows * cols).T.astype(np.float32)


def highest_beside(odds: F32, rows: int, cols: int) -> F32:
    """Return (n,): of log odds (n,) of places in `rows` of `cols` the highest of each one's eight.

    At the board's edge there are fewer.
    """
    edged = np.pad(odds.reshape(rows, cols), 1, constant_values=-np.inf)
    eight = [
        edged[i : i + rows, j : j + cols] for i in range(3) for j in range(3) if (i, j) != (1, 1)
    ]
    return np.asarray(np.maximum.reduce(eight).ravel(), np.float32)
