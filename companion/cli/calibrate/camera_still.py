"""A still picture of a live camera, as both wizards take it: no hand in it, and nothing moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.wizard.stills import FRAMES, still_of
from companion.errors import CalibrationError, CameraError
from companion.i18n import _

if TYPE_CHECKING:
    from companion.vision.camera.frames import Camera
    from companion.vision.geometry.arrays import Image

__all__ = ["take_still"]

# frames within which a hand must have left the picture, and seconds to wait for one; chosen: longer
# than a hand needs, shorter than one waits for a machine that hangs
PATIENCE, WAIT = 40, 5.0


def take_still(camera: Camera) -> tuple[Image, list[Image]]:
    """Take frames until some in a row are still; return the still picture and those frames.

    Raises CalibrationError when none are.
    """
    frames: list[Image] = []
    trouble = CalibrationError(
        _("The camera gave too few pictures."),
        hint=_("Check its cable, power or app, and try again."),
    )
    for _number in range(PATIENCE):
        try:
            frames.append(camera.read(WAIT).image)
        except CameraError as error:
            raise CalibrationError(error.message, hint=error.hint) from error
        if len(frames) < FRAMES:
            continue
        try:
            return still_of(frames), frames
        except CalibrationError as error:
            trouble = error
            frames.clear()
    raise trouble
