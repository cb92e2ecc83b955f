"""What happens in a tournament, as values; it is their fold, and history is never rewritten. Pure.

A result that was wrong is put right by another `Scored` for the same game: the later one holds.
Two hubs may let things happen at once. Each entry has a number above all that its hub knew (a
Lamport clock), so that the entries of both have one order, whichever way they came (L. Lamport,
Time, Clocks, and the Ordering of Events, 1978).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from companion.errors import BadNotation
from companion.i18n import _

__all__ = [
    "MATCH",
    "Cut",
    "Drawn",
    "Entry",
    "Event",
    "Game",
    "Opened",
    "Scored",
    "System",
    "Withdrawn",
    "format_entry",
    "parse_entry",
]

# entries of a hall in all its years, more than any has: a number above is no entry's; chosen
MOST_ENTRIES = 10**9
MATCH = "match "  # before the name of the match that a result is taken from


class System(StrEnum):
    """How it is decided who plays whom."""

    SWISS = "swiss"  # games of two; each round those who stand alike, nobody twice
    ROUND_ROBIN = "round-robin"  # games of two; everyone with everyone
    GROUPS = "groups"  # games of three to five; each round those who stand alike


@dataclass(frozen=True, slots=True)
class Game:
    """Who play together, the first begins. One alone has a bye."""

    players: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether somebody is free in this round."""
        return len(self.players) == 1


@dataclass(frozen=True, slots=True)
class Opened:
    """A tournament begins: its players in the order of their seeding, and how many rounds."""

    players: tuple[str, ...]
    system: System
    rounds: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The next round is drawn; `at` is when (ISO 8601), so that older matches are not taken."""

    games: tuple[Game, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of round `number` (from 1) ended; `game` counts from 1, `scores` go with its players.

    Somebody who did not come has None. `why` is the match that says so, or the referee's reason.
    """

    number: int
    game: int
    scores: tuple[int | None, ...]
    why: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the result is a match's own, not a referee's word."""
        return self.why.startswith(MATCH)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """`player` plays no further round; what he has played stays."""

    player: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The best `count` go on; the others have ended."""

    count: int


Event = Opened | Drawn | Scored | Withdrawn | Cut
_KINDS = {kind.__name__.casefold(): kind for kind in (Opened, Drawn, Scored, Withdrawn, Cut)}


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """An event in its place: `number`, above all that `hub` knew when it let it happen."""

    number: int
    hub: str
    event: Event = field(compare=False)


def format_entry(entry: Entry) -> str:
    """Write `entry` as a line of JSON."""
    record = {"do": type(entry.event).__name__.casefold(), **asdict(entry.event)}
    return json.dumps(
        {**record, "entry": entry.number, "hub": entry.hub},
        ensure_ascii=False,
    )


def parse_entry(line: str | bytes, number: int = 0, hub: str = "hub") -> Entry:
    """Read what `format_entry` wrote; raise `BadNotation` for anything else.

    Lines of older versions say neither number nor hub: they get `number` and `hub`.
    """
    try:
        record: dict[str, Any] = json.loads(line)
        number, hub = record.pop("entry", number), record.pop("hub", hub)
        kind = _KINDS[record.pop("do")]
        event: Event = kind(**{name: _FIELDS[name](value) for name, value in record.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadNotation(_("This is no line of a tournament.")) from error
    if type(number) is not int or not 0 <= number <= MOST_ENTRIES or not isinstance(hub, str):
        raise BadNotation(_("This is no line of a tournament."))
    return Entry(number, hub, event)


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > MOST_ENTRIES:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()  # half a surrogate pair is no text
    return value


def _names(value: Any) -> tuple[str, ...]:
    return tuple(_text(each) for each in value)


# how each field of an event is read; ValueError or TypeError for anything else
_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "players": _names,
    "system": System,
    "rounds": _whole,
    "games": lambda value: tuple(Game(_names(each["players"])) for each in value),
    "at": _text,
    "number": _whole,
    "game": _whole,
    "scores": lambda value: tuple(None if each is None else _whole(each) for each in value),
    "why": _text,
    "player": _text,
    "count": _whole,
}
