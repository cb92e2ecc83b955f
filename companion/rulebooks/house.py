"""House rules: what may be agreed at the table, ``--rule rows=8``. Each is checked by the box."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.errors import BadNotation, UnknownName, did_you_mean
from companion.game.core.codes import EMPTY
from companion.game.match import Rules
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.i18n import _, later

__all__ = ["HOUSE_RULES", "with_rules"]

# name -> what it sets; the order is that in which they are applied
HOUSE_RULES = {
    "colours": later("the colour letters in play, for instance colours=rbygon"),
    "variation": later("Het Bouwblokje: A (white and black pips too) or B (and empty holes)"),
    "repeats": later("yes or no: may the code have a colour twice"),
    "rows": later("how many guesses there are"),
    "boards": later("Master Mind for four with two players: 1 or 2 boards each"),
    "dashes": later("Da Vinci Code: yes or no, the advanced game"),
    "points": later("Da Vinci Code: yes or no, points over rounds"),
}


def with_rules(book: Rules, rules: Mapping[str, str]) -> Rules:
    """Give `book` with the house rules of `rules`; raise `BadNotation` or `UnknownName`."""
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


def _apply(book: Rules, name: str, value: str) -> Rules:
    kinds, change = _CHANGES[name]
    if not isinstance(book, kinds) or (name == "variation" and book.name != "bouwblokje"):
        raise BadNotation(
            _("{title} has no house rule '{name}' ({what}).").format(
                title=book.title, name=name, what=_(HOUSE_RULES[name])
            ),
            hint=_("Leave it out."),
        )
    return change(book, value)


def _colours(book: Rules, value: str) -> Rules:
    assert isinstance(book, PegRules | PartsRules)
    return replace(book, colours=value.casefold())


def _variation(book: Rules, value: str) -> Rules:
    assert isinstance(book, PegRules)
    more = {"a": "wk", "b": "wk" + EMPTY}.get(value.casefold())
    if more is None:
        raise BadNotation(
            _("There is no variation '{value}'.").format(value=value), hint=_("Choose A or B.")
        )
    return replace(book, colours=book.colours + "".join(c for c in more if c not in book.colours))


def _repeats(book: Rules, value: str) -> Rules:
    assert isinstance(book, PegRules)
    return replace(book, repeats=_yes_or_no("repeats", value))


def _rows(book: Rules, value: str) -> Rules:
    assert isinstance(book, PegRules | PartsRules)
    return replace(book, rows=_number("rows", value))


def _boards(book: Rules, value: str) -> Rules:
    assert isinstance(book, PartsRules)
    return replace(book, boards_each=_number("boards", value))


def _dashes(book: Rules, value: str) -> Rules:
    assert isinstance(book, TileRules)
    return replace(book, dashes=_yes_or_no("dashes", value))


def _points(book: Rules, value: str) -> Rules:
    assert isinstance(book, TileRules)
    return replace(book, points=_yes_or_no("points", value))


_Kinds = type | tuple[type, ...]
_CHANGES: dict[str, tuple[_Kinds, Callable[[Rules, str], Rules]]] = {
    "colours": ((PegRules, PartsRules), _colours),
    "variation": (PegRules, _variation),
    "repeats": (PegRules, _repeats),
    "rows": ((PegRules, PartsRules), _rows),
    "boards": (PartsRules, _boards),
    "dashes": (TileRules, _dashes),
    "points": (TileRules, _points),
}


def _yes_or_no(name: str, value: str) -> bool:
    answers = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
    if value.casefold() not in answers:
        raise BadNotation(
            _("{name}={value} is neither yes nor no.").format(name=name, value=value),
            hint=_("Write {name}=yes.").format(name=name),
        )
    return answers[value.casefold()]


def _number(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 3:
        raise BadNotation(
            _("{name}={value} is no number.").format(name=name, value=value),
            hint=_("Write for instance {name}=2.").format(name=name),
        )
    return int(value)
