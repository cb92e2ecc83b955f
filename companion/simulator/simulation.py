"""Simulated tables: a camera that draws them, what is known of them, and robots who play there."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from calibration.store.tile_faces import learned_from, prints_of
from companion.errors import CameraError
from companion.game.tiles.tile import BACKS
from companion.i18n import _
from companion.session.watched_session import WatchedSession
from companion.simulator.parts.camera import SimBoards, acted_on_boards
from companion.simulator.parts.players import DrawnParts
from companion.simulator.pegs.camera import SimCamera, known_pictures
from companion.simulator.pegs.hands import Act, acted
from companion.simulator.pegs.players import DrawnPeople
from companion.simulator.pegs.robots import solver_guesser
from companion.simulator.tiles.camera import DrawnTable, TileCamera
from companion.simulator.tiles.hands import acted_at_table
from companion.simulator.tiles.players import DrawnTiles
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Camera
from companion.vision.geometry.pose import Pose
from companion.vision.learn.calibrate import calibrate
from companion.vision.read.calibration_data import Calibration
from companion.vision.tile_rows.row_fit import FittedRows
from companion.vision.tiles.known_table import KnownTable

__all__ = [
    "BoardSimulation",
    "BoardsSimulation",
    "KnownBoard",
    "Simulation",
    "TileSimulation",
]


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A simulated board, calibrated by drawn pictures; `pose` gives where it lies now."""

    shape: BoardShape
    calibration: Calibration
    pose: Callable[[], Pose]


class Simulation(Protocol):
    """A table that is drawn, in place of one before a real camera."""

    @property
    def camera(self) -> Camera:
        """What gives its frames."""

    def board(self) -> KnownBoard:
        """Return the one board before the camera, or raise `CameraError`."""

    def boards(self, count: int) -> list[KnownBoard]:
        """Return so many boards before the camera, board 1 first, or raise `CameraError`."""

    def tile_table(self) -> KnownTable:
        """Return what is known of a table of tiles, or raise `CameraError`."""

    def seat(self, evening: WatchedSession, chance: Random) -> None:
        """Let robots play `evening` before the camera, in place of a game made up."""


class BoardSimulation:
    """One board of pegs."""

    def __init__(self, camera: SimCamera) -> None:
        self.camera = camera

    def board(self) -> KnownBoard:
        """Return the board; bumps move it."""
        shape, pose = self.camera.shape, self.camera.pose
        return KnownBoard(shape, _calibrated(shape, pose), self.camera.seen_from)

    def boards(self, count: int) -> list[KnownBoard]:
        """Raise `CameraError`: there is one."""
        raise _no_boards(self.camera, count)

    def tile_table(self) -> KnownTable:
        """Raise `CameraError`: there are no tiles."""
        raise _no_tiles(self.camera)

    def seat(self, evening: WatchedSession, chance: Random) -> None:
        """Let a maker and breakers play who guess what is still possible."""
        shape = self.camera.shape
        people = DrawnPeople(evening, solver_guesser(chance), chance)
        self.camera.follow(acted(people, rows=shape.rows, cols=shape.cols, chance=chance))


class BoardsSimulation:
    """Several boards, each with its own markers."""

    def __init__(self, camera: SimBoards) -> None:
        self.camera = camera

    def board(self) -> KnownBoard:
        """Raise `CameraError`: there are several."""
        raise CameraError(
            _("{title} shows several boards.").format(title=self.camera.title),
            hint=_("Add --boards {count}.").format(count=len(self.camera.shapes)),
        )

    def boards(self, count: int) -> list[KnownBoard]:
        """Return the boards, or raise `CameraError` for another number of them."""
        if len(self.camera.shapes) != count:
            raise _no_boards(self.camera, count)
        return [
            KnownBoard(shape, _calibrated(shape, pose), _always(pose))
            for shape, pose in zip(self.camera.shapes, self.camera.poses, strict=True)
        ]

    def tile_table(self) -> KnownTable:
        """Raise `CameraError`: there are no tiles."""
        raise _no_tiles(self.camera)

    def seat(
        self,
        evening: WatchedSession,
        chance: Random,
        *,
        before: Callable[[], tuple[int, Act] | None] = lambda: None,
    ) -> None:
        """Let owners play; what `before` gives is done before what they would do."""
        robots = DrawnParts(evening, chance, before)
        shapes = self.camera.shapes
        self.camera.follow(acted_on_boards(robots, shapes[0], len(shapes), chance))


class TileSimulation:
    """A table of tiles."""

    def __init__(self, camera: TileCamera) -> None:
        self.camera = camera

    def board(self) -> KnownBoard:
        """Raise `CameraError`: there is no board."""
        raise CameraError(
            _("{title} has tiles on it; what is watched here is a board of pegs.").format(
                title=self.camera.title
            ),
            hint=_("Take sim:hasbro-2 or sim:bouwblokje."),
        )

    def boards(self, count: int) -> list[KnownBoard]:
        """Raise `CameraError`: there are no boards."""
        raise _no_boards(self.camera, count)

    def tile_table(self) -> KnownTable:
        """Return the table as if it were measured without a fault."""
        return known_table(self.camera.table)

    def seat(self, evening: WatchedSession, chance: Random) -> None:
        """Let players with tiles play."""
        players = len(evening.session.match.players)
        self.camera.follow(acted_at_table(DrawnTiles(evening, chance), players))


def known_table(drawn: DrawnTable) -> KnownTable:
    """Return a drawn table with its true camera, its empty picture and its own print learned."""
    tiles = drawn.open_tiles()
    rows = tuple(tuple(t.place for t in tiles if t.colour == back) for back in BACKS)
    prints = prints_of(drawn.draw_open(), FittedRows(drawn.pose, drawn.box, rows, 0.0))
    learned = learned_from(prints)
    return KnownTable(drawn.pose, drawn.box, drawn.draw_empty(), learned.net)


def _calibrated(shape: BoardShape, pose: Pose) -> Calibration:
    pictures, empty = known_pictures(shape, pose)
    return calibrate(pictures, (empty.image, empty.located))


def _always(pose: Pose) -> Callable[[], Pose]:
    return lambda: pose


def _no_boards(camera: Camera, count: int) -> CameraError:
    return CameraError(
        _("{title} does not show {count} boards.").format(title=camera.title, count=count),
        hint=_("Take sim:invicta-4?boards={count}.").format(count=count),
    )


def _no_tiles(camera: Camera) -> CameraError:
    return CameraError(
        _("{title} has no tiles on it.").format(title=camera.title),
        hint=_("Take sim:davinci?players=2."),
    )
