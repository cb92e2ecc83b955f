"""Tells systemd that the service is ready, and that it is alive: the protocol of sd_notify(3).

One datagram to the socket that ``NOTIFY_SOCKET`` names. Without systemd, nothing is told.
"""

import os
import socket
import time
from collections.abc import Callable

__all__ = ["Watchdog", "notify"]


def notify(state: str) -> bool:
    """Send `state`, as ``"READY=1"``; return whether someone listens. Never raises."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.connect(address)
            line.send(state.encode())
    except OSError:
        return False
    return True


class Watchdog:
    """Feeds systemd's watchdog, from the loop that must not hang: call `alive` at each turn.

    It is fed at half of ``WATCHDOG_USEC``, as sd_watchdog_enabled(3) advises; a loop that stops
    turning is started anew by systemd.
    """

    def __init__(
        self, *, now: Callable[[], float] = time.monotonic, tell: Callable[[str], bool] = notify
    ) -> None:
        self._now, self._tell = now, tell
        self._every = int(os.environ.get("WATCHDOG_USEC") or 0) / 2e6
        self._next = 0.0

    def alive(self) -> None:
        """Say that the loop turns, if it is time to."""
        if self._every and self._now() >= self._next:
            self._next = self._now() + self._every
            self._tell("WATCHDOG=1")
