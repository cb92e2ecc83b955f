"""Watches many drawn games with noisy readings: ``bench_watch.py [GAMES [FIRST SEED]]``.

Prints, per noise, rows, rows a person was asked about, and every fault: a row invented, wrong or
lost.
"""

import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "tests")]

from looks import CALM, REAL, ROUGH, watch_game  # noqa: E402


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for name, noise in (("calm", CALM), ("real", REAL), ("rough", ROUGH)):
        begun, rows, asked, faults = time.process_time(), 0, 0, []
        for seed in range(first, first + games):
            outcome = watch_game(seed, noise)
            rows, asked = rows + outcome.rows, asked + outcome.asked
            faults += outcome.faults
        took = time.process_time() - begun
        print(
            f"{name}: {games} games, {rows} rows, {asked} asked, "
            f"{len(faults)} faults, {took:.0f} s",
            flush=True,
        )
        for fault in faults:
            print("  ", fault, flush=True)


if __name__ == "__main__":
    main()
