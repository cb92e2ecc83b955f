"""The lines of the virtual machine's chip, as the kernel's gpio-sim shows them to a test."""

import os
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Lines"]

# seconds that a line must be low to be at rest: fifty periods of a servo's pulses, each of which a
# busy computer may miss
REST = 1.0


class Lines:
    """What the chip's lines stand at, and what is pulled at them from outside."""

    def __init__(self) -> None:
        self._folder = Path(os.environ["SIM_LINES"])

    def read(self, *pins: int) -> list[int]:
        """Return the level of each line."""
        return [int(self._file(pin, "value").read_text()) for pin in pins]

    def pull(self, pin: int, way: str) -> None:
        """Pull a line "up" or "down", as a button to GND does."""
        self._file(pin, "pull").write_text(f"pull-{way}")

    def rests(self, pin: int) -> bool:
        """Whether a line stays low for longer than pulses would leave it so."""
        begun = time.monotonic()
        while time.monotonic() - begun < REST:
            if self.read(pin) == [1]:
                return False
        return True

    def rises(self, pin: int, do: Callable[[], object], *, seconds: float) -> int:
        """Do something, then count how often a line goes up within `seconds`."""
        before, count = self.read(pin)[0], 0
        do()
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            now = self.read(pin)[0]
            count += now > before
            before = now
        return count

    def _file(self, pin: int, name: str) -> Path:
        return self._folder / f"sim_gpio{pin}" / name
