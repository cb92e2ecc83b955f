"""The command `keypeg` at an emulated board, by whose time it waits: ``player.py CLOCK COMMAND``.

CLOCK is the file in which the board keeps its time.
"""

import mmap
import sys
from functools import partial, partialmethod
from pathlib import Path

from companion.__main__ import run
from companion.displays.arduino.display import ArduinoDisplay
from tests.avr.harness import BoardClock, BoardPort


def main(place: str, *words: str) -> None:
    with Path(place).open("r+b") as file:
        clock = BoardClock(mmap.mmap(file.fileno(), 8), lambda: True)
    in_board_time = {"open_port": partial(BoardPort, clock=clock), "clock": clock}
    ArduinoDisplay.__init__ = partialmethod(ArduinoDisplay.__init__, **in_board_time)  # type: ignore
    sys.argv = ["keypeg", *words]
    run()


if __name__ == "__main__":
    main(*sys.argv[1:])
