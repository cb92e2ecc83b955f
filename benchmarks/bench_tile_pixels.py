"""Rounds of tiles through drawn pixels: what the eyes say against what lies there.

python -m benchmarks.bench_tile_pixels [FIRST] [COUNT]
"""

import sys
import time
from collections import Counter

from tests.tile_pixels import played


def main() -> None:
    """Play rounds of 2 to 4 players; print what was told wrongly and what was not told."""
    given = [int(text) for text in sys.argv[1:]]
    first, count = (*given, *(0, 30)[len(given) :])
    total, start = Counter(), time.process_time()
    for seed in range(first, first + count):
        counts, faults = played(seed, players=2 + seed % 3)
        total += counts
        print(*faults, sep="\n", end="\n" if faults else "", flush=True)
    spent = (time.process_time() - start) / max(1, total.total())
    print(
        f"{count} rounds, {total.total()} tables: {dict(total)}; {spent:.2f} s a table, drawn too"
    )


if __name__ == "__main__":
    main()
