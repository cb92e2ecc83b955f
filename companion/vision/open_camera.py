"""One string names a camera: `open_camera` opens what it says.

usb:N or /dev/...       a USB camera (V4L2); `usb:0?width=640&height=480`
csi                     a Raspberry Pi's own camera through rpicam-vid; `csi?shutter=12000` fixes
csi?with=picamera2      the same through picamera2, where that is installed
url:http://...          an MJPEG stream or a snapshot: a phone as camera
photos:DIR              the pictures of a folder, a second apart
video:FILE              a video file
sim:BOOK?seed=1         a drawn game on that book's board, for trying things out
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl

from companion.errors import CameraError, did_you_mean
from companion.i18n import _
from companion.vision.camera.frames import Camera, Frame, Say, Source, silent
from companion.vision.camera.from_files import PhotoCamera, VideoCamera
from companion.vision.camera.from_url import UrlSource
from companion.vision.camera.from_v4l2 import ASKED, V4l2Source
from companion.vision.camera.live_camera import LiveCamera
from companion.vision.csi.picamera import PicameraSource
from companion.vision.csi.rpicam import csi_source

__all__ = ["KINDS", "Camera", "CameraSpec", "Frame", "open_camera", "parse_spec"]

KINDS = ("usb", "csi", "url", "photos", "video", "sim")
EXAMPLES = "usb:0, csi, url:http://phone:8080/video, photos:DIR, video:FILE, sim:hasbro-2?seed=1"


@dataclass(frozen=True, slots=True)
class CameraSpec:
    """A camera's string, taken apart: its kind, where it is, options behind the `?`."""

    kind: str
    place: str = ""
    options: Mapping[str, str] | None = None

    def numbers(self, known: Mapping[str, int]) -> dict[str, int]:
        """Return the options as whole numbers, with those of `known` where none was given."""
        return _numbers(self, known)


def parse_spec(text: str) -> CameraSpec:
    """Take a camera's string apart; CameraError names what is allowed."""
    if text.startswith("/"):
        text = f"usb:{text}"
    head, query = text, ""
    # the query of a URL is the camera's own
    if not text.startswith("url:"):
        head, __, query = text.partition("?")
    kind, __, place = head.partition(":")
    if kind not in KINDS:
        raise CameraError(
            _("There is no kind of camera '{kind}'.").format(kind=kind),
            hint=_("{meant} Examples: {examples}.").format(
                meant=did_you_mean(kind, KINDS), examples=EXAMPLES
            ),
        )
    if not place and kind != "csi":
        raise CameraError(
            _("'{text}' does not say which.").format(text=text),
            hint=_("Examples: {examples}.").format(examples=EXAMPLES),
        )
    return CameraSpec(kind, place, dict(parse_qsl(query, keep_blank_values=True)))


def open_camera(spec: str, *, say: Say = silent) -> Camera:
    """Open the camera that `spec` names; `say` hears once when it is lost and once when it is back.

    Raises CameraError, which says what to do. A drawn camera, `sim:`, is opened by
    `companion.simulator.open`, which knows all the others too.
    """
    asked = parse_spec(spec)
    if asked.kind not in OPENERS:
        raise CameraError(
            _("There is no kind of camera '{kind}'.").format(kind=asked.kind),
            hint=_("Examples: {examples}.").format(examples=EXAMPLES),
        )
    return OPENERS[asked.kind](asked, say)


def _live(source: Callable[[CameraSpec], Source]) -> Callable[[CameraSpec, Say], Camera]:
    return lambda spec, say: LiveCamera(source(spec), say=say)


def _usb(spec: CameraSpec) -> Source:
    options = _numbers(spec, {"width": ASKED[0], "height": ASKED[1]})
    path = f"/dev/video{spec.place}" if spec.place.isdecimal() else spec.place
    if not path.startswith("/"):
        raise CameraError(
            _("'{place}' is no USB camera.").format(place=spec.place),
            hint=_("Give its number, usb:0, or its path."),
        )
    return V4l2Source(path, (options["width"], options["height"]))


def _csi(spec: CameraSpec) -> Source:
    options = dict(spec.options or {})
    if "with" not in options:
        return csi_source(options)
    if options.pop("with") != "picamera2":
        raise CameraError(
            _("A CSI camera is read by rpicam-vid, or by picamera2."),
            hint=_("Write csi, or csi?with=picamera2."),
        )
    known = {"width": ASKED[0], "height": ASKED[1], "camera": 0}
    given = _numbers(replace(spec, options=options), known)
    return PicameraSource(given["camera"], (given["width"], given["height"]))


def _url(spec: CameraSpec) -> Source:
    return UrlSource(spec.place)


def _photos(spec: CameraSpec, say: Say) -> Camera:
    del say
    return PhotoCamera(Path(spec.place))


def _video(spec: CameraSpec, say: Say) -> Camera:
    del say
    return VideoCamera(Path(spec.place))


OPENERS: dict[str, Callable[[CameraSpec, Say], Camera]] = {
    "usb": _live(_usb),
    "csi": _live(_csi),
    "url": _live(_url),
    "photos": _photos,
    "video": _video,
}


def _numbers(spec: CameraSpec, known: Mapping[str, int]) -> dict[str, int]:
    """Return the options as whole numbers, with those of `known` where none was given."""
    given = dict(known)
    for name, text in (spec.options or {}).items():
        if name not in known:
            raise CameraError(
                _("A camera '{kind}' has no option '{name}'.").format(kind=spec.kind, name=name),
                hint=did_you_mean(name, known),
            )
        if not text.isdecimal() or len(text) > 9:
            raise CameraError(
                _("{name}={text} is no whole number.").format(name=name, text=text),
                hint=_("As {name}=1.").format(name=name),
            )
        given[name] = int(text)
    return given
