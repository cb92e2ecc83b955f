"""How a table is seen: the options of the command line, refused where they mean nothing."""

from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadNotation
from companion.game.parts.round import PartsRound
from companion.i18n import _
from companion.session.session import Session
from companion.table import Confirm

__all__ = ["Sight", "check_boards_are_seen", "check_tiles_are_seen"]


@dataclass(frozen=True, slots=True)
class Sight:
    """How a board is seen: the options of the command line."""

    spec: str
    board: str | None
    calibration: str | None
    corners: str | None
    confirm: Confirm
    boards: int | None = None
    frames: Path | None = None


def check_tiles_are_seen(sight: Sight) -> None:
    """Raise `BadNotation` for an option that a table of tiles has no use for."""
    for name in ("board", "corners", "boards", "frames"):
        if getattr(sight, name):
            raise BadNotation(
                _("--{name} is about boards of pegs; a table of tiles has none.").format(name=name),
                hint=_("Leave it out; --calibration is the table's."),
            )
    if sight.spec.partition(":")[0] in ("photos", "video"):
        raise BadNotation(
            _("Claims are said while the camera looks, and photos or a film wait for nobody."),
            hint=_("Take a live camera; one photo is read with 'keypeg read --board davinci'."),
        )
    if sight.confirm is not Confirm.UNSURE:
        raise BadNotation(
            _("Tiles never wait for 'done': how they lie is what is played."),
            hint=_("Leave out --confirm; what is unclear is asked, 'undo' takes back a step."),
        )


def check_boards_are_seen(session: Session, sight: Sight) -> None:
    """Raise `BadNotation` for an option that does not go with the boards of this match."""
    current, title = session.match.round, session.match.rules.title
    if not isinstance(current, PartsRound):
        if sight.boards:
            raise BadNotation(
                _("{title} is played on one board.").format(title=title),
                hint=_("Leave out --boards."),
            )
        return
    if sight.boards not in (None, len(current.owners)):
        raise BadNotation(
            _("This match is played on {wanted} boards, not {number}.").format(
                wanted=len(current.owners), number=sight.boards
            ),
            hint=_("Leave out --boards."),
        )
    if sight.corners:
        raise BadNotation(
            _("Several boards are told apart by their markers."), hint=_("Leave out --corners.")
        )
    if sight.confirm is Confirm.NEVER:
        raise BadNotation(
            _("In {title} any hole may stay empty, so each row waits for 'done'.").format(
                title=title
            ),
            hint=_("Leave out --confirm."),
        )
