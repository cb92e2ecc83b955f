"""A table of the page that a camera looks at: frames become events, one after another."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.errors import CameraEnded, CameraError
from companion.kinds.all_kinds import kind_of
from companion.observers.observer import TableEyes
from companion.session.watched_session import WatchedSession
from companion.table import CameraBack, CameraLost, Happening, PegTable
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Camera, Frame
from companion.web.table.pictures import Picture, may_be_shown

__all__ = ["Watching"]

# seconds that a frame is waited for: so long somebody who taps may have to wait; chosen by that
WAIT = 0.1
# seconds without a frame after which the camera counts as lost; chosen as at the keyboard
LOST = 5.0


@dataclass
class Watching:
    """An evening with its camera. `rate` are frames a second at most (a drawn camera has no clock).

    `frame` is the newest that was looked at.
    """

    evening: WatchedSession
    camera: Camera
    eyes: TableEyes[Happening]
    rate: float = 10.0
    frame: Frame | None = None
    has_ended: bool = False
    _since: float = 0.0
    _seen_at: float = field(default=0.0)
    _is_lost: bool = False

    @property
    def shape(self) -> BoardShape | None:
        """The board before the camera, once it is found."""
        places = getattr(self.eyes, "places", ())
        return places[0][0] if places else None

    @property
    def second(self) -> tuple[str, ...]:
        """The second likeliest letters of the row that is asked about, with its doubted places.

        Each is a whole row: the likeliest one with one place exchanged.
        """
        table, rows = self._one_board, getattr(self.eyes, "second", ())
        if table is None or table.question is None:
            return ()
        question = table.question
        if not 1 <= question.row <= len(rows):
            return ()
        likely, other = question.likely, rows[question.row - 1]
        doubts = {doubt.row: doubt.cols for doubt in table.lying.doubts}
        return tuple(
            likely[: col - 1] + other[col - 1] + likely[col:]
            for col in doubts.get(question.row, ())
            if col <= len(likely) and other[col - 1] != likely[col - 1]
        )

    @property
    def title(self) -> str:
        """What the camera is."""
        return self.camera.title

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known of the camera."""
        return tuple(self.camera.notes)

    @property
    def pause(self) -> float:
        """Seconds to leave the camera alone."""
        return 1.0 if self.has_ended else (1 / self.rate if self.rate else 0.0)

    def look(self, now: float) -> None:
        """Look at the next frame, if one has come at `now` seconds, and do what follows."""
        if self.has_ended:
            return
        for happening in self._seen(now):
            self.evening.on(happening)

    @property
    def picture(self) -> Picture | None:
        """The newest frame as it may be shown now."""
        if self.frame is None:
            return None
        letters = dict(self._one_board.lying.rows) if self._one_board else {}
        places = getattr(self.eyes, "places", ())
        seen = Picture(self.frame.image, self.frame.number, places, letters=letters)
        return may_be_shown(self.evening.session.match, seen)

    def close(self) -> None:
        """Let go of the camera."""
        self.camera.close()

    @property
    def _one_board(self) -> PegTable | None:
        return kind_of(self.evening.session.match.rules).one_board(self.evening.table)

    def _seen(self, now: float) -> Iterator[Happening]:
        self._seen_at = self._seen_at or now
        try:
            frame = self.camera.read(WAIT)
        except CameraEnded as error:
            self.has_ended = True
            yield CameraLost(str(error))
            return
        except CameraError as error:
            if now - self._seen_at >= LOST and not self._is_lost:
                self._is_lost = True
                yield CameraLost(str(error))
            return
        self._seen_at, self.frame = now, frame
        if self._is_lost:
            self._is_lost = False
            yield CameraBack()
        yield from self.eyes.look(frame)
