"""Several boards before one camera, each told by its own markers: eyes for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.errors import BadNotation, CameraError
from companion.observers.open_board import pace_of

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape
    from companion.vision.camera.open import Camera
    from companion.vision.read.calibration_data import Calibration
    from companion.vision.watch.board_tracker import Lookout
    from companion.vision.watch.box_limits import Limits
    from companion.vision.watch.multi_board import SeveralEyes

__all__ = ["SeeingBoards", "open_boards"]


@dataclass(frozen=True, slots=True)
class SeeingBoards:
    """A camera, one of the boards before it, and eyes for all."""

    camera: Camera
    shape: BoardShape
    eyes: SeveralEyes


def open_boards(
    spec: str,
    board: str | None,
    name: str | None,
    count: int,
    limits: Callable[[BoardShape], Limits],
    say: Callable[[str], None],
) -> SeeingBoards:
    """Open the camera `spec` and eyes for `count` boards alike, with the marker sets 1, 2, ...

    `name` is one calibration for all, or one for each with commas between. A drawn game (sim:)
    has its own boards.
    """
    from companion.simulator.open import open_camera
    from companion.vision.watch.board_eyes import Eyes
    from companion.vision.watch.multi_board import SeveralEyes
    from companion.vision.watch.watcher import Watcher

    motion, pace = pace_of(spec, board)
    known = _calibrated(board, name, count) if board else []
    camera = open_camera(spec, say=say)
    known = known or _drawn(camera, count)
    eyes = [
        Eyes(_lookout(*each, motion), Watcher.before(limits(each[0]), pace=pace)) for each in known
    ]
    return SeeingBoards(camera, known[0][0], SeveralEyes(eyes))


def _lookout(shape: BoardShape, calibration: Calibration, motion: float) -> Lookout:
    from companion.vision.board.located import Located
    from companion.vision.locate.find_board import find_among
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import Lookout

    def find(image: Any, last: Any) -> Any:
        found = find_among(image, shape, last=last)
        return found.shape, found.pose

    def read(image: Any, there: BoardShape, pose: Any) -> Any:
        return reader.read(image, Located(there, pose), calibration)

    return Lookout(find, read, motion=motion)


def _calibrated(board: str, name: str | None, count: int) -> list[tuple[BoardShape, Calibration]]:
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load

    shape = load_board(board)
    if shape.markers is None:
        raise BadNotation(
            f"The board '{board}' has no markers in its file: several cannot be told apart.",
            hint="Describe one with markers.",
        )
    names = (name or shape.name).split(",")
    if len(names) not in (1, count):
        raise BadNotation(
            f"--calibration names {len(names)} for {count} boards.",
            hint="Give one, or one for each.",
        )
    saved = [load(each.strip(), board=shape.name) for each in names]
    each = saved if len(saved) == count else saved * count
    return [
        (one.fitted(shape).with_marker_set(number), one.calibration)
        for number, one in enumerate(each, start=1)
    ]


def _drawn(camera: Camera, count: int) -> list[tuple[BoardShape, Calibration]]:
    """Give `count` drawn boards, each calibrated by drawn pictures of its own."""
    from companion.simulator.board_camera import known_pictures
    from companion.simulator.boards_camera import SimBoards
    from companion.vision.read import reader

    if not isinstance(camera, SimBoards) or len(camera.shapes) != count:
        raise CameraError(
            f"{camera.title} does not show {count} boards.",
            hint=f"Take sim:invicta-4?boards={count}.",
        )
    known = []
    for shape, pose in zip(camera.shapes, camera.poses, strict=True):
        pictures, empty = known_pictures(shape, pose)
        known.append((shape, reader.calibrate(pictures, (empty.image, empty.located))))
    return known
