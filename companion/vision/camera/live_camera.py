"""A source becomes a camera: the newest frame is kept, a silent source is opened again.

`Feed` is the loop's one step, without thread or clock of its own; `LiveCamera` runs it in a thread.
"""

import threading
import time
from collections.abc import Callable

from companion.errors import CameraAway, CameraError
from companion.i18n import _
from companion.vision.camera.frame_faults import STANDSTILL, Standstill, is_cut_off
from companion.vision.camera.frames import Frame, Say, Source, Stream, checked, silent
from companion.vision.geometry.arrays import Image

__all__ = ["Feed", "LiveCamera"]

# seconds without a frame after which a source is opened again: a guess
SILENCE = 5.0
# seconds that one grab may take: the thread looks at its stop that often; chosen, so that leaving
# takes no longer
GRAB = 0.5
# seconds between two attempts to open: usable again soon after a plug is back, quiet overnight;
# chosen, no measurement
BACK_OFF = (0.5, 1.0, 2.0, 4.0)


class Feed:
    """One source, opened and opened again; every picture goes to `put`.

    `now` gives seconds, `pause` waits some. Lost and back are said once each.
    """

    def __init__(
        self,
        source: Source,
        put: Callable[[Image], None],
        *,
        now: Callable[[], float],
        pause: Callable[[float], object],
        say: Say = silent,
    ) -> None:
        self.trouble: CameraError | None = None
        self.notes: tuple[str, ...] = ()
        self._source = source
        self._put = put
        self._now = now
        self._pause = pause
        self._say = say
        self._stream: Stream | None = None
        self._last = now()
        self._attempts = 0
        self._standstill = Standstill()
        self._stands_still = False
        self._cut_was_said = False

    def start(self) -> None:
        """Open the source for the first time; raises CameraError when it cannot be."""
        self._stream = self._opened()

    def step(self) -> None:
        """Do one thing: take a picture, or open the source again."""
        try:
            if self._stream is None:
                self._reopen()
            else:
                self._grab(self._stream)
        except CameraError as error:
            self._lost(error)

    def interrupt(self) -> None:
        """Wake a step that waits for a picture; may be called from another thread."""
        stream = self._stream
        if stream is not None:
            stream.interrupt()

    def close(self) -> None:
        """Close what is open."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _opened(self) -> Stream:
        stream = self._source.open()
        self._last = self._now()
        if stream.notes != self.notes:
            self.notes = stream.notes
        return stream

    def _reopen(self) -> None:
        self._pause(BACK_OFF[min(self._attempts, len(BACK_OFF) - 1)])
        self._attempts += 1
        self._stream = self._opened()

    def _grab(self, stream: Stream) -> None:
        image = stream.grab(GRAB)
        if image is not None:
            self._take(checked(image, self._source.title))
            if stream.rest:
                self._pause(stream.rest)
        elif self._now() - self._last >= SILENCE:
            raise CameraError(
                _("{title} has given no picture for {seconds:g} s.").format(
                    title=self._source.title, seconds=SILENCE
                ),
                hint=_("It is started again by itself; check its cable, power or app."),
            )

    def _take(self, image: Image) -> None:
        """Return a picture on, unless its lower part is missing or it stands still."""
        if is_cut_off(image):
            if not self._cut_was_said:
                self._cut_was_said = True
                self._say(
                    _(
                        "{title} sends pictures whose lower part is missing: they are left out. "
                        "Check its cable or network."
                    ).format(title=self._source.title)
                )
            return
        still_for = self._standstill.seconds(image, self._now())
        if self._stands_still and self._standstill.is_same:
            # opened again, and still the picture at which it stood
            return
        self._stands_still = still_for >= STANDSTILL
        if self._stands_still:
            raise CameraError(
                _("{title} has shown one and the same picture for {seconds:g} s.").format(
                    title=self._source.title, seconds=STANDSTILL
                ),
                hint=_("It is started again by itself; check its cable, power or app."),
            )
        self._put(image)
        self._found()

    def _found(self) -> None:
        self._last = self._now()
        self._attempts = 0
        if self.trouble is not None:
            self.trouble = None
            self._say(_("{title} is back.").format(title=self._source.title))

    def _lost(self, error: CameraError) -> None:
        self.close()
        if self.trouble is None:
            self._say(_("{error} The game goes on; it is tried again.").format(error=error))
        self.trouble = error


class LiveCamera:
    """A camera whose thread keeps the newest frame of `source`."""

    def __init__(self, source: Source, *, say: Say = silent) -> None:
        self.title = source.title
        self._stop = threading.Event()
        self._fresh = threading.Condition()
        self._newest: Frame | None = None
        self._count = 0
        self._feed = Feed(source, self._put, now=time.monotonic, pause=self._stop.wait, say=say)
        self._feed.start()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known of the camera, as it was opened last."""
        return self._feed.notes

    def read(self, timeout: float) -> Frame:
        """Return the newest frame not given before; see `Camera`. CameraAway while it is lost."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None, timeout)
            frame, self._newest = self._newest, None
        if frame is not None:
            return frame
        trouble = self._feed.trouble
        if trouble is not None:
            raise CameraAway(trouble.message, hint=trouble.hint)
        raise CameraError(
            _("{title} gave no picture within {timeout:g} s.").format(
                title=self.title, timeout=timeout
            ),
            hint=_("Wait a moment; if it stays so, check its cable, power or app."),
        )

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        self._stop.set()
        self._feed.interrupt()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._feed.step()
        finally:
            self._feed.close()

    def _put(self, image: Image) -> None:
        with self._fresh:
            self._count += 1
            self._newest = Frame(image, time.monotonic(), self._count)
            self._fresh.notify_all()
