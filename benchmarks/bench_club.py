"""A hall of simulated tables on a real mosquitto: what is lost, what it costs.

    python -m benchmarks.bench_club --tables 1000 --rate 50 --seconds 300

Each table is the real thing but for its people: session, journal on disk, publisher, with its own
password under the broker's own access list. While robots play, the hub is killed for a while, the
broker is killed and started again, connections are cut, and one table falls silent without a word.
In the end every log on disk must be in the hub's index, byte for byte, and nothing else.
"""

import argparse
import json
import re
import signal
import sys
import tempfile
import tomllib
from pathlib import Path

from benchmarks.club_hall import Hall
from benchmarks.club_tables import play, quiet
from companion.club.broker_address import parse_broker
from companion.hall.serve import HubChoices, gathering


def gather(folder, index):
    """Run a hub until it is told to end."""
    url = tomllib.loads((folder / "hub.toml").read_text())["club"]["mqtt"]
    with gathering(HubChoices(parse_broker(url), "hub", Path(index), folder), quiet):
        signal.sigwait({signal.SIGTERM})


def evening(folder, *, tables, rate, seconds, outage):
    """Run a hall in `folder`; return what was measured."""
    return Hall(Path(folder), tables, rate, seconds, outage).run()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=50, help="events a second, of all tables")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--outage", type=float, default=60, help="seconds that the hub is dead")
    parser.add_argument("--cut", type=float, default=0.01, help="share of connections cut")
    parser.add_argument("--role", choices=("play", "hub"), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.role == "hub":
        gather(given.folder, given.folder / "hub.sqlite3")
    elif given.role == "play":
        *names, rate = given.words
        play(given.folder, names, float(rate), given.seconds, given.cut)
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = evening(
                folder,
                tables=given.tables,
                rate=given.rate,
                seconds=given.seconds,
                outage=given.outage,
            )
        print(json.dumps(found, indent=1))
        if re.search(r"[1-9]", f"{found['logs_that_differ']}{found['matches_of_no_log']}"):
            sys.exit("what the tables have is not what the index has")


if __name__ == "__main__":
    main()
