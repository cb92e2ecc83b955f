"""Events as plain fields, and back: what a line of a log says of one, whatever its form. Pure.

Fields that have their usual value are left out.
"""

from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

from companion.game.core import events
from companion.game.core.events import Change, Event, Way
from companion.game.core.key_pegs import Keys, format_keys, parse_keys
from companion.i18n import _

__all__ = ["NAMES", "event_fields", "event_of"]

NAMES: dict[str, type] = {
    "seated": events.Seated,
    "set": events.CodeSet,
    "guess": events.Guessed,
    "answer": events.Answered,
    "call": events.Called,
    "judge": events.Judged,
    "pass": events.Passed,
    "show": events.CodeShown,
    "void": events.Voided,
    "deal": events.Dealt,
    "draw": events.Drawn,
    "claim": events.Claimed,
    "open": events.Opened,
    "place": events.Placed,
    "row": events.RowShown,
    "end": events.Ended,
    "take back": events.TakenBack,
    "correct": events.Corrected,
}
_DO = {event: name for name, event in NAMES.items()}


def event_fields(event: Event) -> dict[str, Any]:
    """Return the name of `event` as ``"do"``, and its fields as JSON has them."""
    kept = {f.name: getattr(event, f.name) for f in fields(event)}
    usual = {f.name: f.default for f in fields(event) if f.default is not MISSING}
    return {"do": _DO[type(event)]} | {
        name: _plain_value(value)
        for name, value in kept.items()
        if name not in usual or value != usual[name]
    }


def _plain_value(value: Any) -> Any:
    match value:
        case Keys():
            return format_keys(value)
        case Change():
            return {"seq": value.seq, **event_fields(value.event)}
        case tuple():
            return [_plain_value(v) for v in value]
        case _:
            return value


def event_of(record: dict[str, Any]) -> Event:
    """Return the event that `record` holds; it is used up.

    Raises KeyError, TypeError, ValueError or BadNotation for one that is none.
    """
    kind = NAMES[record.pop("do")]
    hints = _hints(kind)
    if unknown := set(record) - set(hints):
        raise ValueError(_("unknown field {name!r}").format(name=sorted(unknown)[0]))
    event: Event = kind(**{name: _value(hints[name], v) for name, v in record.items()})
    return event


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, value: Any) -> Any:
    if hint is Keys:
        return parse_keys(_checked(str, value))
    if hint is Way:
        return Way(value)
    if hint in (str, int, bool):
        return _checked(hint, value)
    if hint == tuple[Change, ...]:
        return tuple(_change(v) for v in _checked(list, value))
    item = int if hint == tuple[int, ...] else str
    return tuple(_checked(item, v) for v in _checked(list, value))


def _change(value: Any) -> Change:
    record = dict(_checked(dict, value))
    seq = _checked(int, record.pop("seq"))
    event = event_of(record)
    if isinstance(event, events.TakenBack | events.Corrected):
        raise ValueError(_("a correction of a correction"))
    return Change(seq, event)


def _checked(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
