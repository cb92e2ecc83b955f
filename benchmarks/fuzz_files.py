"""Damaged files and mistyped options of every kind: read, or refused in one sentence.

    python -m benchmarks.fuzz_files [--mutants 5000] [--kind log ...]

Random bytes, files cut short, flipped bits, deep nesting, huge numbers, ends of lines of Windows,
values of another kind under a right checksum. Prints a line a kind; exits 1 if anything else than a
refusal came.
"""

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

import click

from companion.errors import KeypegError
from tests.damage_more import ALL_MUTANTS


def main() -> int:
    """Try each kind and return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=5000)
    parser.add_argument("--kind", choices=ALL_MUTANTS, action="append", help="only these kinds")
    asked = parser.parse_args()
    wrong = [_tried(name, asked.mutants) for name in asked.kind or ALL_MUTANTS]
    return int(any(wrong))


def _tried(name: str, count: int) -> int:
    """Damage files of one kind; return how many ended with another error than a refusal."""
    refused, rng, begun = 0, Random(name), time.perf_counter()
    wrong: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            try:
                ALL_MUTANTS[name](rng, Path(folder))
            except (KeypegError, click.ClickException):
                refused += 1
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                said = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
                if said not in wrong:
                    traceback.print_exc()
                wrong[said] = wrong.get(said, 0) + 1
    took = time.perf_counter() - begun
    print(
        f"{name}: {count} damaged, {refused} refused in one sentence, "
        f"{sum(wrong.values())} tracebacks, {took:.0f} s",
        flush=True,
    )
    for said, times in wrong.items():
        print(f"    {times} x {said}")
    return sum(wrong.values())


if __name__ == "__main__":
    sys.exit(main())
