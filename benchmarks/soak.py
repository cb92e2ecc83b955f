"""Two hours of play without a leak: ``soak.py [MINUTES [BOOK]]`` serves a drawn table with robots.

A camera is drawn at its real pace, ten frames a second; one match follows another, each with robots
of another seed, at the page of a real `keypeg serve`. A page that is looked at and one that follows
the camera come and go all the while. Each minute the memory, threads and open files of the server
are read from the kernel. Ends badly when memory grew by more than 5 %, or a thread or file is left
that was not there once everything had been played once.
"""

import http.client
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.served import Cost, ServedTable, cost_of
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of

# matches until everything has been loaded, and what is kept to be read again (64 features of a
# kind, about five more with each match) has been replaced once; a match takes one to six minutes
WARM = 14
# minutes that no match takes, on a busy machine either
LONGEST = 40
# the share of memory that may be gained from the first tenth after that to the last
GROWTH = 0.05
LOOK_S, STREAM_S = 5.0, 20.0


def follow(table: ServedTable, path: str, seconds: float) -> int:
    """Keep a stream open for so long, then hang up; give the bytes that came."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=seconds)
    connection.request("GET", path, headers=table.headers)
    answer = connection.getresponse()
    if answer.status != 200:
        sys.exit(f"{path}: {answer.status} {answer.read()[:300]!r}")
    begun, came = time.monotonic(), 0
    with suppress(TimeoutError):  # nothing was new
        while time.monotonic() - begun < seconds:
            came += len(answer.read1())
    connection.close()
    return came


def is_over(table: ServedTable) -> bool:
    """Whether the match that was begun last is over, as its log on the disk has it."""
    newest = next(iter(list_logs(table.games)), None)
    if newest is None:
        return True
    *_before, match = matches_of(read_log(newest))
    return match.is_over


def begin(table: ServedTable, book: str, seed: int) -> None:
    """Begin a match before a drawn camera with robots."""
    seen = (("camera", "spec"), ("spec", f"sim:table?seed={seed}"))
    players = (("player", "Ada"), ("player", "Ben"))
    way = ("companion", "kept")[seed % 2]
    table.post("/start", (("book", book), ("way", way), *seen, *players))


def main(minutes: float = 120, book: str = "bouwblokje") -> None:
    """Play for so long, print a line a minute, and judge."""
    with tempfile.TemporaryDirectory() as folder:
        table = ServedTable(Path(folder))
        try:
            samples, matches = played(table, minutes, book)
        finally:
            table.close()
    later = [cost for cost, ended in samples if ended >= WARM]
    if len(later) < 20:
        sys.exit(f"{len(later)} minutes after {WARM} matches say nothing: give more.")
    tenth = len(later) // 10
    first, last = (median(s.memory for s in some) for some in (later[:tenth], later[-tenth:]))
    threads, files = (
        max(getattr(s, name) for s in later[-tenth:]) - max(getattr(s, name) for s in later[:tenth])
        for name in ("threads", "files")
    )
    core = (later[-1].core_s - later[0].core_s) / (60 * (len(later) - 1))
    print(f"{matches} matches in {len(samples)} minutes, {core:.0%} of a core")
    print(f"memory {first / 1e6:.1f} -> {last / 1e6:.1f} MB ({last / first - 1:+.1%})")
    print(f"threads {threads:+d}, open files {files:+d}")
    if last / first - 1 > GROWTH or threads > 0 or files > 0:
        sys.exit("Something is left over.")


def played(table: ServedTable, minutes: float, book: str) -> tuple[list[tuple[Cost, int]], int]:
    """Play match after match; give what was seen each minute, and how many had been ended."""
    samples: list[tuple[Cost, int]] = []
    begun, matches, since = time.monotonic(), -1, 0
    while len(samples) < minutes:
        if len(samples) - since > LONGEST:
            sys.exit(f"No match has ended for {LONGEST} minutes.")
        if is_over(table):
            matches, since = matches + 1, len(samples)
            begin(table, book, matches + 1)
        stream = ("/live", "/camera/stream")[len(samples) % 2]
        came = follow(table, stream, STREAM_S)
        while time.monotonic() - begun < 60 * (len(samples) + 1):
            if is_over(table):
                break
            time.sleep(LOOK_S)
        else:
            now = cost_of(table.pid)
            samples.append((now, max(0, matches)))
            print(
                f"minute {len(samples)}: {now.memory / 1e6:.1f} MB, {now.threads} threads, "
                f"{now.files} files, {now.core_s:.0f} s of a core, {max(0, matches)} matches over, "
                f"{came / 1000:.0f} kB of {stream}",
                flush=True,
            )
    return samples, matches


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *sys.argv[2:3])
