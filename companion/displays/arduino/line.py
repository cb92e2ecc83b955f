"""A line to a board, whatever it is: a serial port, or what stands in for one."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["OpenPort", "Port"]


class Port(Protocol):
    """A line to a board."""

    def write(self, data: bytes, /) -> object:
        """Send `data`."""

    def read(self, timeout_s: float, /) -> bytes:
        """Return what has come; wait at most `timeout_s` for the first byte."""

    def close(self) -> None:
        """Let the port go; twice is harmless."""


# opens the line that has this name
OpenPort = Callable[[str], Port]
