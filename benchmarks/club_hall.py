"""A hall that is troubled: broker, hub and tables as processes, watched, killed and compared."""

import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from companion.club.broker.setup import Club, set_up
from companion.club.collecting.index import Index
from companion.game.log_line import anchor_of

__all__ = ["Hall"]

WORKERS = 4  # processes that the tables are spread over
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PATIENCE_S = 300


@dataclass
class Process:
    """A process whose processor time and memory are watched, over restarts too."""

    command: list
    running: subprocess.Popen = None
    cpu_s: float = 0.0
    peak_mb: float = 0.0

    def start(self):
        self.running = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.last = 0.0
        return self

    def watch(self):
        try:
            stat = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            return
        self.last = (int(stat[11]) + int(stat[12])) / TICK
        self.peak_mb = max(self.peak_mb, int(stat[21]) * PAGE / 1e6)

    def end(self, how):
        self.watch()
        self.cpu_s += self.last
        self.running.send_signal(how)
        self.running.wait(60)


@dataclass
class Hall:
    """Everything that runs, and what was measured."""

    folder: Path
    tables: int
    rate: float  # events a second
    seconds: float
    outage: float
    cut: float = 0.01
    found: dict = field(default_factory=dict)

    def run(self):
        self.set_up()
        with ExitStack() as stack:
            stack.callback(self.end_all)
            self.broker.start()
            wait_for(self.port)
            self.hub.start()
            names = [f"table-{n:04}" for n in range(1, self.tables + 1)]
            workers = min(WORKERS, self.tables)
            self.workers = [
                Process(self.me("play", *names[n::workers], str(self.rate / workers))).start()
                for n in range(workers)
            ]
            self.trouble()
            self.wait_until(lambda: len(list(self.folder.glob("done-*"))) == len(self.workers))
            done = time.monotonic()
            self.wait_until(self.is_whole)
            self.found["caught_up_after_the_last_event_s"] = round(time.monotonic() - done, 1)
            (self.folder / "caught-up").touch()
            for worker in self.workers:
                worker.running.wait(PATIENCE_S)
                worker.cpu_s += worker.last
            self.hub.end(signal.SIGTERM)
            self.broker.end(signal.SIGTERM)
        self.compare()
        return self.found

    def set_up(self):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        names = tuple(f"table-{n:04}" for n in range(1, self.tables + 1))
        club = Club((*names, "silent"), ("hub",), ("127.0.0.1",), self.port, is_tls=False)
        set_up(self.folder, club)
        conf = self.folder / "mosquitto.conf"
        self.index = self.folder / "hub.sqlite3"
        mosquitto = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.broker = Process([mosquitto, "-c", str(conf)])
        self.hub = Process(self.me("hub"))
        self.silent = Process(self.me("play", "silent", "1"))
        at = self.silent.command.index("--seconds") + 1
        self.silent.command[at] = str(self.seconds / 5)
        self.workers = []

    def me(self, role, *words):
        cut = str(self.cut if role == "play" and words[0] != "silent" else 0)
        base = [sys.executable, "-m", "benchmarks.bench_club", "--role", role]
        return [*base, "--folder", str(self.folder), "--seconds", str(self.seconds), "--cut", cut,
                *words]  # fmt: skip

    def trouble(self):
        """Kill the hub for a while, kill and start the broker, let a table fall silent."""
        self.wait_until(lambda: self.on_disk() > self.tables)
        self.wait(self.seconds * 0.2)
        self.hub.end(signal.SIGKILL)
        self.wait(self.outage)
        self.hub.start()
        began = time.monotonic()
        self.wait_until(self.is_nearly_whole)
        self.found["caught_up_after_the_hub_was_back_s"] = round(time.monotonic() - began, 1)
        self.broker.end(signal.SIGKILL)
        self.broker.start()
        wait_for(self.port)
        self.silent.start()
        self.wait_until(lambda: self.state_of("silent") == "online")
        os.kill(self.silent.running.pid, signal.SIGSTOP)
        began = time.monotonic()
        self.wait_until(lambda: self.state_of("silent") == "offline")
        self.found["offline_shown_after_s"] = round(time.monotonic() - began, 1)
        os.kill(self.silent.running.pid, signal.SIGCONT)
        self.workers.append(self.silent)

    def wait(self, seconds):
        by = time.monotonic() + seconds
        while time.monotonic() < by:
            self.watch()
            time.sleep(0.2)

    def wait_until(self, is_so):
        by = time.monotonic() + PATIENCE_S + self.seconds
        while not is_so():
            assert time.monotonic() < by, "it did not come"
            self.watch()
            time.sleep(0.2)

    def watch(self):
        for each in (self.broker, self.hub, *self.workers):
            if each.running:
                each.watch()

    def state_of(self, name):
        for (payload,) in self.ask(
            "select payload from kept where place = ? and leaf = 'status'", name
        ):
            return json.loads(payload)["state"]
        return ""

    def ask(self, query, *values):
        try:
            with sqlite3.connect(f"file:{self.index}?mode=ro", uri=True) as db:
                return db.execute(query, values).fetchall()
        except sqlite3.OperationalError:
            return []

    def on_disk(self):
        """Return how many whole lines the logs of all tables have."""
        return sum(log.read_bytes().count(b"\n") for log in self.folder.rglob("games/*/*.keypeg"))

    def in_index(self):
        return (self.ask("select count from total") or [(0,)])[0][0]

    def is_whole(self):
        return self.in_index() == self.on_disk()

    def is_nearly_whole(self):
        """Whether the index lags by less than is under way in two seconds."""
        return self.on_disk() - self.in_index() <= 2 * self.rate

    def compare(self):
        """Hold the index against every log on disk, byte for byte."""
        index, lost, lines = Index(self.index), 0, 0
        known = {(table, match): count for table, match, count in index.matches()}
        for log in sorted(self.folder.rglob("games/*/*.keypeg")):
            data = log.read_bytes()
            match = anchor_of(data.split(b"\n")[1])
            lines += data.count(b"\n")
            lost += index.log(log.parent.name, match) != data
            lost += known.pop((log.parent.name, match), 0) != data.count(b"\n")
        self.found |= {
            "tables": self.tables,
            "lines": lines,
            "lines_a_second": round(lines / self.seconds, 1),
            "matches": len(index.matches()),
            "logs_that_differ": lost,
            "matches_of_no_log": len(known),
            "told_in_two_ways": len(index.odd()),
            "index_mb": round(self.index.stat().st_size / 1e6, 1),
        }
        for name, each in (("broker", self.broker), ("hub", self.hub)):
            self.found[f"{name}_cpu_s"] = round(each.cpu_s, 1)
            self.found[f"{name}_mb"] = round(each.peak_mb)
        self.found["tables_cpu_s"] = round(sum(each.cpu_s for each in self.workers), 1)
        self.found["tables_mb"] = round(sum(each.peak_mb for each in self.workers))
        index.close()

    def end_all(self):
        for each in (self.broker, self.hub, self.silent, *self.workers):
            if each.running and each.running.poll() is None:
                each.running.kill()
                each.running.wait()


def wait_for(port):
    by = time.monotonic() + 60
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < by, "the broker did not start"
        time.sleep(0.05)
