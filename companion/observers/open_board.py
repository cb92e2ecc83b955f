"""One board of pegs before a camera, and eyes that know it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from companion.errors import BadNotation
from companion.i18n import _
from companion.observers.observer import Observer

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.sightings.boards import Sighting
    from companion.simulator.simulation import Simulation
    from companion.vision.board.shape import BoardShape
    from companion.vision.watch.board_tracker import BoardTracker
    from companion.vision.watch.box_limits import Limits
    from companion.vision.watch.stability import Pace

__all__ = ["open_board", "pace_of"]


def open_board(
    options: CameraOptions,
    limits: Callable[[BoardShape], Limits],
    say: Callable[[str], None],
) -> Observer[Sighting]:
    """Open a camera and eyes for one board; `limits` gives what the game allows on it.

    A simulated table has its own board. Raises what a camera, a board or a calibration that cannot
    be used raises, before anything is looked at.
    """
    from companion.simulator.open import open_simulation
    from companion.vision.open_camera import open_camera
    from companion.vision.watch.board_eyes import BoardEyes
    from companion.vision.watch.watcher import Watcher

    motion, pace = pace_of(options)
    # what cannot be read is said before a camera is opened
    known = _calibrated(options.board, options, motion) if options.board else None
    allowed = limits(known[0]) if known else None
    simulation = open_simulation(options.spec)
    camera = simulation.camera if simulation else open_camera(options.spec, say=say)
    shape, tracker = known or _simulated(simulation)
    eyes = BoardEyes(tracker, Watcher.before(allowed or limits(shape), pace=pace))
    return Observer(camera, eyes, simulation)


def pace_of(options: CameraOptions) -> tuple[float, Pace]:
    """Return what counts as motion before the camera, and the looks it takes to be sure.

    Raises BadNotation unless it is either a drawn game or a board that is named.
    """
    from companion.vision.open_camera import parse_spec
    from companion.vision.watch.hands_and_motion import MOTION
    from companion.vision.watch.stability import PHOTOS, VIDEO

    kind, board = parse_spec(options.spec).kind, options.board
    if kind != "sim" and board is None:
        raise BadNotation(
            _("'--camera {spec}' needs '--board'.").format(spec=options.spec),
            hint=_("'keypeg board list' names the boards."),
        )
    if kind == "sim" and board is not None:
        raise BadNotation(_("A drawn game has its own board."), hint=_("Leave '--board' out."))
    # photos differ in everything from one to the next
    return (inf, PHOTOS) if kind == "photos" else (MOTION, VIDEO)


def _calibrated(
    board: str, options: CameraOptions, motion: float
) -> tuple[BoardShape, BoardTracker]:
    """Return the board and how to look at it, by a calibration that was saved."""
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load
    from calibration.wizard.locate import locate
    from calibration.wizard.notation import parse_corners
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import BoardTracker

    shape = load_board(board)
    saved = load(options.calibration or shape.name, board=shape.name)
    fitted = saved.fitted(shape)
    clicked = parse_corners(options.corners) if options.corners else None

    def find(image: Any, last: Any) -> Any:
        # clicks say where it was in the first frame
        at = None if last else clicked
        return locate(image, fitted, corners=at, last=last, empty=saved.empty)

    def read(image: Any, located: Any) -> Any:
        return reader.read(image, located, saved.calibration)

    return shape, BoardTracker(find, read, motion=motion)


def _simulated(simulation: Simulation | None) -> tuple[BoardShape, BoardTracker]:
    """Return a simulated board and how to look at it, by drawn pictures."""
    from companion.vision.board.located import Located
    from companion.vision.read import reader
    from companion.vision.watch.board_tracker import BoardTracker

    assert simulation
    known = simulation.board()

    def find(*_: Any) -> Any:
        return Located(known.shape, known.pose())

    def read(image: Any, located: Any) -> Any:
        return reader.read(image, located, known.calibration)

    return known.shape, BoardTracker(find, read)
