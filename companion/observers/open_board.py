"""What the commands that watch a board need: a camera, the board, and eyes that know it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from companion.errors import BadNotation, CameraError

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape
    from companion.vision.camera.open import Camera
    from companion.vision.tiles.table_eyes import TileEyes
    from companion.vision.watch.board_eyes import Eyes
    from companion.vision.watch.board_tracker import Lookout
    from companion.vision.watch.box_limits import Limits
    from companion.vision.watch.stability import Pace

__all__ = ["Seeing", "TileSeeing", "open_eyes", "open_tile_eyes"]


@dataclass(frozen=True, slots=True)
class Seeing:
    """A camera, the board before it, and eyes for it."""

    camera: Camera
    shape: BoardShape
    eyes: Eyes


@dataclass(frozen=True, slots=True)
class TileSeeing:
    """A camera over a table of tiles, and eyes for it."""

    camera: Camera
    eyes: TileEyes


def open_tile_eyes(
    spec: str, seats: int, name: str | None, say: Callable[[str], None]
) -> TileSeeing:
    """Open the camera `spec` over a table with `seats` rows, measured as `name`.

    Without a name the camera's place is found anew in every picture, which is less sure. A drawn
    table (sim:) knows its own.
    """
    from calibration.store.tile_tables import load_table
    from companion.simulator.open import open_camera
    from companion.simulator.tile_camera import TileCamera
    from companion.vision.tiles.reader import read_table
    from companion.vision.tiles.seat_order import by_sides
    from companion.vision.tiles.table_eyes import READINGS, TileEyes
    from companion.vision.tiles.watcher import TileWatcher

    table = load_table(name) if name else None
    pose, net = (table.pose, table.net) if table else (None, None)
    camera = open_camera(spec, say=say)
    if isinstance(camera, TileCamera):
        pose = camera.table.pose

    def read(image: Any) -> Any:
        size = (image.shape[1], image.shape[0])
        here = pose.resized(size) if pose and pose.size != size else pose
        return by_sides(read_table(image, pose=here, faces=net))

    return TileSeeing(camera, TileEyes(read, TileWatcher(seats, READINGS)))


def open_eyes(
    spec: str,
    board: str | None,
    name: str | None,
    corners: str | None,
    limits: Callable[[BoardShape], Limits],
    say: Callable[[str], None],
) -> Seeing:
    """Open the camera `spec` and eyes for `board`, calibrated as `name`.

    `limits` gives what the game allows on a board. A drawn game (sim:) has its own board.
    """
    from companion.simulator.open import open_camera
    from companion.vision.watch.board_eyes import Eyes
    from companion.vision.watch.watcher import Watcher

    motion, pace = pace_of(spec, board)
    # what cannot be read is said before a camera is opened
    known = _calibrated(board, name, corners, motion) if board else None
    camera = open_camera(spec, say=say)
    shape, lookout = known or _drawn(camera)
    return Seeing(camera, shape, Eyes(lookout, Watcher.before(limits(shape), pace=pace)))


def pace_of(spec: str, board: str | None) -> tuple[float, Pace]:
    """Give what counts as motion before camera `spec`, and the looks it takes to be sure.

    Raises BadNotation unless it is either a drawn game or a board that is named.
    """
    from companion.vision.camera.open import parse_spec
    from companion.vision.watch.motion import MOTION
    from companion.vision.watch.stability import PHOTOS, VIDEO

    kind = parse_spec(spec).kind
    if kind != "sim" and board is None:
        raise BadNotation(
            f"--camera {spec} needs --board.", hint="'keypeg board list' names the boards."
        )
    if kind == "sim" and board is not None:
        raise BadNotation("A drawn game has its own board.", hint="Leave --board out.")
    # photos differ in everything from one to the next
    return (inf, PHOTOS) if kind == "photos" else (MOTION, VIDEO)


def _calibrated(
    board: str, name: str | None, corners: str | None, motion: float
) -> tuple[BoardShape, Lookout]:
    """Give the board and how to look at it, by a calibration that was saved."""
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load
    from calibration.wizard.locate import locate
    from calibration.wizard.notation import parse_corners
    from companion.vision.board.located import Located
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import Lookout

    shape = load_board(board)
    saved = load(name or shape.name, board=shape.name)
    fitted = saved.fitted(shape)
    clicked = parse_corners(corners) if corners else None

    def find(image: Any, last: Any) -> Any:
        # clicks say where it was in the first frame
        at = None if last else clicked
        found = locate(image, fitted, corners=at, last=last, empty=saved.empty)
        return found.shape, found.pose

    def read(image: Any, there: BoardShape, pose: Any) -> Any:
        return reader.read(image, Located(there, pose), saved.calibration)

    return shape, Lookout(find, read, motion=motion)


def _drawn(camera: Any) -> tuple[BoardShape, Lookout]:
    """Give a drawn game's board, calibrated by drawn pictures."""
    from companion.simulator.board_camera import SimCamera, known_pictures
    from companion.simulator.boards_camera import SimBoards
    from companion.vision.board.located import Located
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import Lookout

    if isinstance(camera, SimBoards):
        raise CameraError(
            f"{camera.title} shows several boards.", hint=f"Add --boards {len(camera.shapes)}."
        )
    if not isinstance(camera, SimCamera):
        raise CameraError(
            f"{camera.title} has tiles on it; what is watched here is a board of pegs.",
            hint="Take sim:hasbro-2 or sim:bouwblokje.",
        )
    pictures, empty = known_pictures(camera.shape, camera.pose)
    calibration = reader.calibrate(pictures, (empty.image, empty.located))

    def find(*_: Any) -> Any:
        return camera.shape, camera.seen_from()

    def read(image: Any, there: BoardShape, pose: Any) -> Any:
        return reader.read(image, Located(there, pose), calibration)

    return camera.shape, Lookout(find, read)
