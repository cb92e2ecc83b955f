"""What open pages cost the table: 20 live pages and 10 camera viewers at 10 frames a second.

A network camera shows the first, still frame of a filmed game with fresh noise, ten times a
second; a match is watched through it. The same is measured without any page. Says how much of a
core and how many MB the pages cost beyond the table itself, how large the first page is, and when
a browser shows it over a slow mobile network (with Playwright and chromium). Needs the labelled
pictures beside the checkout. Run it alone: ``python benchmarks/bench_page.py [SECONDS]``.
"""

import asyncio
import http.client
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.served import ROOT, ServedTable, cost_of
from calibration.evaluation.films import load_film

FILM, BOARD = ROOT.parent / "shared" / "boards" / "rendered" / "game_1", "classic"
PAGES, VIEWERS, RATE = 20, 10, 10.0
FILES = ("page.js", "picker.js", "sound.js")
# WebPageTest's "Slow 3G", 400 kbit/s and 400 ms: bytes a second and milliseconds of latency
SLOW_3G = {"downloadThroughput": 50_000, "uploadThroughput": 50_000, "latency": 400}


def main(seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, _still_camera() as camera:
        _calibrate(Path(folder), os.environ | {"XDG_DATA_HOME": folder})
        table = ServedTable(Path(folder))
        try:
            _measure(table, camera, seconds)
        finally:
            table.close()


@contextmanager
def _still_camera() -> Iterator[str]:
    """Give the address of an MJPEG stream of the film's first frame, with fresh noise."""
    image = cv2.imread(str(load_film(FILM).shots[0].file)).astype(np.float32)
    noise = np.random.default_rng(1)
    noisy = [image + noise.normal(0, 2, image.shape) for _ in range(8)]
    jpegs = [
        cv2.imencode(".jpg", each.clip(0, 255).astype(np.uint8))[1].tobytes() for each in noisy
    ]

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for jpeg in cycle(jpegs):
                head = f"--frame\r\ncontent-type: image/jpeg\r\ncontent-length: {len(jpeg)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + jpeg + b"\r\n")
                except OSError:
                    return
                time.sleep(1 / RATE)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"url:http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


def _calibrate(folder: Path, env: dict[str, str]) -> None:
    photos = folder / "photos"
    photos.mkdir()
    for name in ("calib_empty.jpg", "calib_pegs.jpg"):
        (photos / name).symlink_to(FILM / name)
    session = load_film(FILM).session
    clicks = " ".join(f"{x:.0f},{y:.0f}" for x, y in session.empty.given.corners)
    command = ["calibrate", BOARD, "--photos", str(photos), "--corners", clicks, "--yes"]
    subprocess.run(
        [sys.executable, "-m", "companion", *command, "--name=kitchen"],
        check=True, env=env, cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def _measure(table: ServedTable, camera: str, seconds: float) -> None:
    port, cookie = table.port, table.cookie
    print(f"first page: {_first_page(port, cookie) / 1000:.1f} KB with its style and modules")
    fields = [("book", "bouwblokje"), ("way", "told"), ("camera", "spec"), ("spec", camera)]
    seen = [("board", BOARD), ("calibration", "kitchen"), ("rule-colours", "rbgywk")]
    table.post("/start", [*fields, *seen, ("player", "Ada"), ("player", "Ben")])
    # the board is looked for and read once, by pages and without them
    time.sleep(5)
    alone = _cost(table.pid, lambda: time.sleep(seconds))
    counts: dict[str, int] = {}
    watched = _cost(table.pid, lambda: asyncio.run(_all_open(port, cookie, seconds, counts)))
    share = (watched[0] - alone[0]) / seconds
    print(f"table alone: {alone[0] / seconds:.0%} of a core, {alone[1]:.0f} MB")
    more = watched[1] - alone[1]
    print(f"{PAGES} pages, {VIEWERS} viewers: {share:+.0%} of a core, {more:+.0f} MB")
    rate = counts["frames"] / VIEWERS / seconds
    print(f"pictures a viewer a second: {rate:.1f}; fragments of all pages: {counts['swaps']}")
    _show_slowly(port, cookie)


def _show_slowly(port: int, cookie: str) -> None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("first page in a browser: not measured, Playwright is not installed")
        return
    name, _, value = cookie.partition("=")
    where = f"http://127.0.0.1:{port}"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        took = []
        for _ in range(5):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            context.add_cookies([{"name": name, "value": value, "url": where}])
            page = context.new_page()
            wire = context.new_cdp_session(page)
            wire.send("Network.enable")
            wire.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_3G})
            page.goto(where + "/", wait_until="commit")
            page.wait_for_selector("#sentence")
            shown = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            page.wait_for_function(shown)
            took.append(page.evaluate(shown))
            context.close()
        browser.close()
    print(f"first page shown on slow 3G after {sorted(took)[2] / 1000:.2f} s (median of 5)")


def _cost(pid: int, act: Callable[[], None]) -> tuple[float, float]:
    """Return CPU seconds that the server took meanwhile, and its memory afterwards in MB."""
    before = cost_of(pid)
    act()
    after = cost_of(pid)
    return after.core_s - before.core_s, after.memory / 2**20


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
