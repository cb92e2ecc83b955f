"""Pictures of a folder or of a video file as a camera: every one is given, in order, then it ends.

Their time is their own: a second a photo, a video's own rate. So a run is the same every time.
"""

from collections.abc import Callable
from pathlib import Path

import cv2

from companion.errors import CameraEnded, CameraError, PictureError
from companion.i18n import _
from companion.vision.camera.frame_faults import STANDSTILL, Standstill, is_cut_off
from companion.vision.camera.frames import Frame, checked
from companion.vision.camera.image_files import MOST_PIXELS, load_picture, pictures_in
from companion.vision.geometry.arrays import Image

__all__ = ["PhotoCamera", "VideoCamera"]

# frames a second of a video that does not say: a guess
USUAL_RATE = 25.0


class PhotoCamera:
    """The pictures of a folder in order of name, a second apart."""

    def __init__(self, folder: Path) -> None:
        self.title = _("The photos in {folder}").format(folder=folder)
        self.notes: tuple[str, ...] = ()
        try:
            self._left = pictures_in(folder)
        except PictureError as error:
            raise CameraError(error.message, hint=error.hint) from error
        self._count = 0

    def read(self, timeout: float) -> Frame:
        """Return the next photo; a damaged one is a CameraError, and the next read goes on."""
        del timeout
        if not self._left:
            raise CameraEnded(_("{title} are all seen.").format(title=self.title))
        file = self._left.pop(0)
        self._count += 1
        try:
            image = load_picture(file).pixels
        except PictureError as error:
            raise CameraError(error.message, hint=error.hint) from error
        return Frame(image, float(self._count - 1), self._count)

    def close(self) -> None:
        """Return no more."""
        self._left = []


class VideoCamera:
    """The frames of a video file."""

    def __init__(self, file: Path, *, capture: Callable[[str], cv2.VideoCapture] | None = None):
        self.title = _("The video {file}").format(file=file)
        self.notes: tuple[str, ...] = ()
        if not file.is_file():
            raise CameraError(
                _("There is no video {file}.").format(file=file), hint=_("Check its name.")
            )
        self._capture = (capture or cv2.VideoCapture)(str(file))
        if not self._capture.isOpened():
            raise CameraError(
                _("{title} cannot be played.").format(title=self.title),
                hint=_("Save it as MJPEG in AVI, or as MP4."),
            )
        self._rate = float(self._capture.get(cv2.CAP_PROP_FPS)) or USUAL_RATE
        self._count = 0
        self._standstill = Standstill()
        self._refuse_too_large(file)

    def read(self, timeout: float) -> Frame:
        """Return the next frame; CameraError for one that is cut off, or stands still for long."""
        del timeout
        image = self._next()
        self._count += 1
        at = (self._count - 1) / self._rate
        if is_cut_off(image):
            raise CameraError(
                _("{title} has pictures whose lower part is missing.").format(title=self.title),
                hint=_("They are left out."),
            )
        if self._standstill.seconds(image, at) >= STANDSTILL:
            raise CameraError(
                _("{title} has shown one and the same picture for {seconds:g} s.").format(
                    title=self.title, seconds=STANDSTILL
                ),
                hint=_("It goes on when that changes."),
            )
        return Frame(image, at, self._count)

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()

    def _refuse_too_large(self, file: Path) -> None:
        """Refuse a video whose frames would not fit into memory, before one is decoded."""
        width, height = (
            int(self._capture.get(what))
            for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if width * height > MOST_PIXELS:
            self._capture.release()
            raise CameraError(
                _("The pictures of {file} are too large ({width} x {height}).").format(
                    file=file, width=width, height=height
                ),
                hint=_("Save it smaller: 1280 x 720 is enough."),
            )

    def _next(self) -> Image:
        good, image = self._capture.read()
        if not good:
            raise CameraEnded(_("{title} has ended.").format(title=self.title))
        return checked(image, self.title)
