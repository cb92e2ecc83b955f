"""An evening at a drawn table: drawn pictures are read, robots set what is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.errors import CameraEnded
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.round import TileRound
from companion.observers.open_board import Seeing, TileSeeing, open_eyes, open_tile_eyes
from companion.observers.open_boards import SeeingBoards, open_boards
from companion.session.session import Session
from companion.session.watched_session import Evening
from companion.simulator.board_camera import SimCamera
from companion.simulator.board_players import DrawnPeople
from companion.simulator.boards_camera import SimBoards, acted_on_boards
from companion.simulator.hands import Act, acted
from companion.simulator.parts_players import DrawnParts
from companion.simulator.robots import thinker
from companion.simulator.tile_camera import TileCamera
from companion.simulator.tile_hands import acted_at_table
from companion.simulator.tile_players import DrawnTiles
from companion.table import Confirm, Happening
from companion.vision.board.shape import BoardShape
from companion.vision.watch.box_limits import Limits

__all__ = ["Drawn", "limits_of", "seat", "sit_down"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The evening, and what its people see of it."""

    evening: Evening
    seeing: Seeing | SeeingBoards | TileSeeing

    def seen(self) -> Iterator[Happening]:
        """Give what the eyes say, frame after frame, until nobody does anything any more."""
        while True:
            try:
                frame = self.seeing.camera.read(0.0)
            except CameraEnded:
                return
            yield from self.seeing.eyes.look(frame)


def sit_down(
    session: Session,
    spec: str,
    chance: Random,
    show: Callable[[Evening], None],
) -> Drawn:
    """Give the evening of `session` at the drawn table of `spec`, with robots that think."""
    seeing = _opened(session, spec)
    eyes = None if isinstance(seeing, TileSeeing) else seeing.eyes
    evening = Evening(session, eyes, confirm=Confirm.UNSURE, show=show)
    seat(evening, seeing, chance)
    evening.refresh()
    return Drawn(evening, seeing)


def _opened(session: Session, spec: str) -> Seeing | SeeingBoards | TileSeeing:
    """Open eyes for the board, the boards or the tiles of the drawn table."""
    current = session.match.round
    if isinstance(current, TileRound):
        return open_tile_eyes(spec, len(current.players), None, lambda __: None)
    limits = limits_of(session)
    if isinstance(current, PartsRound):
        return open_boards(spec, None, None, len(current.owners), limits, lambda __: None)
    return open_eyes(spec, None, None, None, limits, lambda __: None)


def seat(
    evening: Evening,
    seeing: Seeing | SeeingBoards | TileSeeing,
    chance: Random,
    *,
    before: Callable[[], tuple[int, Act] | None] = lambda: None,
) -> None:
    """Let robots play `evening` at the drawn table before the camera.

    At a table of several boards, what `before` gives is done before what they would do.
    """
    if isinstance(seeing, TileSeeing):
        assert isinstance(seeing.camera, TileCamera)
        players = len(evening.session.match.players)
        seeing.camera.follow(acted_at_table(DrawnTiles(evening, chance), players))
        return
    shape = seeing.shape
    if isinstance(seeing.camera, SimBoards):
        robots, boards = DrawnParts(evening, chance, before), len(seeing.camera.shapes)
        seeing.camera.follow(acted_on_boards(robots, shape, boards, chance))
        return
    assert isinstance(seeing.camera, SimCamera)
    people = DrawnPeople(evening, thinker(chance), chance)
    seeing.camera.follow(acted(people, rows=shape.rows, cols=shape.cols, chance=chance))


def limits_of(session: Session) -> Callable[[BoardShape], Limits]:
    """Give what the game of `session` allows on a board."""
    rules = session.match.rules
    if isinstance(rules, PartsRules):
        return lambda shape: Limits(
            min(shape.rows, rules.rows), shape.cols, rules.colours, blanks=True
        )
    assert isinstance(rules, PegRules)
    return lambda shape: Limits(
        min(shape.rows, rules.rows),
        shape.cols,
        rules.colours,
        stock=rules.pegs_a_colour,
        blanks=rules.empties,
    )
