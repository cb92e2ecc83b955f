"""Plays many matches with blundering people: ``bench_table.py [MATCHES [FIRST SEED]]``.

Prints what happened in them, milliseconds of the whole table a frame, and every fault: a record
that is not what was played, or a match that got stuck.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "tests")]

from tests.people.matches import play_match  # noqa: E402


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begun, did, faulty = time.process_time(), Counter(), 0
    for seed in range(first, first + matches):
        with tempfile.TemporaryDirectory() as folder:
            outcome = play_match(seed, folder)
        did.update(outcome.did)
        faulty += bool(outcome.faults)
        for fault in outcome.faults:
            print(f"match {seed}: {fault}", flush=True)
        if (seed - first) % 250 == 249:
            print(f"{seed - first + 1} matches, {faulty} with faults", flush=True)
    took = time.process_time() - begun
    print(f"{matches} matches, {faulty} with faults, {took:.0f} s")
    print(", ".join(f"{name}: {count}" for name, count in sorted(did.items())))
    print(f"{1000 * took / did['frames']:.2f} ms a frame, reading and drawing left out")


if __name__ == "__main__":
    main()
