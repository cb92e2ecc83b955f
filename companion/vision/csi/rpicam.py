"""The Raspberry Pi's own camera through rpicam-vid, which writes MJPEG into a pipe: `csi`.

It runs with its automatics on until they have settled, and then again with what they had found
given as fixed; both times it writes beside the pictures what each was taken with
(``--metadata-format txt`` of rpicam-apps 1.4: a line ``ExposureTime=12000`` for each control, and
an empty line after each picture).
"""

import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.csi.from_pipe import BESIDE, PipeSource, PipeStream
from companion.vision.csi.locks import LOCKS, OBEY, SETTLE, note

__all__ = ["RpicamSource", "csi_source"]

# the name since Bookworm, and the one before
PROGRAMS = ("rpicam-vid", "libcamera-vid")
# options of rpicam-vid that a user may give behind `csi?`
OPTIONS = {"width": "1280", "height": "720", "framerate": "10", "camera": "0"}
# those that lock what drifts, in the order of `LOCKS`; a lens's position is in dioptres, 1/metres
LOCKED_BY = ("shutter", "gain", "awbgains", "lens-position")
LENS = LOCKED_BY[-1]
# what a lens that is not locked does; continuous focus hunts when a hand passes (picamera2 #1082)
FOCUS = "autofocus-mode"
# seconds within which the first pictures come, after which no more is waited for: a guess
PATIENCE = 10.0
# seconds that is waited for a picture before it is seen whether it is time to give up; a guess
GRAB = 0.5
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
INSTALL = N_(
    "Install it: sudo apt install rpicam-apps. Or take csi?with=picamera2, or a USB camera (usb:0)."
)


def csi_source(options: Mapping[str, str]) -> "RpicamSource":
    """Return the CSI camera through rpicam-vid.

    `options` are those of `OPTIONS`, `LOCKED_BY` and `FOCUS`. Raises CameraError for an unknown
    one, and when no program is installed.
    """
    known = (*OPTIONS, *LOCKED_BY, FOCUS)
    for name in options:
        if name not in known:
            raise CameraError(
                _("A CSI camera has no option '{name}'.").format(name=name),
                hint=_("Choose from: {names}.").format(names=", ".join(known)),
            )
    program = next((name for name in PROGRAMS if shutil.which(name)), None)
    if program is None:
        raise CameraError(
            _("The CSI camera cannot be used: rpicam-vid is not installed here."), hint=_(INSTALL)
        )
    return RpicamSource(program, options)


@dataclass(frozen=True)
class RpicamSource:
    """The camera that `program` opens, with `options` of its as the user has given them."""

    program: str
    options: Mapping[str, str]

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return _("The CSI camera")

    def open(self) -> PipeStream:
        """Let it settle, lock, and read back what holds; raises CameraError with what to do."""
        # a lens that shall move is left to
        names = LOCKED_BY[:-1] if FOCUS in self.options and LENS not in self.options else LOCKED_BY
        asked = dict(self.options)
        if not all(name in asked for name in names):
            stream, taken = self._taken(asked, SETTLE)
            stream.close()
            asked = {name: taken[name] for name in names if name in taken} | asked
        stream, kept = self._taken(asked, OBEY)
        stream.notes = tuple(
            note(what, _numbers(asked.get(name)), _numbers(kept.get(name)))
            for (what, _control), name in zip(LOCKS, names, strict=False)
            if name != LENS or name in asked  # a fixed lens says nothing of its position
        )
        return stream

    def _taken(
        self, options: Mapping[str, str], pictures: int
    ) -> tuple[PipeStream, dict[str, str]]:
        """Return the running camera, and the options that say how the last of some was taken."""
        metadata = _Metadata()
        stream = PipeSource(self.title, self._command(options), INSTALL).open(metadata.feed)
        try:
            end = time.monotonic() + PATIENCE
            while metadata.pictures < pictures:
                if time.monotonic() > end:
                    raise CameraError(
                        _("{title} has given no picture for {seconds:g} s.").format(
                            title=self.title, seconds=PATIENCE
                        ),
                        hint=_("It is started again by itself; check its cable, power or app."),
                    )
                stream.grab(GRAB)
        except BaseException:
            stream.close()
            raise
        return stream, metadata.as_options()

    def _command(self, options: Mapping[str, str]) -> tuple[str, ...]:
        focus = {FOCUS: "manual"} if LENS in options else {}
        asked = [
            word
            for name, value in {**OPTIONS, **options, **focus}.items()
            for word in (f"--{name}", value)
        ]
        told = ("--metadata", BESIDE, "--metadata-format", "txt")
        form = ("-t", "0", "-n", "--codec", "mjpeg", "--flush")
        return (self.program, *form, *told, *asked, "-o", "-")


@dataclass
class _Metadata:
    """What pictures were taken with, as it comes in."""

    pictures: int = 0
    _controls: dict[str, str] = field(default_factory=dict)
    _rest: str = ""

    def feed(self, data: bytes) -> None:
        """Take in what rpicam-vid has written."""
        *lines, self._rest = (self._rest + data.decode("ascii", "replace")).split("\n")
        for line in lines:
            name, sign, value = line.partition("=")
            if sign:
                self._controls[name] = value
            else:
                self.pictures += 1

    def as_options(self) -> dict[str, str]:
        """Return what the last picture was taken with, as options of rpicam-vid."""
        return {
            name: ",".join(NUMBER.findall(self._controls[control]))
            for name, (_what, control) in zip(LOCKED_BY, LOCKS, strict=True)
            if control in self._controls
        }


def _numbers(option: str | None) -> list[float] | None:
    return None if option is None else [float(number) for number in NUMBER.findall(option)]
