"""Random matches of each book through the real prompts, refereed anew; damaged files of all kinds.

``python -m benchmarks.bench_referee --matches 500 --mutants 5000``. Says how many matches ended
with another score than the referee's, and how many damaged files led to a traceback.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from companion.errors import KeypegError
from companion.rulebooks import SHELF
from tests.damage import MUTANTS
from tests.test_referee import stands_after


def main() -> int:
    """Run both and return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--book", choices=SHELF, action="append", help="only these books")
    parser.add_argument("--mutants", type=int, default=5000)
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    asked = parser.parse_args()
    wrong = [_matches(book, asked.first, asked.matches) for book in asked.book or SHELF]
    wrong += [_mutants(name, asked.mutants) for name in MUTANTS]
    return int(any(wrong))


def _matches(book: str, first: int, count: int) -> int:
    wrong = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            stands, script = stands_after(book, seed, Path(folder))
        if (seed - first) % 50 == 49:
            print(f"  {book}: {seed - first + 1} so far, {wrong} with another score", flush=True)
        if not stands["over"] or stands["totals"] != script.totals:
            wrong += 1
            print(f"  {book} seed {seed}: {stands['totals']}, not {script.totals}")
    print(f"{book}: {count} matches, {wrong} with another score", flush=True)
    return wrong


def _mutants(name: str, count: int) -> int:
    refused, wrong, rng = 0, 0, Random(name)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            try:
                MUTANTS[name](rng, Path(folder))
            except KeypegError:
                refused += 1
            except Exception as error:
                wrong += 1
                print(f"  {name} {number}: {error!r}"[:200])
    print(f"{name}: {count} damaged, {refused} refused in one sentence, {wrong} tracebacks")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
