"""Codes as they are written, typed and said. Pure: standard library only.

A code is a string of colour letters, left to right as the breaker sees the board; ``.`` is an
empty hole: ``"rg.y"``.
"""

import re

from companion.errors import BadNotation
from companion.game.core.spoken import folded, said_in_words
from companion.i18n import N_, _, ngettext

__all__ = [
    "COLOURS",
    "EMPTY",
    "legend",
    "parse_code",
    "spell",
]

EMPTY = "."

COLOURS = {
    "w": N_("white"),
    "k": N_("black"),
    "s": N_("silver"),
    "g": N_("green"),
    "r": N_("red"),
    "o": N_("orange"),
    "p": N_("pink"),
    "y": N_("yellow"),
    "b": N_("blue"),
    "n": N_("brown"),
    "l": N_("lime"),
    "a": N_("azure"),
}


def parse_code(text: str, *, colours: str, holes: int | None = None) -> str:
    """Give the code in `text`: letters of `colours` (with ``.`` where a hole may be empty).

    Without `holes` it may have any length but none. Capitals, spaces, commas and dashes
    between the letters are allowed, and whole words in the language spoken: ``"rood blauw"``.
    """
    letters = re.sub(r"[\s,\-]", "", text).casefold()
    if not set(letters) <= set(colours) or len(letters) != holes:
        said = said_in_words(text, {**COLOURS, EMPTY: "empty"}, holes)
        _check_words(said, colours)
        letters = "".join(letter for _word, letter in said) or letters
    for place, letter in enumerate(letters, start=1):
        if letter not in colours:
            raise BadNotation(
                _(
                    "'{letter}' at place {place} of '{text}' is no colour of this game{note}."
                ).format(letter=letter, place=place, text=text, note=_empty_note(letter)),
                hint=_use(colours, letter),
            )
    if holes is None and not letters:
        raise BadNotation(
            _("There are no pegs in that row."),
            hint=_("Use {legend}.").format(legend=legend(colours)),
        )
    if holes is not None and len(letters) != holes:
        raise BadNotation(
            ngettext(
                "'{text}' has {number} peg; a row has {holes}.",
                "'{text}' has {number} pegs; a row has {holes}.",
                len(letters),
            ).format(text=text, number=len(letters), holes=holes),
            hint=_("Type {holes} letters, left to right as the breaker sees them.").format(
                holes=holes
            ),
        )
    return letters


def _check_words(said: list[tuple[str, str]], colours: str) -> None:
    for word, letter in said:
        if not letter or letter not in colours:
            raise BadNotation(
                _("'{word}' is no colour of this game{note}.").format(
                    word=word, note=_empty_note(letter)
                ),
                hint=_use(colours, word if len(word) == 1 else ""),
            )


def _use(colours: str, typed: str = "") -> str:
    """Return what can be used, and which colour's word begins with the letter that was `typed`."""
    said = _("Use {legend}.").format(legend=legend(colours))
    meant = [c for c in colours if typed and folded(spell(c)).startswith(folded(typed))]
    if len(meant) != 1:
        return said
    asked = _("Did you mean '{name}'?").format(name=legend(meant[0]))
    return f"{asked} {said}"


def _empty_note(letter: str) -> str:
    return _(" (an empty hole is not allowed)") if letter == EMPTY else ""


def legend(colours: str) -> str:
    """Return the letters with their colours in words: ``"r red, b blue"``."""
    return ", ".join(f"{c} {spell(c)}" for c in colours)


def spell(code: str) -> str:
    """Say a code in words: ``"rg.y"`` is ``"red green empty yellow"``."""
    return " ".join(_("empty") if c == EMPTY else _(COLOURS[c]) for c in code)
