"""Several boards before one camera, each told by its own markers: eyes for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.errors import BadNotation
from companion.i18n import _
from companion.observers.observer import Observer
from companion.observers.open_board import pace_of

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.sightings.boards import OnBoard
    from companion.simulator.simulation import Simulation
    from companion.vision.board.shape import BoardShape
    from companion.vision.read.calibration_data import Calibration
    from companion.vision.watch.board_tracker import BoardTracker
    from companion.vision.watch.box_limits import Limits

__all__ = ["open_boards"]


def open_boards(
    options: CameraOptions,
    count: int,
    limits: Callable[[BoardShape], Limits],
    say: Callable[[str], None],
) -> Observer[OnBoard]:
    """Open a camera and eyes for `count` boards alike, with the marker sets 1, 2, ...

    One calibration may be named for all, or one for each with commas between. A simulated table
    has its own boards.
    """
    from companion.simulator.open import open_simulation
    from companion.vision.open_camera import open_camera
    from companion.vision.watch.board_eyes import BoardEyes, MultiBoardEyes
    from companion.vision.watch.watcher import Watcher

    motion, pace = pace_of(options)
    board, name = options.board, options.calibration
    known = _calibrated(board, name, count) if board else []
    simulation = open_simulation(options.spec)
    camera = simulation.camera if simulation else open_camera(options.spec, say=say)
    known = known or _simulated(simulation, count)
    eyes = [
        BoardEyes(_tracker(*each, motion), Watcher.before(limits(each[0]), pace=pace))
        for each in known
    ]
    return Observer(camera, MultiBoardEyes(eyes), simulation)


def _tracker(shape: BoardShape, calibration: Calibration, motion: float) -> BoardTracker:
    from companion.vision.locate.find_board import find_among
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import BoardTracker

    def find(image: Any, last: Any) -> Any:
        return find_among(image, shape, last=last)

    def read(image: Any, located: Any) -> Any:
        return reader.read(image, located, calibration)

    return BoardTracker(find, read, motion=motion)


def _calibrated(board: str, name: str | None, count: int) -> list[tuple[BoardShape, Calibration]]:
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load

    shape = load_board(board)
    if shape.markers is None:
        raise BadNotation(
            _(
                "The board '{board}' has no markers in its file: several cannot be told apart."
            ).format(board=board),
            hint=_("Describe one with markers."),
        )
    names = (name or shape.name).split(",")
    if len(names) not in (1, count):
        raise BadNotation(
            _("'--calibration' names {number} for {count} boards.").format(
                number=len(names), count=count
            ),
            hint=_("Give one, or one for each."),
        )
    saved = [load(each.strip(), board=shape.name) for each in names]
    each = saved if len(saved) == count else saved * count
    return [
        (one.fitted(shape).with_marker_set(number), one.calibration)
        for number, one in enumerate(each, start=1)
    ]


def _simulated(simulation: Simulation | None, count: int) -> list[tuple[BoardShape, Calibration]]:
    """Return the simulated boards, each calibrated by drawn pictures of its own."""
    assert simulation
    return [(each.shape, each.calibration) for each in simulation.boards(count)]
