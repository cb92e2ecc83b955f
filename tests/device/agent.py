"""In the virtual machine: does what is asked at its console, one JSON line each way.

``{"run": [...]}`` runs a program, ``{"rows": FOLDER}`` gives the rows of the newest match in its
log, ``{"play": [...]}`` sits down at the page; what `player.py` says comes as ``{"player": ...}``.
"""

import json
import subprocess
import sys
import threading
import tty
from pathlib import Path

from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of

PLAYER = Path(__file__).with_name("player.py")


def tell(**said: object) -> None:
    """Say one line, whole, whatever else is said at the time."""
    with LOCK:
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


LOCK = threading.Lock()


def play(words: list[str]) -> None:
    """Play until nobody answers at the page."""
    with subprocess.Popen(
        [sys.executable, str(PLAYER), *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            tell(player=line.strip())
    tell(player="gone" if process.returncode == 0 else f"failed {process.returncode}")


def rows(folder: str) -> list[str]:
    """Return the rows of the match that is on, as its log has them."""
    (newest, *_) = list_logs(Path(folder))
    *_, match = matches_of(read_log(newest))
    return [row.code for each in match.rounds for row in each.rows]


def main() -> None:
    """Answer until the machine is off."""
    tty.setraw(sys.stdin.fileno())
    tell(status=0, said="up")
    for line in sys.stdin:
        asked = json.loads(line)
        if "play" in asked:
            threading.Thread(target=play, args=(asked["play"],), daemon=True).start()
            tell(status=0, said="")
        elif "rows" in asked:
            tell(status=0, said=" ".join(rows(asked["rows"])))
        else:
            ended = subprocess.run(asked["run"], capture_output=True, text=True, check=False)
            tell(status=ended.returncode, said=ended.stdout, why=ended.stderr)


if __name__ == "__main__":
    main()
