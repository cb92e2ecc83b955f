"""What is typed behind `keypeg play`, group by group: each checks itself and says what is meant."""

from dataclasses import dataclass, fields
from pathlib import Path

from companion.errors import BadNotation
from companion.game.core.events import Seated, Way
from companion.game.core.names import name_key
from companion.game.match import Rules
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.optional import require
from companion.table import Confirm

__all__ = ["Agreement", "Kept", "OnPage", "TypedCamera"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the players agree at the start, as it was typed."""

    players: str | None
    names: tuple[str, ...]
    rounds: int | None
    first: str | None
    maker: str | None
    rules: tuple[str, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in seating order; nobody if none is named."""
        named = [*(self.players.split(",") if self.players is not None else []), *self.names]
        return tuple(name.strip() for name in named)

    @property
    def house_rules(self) -> dict[str, str]:
        """The house rules by their names, or raise `BadNotation`."""
        pairs = {}
        for rule in self.rules:
            name, equals, value = rule.partition("=")
            if not equals:
                raise BadNotation(
                    _("'{rule}' is no house rule.").format(rule=rule), hint=_("Write it as rows=8.")
                )
            pairs[name.strip()] = value.strip()
        return pairs

    def seated(self, box: Rules) -> Seated:
        """Return the agreement for `box`, with what is usual where nothing was said."""
        seats = self.seats or ("You",)
        rounds = box.rounds_for(len(seats)) if self.rounds is None else self.rounds
        way = Way(self.maker) if self.maker else box.usual_way
        return Seated(seats, rounds, way, _as_named(self.first, seats) or seats[0])

    def check_nothing_is_new(self) -> None:
        """Raise `BadNotation` for what cannot be agreed anew when a match is gone on with."""
        agreed = {"rounds": self.rounds, "first": self.first, "maker": self.maker}
        for name, value in {**agreed, "rule": self.rules}.items():
            if value:
                raise BadNotation(
                    _("--{name} was agreed at the start of the match and stays.").format(name=name),
                    hint=_("Leave it out."),
                )


@dataclass(frozen=True, slots=True)
class TypedCamera:
    """What is said of a camera, as it was typed."""

    spec: str | None
    board: str | None
    calibration: str | None
    corners: str | None
    confirm: str | None
    boards: int | None
    frames: Path | None

    def options(self) -> CameraOptions | None:
        """Return how the table is seen, None if it is not; raise `BadNotation` for the rest.

        Raises MissingPart where there is a camera but nothing that could read its pictures.
        """
        rest = {field.name: getattr(self, field.name) for field in fields(self)}
        if (spec := rest.pop("spec")) is not None:
            require("camera")
            return CameraOptions(spec, **rest | {"confirm": Confirm(self.confirm or "unsure")})
        for name, value in rest.items():
            if value:
                raise BadNotation(
                    _("--{name} is about what a camera sees.").format(name=name),
                    hint=_("Add --camera, or leave it out."),
                )
        return None


@dataclass(frozen=True, slots=True)
class Kept:
    """Which match is gone on with, and where matches are kept."""

    resume: bool
    path: Path | None
    folder: Path | None


@dataclass(frozen=True, slots=True)
class OnPage:
    """Whether the match is played at a page, and who reaches it."""

    page: bool
    lan: bool

    def check(self) -> None:
        """Raise `BadNotation` for an option about a page that there is not."""
        if self.lan and not self.page:
            raise BadNotation(_("--lan is about the page."), hint=_("Add --page, or leave it out."))


def _as_named(name: str | None, seats: tuple[str, ...]) -> str | None:
    """Return the seat called `name` in any case, or the name as it is."""
    return next((seat for seat in seats if name_key(seat) == name_key(name or "")), name)
