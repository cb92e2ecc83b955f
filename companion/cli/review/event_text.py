"""An event of a log in the words of the language spoken, for `keypeg replay`. Pure.

A log is the same in all languages; its words are translated where they are shown.
"""

from collections.abc import Mapping

from companion.game.core.key_pegs import parse_keys
from companion.i18n import N_, _, headed

__all__ = ["FIELDS", "KNOWN", "event_head", "event_text"]

# who noted it, what was done, and the fields of all events, as logs have them
SOURCES = (
    *(N_("start"), N_("keyboard"), N_("camera"), N_("companion"), N_("page"), N_("button")),
    N_("undo"),
)
DONE = (
    *(N_("seated"), N_("set"), N_("guess"), N_("answer"), N_("call"), N_("judge"), N_("pass")),
    *(N_("show"), N_("void"), N_("deal"), N_("draw"), N_("claim"), N_("open"), N_("place")),
    *(N_("row"), N_("end"), N_("take back"), N_("correct")),
)
FIELDS = (
    *(N_("players"), N_("rounds"), N_("way"), N_("first"), N_("owners"), N_("commitments")),
    *(N_("player"), N_("row"), N_("board"), N_("keys"), N_("right"), N_("codes"), N_("salts")),
    *(N_("rows"), N_("colour"), N_("owner"), N_("position"), N_("number"), N_("tile")),
    *(N_("tiles"), N_("winners"), N_("totals"), N_("since"), N_("changes")),
)
WAYS = (N_("companion"), N_("told"), N_("kept"))
KNOWN = frozenset((*SOURCES, *DONE, *WAYS))
HEAD = ("seq", "at", "by", "do")


def event_head(facts: Mapping[str, object]) -> str:
    """Return who noted an event and what was done: ``"keyboard · guess"``."""
    return f"{_word(facts['by'])} · {_word(facts['do'])}"


def event_text(facts: Mapping[str, object]) -> str:
    """Return the fields of an event: ``"player Ben, row rgby"``."""
    kept = {name: value for name, value in facts.items() if name not in HEAD}
    return ", ".join(f"{_(name)} {_brief(name, value)}" for name, value in kept.items())


def _brief(name: str, value: object) -> str:
    """Return a fact of a log as words; a change is ``"3: guess Ben rgby"``."""
    match value:
        case list():
            mark = "; " if any(isinstance(v, dict) for v in value) else " "
            return mark.join(_brief(name, each) for each in value)
        case dict():
            words = (_brief(k, v) for k, v in value.items() if k != "seq")
            return headed(str(value["seq"]), " ".join(words))
        case bool():
            return _("yes") if value else _("no")
        case _:
            # a player may be called Guess: only what is none's name is translated
            if name == "keys":
                return str(parse_keys(str(value)))
            return _word(value) if name in ("do", "way") else str(value)


def _word(value: object) -> str:
    return _(str(value)) if value in KNOWN else str(value)
