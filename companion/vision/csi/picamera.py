"""The Raspberry Pi's own camera through picamera2, for those who have it: `csi?with=picamera2`.

What it does (measured with its version 0.3.38): "RGB888" is blue, green, red in memory, "BGR888"
the other way round; a format that it does not like is silently replaced, so what was configured is
read back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.errors import CameraError
from companion.i18n import _
from companion.vision.camera.frames import checked
from companion.vision.csi.from_pipe import remedy_for
from companion.vision.csi.locks import LOCKS, OBEY, SETTLE, note
from companion.vision.geometry.arrays import Image

__all__ = ["PicameraSource"]

# format -> the step through its last axis that gives blue, green, red
ORDERS = {"RGB888": 1, "BGR888": -1}
# libcamera's AfMode and AfTrigger: a lens that moves looks for the sharpest place once, and stays;
# by libcamera's definition
AF_MANUAL, AF_AUTO, AF_START = 0, 1, 0


def _imported() -> Any:
    from picamera2 import Picamera2

    return Picamera2


@dataclass(frozen=True)
class PicameraSource:
    """Camera `number` with pictures of `size` (width, height); `load` gives picamera2's class."""

    number: int = 0
    size: tuple[int, int] = (1280, 720)
    load: Callable[[], Any] = _imported

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return _("The CSI camera")

    def open(self) -> "PicameraStream":
        """Open, configure, let it settle, lock; raises CameraError with what to do."""
        camera = self._loaded()
        try:
            order = self._configured(camera)
            camera.start()
            notes = _locked(camera)
        except CameraError:
            camera.close()
            raise
        except Exception as error:
            camera.close()
            raise self._failed(error) from error
        return PicameraStream(self.title, camera, order, notes)

    def _loaded(self) -> Any:
        try:
            make = self.load()
        # a numpy of another version makes it a ValueError
        except (ImportError, ValueError) as error:
            raise CameraError(
                _("picamera2 cannot be used here: {why}.").format(why=error),
                hint=_(
                    "sudo apt install python3-picamera2, in an environment made with "
                    "--system-site-packages; or leave out ?with=picamera2."
                ),
            ) from error
        try:
            return make(self.number)
        # it raises RuntimeError and IndexError, as its version likes
        except Exception as error:
            raise self._failed(error) from error

    def _configured(self, camera: Any) -> int:
        wanted = {"format": "RGB888", "size": self.size}
        camera.configure(camera.create_video_configuration(main=wanted))
        given = camera.camera_configuration()["main"]["format"]
        if given not in ORDERS:
            raise CameraError(
                _("{title} gives pictures of an unknown form ({shape}).").format(
                    title=self.title, shape=given
                ),
                hint=_("Choose another format or another camera."),
            )
        return ORDERS[given]

    def _failed(self, error: Exception) -> CameraError:
        why = str(error).rstrip(".") or type(error).__name__
        return CameraError(
            _("{title} has ended: {last}.").format(title=self.title, last=why),
            hint=remedy_for(why),
        )


class PicameraStream:
    """A started camera; `order` is 1 when its pictures are blue, green, red, -1 when reversed."""

    rest = 0.0

    def __init__(self, title: str, camera: Any, order: int, notes: tuple[str, ...]) -> None:
        self.notes = notes
        self._title = title
        self._camera = camera
        self._order = order
        self._asked: Any = None

    def grab(self, timeout: float) -> Image | None:
        """Return the next picture; one that is late is waited for by the next grab."""
        self._asked = self._asked or self._camera.capture_array("main", wait=False)
        try:
            image = self._asked.get_result(timeout=timeout)
        except TimeoutError:
            return None
        except Exception as error:
            raise CameraError(
                _("{title} broke off: {error}.").format(title=self._title, error=error),
                hint=remedy_for(str(error)),
            ) from error
        self._asked = None
        return checked(np.ascontiguousarray(image[..., :: self._order]), self._title)

    def interrupt(self) -> None:
        """Do nothing: a grab keeps its time."""

    def close(self) -> None:
        """Stop and let go of the camera."""
        self._camera.stop()
        self._camera.close()


def _locked(camera: Any) -> tuple[str, ...]:
    """Freeze what the automatics have found; return a sentence on each value, as it reads back."""
    can_focus = "AfMode" in camera.camera_controls
    if can_focus:
        camera.set_controls({"AfMode": AF_AUTO, "AfTrigger": AF_START})
    locks = LOCKS if can_focus else LOCKS[:-1]  # a fixed lens says nothing of its position
    found = _after(camera, SETTLE)
    wanted = {control: found[control] for _name, control in locks if control in found}
    still = {"AfMode": AF_MANUAL} if can_focus else {}
    camera.set_controls(
        {"AeEnable": False, "AwbEnable": False, **still, **wanted} if wanted else {}
    )
    kept = _after(camera, OBEY)
    return tuple(note(name, wanted.get(control), kept.get(control)) for name, control in locks)


def _after(camera: Any, pictures: int) -> Mapping[str, Any]:
    """Return what the last of some pictures was taken with."""
    taken: Mapping[str, Any] = {}
    for _picture in range(pictures):
        taken = camera.capture_metadata()
    return taken
