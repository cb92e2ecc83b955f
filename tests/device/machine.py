"""A table as a machine of its own: Debian, systemd and a kernel, whose power can be cut.

The kernel is Debian's that runs as a program (user-mode-linux). Its disk is an image, the card:
killing the program is the power cut, for all that the kernel had not written yet is lost with it.
"""

import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Machine"]

# seconds that anything is waited for: a machine under load is slow
LIMIT = 900
LOOK = 0.1
# the first program is systemd; the second console is the agent's
KERNEL = "mem=1G root=/dev/ubda rw init=/lib/systemd/systemd quiet loglevel=4 panic=1 selinux=0"
CONSOLES = "con=null con0=null,fd:2 con1=fd:0,fd:1 ssl=null"


class Machine:
    """The machine whose new card is `image`; `place` keeps the one that is in."""

    def __init__(self, place: Path, image: Path, kernel: Path) -> None:
        self.place, self.image, self.kernel = place, image, kernel
        self.card = place / "card.img"
        # where the kernel has its own files while it runs
        self.sockets = place / "sockets"
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[dict[str, str]] = queue.Queue()
        self.heard: queue.Queue[str] = queue.Queue()

    def new_card(self) -> None:
        """Put a new card in."""
        subprocess.run(["cp", "--sparse=always", self.image, self.card], check=True)

    def boot(self) -> None:
        """Switch the machine on, and wait until it answers."""
        self._answers, self.heard = queue.Queue(), queue.Queue()
        words = [f"ubda={self.card}", *KERNEL.split(), *CONSOLES.split(), f"uml_dir={self.sockets}"]
        with (self.place / "console.log").open("wb") as log:
            self._process = subprocess.Popen(
                [self.kernel, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
                # its memory is a file there
                env={**os.environ, "TMPDIR": "/dev/shm"},
            )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        self._answer()

    def cut(self) -> None:
        """Cut the power."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(LIMIT)
        self._process = None

    def ask(self, **asked: object) -> str:
        """Have the agent do something; what fails is raised with what was said."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        return self._answer()

    def run(self, *command: str) -> str:
        """Run a program in the machine; give what it said."""
        return self.ask(run=command)

    @property
    def service(self) -> dict[str, str]:
        """What systemd says of the service."""
        asked = "--property=MainPID,NRestarts,ActiveState,Result"
        return dict(
            line.split("=", 1) for line in self.run("systemctl", "show", "keypeg", asked).split()
        )

    def wait(self, is_so: Callable[[], object], what: str) -> float:
        """Wait until `is_so`; give the seconds it took."""
        begun = time.monotonic()
        while not is_so():
            if time.monotonic() - begun > LIMIT:
                raise TimeoutError(f"waited {LIMIT} s until {what}")
            time.sleep(LOOK)
        return time.monotonic() - begun

    def _answer(self) -> str:
        answer = self._answers.get(timeout=LIMIT)
        if answer["status"]:
            raise OSError(answer.get("why") or answer["said"])
        return answer["said"]

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        answers, heard = self._answers, self.heard
        assert process.stdout
        for line in process.stdout:
            if not line.startswith(b"{"):
                continue
            try:
                said = json.loads(line)
            except ValueError:  # the power went in the middle of a line
                break
            if "player" in said:
                heard.put(said["player"])
            else:
                answers.put(said)
        heard.put("gone")

    def close(self) -> None:
        """Switch it off and leave nothing."""
        if self._process is not None:
            self.cut()
        shutil.rmtree(self.sockets, ignore_errors=True)
