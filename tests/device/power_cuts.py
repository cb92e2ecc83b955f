"""A table loses its power in mid-play, hangs, is killed: ``power_cuts.py PLACE [CUTS] [STOPS]``.

After each the service must come back by itself, and the match stand at the row that the page had
taken last. Prints a line for each, and what there was in all.
"""

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests.device.machine import Machine

PLAYER = Path(__file__).with_name("player.py")
GAMES = "var/lib/keypeg/games"


class Player:
    """Somebody who plays at the page of `machine`; `taken` are the rows of the match that is on."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.taken: list[str] = []
        self._link = ""
        self._process: subprocess.Popen[str] | None = None

    def invite(self) -> None:
        """Scan the code that the service shows in its journal."""
        said = self.machine.inside_of("journalctl", "-u", "keypeg", "-o", "cat", "--no-pager")
        self._link = next(word for word in said.split() if "/enter#" in word)

    def begin(self) -> None:
        """Sit down and play on."""
        command = [
            sys.executable,
            str(PLAYER),
            str(self.machine.place),
            *filter(None, [self._link]),
        ]
        self._link = ""
        self._process = subprocess.Popen(
            self.machine.in_its_network(*command), stdout=subprocess.PIPE, text=True
        )

    def play(self, rows: int) -> None:
        """Wait until so many more rows are taken."""
        while rows:
            rows -= self._heard() == "row"

    def left(self) -> int:
        """Hear all that was taken until nobody answered any more; give how much that was."""
        assert self._process is not None
        count = 0
        while self._heard():
            count += 1
        assert self._process.wait() == 0
        return count

    def _heard(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        word, _, code = self._process.stdout.readline().strip().partition(" ")
        if word == "match":
            self.taken = []
        elif word == "row":
            self.taken.append(code)
        return word


def rows_of(machine: Machine) -> list[str]:
    """Give the rows of the match that is on, as its log on the card has them."""
    (newest, *_) = list_logs(machine.inside / GAMES)
    *_, match = matches_of(read_log(newest))
    return [row.code for each in match.rounds for row in each.rows]


def page_is_served(machine: Machine) -> bool:
    """Whether the service says that it is ready."""
    return machine.service["ActiveState"] == "active"


def power_cut(machine: Machine, player: Player, chance: Random) -> tuple[float, int]:
    """Cut the power in mid-play; give the seconds until the page was back, and the row."""
    player.play(chance.randrange(1, 12))
    before = list(player.taken)
    machine.cut()
    later = player.left()
    begun = time.monotonic()
    machine.boot()
    machine.wait(lambda: page_is_served(machine), "the page is back")
    seconds = time.monotonic() - begun
    rows = rows_of(machine)
    if player.taken[: len(before)] == before:
        # what was taken while the power went may be there or not; what was taken before it is
        assert rows[: len(before)] == before, (rows, before)
        assert len(rows) <= len(before) + later + 1
    player.taken = rows
    player.begin()
    # and it goes on from there: the next row stands behind these
    player.play(1)
    return seconds, len(rows)


def stopped(machine: Machine, player: Player, signal: str) -> float:
    """Stop the service by `signal` in mid-play; give the seconds until another took its place."""
    player.play(2)
    before = machine.service
    machine.inside_of("systemctl", "kill", f"--signal={signal}", "keypeg")
    player.left()
    rows = rows_of(machine)
    seconds = machine.wait(
        lambda: (
            machine.service["MainPID"] not in ("0", before["MainPID"]) and page_is_served(machine)
        ),
        "the service is another",
    )
    assert rows_of(machine) == rows
    assert rows[: len(player.taken)] == player.taken
    player.taken = rows
    player.begin()
    player.play(1)
    return seconds


def main(place: Path, cuts: int = 50, stops: int = 3) -> None:
    """Install the service, then cut, hang and kill."""
    machine, chance = Machine(place), Random(1)
    player = Player(machine)
    machine.new_card()
    machine.boot()
    try:
        machine.inside_of("/opt/keypeg/bin/keypeg", "install-service")
        machine.wait(lambda: page_is_served(machine), "the page is served")
        player.invite()
        player.begin()
        player.play(1)
        took = []
        for number in range(1, cuts + 1):
            seconds, row = power_cut(machine, player, chance)
            took.append(seconds)
            print(f"cut {number}: back after {seconds:.1f} s, {row} rows", flush=True)
        for signal in ("STOP", "KILL"):
            times = [stopped(machine, player, signal) for _ in range(stops)]
            if times:
                print(f"{signal} {stops} times: back after {median(times):.0f} s", flush=True)
        if took:
            print(f"power cut {cuts} times: back {len(took)} times, after {median(took):.1f} s")
    finally:
        machine.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
