"""What a board is called in the language spoken, as its file has it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.i18n import language

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape

__all__ = ["said_title"]


def said_title(shape: BoardShape) -> str:
    """Return the title of a board in the language spoken, or as it was given if it has no other."""
    return dict(shape.titles).get(language(), shape.title) if shape.title else ""
