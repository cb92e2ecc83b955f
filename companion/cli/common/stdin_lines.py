"""Lines that are typed while something else goes on: taken when they are there."""

import os
import select
import sys
from collections.abc import Iterator

__all__ = ["Lines"]

# bytes read at once: a page of memory, more than anybody types; any size would do (convention)
CHUNK = 4096


class Lines:
    """The lines of a file descriptor, usually the keyboard's."""

    def __init__(self, fileno: int | None = None) -> None:
        self._fileno = sys.stdin.fileno() if fileno is None else fileno
        self._rest = b""
        self.has_ended = False

    def ready(self) -> Iterator[str]:
        """Yield the whole lines that have come, one by one: who takes one may `wait` for the next.

        They are without their ends. The last one needs none.
        """
        while not self.has_ended and select.select([self._fileno], [], [], 0)[0]:
            self._fetch()
        while self._has_line:
            yield self._taken()

    def wait(self) -> str:
        """Return the next line when it comes; raises EOFError when there will be none."""
        while not self._has_line:
            if self.has_ended:
                raise EOFError
            self._fetch()
        return self._taken()

    @property
    def _has_line(self) -> bool:
        return b"\n" in self._rest or bool(self.has_ended and self._rest)

    def _fetch(self) -> None:
        data = os.read(self._fileno, CHUNK)
        self.has_ended = not data
        self._rest += data

    def _taken(self) -> str:
        line, __, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()
