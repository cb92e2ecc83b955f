"""The drawn camera before the wizard: it shows what each step asks for, as a user would set it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat

from calibration.wizard.steps import Step
from companion.errors import CameraError
from companion.game.core.codes import EMPTY
from companion.i18n import _
from companion.simulator.pegs.camera import SimCamera
from companion.simulator.pegs.script import Moment, random_script
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title
from companion.vision.camera.frames import Frame

__all__ = ["Poser", "drawn_camera"]


class Poser:
    """A drawn board on which a step's pegs are set as soon as they are asked for."""

    def __init__(self, camera: SimCamera, seed: int) -> None:
        self.title, self.notes = camera.title, camera.notes
        self._camera = camera
        self._seed = seed

    def pose_for(self, step: Step) -> None:
        """Set on the board what `step` asks for."""
        shape = self._camera.shape
        rows = _trial_rows(shape, self._seed) if step.name == "trial" else step.rows
        self._camera.follow(repeat(_moment(shape, rows, _answers(step))))

    def read(self, timeout: float) -> Frame:
        """Draw the next frame."""
        return self._camera.read(timeout)

    def close(self) -> None:
        """Return no more."""
        self._camera.close()


def drawn_camera(shape: BoardShape, options: Mapping[str, int]) -> Poser:
    """Return a camera that draws `shape`; CameraError for boards of studs, which it cannot draw."""
    if shape.hole.kind != "bore":
        raise CameraError(
            _("The drawn camera draws boards with holes only."),
            hint=_(
                "Take the four-player board: keypeg calibrate four-player --camera sim:invicta-4."
            ),
        )
    seed = options.get("seed", 1)
    nothing = iter((_moment(shape, {}, {}),))
    title = _("The drawn board {title}").format(title=said_title(shape))
    return Poser(SimCamera(title, shape, nothing, seed=seed, width=options["width"]), seed)


def _moment(
    shape: BoardShape, rows: Mapping[int, str], answers: Mapping[int, tuple[int, int]]
) -> Moment:
    numbers = range(1, shape.rows + 1)
    return Moment(
        tuple(rows.get(row, EMPTY * shape.cols) for row in numbers),
        tuple(answers.get(row, (0, 0)) for row in numbers),
    )


def _answers(step: Step) -> Mapping[int, tuple[int, int]]:
    if step.keys is None:
        return step.clicks or {}
    return {row: (line.count("k"), line.count("w")) for row, line in step.keys.items()}


def _trial_rows(shape: BoardShape, seed: int) -> dict[int, str]:
    game = random_script(seed, palette=shape.palette, rows=min(3, shape.rows), cols=shape.cols)
    middle = max(1, shape.rows // 2 - 1)
    lines = enumerate(game.rows, start=middle)
    return {row: line for row, line in lines if row <= shape.rows}
