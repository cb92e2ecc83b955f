"""House rules: what may be agreed at the table, ``--rule rows=8``. Each is checked by the box."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import BadNotation, UnknownName, did_you_mean
from companion.game.match import Rules
from companion.i18n import N_, _

__all__ = ["HOUSE_RULES", "with_rules"]

# name -> what it sets; the order is that in which they are applied
HOUSE_RULES = {
    "colours": N_("the colour letters in play, for instance colours=rbygon"),
    "variation": N_("Het Bouwblokje: A (white and black pips too) or B (and empty holes)"),
    "repeats": N_("yes or no: may the code have a colour twice"),
    "rows": N_("how many guesses there are"),
    "boards": N_("Master Mind for four with two players: 1 or 2 boards each"),
    "dashes": N_("Da Vinci Code: yes or no, the advanced game"),
    "points": N_("Da Vinci Code: yes or no, points over rounds"),
}


def with_rules(book: Rules, rules: Mapping[str, str]) -> Rules:
    """Return `book` with the house rules of `rules`; raise `BadNotation` or `UnknownName`."""
    for name in rules:
        if name not in HOUSE_RULES:
            raise UnknownName(
                _("There is no house rule '{name}'.").format(name=name),
                hint=did_you_mean(name, HOUSE_RULES),
            )
    for name in HOUSE_RULES:
        if name in rules:
            book = _apply(book, name, rules[name].strip())
    return book


def _apply(book: Any, name: str, value: str) -> Rules:
    needed, changes = _CHANGES[name]
    if not hasattr(book, needed) or getattr(book, needed) == {}:
        raise BadNotation(
            _("{title} has no house rule '{name}' ({what}).").format(
                title=_(book.title), name=name, what=_(HOUSE_RULES[name])
            ),
            hint=_("Leave it out."),
        )
    changed: Rules = replace(book, **changes(book, value))
    return changed


def _variation(book: Any, value: str) -> dict[str, str]:
    more = book.variations.get(value.casefold())
    if more is None:
        raise BadNotation(
            _("There is no variation '{value}'.").format(value=value), hint=_("Choose A or B.")
        )
    return {"colours": book.colours + "".join(c for c in more if c not in book.colours)}


def _yes_or_no(name: str, value: str) -> bool:
    answers = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if value.casefold() not in answers:
        raise BadNotation(
            _("'--rule {name}={value}' is neither yes nor no.").format(name=name, value=value),
            hint=_("Write '--rule {name}=yes'.").format(name=name),
        )
    return answers[value.casefold()]


def _number(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 3:
        raise BadNotation(
            _("'--rule {name}={value}' is no number.").format(name=name, value=value),
            hint=_("Write for instance '--rule {name}=2'.").format(name=name),
        )
    return int(value)


# house rule -> the field without which a box does not have it, and what it changes
_CHANGES: dict[str, tuple[str, Callable[[Any, str], Mapping[str, Any]]]] = {
    "colours": ("colours", lambda _, value: {"colours": value.casefold()}),
    "variation": ("variations", _variation),
    "repeats": ("repeats", lambda _, value: {"repeats": _yes_or_no("repeats", value)}),
    "rows": ("rows", lambda _, value: {"rows": _number("rows", value)}),
    "boards": ("boards_each", lambda _, value: {"boards_each": _number("boards", value)}),
    "dashes": ("dashes", lambda _, value: {"dashes": _yes_or_no("dashes", value)}),
    "points": ("points", lambda _, value: {"points": _yes_or_no("points", value)}),
}
