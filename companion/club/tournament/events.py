"""What happens in a tournament, as values; it is their fold, and history is never rewritten. Pure.

A result that was wrong is put right by another `Scored` for the same game: the later one holds.
"""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from companion.errors import BadNotation
from companion.i18n import _

__all__ = [
    "Cut",
    "Drawn",
    "Event",
    "Game",
    "Opened",
    "Scored",
    "System",
    "Withdrawn",
    "format_event",
    "parse_event",
]


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


def format_event(event: Event) -> str:
    """Write `event` as a line of JSON."""
    return json.dumps({"do": type(event).__name__.casefold(), **asdict(event)}, ensure_ascii=False)


def parse_event(line: str) -> Event:
    """Read what `format_event` wrote; raise `BadNotation` for anything else."""
    try:
        record: dict[str, Any] = json.loads(line)
        kind = _KINDS[record.pop("do")]
        event: Event = kind(**{name: _value(name, value) for name, value in record.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadNotation(_("This is no line of a tournament.")) from error
    return event


def _value(name: str, value: Any) -> Any:
    if name == "games":
        return tuple(Game(tuple(each["players"])) for each in value)
    if name == "system":
        return System(value)
    return tuple(value) if isinstance(value, list) else value
