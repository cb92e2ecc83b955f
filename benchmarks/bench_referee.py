"""Random matches of each book through the real prompts, refereed anew.

``python -m benchmarks.bench_referee --matches 500``. Says how many matches ended with another score
than the referee's.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from companion.rulebooks.shelf import SHELF
from tests.test_referee import stands_after


def main() -> int:
    """Play them and return 1 if any ended with another score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--book", choices=SHELF, action="append", help="only these books")
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    asked = parser.parse_args()
    wrong = [_matches(book, asked.first, asked.matches) for book in asked.book or SHELF]
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


if __name__ == "__main__":
    sys.exit(main())
