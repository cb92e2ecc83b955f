"""An evening at a drawn table: drawn pictures are read, robots set what is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.cli.seeing import Seeing, TileSeeing, open_eyes, open_tile_eyes
from companion.cli.seeing_boards import SeeingBoards, open_boards
from companion.drawn_parts import DrawnParts
from companion.drawn_people import DrawnPeople
from companion.drawn_tiles import DrawnTiles
from companion.errors import CameraEnded
from companion.evening import Evening
from companion.game.part_rules import PartsRules
from companion.game.parts import PartsRound
from companion.game.peg_rules import PegRules
from companion.game.tiles import TileRound
from companion.robots import thinker
from companion.session import Session
from companion.table import Confirm, Happening
from companion.vision.limits import Limits
from companion.vision.shape import BoardShape
from companion.vision.sim_boards import SimBoards, acted_on_boards
from companion.vision.sim_people import Act, acted
from companion.vision.simulate import SimCamera
from companion.vision.tiles_people import acted_at_table
from companion.vision.tiles_table import TileCamera

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
