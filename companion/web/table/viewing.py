"""A camera that is only looked through: its newest frames, how good they are, a still picture."""

from dataclasses import dataclass, field

from calibration.wizard.stills import FRAMES, Quality, measure, still_of
from companion.errors import CalibrationError, CameraError, KeypegError
from companion.i18n import _
from companion.vision.camera.frames import Camera
from companion.vision.geometry.arrays import Image
from companion.web.table.pictures import Picture

__all__ = ["Viewing"]

# frames within which a hand must have left the picture, and seconds that one is waited for; chosen,
# as at the keyboard
PATIENCE, WAIT = 40, 2.0
# seconds that a frame is waited for while somebody only looks through the camera; chosen: a tap is
# answered within it
LOOK = 0.1


@dataclass
class Viewing:
    """A camera that somebody looks through; `recent` are its newest frames, oldest first."""

    camera: Camera
    spec: str
    recent: list[Image] = field(default_factory=list)
    number: int = 0
    trouble: str = ""

    def look(self) -> Picture | None:
        """Return the next frame as a picture, or the last one if none has come."""
        try:
            self.keep(self.camera.read(LOOK).image)
            self.trouble = ""
        except CameraError as error:
            self.trouble = str(error)
        return Picture(self.recent[-1], self.number) if self.recent else None

    def keep(self, image: Image) -> None:
        """Take in a frame."""
        if self.recent and self.recent[-1].shape != image.shape:
            self.recent.clear()
        self.recent = [*self.recent[1 - FRAMES :], image]
        self.number += 1

    @property
    def quality(self) -> Quality | None:
        """What the newest frames are like: light, blur, motion."""
        return measure(self.recent) if len(self.recent) == FRAMES else None

    def still(self) -> Image:
        """Return a picture made of frames in which nothing moves; raises CalibrationError."""
        frames: list[Image] = []
        trouble: KeypegError = CalibrationError(
            _("The camera gave too few pictures."), hint=_("Check its cable, power or app.")
        )
        for _number in range(PATIENCE):
            try:
                image = self.camera.read(WAIT).image
            except CameraError as error:
                raise CalibrationError(error.message, hint=error.hint) from error
            self.keep(image)
            frames.append(image)
            if len(frames) == FRAMES:
                try:
                    return still_of(frames)
                except CalibrationError as error:
                    trouble = error
                    frames.clear()
        raise trouble

    def close(self) -> None:
        """Let go of the camera."""
        self.camera.close()
