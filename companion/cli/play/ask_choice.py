"""One of several answers asked for at the keyboard: by number, by name, or by a part of it."""

import re
from collections.abc import Callable
from typing import TypeVar

from companion.cli.common.prompt import Asker, Left, is_number
from companion.errors import BadNotation, KeypegError, did_you_mean
from companion.game.core.spoken import folded
from companion.i18n import _, headed
from companion.kinds.typed_words import is_word

__all__ = ["Back", "answer_to", "ask_choice"]


T = TypeVar("T")
# letters of a part of a name that may be typed for it; chosen: two are in too many
SHORTEST = 3


class Back(Exception):
    """The person wants to answer the question before again."""


def ask_choice(asker: Asker, question: str, options: dict[str, str], usual: str) -> str:
    """Ask for one of `options` (name -> words), by number or name; return its name."""
    asker.console.print(question)
    for number, (name, words) in enumerate(options.items(), start=1):
        shown = words if words == name else headed(name, words)
        asker.console.print(f"  {number}  {shown}")

    def parse(text: str) -> str:
        if is_number(text) and 1 <= int(text) <= len(options):
            return list(options)[int(text) - 1]
        meant = _meant(text, options)
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise BadNotation(
                _("'{text}' may mean: {names}.").format(text=text, names=", ".join(meant)),
                hint=_("Type one of them."),
            )
        raise BadNotation(
            _("'{text}' is none of these.").format(text=text),
            hint=_("Type a number from 1 to {last}.").format(last=len(options))
            if is_number(text)
            else did_you_mean(text, options),
        )

    place = list(options).index(usual) + 1
    return answer_to(asker, _("Number or name"), parse, usual, str(place))


def _meant(text: str, options: dict[str, str]) -> list[str]:
    """Return the option that is named, or those whose name or words have `text` in them."""
    plain = _plain(text)
    if plain in map(_plain, options):
        return [next(name for name in options if _plain(name) == plain)]
    return [
        name
        for name, words in options.items()
        if len(plain) >= SHORTEST and plain in _plain(headed(name, words))
    ]


def _plain(text: str) -> str:
    return re.sub(r"[\s\-]", "", folded(text))


def answer_to(asker: Asker, question: str, parse: Callable[[str], T], usual: T, shown: str) -> T:
    """Ask until the answer can be read; Enter takes `usual`, if there is one to `shown`.

    Raises `Left` when the person leaves, `Back` for the question before.
    """
    prompt = headed(f"{question} [{shown}]" if shown else question, "").rstrip()
    while True:
        text = asker.line(prompt)
        if is_word(text, "quit"):
            raise Left
        if is_word(text, "undo"):
            raise Back
        if not text and shown:
            return usual
        try:
            return parse(text)
        except KeypegError as error:
            asker.console.print(str(error))
            if not asker.is_interactive:
                raise
