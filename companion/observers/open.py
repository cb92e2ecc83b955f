"""Opens what looks at a match: a camera, and eyes for the kind of game that is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from companion.errors import BadNotation
from companion.game.core.codes import COLOURS
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.observers.open_board import open_board
from companion.observers.open_boards import open_boards
from companion.observers.open_tiles import open_tiles

if TYPE_CHECKING:
    from companion.game.match import Match
    from companion.observers.observer import Observer
    from companion.observers.options import CameraOptions
    from companion.table import Happening
    from companion.vision.board.shape import BoardShape
    from companion.vision.watch.box_limits import Limits

__all__ = ["limits_of", "open_observer"]

Say = Callable[[str], None]


def open_observer(match: Match, options: CameraOptions, say: Say) -> Observer[Happening]:
    """Open the camera of `options` and eyes for the board, the boards or the tiles of `match`.

    Raises CameraError, CalibrationError, UnknownName or BadNotation, which say what to do.
    """
    return OBSERVERS[type(match.rules)](match, options, say)


def limits_of(match: Match) -> Callable[[BoardShape], Limits]:
    """Return what gives the limits of `match` on a board; BadNotation where it lacks a colour."""
    rules, rows = match.rules, match.round.board_size[0]
    kind = kind_of(rules)

    def limits(shape: BoardShape) -> Limits:
        allowed = kind.limits(rules, min(shape.rows, rows), shape.cols, shape.palette)
        missing = [_(COLOURS[c]) for c in allowed.colours if c not in shape.palette]
        if missing:
            raise BadNotation(
                _("The match has {colours}, of which the board '{board}' has no pegs.").format(
                    colours=", ".join(missing), board=shape.name
                ),
                hint=_(
                    "Play with the board's own colours, '--rule colours={own}', or name another "
                    "board."
                ).format(own=shape.palette),
            )
        return allowed

    return limits


def _board(match: Match, options: CameraOptions, say: Say) -> Observer[Happening]:
    return open_board(options, limits_of(match), say)


def _boards(match: Match, options: CameraOptions, say: Say) -> Observer[Happening]:
    hidden = match.round.code_round
    assert hidden
    return open_boards(options, len(hidden.owners), limits_of(match), say)


def _tiles(match: Match, options: CameraOptions, say: Say) -> Observer[Happening]:
    rules = cast(TileRules, match.rules)
    return open_tiles(options, len(match.players), len(rules.deck), say)


# the class of a box's rules -> who looks at a match of it; a new kind of game is one line
OBSERVERS: Mapping[type, Callable[[Match, CameraOptions, Say], Observer[Happening]]] = {
    PegRules: _board,
    PartsRules: _boards,
    TileRules: _tiles,
}
