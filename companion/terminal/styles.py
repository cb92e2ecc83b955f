"""Styles by name, such as ``"bold white on red3"``, and what a terminal is sent for them."""

from enum import Enum
from functools import cache

__all__ = ["Colours", "codes"]


class Colours(Enum):
    """How many colours a terminal has."""

    NONE = 0
    SIXTEEN = 16
    MANY = 256


# SGR's attributes; by ECMA-48
ATTRIBUTES = {"bold": "1", "dim": "2", "italic": "3"}
# a colour's name -> its number among xterm's 256, and the nearest of the first 16
PALETTE = {
    "black": (0, 0), "red": (1, 1), "green": (2, 2), "blue": (4, 4), "white": (7, 7),
    "bright_black": (8, 8), "bright_green": (10, 10), "bright_yellow": (11, 11),
    "bright_white": (15, 15), "blue3": (20, 4), "green4": (28, 2), "deep_sky_blue1": (39, 6),
    "orange4": (94, 3), "chartreuse2": (112, 10), "sky_blue1": (117, 14),
    "chartreuse1": (118, 10), "red3": (160, 1), "magenta1": (201, 13), "hot_pink": (206, 13),
    "dark_orange": (208, 9), "yellow1": (226, 11), "grey11": (234, 0), "grey66": (248, 7),
    "grey70": (249, 7),
}  # fmt: skip
# SGR's first codes of letters and of their ground: colours 0 to 7, 8 to 15, by number;
# by ECMA-48 and xterm
LETTERS, GROUND = (30, 90, 38), (40, 100, 48)


@cache
def codes(style: str, colours: Colours) -> str:
    """Return the numbers of the escape sequence for `style`, joined by ``;``; raises KeyError."""
    if colours is Colours.NONE:
        return ""
    words, __, ground = style.partition(" on ")
    found = []
    for word in words.split():
        found.append(ATTRIBUTES.get(word) or _colour(word, LETTERS, colours))
    if ground:
        found.append(_colour(ground, GROUND, colours))
    return ";".join(found)


def _colour(name: str, first: tuple[int, int, int], colours: Colours) -> str:
    number = PALETTE[name][colours is Colours.SIXTEEN]
    low, high, numbered = first
    if number < 8:
        return str(low + number)
    return str(high + number - 8) if number < 16 else f"{numbered};5;{number}"
