"""A match whose Arduino is pulled out and put back, in play at the keyboard or at a served page.

The Arduino is the real firmware in an emulated chip; its lights are read back from its pins.
"""

import os
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import IO, Protocol

from benchmarks.served import ROOT, ServedTable
from companion.game.match import Match
from companion.scene import Scene, scene_of
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests.avr import expected
from tests.avr.harness import CLOCK_HZ, HANGS_S, Bench

LOST = "The Arduino is lost. Its cable is unplugged. The game goes on."
BACK = "The Arduino is back."
COLOURS = "wsgropyb"
BACK_WITHIN_S = 5  # of the board's time; as hardware.md says
PLAYER = ("-m", "tests.avr.player")
AGREED = (("book", "hasbro-2"), ("way", "companion"), ("rounds", "20"), ("camera", ""))
SEATED = (("player", "Ada"), ("player", "Ben"))


class Played(Protocol):
    """A match in a process of its own; `terminal` is what the process says."""

    games: Path
    terminal: "Terminal"

    def set_row(self, row: str) -> None:
        """Set a row; return when it is answered."""

    def close(self) -> None:
        """Leave the match."""


class Terminal:
    """What a process has said so far."""

    def __init__(self, out: IO[str]) -> None:
        self.said = ""
        self._out = out
        self._waited_for: Counter[str] = Counter()
        self._came: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._follow, name="said")
        self._reader.start()

    def _follow(self) -> None:
        while data := os.read(self._out.fileno(), 1 << 16):
            self._came.put(data.decode())

    def wait_for(self, words: str) -> None:
        """Wait until `words` stand there once more than was waited for before."""
        self._waited_for[words] += 1
        while self.said.count(words) < self._waited_for[words]:
            self.said += self._came.get(timeout=HANGS_S)

    def join(self) -> None:
        """Wait until nothing more is said."""
        self._reader.join()


class AtKeyboard:
    """`keypeg play`, with rows that are typed."""

    def __init__(self, folder: Path, bench: Bench) -> None:
        self.games = folder / "games"
        match = ("play", "hasbro-2", "--players=Ada,Ben", "--maker=companion", "--rounds=20")
        command = (*PLAYER, str(bench.folder / "clock"), *match, f"--display=serial:{bench.port}")
        self._process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env=os.environ | {"KEYPEG_GAMES": str(self.games), "XDG_CONFIG_HOME": str(folder)},
        )
        assert self._process.stdout
        self.terminal = Terminal(self._process.stdout)
        self.terminal.wait_for("]: ")

    def set_row(self, row: str) -> None:
        """Type it, and wait until the next one is asked for."""
        assert self._process.stdin
        print(row, file=self._process.stdin, flush=True)
        self.terminal.wait_for("]: ")

    def close(self) -> None:
        """End what is typed."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(HANGS_S)
        self.terminal.join()
        self._process.stdout.close()


class AtPage:
    """`keypeg serve`, as the service runs it, with rows that are set at the page."""

    def __init__(self, folder: Path, bench: Bench) -> None:
        command = ("serve", f"--display=serial:{bench.port}")
        self._table = ServedTable(folder, (*PLAYER, str(bench.folder / "clock"), *command))
        self.games, self.terminal = self._table.games, Terminal(self._table.said)
        self._table.post("/start", (*AGREED, *SEATED))

    def set_row(self, row: str) -> None:
        """Send it; the answer comes when it is taken."""
        self._table.post("/do/row", [("code", row)])

    def close(self) -> None:
        """End the server."""
        self._table.close()
        self.terminal.join()
        self._table.said.close()


def pulled_out(folder: Path, begun: Callable[[Path, Bench], Played], times: int) -> list[float]:
    """Pull it out so often; return after how many seconds, by the board, it was back each time.

    It is pulled out by turns before a row that is set meanwhile, in the moment in which a row is
    answered, and when nothing happens until it is back.
    """
    took, chance = [], Random(1)
    with Bench() as bench:
        played = begun(folder, bench)
        try:
            for number in range(times):
                row = "".join(chance.choices(COLOURS, k=4))
                if number % 3 == 1:
                    played.set_row(row)
                _pull_out(bench, played)
                if number % 3 == 0:
                    played.set_row(row)
                took.append(_put_back(bench, played))
                if number % 3 == 2:
                    played.set_row(row)
                    _look(bench, played)
            rows = sum(len(each.rows) for each in _match(played).rounds)
        finally:
            played.close()
    told = [line for line in played.terminal.said.splitlines() if "Arduino" in line]
    assert len(told) == 2 * times, told
    assert rows == times, (rows, times)
    return took


def _pull_out(bench: Bench, played: Played) -> None:
    bench.tell("unplug")
    bench.wait("unplug")
    played.terminal.wait_for(LOST)


def _put_back(bench: Bench, played: Played) -> float:
    """Plug in again, powered anew; return the seconds until the lights are right again."""
    bench.tell("power")
    bench.forget()
    bench.tell(f"plug {bench.port}")
    since = bench.wait("plug")["t"]
    played.terminal.wait_for(BACK)
    return (_look(bench, played) - since) / CLOCK_HZ


def _look(bench: Bench, played: Played) -> int:
    """Return when the lights show what the match's log has, which they must soon."""
    scene: Scene = scene_of(_match(played))
    until = bench.settle()["t"] + BACK_WITHIN_S * CLOCK_HZ
    while (at := bench.settle()["t"]) < until:
        strips = bench.named("strip") and (bench.pixels("key"), bench.pixels("code"))
        if strips == expected.strips(scene):
            return int(at)
    raise AssertionError(f"The lights show {strips}, not {scene.rows}")


def _match(played: Played) -> Match:
    *_before, match = matches_of(read_log(next(iter(list_logs(played.games)))))
    return match
