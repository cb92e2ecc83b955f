"""What every camera gives and is: frames, and the small protocols behind which they are made.

A `Source` can be opened again and again; what it opens is a `Stream`, which gives pictures until
it raises. `vision.camera.live_camera` turns a source into a `Camera` that keeps the newest frame.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.errors import CameraError, PictureError
from companion.i18n import _
from companion.vision.camera.image_files import decode, reduction_of
from companion.vision.camera.image_headers import read_header
from companion.vision.geometry.arrays import Image

__all__ = ["Camera", "Frame", "Say", "Source", "Stream", "checked", "decoded", "silent"]

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (h, w, 3), uint8 BGR, taken `at` seconds of the camera's clock.

    `number` counts what the camera gave, from 1; a gap is frames that nobody fetched in time.
    """

    image: Image
    at: float
    number: int


class Camera(Protocol):
    """Something that gives frames; `title` says what it is, `notes` what is to be known of it."""

    @property
    def title(self) -> str:
        """What this camera is, for a message."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what was locked, ignored or given differently than asked."""

    def read(self, timeout: float) -> Frame:
        """Return the newest frame not given before, waiting at most `timeout` seconds for one.

        Raises CameraError, with what to do, when there is none; CameraEnded after the last one.
        """

    def close(self) -> None:
        """Let go of everything; closing twice is allowed."""


class Stream(Protocol):
    """An opened source; `rest` is how many seconds to leave it alone after a picture."""

    notes: tuple[str, ...]
    rest: float

    def grab(self, timeout: float) -> Image | None:
        """Return the next picture, None when none came in about `timeout` seconds.

        Raises CameraError when none will come until it is opened again.
        """

    def interrupt(self) -> None:
        """Let a grab that waits return soon; may be called from another thread."""

    def close(self) -> None:
        """Let go of the device, the child or the connection."""


class Source(Protocol):
    """A camera that can be opened, and opened again; `title` names it in messages."""

    @property
    def title(self) -> str:
        """What it is called in messages."""

    def open(self) -> Stream:
        """Open it; raises CameraError with what to do."""


def silent(_: str) -> None:
    """Say nothing."""


def decoded(data: bytes) -> Image | None:
    """Return the picture in the bytes of a JPEG or PNG; None when they are damaged.

    Raises CameraError for one that is too large to be decoded: the next would be as large.
    """
    header = read_header(data)
    if header is None or not header.whole or not header.is_sound:
        return None
    try:
        reduced = reduction_of(header, _("A picture of the camera"))
    except PictureError as error:
        raise CameraError(error.message, hint=_("Choose a smaller size in its app.")) from error
    return decode(data, reduced)


def checked(image: object, title: str) -> Image:
    """Return `image` when it is one (h, w, 3) of uint8; raises CameraError else."""
    if isinstance(image, np.ndarray) and image.dtype == np.uint8:
        if image.ndim == 3 and image.shape[2] == 3 and image.size:
            return image
        shape: object = image.shape
    else:
        shape = getattr(image, "dtype", type(image).__name__)
    raise CameraError(
        _("{title} gives pictures of an unknown form ({shape}).").format(title=title, shape=shape),
        hint=_("Choose another format or another camera."),
    )
