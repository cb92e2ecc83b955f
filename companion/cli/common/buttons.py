"""Buttons at the table: presses come from other threads and wake who waits at the keyboard."""

import os
from collections import deque
from types import TracebackType
from typing import Self

from companion.displays.options import Press

__all__ = ["Buttons", "Pressed"]


class Pressed(Exception):
    """A button was pressed while a line was waited for."""

    def __init__(self, press: Press) -> None:
        super().__init__(str(press))
        self.press = press


class Buttons:
    """An inbox of presses with a file descriptor that is readable while it is not empty."""

    def __init__(self) -> None:
        self._presses: deque[Press] = deque()
        self._reader, self._writer = os.pipe()

    def press(self, press: Press) -> None:
        """Note a press; may be called from any thread."""
        self._presses.append(press)
        os.write(self._writer, b".")

    def fileno(self) -> int:
        """Return what `select` waits on."""
        return self._reader

    def has_any(self) -> bool:
        """Whether a press waits to be taken."""
        return bool(self._presses)

    def take(self) -> Press:
        """Return the oldest press; call it only when there is one."""
        os.read(self._reader, 1)
        return self._presses.popleft()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._reader)
        os.close(self._writer)
