"""What a kind of game has at the page, as a protocol; and a form that is asked for."""

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.game.core.events import Way
from companion.game.match import Match, Round
from companion.web.door.access import Login
from companion.web.show.boards import BoardView
from companion.web.table.table_state import Snapshot

__all__ = ["Asked", "PageKind"]

R = TypeVar("R", bound=Round, contravariant=True)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form: `form` names its template, `facts` are what stands in it."""

    form: str
    facts: dict[str, Any] = field(default_factory=dict)


class PageKind(Protocol[R]):
    """One way of playing at the page; `R` is the class of its rounds."""

    @property
    def name(self) -> str:
        """The kind's name, by which the forms of an agreement differ."""

    def ways(self) -> tuple[tuple[Way, str], ...]:
        """Return the ways of playing that may be agreed, each with what it means."""

    def question(self, snapshot: Snapshot, current: R) -> Asked | None:
        """Return the form of what a watched table asks, if it asks anything."""

    def needed(self, snapshot: Snapshot, current: R, facts: dict[str, Any]) -> Asked:
        """Return the form of what the round waits for, with `facts` and its own in it."""

    def boards(self, snapshot: Snapshot, match: Match, seen: R) -> tuple[BoardView, ...]:
        """Return the boards of a round."""

    def lying(self, match: Match, seen: R) -> dict[str, Any]:
        """Return what a round has beside boards: tiles, a pool, calls, a claim."""

    def last_said(self, seen: R) -> str:
        """Say the newest thing that was answered, to be read aloud; nothing at first."""

    def mend(self, match: Match, current: R) -> dict[str, Any]:
        """Return which rows can be corrected, and how."""

    def own(
        self, snapshot: Snapshot, current: R, login: Login, seats: dict[str, str]
    ) -> dict[str, Any]:
        """Return what the phone of `login` offers beside the table; nothing in it is secret."""
