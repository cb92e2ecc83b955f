"""The tables of a simulated hall: real sessions, journals and publishers, played by robots."""

import random
import socket
import sys
import time
import tomllib
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from games import robots_for, step  # noqa: E402

from companion.club.sending.told import telling  # noqa: E402
from companion.config import ClubChoices  # noqa: E402
from companion.game.core.events import Seated, Way  # noqa: E402
from companion.scene import scene_of  # noqa: E402
from companion.session.session import Session  # noqa: E402

__all__ = ["play", "quiet"]


def quiet(*_):
    pass


@dataclass
class Table:
    """One simulated table: it plays match after match, and its feed tells of them."""

    name: str
    folder: Path
    feed: object
    seed: int = 0
    session: Session | None = None
    robots: object = None

    def step(self):
        """Let whose turn it is act, or begin the next match; return how many lines that made."""
        before = 0 if self.session is None or self.session.match.is_over else self.session.match.seq
        if self.session is None or self.session.match.is_over:
            self.close()
            self.seed += 1
            players = (f"Ada {self.name}", f"Ben {self.name}")
            seated = Seated(players, 2, Way.COMPANION, players[0])
            self.session = Session.begin("hasbro-2", {}, seated, folder=self.folder)
            self.robots = robots_for(self.seed)
            self.feed.follow(self.session)
        else:
            step(self.session, self.robots)
        self.feed.show(scene_of(self.session.match))
        return self.session.match.seq - before

    def close(self):
        if self.session:
            self.session.close()


def play(folder, names, rate, seconds, cut):
    """Run the tables `names` for `seconds`, `rate` events a second; cut a share of connections."""
    chance = random.Random(names[0])
    with ExitStack() as opened:
        tables = []
        for name in names:
            url = tomllib.loads((folder / "tables" / f"{name}.toml").read_text())["club"]["mqtt"]
            choices = ClubChoices(mqtt=url, table=name)
            feed = opened.enter_context(telling(choices, quiet, quiet))
            tables.append(Table(name, folder / "games" / name, feed))
        begin, events, cuts = time.monotonic(), 0, round(cut * len(names))
        while (now := time.monotonic() - begin) < seconds:
            if events < now * rate:
                events += chance.choice(tables).step()
            else:
                time.sleep(0.005)
            if cuts and now > seconds / 3:
                cut_off(chance.sample(tables, cuts))
                cuts = 0
        for table in tables:
            table.close()
        # a hub may still have to ask for what it missed: tables stay until it says so
        (folder / f"done-{names[0]}").touch()
        while not (folder / "caught-up").exists():
            time.sleep(0.1)


def cut_off(tables):
    """Cut the connections of `tables`, as a network does."""
    for table in tables:
        for wake in table.feed._wake:
            line = wake.__self__._link._client.socket()
            if line is not None:
                line.shutdown(socket.SHUT_RDWR)
