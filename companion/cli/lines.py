"""Lines that are typed while something else goes on: taken when they are there."""

import os
import select
import sys

__all__ = ["Lines"]

CHUNK = 4096


class Lines:
    """The lines of a file descriptor, usually the keyboard's."""

    def __init__(self, fileno: int | None = None) -> None:
        self._fileno = sys.stdin.fileno() if fileno is None else fileno
        self._rest = b""
        self.has_ended = False

    def ready(self) -> list[str]:
        """Give the whole lines that have come since, without their ends."""
        while not self.has_ended and select.select([self._fileno], [], [], 0)[0]:
            data = os.read(self._fileno, CHUNK)
            self.has_ended = not data
            self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        return [line.decode(errors="replace").strip() for line in lines]
