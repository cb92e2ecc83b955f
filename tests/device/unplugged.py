"""In the virtual machine: the service's camera is pulled out in play, ``unplugged.py TIMES``.

A match is begun at the page before a filmed board. While the camera is out a row is typed at the
page, which must stand behind those before it; back again, the camera must be taken again, by the
same process.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from agent import rows
from player import PLAYERS, Page

HERE = Path(__file__).parent
GAMES = "/var/lib/keypeg/games"
SEEN = (("camera", "spec"), ("spec", "usb:0"), ("board", "hasbro-2004"), ("calibration", "film"))
AGREED = (("book", "hasbro-2"), ("way", "companion"), ("rounds", "8"), *SEEN, *PLAYERS)
TYPED = ("rgby", "owrg", "bwoy", "ygbr")
# seconds that anything is waited for: a machine under load is slow
LIMIT = 400


def said_by(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def plug() -> "subprocess.Popen[str]":
    """Put the camera in; it shows the first frame of the film."""
    how = ("devices=1", "video_nr=0", "exclusive_caps=1", "card_label=camera")
    said_by("/usr/sbin/modprobe", "v4l2loopback", *how)
    words = [sys.executable, str(HERE / "feeder.py"), str(HERE / "film.yuyv"), "1280", "960"]
    return subprocess.Popen(words, stdin=subprocess.PIPE, text=True)


def is_pulled() -> bool:
    gone = ["/usr/sbin/rmmod", "v4l2loopback"]
    return not subprocess.run(gone, capture_output=True, check=False).returncode


def until(is_so: Callable[[], bool], what: str) -> float:
    """Wait until `is_so`; give the seconds it took."""
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun < LIMIT, what
        time.sleep(0.2)
    return time.monotonic() - begun


def main(times: int) -> None:
    """Pull it out so many times."""
    feeder = plug()
    served = said_by("systemctl", "show", "keypeg", "-p", "MainPID", "--value").strip()
    journal = said_by("journalctl", "-u", "keypeg", "-o", "cat", "--no-pager")
    page = Page()
    *_, link = (word for word in journal.split() if "/enter#" in word)
    page.post("/enter", (("token", urlsplit(link).fragment),))
    # a camera that was put in this moment has no picture yet
    until(lambda: page.post("/start", AGREED)[0] == 200, "a match begins")

    def is_open() -> bool:
        descriptors = Path(f"/proc/{served}/fd").iterdir()
        return any(str(each.resolve()) == "/dev/video0" for each in descriptors)

    until(is_open, "the camera is opened")
    for number in range(times):
        before = rows(GAMES)
        feeder.kill()
        feeder.wait()
        gone = until(is_pulled, "the camera is let go")
        code = TYPED[number % len(TYPED)]
        assert page.post("/do/row", (("code", code),))[0] == 200
        assert rows(GAMES) == [*before, code]
        feeder = plug()
        back = until(is_open, "the camera is taken again")
        print(f"unplugged {number + 1}: let go after {gone:.1f} s, back after {back:.1f} s")
    feeder.kill()
    # another link for who plays next
    said_by("systemctl", "restart", "keypeg")


if __name__ == "__main__":
    main(int(sys.argv[1]))
