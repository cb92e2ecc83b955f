"""A text whose parts have styles: how wide it is, and how it is broken into lines."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

__all__ = ["Drawn", "Group", "Part", "Text", "width_of"]

WORD = re.compile(r"\s*\S+\s*")
# of Unicode: what changes or joins its neighbours, and takes no place of its own
NO_WIDTH = ("Mn", "Me", "Cf")


class Part(NamedTuple):
    """Letters of one style."""

    said: str
    style: str = ""


class Drawn(Protocol):
    """What can be printed."""

    def lines(self, width: int | None) -> "list[Text]":
        """Return its lines, of at most `width` letters where that can be; None: as they are."""


class Group:
    """Things that stand below one another."""

    def __init__(self, *parts: str | Drawn) -> None:
        self._parts = [Text(part) if isinstance(part, str) else part for part in parts]

    def lines(self, width: int | None) -> "list[Text]":
        """Return the lines of all of them."""
        return [line for part in self._parts for line in part.lines(width)]


class Text:
    """Parts in a row; grows by `append`."""

    def __init__(self, said: str = "", style: str = "") -> None:
        self.parts: list[Part] = [Part(said, style)] if said else []

    @classmethod
    def assemble(cls, *parts: "str | Text") -> "Text":
        """Return `parts` in a row."""
        made = cls()
        for part in parts:
            made.append(part)
        return made

    @property
    def plain(self) -> str:
        """Its letters."""
        return "".join(part.said for part in self.parts)

    @property
    def width(self) -> int:
        """How many columns of a terminal its longest line takes."""
        return max(map(width_of, self.plain.split("\n")))

    def append(self, said: "str | Text", style: str = "") -> "Text":
        """Add `said` at the end."""
        if isinstance(said, Text):
            self.parts += said.parts
        elif said:
            self.parts.append(Part(said, style))
        return self

    def join(self, texts: "Iterable[Text]") -> "Text":
        """Return `texts` with this one between each two."""
        made = Text()
        for number, text in enumerate(texts):
            made.append(self if number else "").append(text)
        return made

    def __add__(self, other: "Text") -> "Text":
        return Text.assemble(self, other)

    def lines(self, width: int | None) -> "list[Text]":
        """Return its lines, broken between words; a word that is longer is broken anywhere."""
        plain, ends = self.plain, []
        start = 0
        for line in plain.split("\n"):
            breaks = [] if width is None else list(_breaks(line, width))
            for begin, end in zip([0, *breaks], [*breaks, len(line)], strict=True):
                ends.append((start + begin, start + end))
            start += len(line) + 1
        return [self._cut(begin, end)._stripped(width) for begin, end in ends]

    def rstrip(self) -> "Text":
        """Return it without the spaces at its end."""
        return self._cut(0, len(self.plain.rstrip()))

    def _cut(self, begin: int, end: int) -> "Text":
        made, at = Text(), 0
        for said, style in self.parts:
            made.append(said[max(0, begin - at) : max(0, end - at)], style)
            at += len(said)
        return made

    def _stripped(self, width: int | None) -> "Text":
        """Return it without the spaces at its end that go beyond `width`."""
        plain = self.plain
        while width is not None and plain.endswith(" ") and width_of(plain) > width:
            plain = plain[:-1]
        return self._cut(0, len(plain))


def width_of(said: str) -> int:
    """Return how many columns of a terminal `said` takes."""
    return len(said) if said.isascii() else sum(map(_width, said))


@lru_cache(4096)
def _width(letter: str) -> int:
    if unicodedata.category(letter) in NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _breaks(line: str, width: int) -> Iterator[int]:
    """Yield where `line` is broken, so that no part of it is wider than `width`."""
    used = 0
    for word in WORD.finditer(line):
        start, said = word.start(), word.group()
        long = width_of(said.rstrip())
        if used + long > width and start:
            yield start
            used = 0
        if long > width:
            for place, letter in enumerate(said.rstrip(), start=start):
                if used + width_of(letter) > width and used:
                    yield place
                    used = 0
                used += width_of(letter)
            used += len(said) - len(said.rstrip())
        else:
            used += width_of(said)
