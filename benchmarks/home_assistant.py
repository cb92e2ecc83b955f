"""A table in a real Home Assistant core: found, shown, and pressed from there.

    python -m benchmarks.home_assistant [FOLDER]

FOLDER holds Home Assistant in an environment of its own, which is made at the first run (it wants
older packages than ours). A match is played at a real mosquitto beside it: every entity must show
what stands at the table, and a button of Home Assistant must press that of the table.
"""

import json
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent)]

from club import mosquitto  # noqa: E402
from games import begin, play  # noqa: E402

from companion.club.sending.told import telling  # noqa: E402
from companion.config import ClubChoices  # noqa: E402
from companion.game.core.events import Way  # noqa: E402
from companion.scene import scene_of  # noqa: E402

# the last that Python 3.11 takes, and what its MQTT integration asks for at run time
PACKAGES = ("homeassistant==2024.3.3", "paho-mqtt==1.6.1", "janus", "aiohttp_cors")
PATIENCE_S = 60


def installed(folder):
    """Return the Python that has Home Assistant, installing it first if it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"Installing Home Assistant in {folder}, once ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


class Core:
    """The core's process, asked by lines."""

    def __init__(self, process):
        self.process = process

    def read(self):
        line = self.process.stdout.readline()
        assert line, "Home Assistant ended"
        return json.loads(line)

    def ask(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        return self.read()

    def until(self, is_so, what):
        """Return the entities as soon as `is_so` of them."""
        by = time.monotonic() + PATIENCE_S
        while not is_so(states := self.ask("states")):
            assert time.monotonic() < by, f"{what} did not come: {states}"
            time.sleep(0.1)
        return states


@contextmanager
def home_assistant(python, port):
    with subprocess.Popen(
        [python, HERE / "home_assistant_core.py", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        core = Core(process)
        core.read()
        yield core
        process.stdin.write("end\n")
        process.stdin.flush()


def shown(states, kind):
    """Return what the entities of `kind` show, by the last word of their names."""
    return {
        name.rpartition("_")[2]: state for name, state in states.items() if name.startswith(kind)
    }


def showing(core, scene):
    """Return the entities as soon as they show `scene`."""
    rows = str(len(scene.rows))
    states = core.until(lambda s: rows in shown(s, "sensor").values(), "the rows")
    assert scene.sentence[:250] in states.values(), states
    return states


def evening(python, folder):
    """Play before Home Assistant; print what it shows."""
    pressed = []
    with mosquitto(folder) as broker, home_assistant(python, broker.port) as core:
        choices = ClubChoices(mqtt=broker.url, table="window", home_assistant=True)
        session = begin("hasbro-2", 3, folder=folder / "games", way=Way.COMPANION)
        with telling(choices, lambda __: None, pressed.append) as feed:
            feed.follow(session)
            found = core.until(lambda states: len(states) >= 9, "the entities")
            print("found:", ", ".join(sorted(found)))
            for __ in range(3):
                play(session, 3, steps=2)
                feed.show(scene := scene_of(session.match))
                print("shown:", shown(showing(core, scene), "sensor"))
            button = next(name for name in found if name.startswith("button.") and "done" in name)
            core.ask(f"press {button}")
            by = time.monotonic() + PATIENCE_S
            while not pressed:
                assert time.monotonic() < by, "no button was pressed"
                time.sleep(0.05)
            print(f"pressed: {button} -> {pressed[0]!r}")
        session.close()
        core.until(lambda s: "unavailable" in shown(s, "sensor").values(), "that the table left")
        print("left: every sensor is unavailable")


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / ".venv-home-assistant"
    with tempfile.TemporaryDirectory() as place:
        evening(installed(folder), Path(place))


if __name__ == "__main__":
    main()
