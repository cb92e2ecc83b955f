"""Words for a font that lacks some of their letters, or draws all from left to right. Pure.

A name shall be read, so that a letter or an emoji that the font lacks is written with what it has:
in the Latin alphabet, as the package anyascii transliterates it.
"""

import re
import unicodedata
from collections.abc import Callable

from anyascii import anyascii

__all__ = ["drawn_order", "written_with"]

# Unicode's bidirectional classes; N is whatever may stand between two words
RIGHT_TO_LEFT, NEUTRAL = ("R", "AL"), ("WS", "ON", "CS", "ES")
TURNED = re.compile(r"R(?:[RMN]*R)?M*")
LETTER = re.compile(r".M*")  # with its marks


def written_with(said: str, has: Callable[[str], bool]) -> str:
    """Return `said` with all letters that are not in a font, by what `has` says, transliterated."""
    letters = unicodedata.normalize("NFC", said)
    return "".join(letter if has(letter) else _transliterated(letter) for letter in letters)


def drawn_order(said: str) -> str:
    """Return `said` as its letters stand from left to right: Hebrew and Arabic run the other way.

    Of the Unicode Bidirectional Algorithm (UAX #9), what a line from left to right with such a name
    in it needs.
    """
    classes = "".join(map(_class, said))
    turned, done = [], 0
    for run in TURNED.finditer(classes):
        turned.append(said[done : run.start()])
        letters = [each.span() for each in LETTER.finditer(classes, *run.span())]
        turned += [said[start:end] for start, end in reversed(letters)]
        done = run.end()
    return "".join([*turned, said[done:]])


def _class(letter: str) -> str:
    if unicodedata.combining(letter):
        return "M"
    kind = unicodedata.bidirectional(letter)
    return "R" if kind in RIGHT_TO_LEFT else "N" if kind in NEUTRAL else "L"


def _transliterated(letter: str) -> str:
    """Return what stands for it in ASCII; a sign of which nothing is known is its number."""
    changes_another = unicodedata.category(letter) in ("Cf", "Mn", "Me")
    return anyascii(letter) or ("" if changes_another else f"[U+{ord(letter):04X}]")
