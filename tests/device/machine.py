"""A table as a machine of its own: Debian and systemd, its disk a card whose power can be cut.

The card is an ext4 image; all that the machine writes goes onto it, over a root that only is read.
Cutting the power keeps what the card held at that moment: it is copied while the machine writes,
then every process is killed. What the file system had not yet written is lost, as with real power,
and the next boot begins with what ext4 makes of the copy.
"""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Machine"]

CARD_BYTES = 128 * 1024 * 1024
# seconds that anything is waited for: a machine under load is slow
LIMIT = 900
LOOK = 0.1


def run(*command: str | Path) -> str:
    """Run a program and give what it said; what fails says why."""
    ended = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise OSError(f"{' '.join(map(str, command))}: {ended.stderr.strip()}")
    return ended.stdout


class Machine:
    """The machine in `place`, where `root` is its Debian."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.card = place / "card.img"
        self.disk = place / "disk"
        self.inside = place / "inside"
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.init = 0

    def new_card(self) -> None:
        """Put an empty card in."""
        self.card.unlink(missing_ok=True)
        with self.card.open("wb") as file:
            file.truncate(CARD_BYTES)
        run("mkfs.ext4", "-q", self.card)

    def boot(self) -> None:
        """Switch the machine on."""
        for folder in (self.disk, self.inside):
            folder.mkdir(exist_ok=True)
        run("mount", "-o", "loop", self.card, self.disk)
        for name in ("up", "work"):
            (self.disk / name).mkdir(exist_ok=True)
        layers = f"lowerdir={self.place}/root,upperdir={self.disk}/up,workdir={self.disk}/work"
        run("mount", "-t", "overlay", "overlay", "-o", layers, self.inside)
        command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot"]
        command += ["--private-network", "--console=read-only", "-D", str(self.inside)]
        self._nspawn = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=(self.place / "console.log").open("wb"),
            stderr=subprocess.STDOUT,
        )
        self.wait(lambda: self._inits(), "the machine starts")
        (self.init,) = self._inits()
        self.wait(lambda: self._says("is-system-running") in ("running", "degraded"), "it is up")

    def cut(self) -> None:
        """Cut the power; the machine stays off, its card as it was at that moment."""
        after = self.place / "after.img"
        run("cp", "--sparse=always", self.card, after)
        self.off()
        after.replace(self.card)

    def off(self) -> None:
        """Kill all that runs, without a word to any of it."""
        assert self._nspawn is not None
        run("kill", "-KILL", str(self.init))
        self._nspawn.wait(LIMIT)
        for folder in (self.inside, self.disk):
            run("umount", folder)
        self._nspawn = None

    def inside_of(self, *command: str) -> str:
        """Run a program in the machine."""
        return run("nsenter", "-t", str(self.init), "-m", "-u", "-i", "-n", "-p", *command)

    def in_its_network(self, *command: str) -> list[str]:
        """Give the command that runs a program of this computer in the machine's network."""
        return ["nsenter", "-t", str(self.init), "-n", *command]

    @property
    def service(self) -> dict[str, str]:
        """What systemd says of the service."""
        asked = "--property=MainPID,NRestarts,ActiveState,Result"
        lines = self.inside_of("systemctl", "show", "keypeg", asked).split()
        return dict(line.split("=", 1) for line in lines)

    def wait(self, is_so: Callable[[], object], what: str) -> float:
        """Wait until `is_so`; give the seconds it took."""
        begun = time.monotonic()
        while not is_so():
            if time.monotonic() - begun > LIMIT:
                raise TimeoutError(f"waited {LIMIT} s until {what}")
            time.sleep(LOOK)
        return time.monotonic() - begun

    def _inits(self) -> list[int]:
        """Give the machine's first process; those that only prepare it are not called so."""
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text()
        return [
            int(pid)
            for pid in children.split()
            if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd"
        ]

    def _says(self, word: str) -> str:
        # its exit status tells the same once more
        command = self.in_its_network("systemctl", word)
        command[3:4] = ["-m", "-p"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    def close(self) -> None:
        """Leave nothing mounted."""
        if self._nspawn is not None:
            self.off()
        shutil.rmtree(self.disk, ignore_errors=True)
