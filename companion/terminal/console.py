"""Where things are printed: its width, its colours, whether it is a terminal at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import IO

from companion.terminal.styles import Colours, codes
from companion.terminal.text import Drawn, Text, width_of

__all__ = ["Console"]

# what TERM says of one that knows no cursor and no colours
DUMB = ("dumb", "unknown")
# xterm's other screen and its cursor, as xterm's "Control Sequences" has them; and back
OTHER_SCREEN, BACK = "\x1b[?1049h\x1b[H\x1b[?25l", "\x1b[?1049l\x1b[?25h"
# signs of ours -> the nearest in ASCII, for a terminal of an old encoding
NEAREST = str.maketrans(
    dict.fromkeys("─━═", "-")
    | dict.fromkeys("│┃", "|")
    | dict.fromkeys("┏┳┓┡╇┩├┼┤└┴┘", "+")
    | {"●": "x", "⬤": "x", "○": "o", "·": ".", "…": "...", "→": ">", "▶": ">", "✗": "!"}
)


class Console:
    """Prints to `file`, or to standard output or `stderr` as they are when it prints.

    It is `width` columns wide, or as wide as the terminal, or 80. Colours are those that it has:
    none in a file, in a terminal those that TERM names unless NO_COLOR is set.
    """

    def __init__(
        self,
        file: IO[str] | None = None,
        *,
        stderr: bool = False,
        width: int | None = None,
        soft_wrap: bool = False,
    ) -> None:
        self._file, self._stderr, self._width = file, stderr, width
        self._soft_wrap = soft_wrap

    @property
    def file(self) -> IO[str]:
        """Where it prints now."""
        return self._file or (sys.stderr if self._stderr else sys.stdout)

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at it."""
        return bool(self.file.isatty()) or bool(os.environ.get("FORCE_COLOR"))

    @property
    def is_dumb_terminal(self) -> bool:
        """Whether it is a terminal that cannot wipe what it shows."""
        return self.is_terminal and os.environ.get("TERM", "").casefold() in DUMB

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self._width or get_terminal_size().columns

    @property
    def colours(self) -> Colours:
        """The colours that it has."""
        if not self.is_terminal or self.is_dumb_terminal or os.environ.get("NO_COLOR"):
            return Colours.NONE
        many = os.environ.get("COLORTERM", "").strip().casefold() in ("truecolor", "24bit")
        named = os.environ.get("TERM", "").rpartition("-")[2].casefold()
        return Colours.MANY if many or named in ("256color", "kitty", "direct") else Colours.SIXTEEN

    def print(self, what: str | Drawn = "", *, end: str = "\n", soft_wrap: bool = False) -> None:
        """Print `what`; unless it is `soft_wrap`, lines that are too long are broken."""
        drawn = Text(what) if isinstance(what, str) else what
        width = None if soft_wrap or self._soft_wrap else self.width
        colours = self.colours
        if lines := drawn.lines(width):  # a table may have none
            self._write("\n".join(_coded(line, colours) for line in lines) + end)

    def rule(self, title: str) -> None:
        """Print a line across, which begins with `title`."""
        line = "─" * (self.width - width_of(title) - 1)
        self.print(Text(f"{title} ").append(line, "bright_green"))

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Print on the terminal's other screen, which is wiped afterwards."""
        self._write(OTHER_SCREEN)
        try:
            yield
        finally:
            self._write(BACK)

    def _write(self, said: str) -> None:
        try:
            said.encode(getattr(self.file, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            said = said.translate(NEAREST)
        self.file.write(said)
        self.file.flush()


def _coded(line: Text, colours: Colours) -> str:
    """Return `line` with the escape sequences of its styles."""
    said = ""
    for part in line.parts:
        numbers = codes(part.style, colours)
        said += f"\x1b[{numbers}m{part.said}\x1b[0m" if numbers else part.said
    return said
