"""What open pages cost the table: 20 live pages and 10 camera viewers at 10 frames a second.

A simulated camera looks at a match that robots play; the same is measured without any page. Says
how much of a core and how many MB the pages cost beyond the table itself, and how large the first
page is. Run it alone: ``python benchmarks/bench_page.py [SECONDS]``.
"""

import asyncio
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).parent.parent
PAGES, VIEWERS = 20, 10
FILES = ("page.js", "picker.js", "sound.js")
TICKS = os.sysconf("SC_CLK_TCK")


def main(seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "companion", "serve", "--port=0", f"--games={folder}"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        try:
            assert server.stdout
            found = (re.search(r"http://127\.0\.0\.1:(\d+)/enter#(\S+)", t) for t in server.stdout)
            link = next(match for match in found if match)
            _measure(server.pid, int(link[1]), link[2], seconds)
        finally:
            server.terminate()
            server.wait()


def _measure(pid: int, port: int, token: str, seconds: float) -> None:
    cookie = _entered(port, token)
    print(f"first page: {_first_page(port, cookie) / 1000:.1f} KB with its style and modules")
    fields = [("book", "bouwblokje"), ("way", "companion"), ("camera", "sim:table")]
    _post(port, "/start", [*fields, ("player", "Ada"), ("player", "Ben")], cookie)
    alone = _cost(pid, lambda: time.sleep(seconds))
    counts: dict[str, int] = {}
    watched = _cost(pid, lambda: asyncio.run(_all_open(port, cookie, seconds, counts)))
    share = (watched[0] - alone[0]) / seconds
    print(f"table alone: {alone[0] / seconds:.0%} of a core, {alone[1]:.0f} MB")
    more = watched[1] - alone[1]
    print(f"{PAGES} pages, {VIEWERS} viewers: {share:+.0%} of a core, {more:+.0f} MB")
    rate = counts["frames"] / VIEWERS / seconds
    print(f"pictures a viewer a second: {rate:.1f}; fragments of all pages: {counts['swaps']}")


def _cost(pid: int, act: object) -> tuple[float, float]:
    """Return CPU seconds that the server took meanwhile, and its memory afterwards in MB."""
    before = _cpu(pid)
    assert callable(act)
    act()
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert memory
    return _cpu(pid) - before, int(memory[1]) / 1024


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _entered(port: int, token: str) -> str:
    headers = _post(port, "/enter", [("token", token)], "")
    return headers["set-cookie"].partition(";")[0]


def _post(port: int, path: str, fields: list[tuple[str, str]], cookie: str) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {
        "origin": f"http://127.0.0.1:{port}",
        "content-type": "application/x-www-form-urlencoded",
        "accept": "application/json",
        "cookie": cookie,
    }
    connection.request("POST", path, urlencode(fields), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    assert answer.status == 200, text
    return {name.lower(): value for name, value in answer.getheaders()}


def _first_page(port: int, cookie: str) -> int:
    size = 0
    for path in ("/", *(f"/static/{name}" for name in FILES)):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", path, headers={"cookie": cookie, "accept": "text/html"})
        size += len(connection.getresponse().read())
    return size


async def _all_open(port: int, cookie: str, seconds: float, counts: dict[str, int]) -> None:
    counts |= {"frames": 0, "swaps": 0}
    tasks = []
    for _ in range(PAGES):
        tasks.append(_follow(port, cookie, "/live", b"event: swap", "swaps", counts))
    for _ in range(VIEWERS):
        tasks.append(_follow(port, cookie, "/camera/stream", b"--keypeg-frame", "frames", counts))
    running = [asyncio.ensure_future(task) for task in tasks]
    await asyncio.sleep(seconds)
    for task in running:
        task.cancel()


async def _follow(
    port: int, cookie: str, path: str, mark: bytes, name: str, counts: dict[str, int]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n\r\n".encode()
    )
    while data := await reader.read(65536):
        counts[name] += data.count(mark)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
