"""What the boards that are shipped are called, in the language spoken. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.i18n import N_, _

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape

__all__ = ["SHIPPED_TITLES", "said_title"]

# name of a shipped board -> the title in its file
SHIPPED_TITLES = {
    "bouwblokje": N_("Het Bouwblokje, LEGO, 10 rows on black and white ground"),
    "classic": N_("Classic Mastermind, 10 rows with 2x2 key holes"),
    "four-player": N_("Four-player Mastermind, 4 rows of 5 with 2x2 key holes"),
    "hasbro-2004": N_("Hasbro Mastermind (2004), 12 rows with sliders"),
    "lego-free": N_("LEGO board of your own, 10 rows, jumper plates as keys"),
}


def said_title(shape: BoardShape) -> str:
    """Return the title of a board as it is said; one's own is said as it was given."""
    is_shipped = SHIPPED_TITLES.get(shape.name) == shape.title
    return _(shape.title) if is_shipped else shape.title
