"""How far something has come: a bar on standard error that is gone when it is done."""

import sys
from types import TracebackType

__all__ = ["Progress"]

LONG = 30  # columns of the bar: chosen, with words it fits into 80
WIPE = "\r\x1b[K"  # by ECMA-48: to the line's beginning, erase to its end


class Progress:
    """A bar of `total` steps; on what is no terminal nothing is shown. To be used with `with`."""

    def __init__(self, said: str, total: int) -> None:
        self._said, self._total, self._done = said, total, 0
        self._is_shown = sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        self._show()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_shown:
            sys.stderr.write(WIPE)
            sys.stderr.flush()

    def update(
        self, *, done: int | None = None, said: str | None = None, total: int | None = None
    ) -> None:
        """Show what has changed."""
        self._done = self._done if done is None else done
        self._said = self._said if said is None else said
        self._total = self._total if total is None else total
        self._show()

    def advance(self) -> None:
        """Show that a step is done."""
        self.update(done=self._done + 1)

    def _show(self) -> None:
        if not self._is_shown:
            return
        part = min(1.0, self._done / self._total) if self._total else 0.0
        bar = "━" * round(LONG * part)
        sys.stderr.write(f"{WIPE}{self._said} {bar:<{LONG}} {part:4.0%}")
        sys.stderr.flush()
