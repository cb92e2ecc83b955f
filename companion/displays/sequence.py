"""Scenes that are told one after another: each stands for a while, then how things stand."""

from collections.abc import Callable, Sequence

from companion.displays.all_displays import Display
from companion.scene import Scene

__all__ = ["STAY", "InTurn"]

# seconds that one owner's answer stands: time to look up and note it; chosen, no measurement
STAY = 2.0


class InTurn:
    """Shows on `display` what `scenes_of` gives; each for `stay` seconds of `now`.

    What was told stays told: the same scenes again go on where they were, longer ones at the first
    that is new. Somebody must `tick` now and then, or `step`, until nothing `is_telling`.
    """

    def __init__(self, display: Display, now: Callable[[], float], *, stay: float = STAY) -> None:
        self.stay = stay
        self._display = display
        self._now = now
        self._told: tuple[Scene, ...] = ()
        self._rest = Scene()
        self._done = 0
        self._since = 0.0
        self.is_telling = False

    def show(self, scenes: tuple[Scene, ...]) -> None:
        """Show `scenes` in turn; the last is how things stand, and stays."""
        *told, self._rest = scenes
        if not told:
            self.is_telling = False
            self._display.show(self._rest)
        elif tuple(told) == self._told and self.is_telling:
            self._display.show(self._told[self._done - 1])
        else:
            self._done = min(self._done, _same(self._told, told))
            self._told = tuple(told)
            self.step()

    def step(self) -> None:
        """Show what comes next, at once."""
        self.is_telling = self._done < len(self._told)
        if self.is_telling:
            self._display.show(self._told[self._done])
            self._done += 1
            self._since = self._now()
        else:
            self._display.show(self._rest)

    def tick(self) -> None:
        """Show what comes next if what is told has stood long enough."""
        if self.is_telling and self._now() - self._since >= self.stay:
            self.step()


def _same(before: Sequence[Scene], now: Sequence[Scene]) -> int:
    """How many scenes both begin with."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((n for n, (old, new) in pairs if old != new), min(len(before), len(now)))
