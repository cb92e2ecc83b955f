"""The time by which a board is waited for: this computer's, or that of an emulated board."""

import threading
import time
from collections.abc import Callable

__all__ = ["HOST_CLOCK", "Clock"]


class Clock:
    """Time as this computer has it. Who emulates a board gives that board's time instead."""

    def now(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()

    def wait_for(
        self, changed: threading.Condition, is_so: Callable[[], bool], timeout_s: float
    ) -> bool:
        """Wait until `changed` is told and `is_so`, at most `timeout_s`; return whether it is."""
        return changed.wait_for(is_so, timeout_s)


HOST_CLOCK = Clock()
