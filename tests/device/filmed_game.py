"""A filmed game before the virtual machine's /dev/video0, unplugged midway and put back."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.game.core.key_pegs import Keys
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of

# seconds that a frame of the film is shown: some looks of a busy computer's processor
HOLD = 6.0
BOARD = "hasbro-2004"
# pixels of the virtual camera: the film's
SIZE = (1280, 960)
# seconds until it has looked at the empty board
FIRST_LOOK = 40.0
# the row after which the camera is pulled out
PULLED_AFTER = 2
CAMERA = Path("/dev/video0")

Said = Callable[[str], None]
Until = Callable[[Callable[[], object], str], None]


class Camera:
    """The virtual camera: plugged in, it shows a frame of the film."""

    def __init__(self, film: Path) -> None:
        self._film = film
        self._feeder: subprocess.Popen[str] | None = None

    def plug(self) -> None:
        """Put it in."""
        how = ("devices=1", "video_nr=0", "exclusive_caps=1", "card_label=camera")
        subprocess.run(["modprobe", "v4l2loopback", *how], check=True)
        words = [str(self._film), *map(str, SIZE)]
        self._feeder = subprocess.Popen(
            [sys.executable, "-m", "tests.device.feeder", *words], stdin=subprocess.PIPE, text=True
        )

    def show(self, number: int) -> None:
        """Show another frame."""
        assert self._feeder
        assert self._feeder.stdin
        self._feeder.stdin.write(f"{number}\n")
        self._feeder.stdin.flush()

    def pull(self, until: Until) -> None:
        """Pull it out: no more pictures, and no device once whoever reads it has let go."""
        assert self._feeder
        self._feeder.kill()
        self._feeder.wait()
        gone = ["rmmod", "v4l2loopback"]
        until(
            lambda: subprocess.run(gone, check=False, capture_output=True).returncode == 0,
            "the device is let go",
        )
        assert not CAMERA.exists()


class Played:
    """`keypeg play` before the camera, with its lights on the chip."""

    def __init__(self, code: str) -> None:
        self.games = Path("/run/games")
        self.heard: list[str] = []
        words = ["play", "hasbro-2", "--players", "Ada,Ben", "--maker", "told"]
        words += ["--rule", "repeats=yes", "--camera", "usb:0", "--board", BOARD]
        words += ["--calibration", "film", "--display", "gpio", "--games", str(self.games)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.typed: set[int] = set()
        self.type("code", code)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.heard.append(line.rstrip())
            print(f"        | {line.rstrip()}", flush=True)

    def type(self, *lines: str) -> None:
        """Type some lines."""
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def has_read(self, row: int, pegs: str) -> bool:
        """Whether a row is in the log; asked for it, one looks at the board and types its pegs."""
        asked = any(line.startswith(f"Row {row}") and "Type the row" in line for line in self.heard)
        if asked and row not in self.typed:
            self.typed.add(row)
            self.type(pegs)
        return len(self.rows()) >= row

    def how(self, row: int) -> str:
        """Return how a row came into the log."""
        return "asked about, typed" if row in self.typed else "read before usb:0"

    def has_said(self, words: str) -> bool:
        """Whether it said so."""
        assert self.process.poll() is None or words in "\n".join(self.heard), "play has ended"
        return any(words in line for line in self.heard)

    def rows(self) -> list[tuple[str, Keys | None]]:
        """Return the rows of the first round, as the log on the disk has them."""
        newest = next(iter(list_logs(self.games)), None) if self.games.exists() else None
        if newest is None:
            return []
        *_before, match = matches_of(read_log(newest))
        return [(row.code, row.keys) for row in match.rounds[0].rows]


def play_filmed(
    share: Path, camera: Camera, is_lit: Callable[[Keys | None], bool], said: Said, until: Until
) -> None:
    """Play it; every row must be the true one, and its keys lit: `is_lit` asks the chip."""
    truth = json.loads((share / "truth.json").read_text())
    rows = [(guess, Keys(black, white)) for guess, black, white in truth["rows"]]
    played = Played(truth["code"])
    until(lambda: played.has_said("/dev/video0"), "the camera is opened")
    said("usb:0 is open")
    until(lambda: played.has_said("set row 1"), "the code is taken")
    # the empty board is looked at before a peg is set, as at any table
    time.sleep(FIRST_LOOK)
    for number, guess in enumerate(truth["guess"]):
        camera.show(number)
        time.sleep(HOLD)
        ahead = truth["guess"][number + 1 : number + 2]
        if guess is None or ahead == [guess]:
            continue
        until(lambda to=guess: played.has_read(to, rows[to - 1][0]), f"row {guess} is read")
        until(lambda to=guess: played.rows()[to - 1] == rows[to - 1], f"row {guess} is as it was")
        if guess < len(rows):
            until(lambda keys=rows[guess - 1][1]: is_lit(keys), f"the lights show row {guess}")
        said(f"row {guess} {rows[guess - 1][0]}: {played.how(guess)}, its keys lit on the chip")
        if guess == PULLED_AFTER:
            _pulled(camera, played, number, said, until)
    until(lambda: played.has_said("The code was broken on row 5."), "the code was broken")
    assert played.rows() == rows, (played.rows(), rows)
    played.process.terminate()
    played.process.wait()
    until(lambda: is_lit(None), "all is dark")
    said("the game is as it was filmed; all is dark when it is ended")


def _pulled(camera: Camera, played: Played, number: int, said: Said, until: Until) -> None:
    camera.pull(until)
    until(lambda: played.has_said("The game goes on; it is tried again."), "the loss is said")
    said("unplugged: /dev/video0 is gone, the loss is said, the game goes on")
    camera.plug()
    camera.show(number)
    until(lambda: played.has_said("/dev/video0 is back."), "the camera is back")
    said("plugged in again: it is back by itself")
