"""Which tiles of a look are misread, if the table lies in a certain way. Pure.

An alignment of what is seen with what would lie there: the shortest edit script (Levenshtein;
Wagner and Fischer 1974) of each row, tiles missed, seen where none is, or taken for another; and
how far the counts of the hidden tiles in the middle are apart.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from companion.game.tiles.tile import BACKS, BLACK, HIDDEN, WHITE
from companion.sightings.tiles import TilesLying, fits, is_clear

__all__ = ["CLUE", "NEW", "POOL", "Misreading", "beyond", "cost", "misreadings"]

# where a tile is misread that is in no row: rows are counted from 0, by definition
POOL, CLUE = -1, -2
# how unlikely it is that a tile is misread that was not, and that one no longer is: a chance look
# may have been taken for a lasting error. A move made costs 1: chosen, on rounds of the tests
NEW, GONE = 4, 2


class Misreading(NamedTuple):
    """A tile seen otherwise than it is: nothing where it is missed, or seen where none is.

    `where` is its row, from 0. Its place does not count: tiles that look alike cannot be told
    apart, and places change.
    """

    where: int
    true: str
    seen: str

    @property
    def is_turned(self) -> bool:
        """Whether a hidden tile is seen open, and its face read."""
        return self.true == HIDDEN and is_clear(BLACK + self.seen)


Pool = tuple[int, int]
Script = tuple[Misreading, ...]


def misreadings(seen: TilesLying, true: TilesLying, usual: Script = ()) -> Script:
    """Return the fewest tiles that are misread in `seen` if `true` lies there.

    Where the clue tile may be one of the pool, what is misread as `usual` is taken for true.
    """
    rows = zip(seen.rows, true.rows, strict=True)
    in_rows = (each for i, (a, b) in enumerate(rows) for each in _in_row(i, a, b))
    return (*in_rows, *_in_middle(seen, true, usual))


def beyond(script: Iterable[Misreading], usual: Iterable[Misreading]) -> Script:
    """Return the tiles that are misread beside those that are misread all the time."""
    return tuple((Counter(script) - Counter(usual)).elements())


def cost(script: Script, usual: Script) -> int:
    """Return how unlikely it is that these tiles are misread, where `usual` ones are."""
    now, before = (Counter(each for each in s if each.where != POOL) for s in (script, usual))
    rows = NEW * (now - before).total() + GONE * (before - now).total()
    pool, earlier = _surplus(script), _surplus(usual)
    is_new = len(_apart(pool, (0, 0))) >= len(_apart(earlier, (0, 0)))
    return rows + (NEW if is_new else GONE) * len(_apart(pool, earlier))


def _surplus(script: Script) -> Pool:
    """Return how many black and white tiles too many are seen in the pool."""
    pairs = [(each.seen, each.true) for each in script if each.where == POOL]
    black, white = (sum((a == back) - (b == back) for a, b in pairs) for back in BACKS)
    return black, white


@lru_cache(maxsize=4096)
def _in_row(row: int, seen: tuple[str, ...], true: tuple[str, ...]) -> Script:
    if len(seen) == len(true) and all(map(fits, seen, true)):
        return ()
    missed = [Misreading(row, tile, "") for tile in true]
    # the shortest scripts of the seen tiles so far against none, one, two ... of the true ones
    least: list[Script] = [tuple(missed[:j]) for j in range(len(true) + 1)]
    for tile in seen:
        ghost, before = Misreading(row, "", tile), least
        least = [(*before[0], ghost)]
        for j, other in enumerate(true):
            paired = (*before[j], *_in_tile(row, tile, other))
            least.append(_shortest(paired, (*before[j + 1], ghost), (*least[j], missed[j])))
    return least[-1]


def _shortest(*scripts: Script) -> Script:
    return min(scripts, key=len)


def _in_tile(row: int, seen: str, true: str) -> Script:
    """Return nothing, one misreading, or two of a tile with another colour and another face."""
    colour = () if seen[0] in (true[0], "?") else (Misreading(row, true[0], seen[0]),)
    face = () if fits(true[0] + seen[1:], true) else (Misreading(row, true[1:], seen[1:]),)
    return (*colour, *face)


def _in_middle(seen: TilesLying, true: TilesLying, usual: Script) -> Script:
    """Return the errors in the pool and the clue tile: that may seem to be one of the pool."""
    apart = _apart(seen.pool, true.pool)
    if seen.clue == true.clue:
        return apart
    together = _apart(_together(seen), _together(true))
    before = tuple(each for each in usual if each.where == POOL)
    in_pool = min(apart, together, key=lambda script: (cost(script, before), len(script)))
    return (Misreading(CLUE, true.clue, seen.clue), *in_pool)


def _apart(seen: Pool | None, true: Pool | None) -> Script:
    """Return the errors by which two pools differ: a tile of the other colour is one."""
    if seen is None or true is None:
        return ()
    change = [a - b for a, b in zip(seen, true, strict=True)]
    more = [back for back, by in zip(BACKS, change, strict=True) for _ in range(by)]
    less = [back for back, by in zip(BACKS, change, strict=True) for _ in range(-by)]
    return tuple(Misreading(POOL, *pair) for pair in zip_longest(less, more, fillvalue=""))


def _together(lying: TilesLying) -> Pool | None:
    if lying.pool is None:
        return None
    black, white = lying.pool
    return black + (lying.clue == BLACK), white + (lying.clue == WHITE)
