"""A table that is really served, by `keypeg serve` in a process of its own, and one phone at it."""

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

__all__ = ["ROOT", "Cost", "ServedTable", "cost_of"]

ROOT = Path(__file__).parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
WAIT = 120.0  # seconds for an answer: longer than any takes on a busy machine


@dataclass(frozen=True, slots=True)
class Cost:
    """What the kernel says of a process: bytes, threads, open files, seconds of a core."""

    memory: int
    threads: int
    files: int
    core_s: float


def cost_of(pid: int) -> Cost:
    """Return what the process `pid` has taken until now."""
    here = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (here / "status").read_text().splitlines())
    times = (here / "stat").read_text().rpartition(")")[2].split()
    return Cost(
        int(status["VmRSS"].split()[0]) * 1024,
        int(status["Threads"]),
        len(list((here / "fd").iterdir())),
        (int(times[11]) + int(times[12])) / TICKS,
    )


class ServedTable:
    """A served table whose matches and settings lie in `folder`, entered by its owner.

    `keypeg` is the command that serves; `said` gives the lines that it says after its address.
    """

    def __init__(self, folder: Path, keypeg: Sequence[str] = ("-m", "companion", "serve")) -> None:
        self.games = folder / "games"
        command = [sys.executable, *keypeg, "--port=0", f"--games={self.games}"]
        env = os.environ | {"XDG_DATA_HOME": str(folder)}
        self._server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env
        )
        self.pid = self._server.pid
        assert self._server.stdout
        self.said = self._server.stdout
        found = (re.search(r"http://127\.0\.0\.1:(\d+)/enter#(\S+)", t) for t in self.said)
        link = next(match for match in found if match)
        self.port, self.cookie = int(link[1]), ""
        self.post("/enter", [("token", link[2])])

    def post(self, path: str, fields: Sequence[tuple[str, str]] = ()) -> None:
        """Send a form; what is refused ends the run."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        headers = self.headers | {"accept": "application/json"}
        connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        body = answer.read().decode()
        given = answer.getheader("set-cookie")
        self.cookie = given.partition(";")[0] if given else self.cookie
        connection.close()
        if answer.status not in (200, 303):
            sys.exit(f"{path}: {answer.status} {body[:300]}")

    @property
    def headers(self) -> dict[str, str]:
        """What a page of this table sends with each request."""
        return {
            "content-type": "application/x-www-form-urlencoded",
            "origin": f"http://127.0.0.1:{self.port}",
            "cookie": self.cookie,
        }

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.wait()
