"""What a kind of game has at the page, as a protocol; and a form that is asked for."""

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.errors import IllegalMove
from companion.game.core.events import Way
from companion.game.match import Match, Round
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form
from companion.web.show.boards.views import BoardView
from companion.web.table.snapshot import Snapshot

__all__ = ["Asked", "NoTiles", "PageKind", "Thought"]

R = TypeVar("R", bound=Round, contravariant=True)

# of a hidden tile: its owner, its place, its back, and (back, face, per cent) of what it can be
Thought = tuple[str, int, str, list[tuple[str, str, int]]]


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

    def thoughts(self, current: R, login: Login, form: Form) -> list[Thought]:
        """Return what hidden tiles can still be, for the player of `login` alone.

        Raises `IllegalMove` where there are no tiles, `BadNotation` for a row that cannot be.
        """


class NoTiles:
    """Of a kind of game in which nothing is asked about hidden tiles."""

    def thoughts(self, current: Round, login: Login, form: Form) -> list[Thought]:
        """Raise `IllegalMove`."""
        raise IllegalMove(_("This game has no tiles."), hint=_("Say first whose phone this is."))
