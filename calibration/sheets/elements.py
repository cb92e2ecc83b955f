"""What a page is made of: black boxes and words in millimetres from its top left corner.

A sheet is a value: `calibration.sheets.svg_pdf` writes it as SVG or PDF at its exact size, and
every one carries a ruler of 100 mm, because printers like to shrink a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.i18n import _
from companion.vision.geometry.arrays import Mask

__all__ = ["A4", "HAIR", "Box", "Sheet", "Text", "frame", "heading", "page", "pattern", "ruler"]

A4 = (210.0, 297.0)  # mm, ISO 216
HAIR = 0.15  # mm, the finest line that every printer draws; chosen, half a point
# mm of the ruler by which a user sees whether a print has its true size: chosen, as long as rulers
# show well
RULER = 100.0


@dataclass(frozen=True, slots=True)
class Box:
    """A black rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Text:
    """Words of `size` mm whose baseline begins at x, y."""

    x: float
    y: float
    size: float
    words: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of `width` x `height` mm."""

    title: str
    boxes: tuple[Box, ...]
    texts: tuple[Text, ...]
    width: float = A4[0]
    height: float = A4[1]


def page(title: str, boxes: list[Box], texts: list[Text]) -> Sheet:
    """Return a page with a ruler at its foot."""
    lines, marks = ruler(20, A4[1] - 16)
    return Sheet(title, (*boxes, *lines), (*texts, *marks))


def heading(title: str, lines: tuple[str, ...]) -> Iterator[Text]:
    """Return a page's title and the lines below it."""
    yield Text(20, 16, 6, title)
    for place, line in enumerate(lines):
        yield Text(20, 23 + 5 * place, 3.5, line)


def ruler(x: float, y: float) -> tuple[list[Box], list[Text]]:
    """Return a ruler of 100 mm, and the words about it."""
    boxes = [Box(x, y, RULER, 0.3)]
    for mm in range(int(RULER) + 1):
        boxes.append(
            Box(x + mm - HAIR / 2, y, HAIR, 6 if mm % 10 == 0 else 4 if mm % 5 == 0 else 2)
        )
    words = _("100 mm: measure it. If it is not, print again without 'fit to page'.")
    return boxes, [Text(x, y + 10, 3, words)]


def frame(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    """Return the fine lines of a frame."""
    yield Box(x, y, width, HAIR)
    yield Box(x, y + height - HAIR, width, HAIR)
    yield Box(x, y, HAIR, height)
    yield Box(x + width - HAIR, y, HAIR, height)


def pattern(cells: Mask, x: float, y: float, size: float) -> Iterator[Box]:
    """Return the black cells of a marker, neighbours in a row as one box."""
    side = size / len(cells)
    for row, line in enumerate(cells):
        edges = np.flatnonzero(np.diff(np.r_[False, line, False].astype(int)))
        for start, end in edges.reshape(-1, 2).tolist():
            yield Box(x + start * side, y + row * side, (end - start) * side, side)
