"""A table loses its power in play, is killed, hangs: ``power_cuts.py PLACE [TIMES ...]``.

After each the service must come back by itself, with every row in the match that the page had
taken, and take the next one behind them. Prints a line for each, and what there was in all.
"""

import re
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

from tests.device.machine import LIMIT, Machine

KEYPEG, PYTHON = "/opt/keypeg/bin/keypeg", "/opt/keypeg/bin/python"
GAMES = "/var/lib/keypeg/games"
# of 10, as systemd-analyze counts; 0 is safest
EXPOSURE = 3.5


class Player:
    """Somebody who plays at the page of `machine`; `taken` are the rows of the match that is on."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.taken: list[str] = []
        self._cookie = ""

    def begin(self) -> None:
        """Sit down and play on; the first time by the code that the service shows."""
        if self._cookie:
            self.machine.ask(play=["cookie", self._cookie])
            return
        said = self.machine.run("journalctl", "-u", "keypeg", "-o", "cat", "--no-pager")
        *_, link = (word for word in said.split() if "/enter#" in word)
        self.machine.ask(play=["link", link])

    def play(self, rows: int) -> None:
        """Wait until so many more rows are taken."""
        while rows:
            said = self._heard(self.machine.heard.get(timeout=LIMIT))
            assert said != "gone", "nobody answers at the page"
            rows -= said == "row"

    def leave(self) -> None:
        """Hear all that was taken until nobody answered any more."""
        while self._heard(self.machine.heard.get(timeout=LIMIT)) != "gone":
            pass

    def checked(self) -> int:
        """Compare with the log, take it as what there is, play on; give how many rows it has."""
        rows = self.machine.ask(rows=GAMES).split()
        # what the page took and could not say any more may be there too
        assert rows[: len(self.taken)] == self.taken, (rows, self.taken)
        assert not self.taken or len(rows) <= len(self.taken) + 2, (rows, self.taken)
        self.taken = rows
        self.begin()
        self.play(1)
        return len(rows)

    def _heard(self, line: str) -> str:
        word, _, what = line.partition(" ")
        assert word != "failed", line
        if word == "over":
            self.taken = []
        elif word == "row":
            self.taken.append(what)
        elif word == "cookie":
            self._cookie = what
        return word


def is_served(machine: Machine) -> bool:
    """Whether the service says that it is ready."""
    return machine.service["ActiveState"] == "active"


def power_cut(machine: Machine, player: Player) -> float:
    """Cut the power; give the seconds until the page was back."""
    machine.cut()
    player.leave()
    begun = time.monotonic()
    machine.boot()
    machine.wait(lambda: is_served(machine), "the page is back")
    return time.monotonic() - begun


def stopped(machine: Machine, player: Player, sent: str) -> float:
    """Send the service a signal; give the seconds until another had taken its place."""
    before = machine.service["MainPID"]
    machine.run("systemctl", "kill", f"--signal={sent}", "keypeg")
    begun = time.monotonic()

    def is_another() -> bool:
        now = machine.service
        return now["ActiveState"] == "active" and now["MainPID"] not in ("0", before)

    machine.wait(is_another, "the service is another")
    seconds = time.monotonic() - begun
    player.leave()
    return seconds


def exposure(machine: Machine) -> float:
    """Return what systemd says of how much the service might do."""
    said = machine.run("systemd-analyze", "security", "--no-pager", "keypeg")
    found = re.search(r"exposure level for keypeg\.service: ([\d.]+)", said)
    assert found, said
    return float(found[1])


def main(place: Path, cuts: int = 50, kills: int = 50, hangs: int = 5, pulls: int = 0) -> None:
    """Install the service, pull its camera out, then cut, kill and hang it."""
    machine, chance = Machine(place, place / "image", place / "kernel/usr/bin/linux.uml"), Random(1)
    player = Player(machine)
    machine.new_card()
    machine.boot()
    try:
        print(machine.run(KEYPEG, "install-service").strip(), flush=True)
        machine.wait(lambda: is_served(machine), "the page is served")
        version = machine.run("systemctl", "--version").splitlines()[0]
        level = exposure(machine)
        print(f"{version}; systemd-analyze security: {level}", flush=True)
        assert level <= EXPOSURE
        if pulls:
            print(machine.run(PYTHON, "/opt/trial/unplugged.py", str(pulls)), end="", flush=True)
            machine.wait(lambda: is_served(machine), "the page is served")
        player.begin()
        player.play(1)
        for name, times in (("cut", cuts), ("KILL", kills), ("STOP", hangs)):
            took = []
            for number in range(1, times + 1):
                player.play(chance.randrange(1, 12))
                seconds = (
                    power_cut(machine, player) if name == "cut" else stopped(machine, player, name)
                )
                took.append(seconds)
                rows = player.checked()
                print(f"{name} {number}: back after {seconds:.1f} s, {rows} rows", flush=True)
            if took:
                print(
                    f"{name} {times} times: back {len(took)} times, after {min(took):.0f} to "
                    f"{max(took):.0f} s, half within {median(took):.0f} s",
                    flush=True,
                )
    finally:
        machine.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
