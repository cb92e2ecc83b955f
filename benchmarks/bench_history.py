"""Thousands of matches: what `keypeg stats` and `keypeg games` take once the index is there.

    python -m benchmarks.bench_history [MATCHES]

Whole processes, as a user starts them, against `keypeg --help` in the same run. Ten matches that
robots have played are copied under other dates.
"""

import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from games import played  # noqa: E402

FIRST = datetime(2020, 1, 1, tzinfo=UTC)


def seconds(*command: str) -> float:
    """Return the least of three runs of ``keypeg COMMAND``, wall clock."""
    times = []
    for _run in range(3):
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "companion", *command],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    """Make the matches, print one line a command."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        real = [played("hasbro-2", seed, folder=folder / "real").path for seed in range(10)]
        logs = [path.read_bytes() for path in real]
        for n in range(number):
            at = FIRST + timedelta(hours=n)
            (folder / f"{at:%Y-%m-%d-%H%M%S}-hasbro-2.keypeg").write_bytes(logs[n % len(logs)])
        begun = time.perf_counter()
        seconds("players", "--games", name)
        print(f"{number} matches; the index is made in {time.perf_counter() - begun:.1f} s")
        helped = seconds("--help")
        for command in (["games"], ["stats", "Ada"], ["players"]):
            took = seconds(*command, "--games", name)
            print(f"keypeg {command[0]}: {took:.2f} s, {took / helped:.1f} x --help")


if __name__ == "__main__":
    main()
