"""A display that shows nothing and remembers it: for tests, and for playing by the page alone."""

from companion.displays.options import Wanted
from companion.scene import Scene

__all__ = ["NullDisplay", "open_display"]


def open_display(wanted: Wanted) -> "NullDisplay":
    """Return a display that only remembers."""
    del wanted
    return NullDisplay()


class NullDisplay:
    """Remembers in `shown` the scene it was given last; None before, and when it is closed."""

    def __init__(self) -> None:
        self.shown: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Remember `scene`."""
        self.shown = scene

    def close(self) -> None:
        """Forget it; twice is harmless."""
        self.shown = None
