"""Matches of tiles seen as noisy looks, by the thousand: record against truth, one line of result.

python benchmarks/bench_tiles.py [FIRST] [COUNT]
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.tile_sim import TileMatch


def main() -> None:
    """Play, name each match with a fault, and count what happened."""
    given = [int(text) for text in sys.argv[1:]]
    first, count = (*given, *(200, 2000)[len(given) :])
    faults, did = 0, Counter()
    for seed in range(first, first + count):
        outcome = TileMatch(seed).play()
        did += outcome.did
        if outcome.faults:
            faults += 1
            print(f"seed {seed}: {outcome.faults[0]}")
    print(f"{count} matches, {faults} with a fault; {dict(did)}")


if __name__ == "__main__":
    main()
