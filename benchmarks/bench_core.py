"""What the core's daily work costs: help, a long log, the list of games, appending, being killed.

    python -m benchmarks.bench_core [GAMES]

GAMES matches (1,000 unless told) are played by robots, the five books in turn, into a folder that
is removed. Processor times, but for appending, which waits for the disk. The last column is the
time over that of 100,000 calls of `mark` in the same run, to compare machines by.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles

from click.testing import CliRunner

from companion.cli.review.games import games
from companion.game.core.events import Seated, Way
from companion.game.core.key_pegs import mark
from companion.game.record import Header, format_entry, format_header, parse_log
from companion.rulebooks.shelf import SHELF
from companion.session.journal import Journal
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from companion.session.session import Session
from tests.games import begin, play, robots_for, step
from tests.test_journal import AT, HEADER, entry, killed_at_random

EVENTS, KILLS, APPENDS = 1_000, 1_000, 2_000


def cpu_of(work: Callable[[], object]) -> float:
    """Give the processor time of `work`, best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def cpu_of_help() -> float:
    """Give the processor time of ``keypeg --help`` in a process of its own, best of five."""
    command = [sys.executable, "-m", "companion", "--help"]
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def long_log(book: str) -> bytes:
    """Give the log of a match of `book` that has EVENTS events and is not over."""
    way = Way.KEPT if book == "davinci" else Way.COMPANION
    players = ("Ada", "Ben", "Cleo")[: 3 if book in ("invicta-4", "davinci") else 2]
    session = Session.begin(book, {}, Seated(players, 500, way, "Ada"), folder=None, rng=Random(1))
    robots = robots_for(1)
    while len(session.entries) < EVENTS:
        step(session, robots)
    return format_header(Header(book)) + b"".join(map(format_entry, session.entries[:EVENTS]))


def fill(folder: Path, number: int) -> None:
    """Let robots play `number` matches to their ends, the books in turn; the disk need not wait."""
    sync, os.fdatasync = os.fdatasync, lambda _: None
    try:
        for seed in range(number):
            play(begin(list(SHELF)[seed % len(SHELF)], seed, folder=folder), seed).close()
    finally:
        os.fdatasync = sync


def lost_in_kills(folder: Path) -> int:
    """Give how many acknowledged events KILLS kills at random moments have lost."""
    rng, lost = Random(7), 0
    for number in range(KILLS):
        acknowledged = killed_at_random(folder / str(number), rng)
        (path,) = list_logs(folder / str(number))
        lost += max(0, acknowledged - len(parse_log(path.read_bytes()).entries))
    return lost


def append_times(folder: Path) -> list[float]:
    """Give how long each of APPENDS appends took, synced, in seconds."""
    journal, times = Journal.create(folder, HEADER, AT), []
    for number in range(1, APPENDS + 1):
        start = time.perf_counter()
        journal.append(entry(number))
        times.append(time.perf_counter() - start)
    journal.close()
    return times


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    plain = cpu_of(lambda: [mark("rgby", "rbgn") for _ in range(100_000)])
    print(f"{'100,000 calls of mark':42} {plain * 1e3:8.0f} ms    1.00")
    tell("keypeg --help", cpu_of_help(), plain)
    for book in ("bouwblokje", "hasbro-2", "invicta-4", "davinci"):
        data = long_log(book)
        seconds = cpu_of(lambda data=data: list(matches_of(parse_log(data))))  # type: ignore[misc]
        tell(f"replaying {EVENTS:,} events of {book}", seconds, plain)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, number)
        words = ["--games", name, "--json"]
        tell(f"listing {number:,} games", cpu_of(lambda: CliRunner().invoke(games, words)), plain)
    with tempfile.TemporaryDirectory() as name:
        cuts = quantiles(append_times(Path(name)), n=20)
        said = f"{cuts[9] * 1e3:8.2f} ms, {cuts[18] * 1e3:.2f} ms"
        print(f"{f'{APPENDS:,} appends: p50, p95':42} {said}")
        print(f"{f'events lost in {KILLS:,} kills':42} {lost_in_kills(Path(name)):8}")


def tell(what: str, seconds: float, plain: float) -> None:
    print(f"{what:42} {seconds * 1e3:8.0f} ms {seconds / plain:7.2f}")


if __name__ == "__main__":
    main()
