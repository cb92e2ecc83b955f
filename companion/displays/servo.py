"""A servo that is pushed to a place and then let go: it would hum, and wear, for a whole evening.

A slider stays where it was pushed, so the pulses are needed only while the arm moves.
"""

import threading
from collections.abc import Callable
from typing import Protocol

__all__ = ["HOLD_S", "SERVO_HZ", "Servo", "Timer", "start_timer"]

SERVO_HZ = 50  # pulses a second that hobby servos take, by their datasheets
PERIOD_US = 1_000_000 / SERVO_HZ
# an SG90 turns 60 degrees in 0.12 s unloaded (data sheet): its whole way under load takes less
HOLD_S = 0.5


class Duty(Protocol):
    """A pin that pulses: `value` is the part of a period that it is high, 0 for no pulses."""

    value: float

    def close(self) -> None:
        """Let the pin go."""


class Timer(Protocol):
    """Something that will be called later, from a thread of its own, unless it is cancelled."""

    def cancel(self) -> None:
        """Keep it from being called; harmless once it was."""


def start_timer(seconds: float, call: Callable[[], None]) -> Timer:
    """Return a timer that calls `call` in `seconds`."""
    timer = threading.Timer(seconds, call)
    timer.name = "servo"
    timer.daemon = True
    timer.start()
    return timer


class Servo:
    """Pushes one slider; `pulses` are the pulses in microseconds for 0, 1, 2 ... clicks."""

    def __init__(
        self,
        pin: Duty,
        pulses: tuple[int, ...],
        *,
        after: Callable[[float, Callable[[], None]], Timer] = start_timer,
    ) -> None:
        self._pin = pin
        self._pulses = pulses
        self._after = after
        self._lock = threading.Lock()
        self._pulse = 0
        self._timer: Timer | None = None
        self.push(0)

    def push(self, clicks: int) -> None:
        """Push the slider to `clicks`, let go `HOLD_S` later; the same place again is nothing."""
        pulse = self._pulses[min(clicks, len(self._pulses) - 1)]
        with self._lock:
            if pulse == self._pulse:
                return
            self._pulse = pulse
            if self._timer is not None:
                self._timer.cancel()
            self._pin.value = pulse / PERIOD_US
            self._timer = self._after(HOLD_S, lambda: self._let_go(pulse))

    def close(self) -> None:
        """Stop the pulses and let the pin go; twice is harmless."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._pulse = 0
            self._pin.close()

    def _let_go(self, pulse: int) -> None:
        with self._lock:
            # cancelled too late: another push has begun meanwhile, and holds for its own time
            if self._pulse == pulse:
                self._pin.value = 0.0
