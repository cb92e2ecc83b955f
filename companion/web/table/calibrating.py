"""A camera that is only looked through, and a board's calibration before it, step by step."""

from dataclasses import dataclass, field
from datetime import datetime

from calibration.store import calibrations
from calibration.store.tile_tables import measure_table, save_table
from calibration.wizard.drafts import Draft
from calibration.wizard.guide import Guide
from calibration.wizard.keep import saved_from
from calibration.wizard.stills import FRAMES, Quality, measure, still_of
from companion.errors import CalibrationError, CameraError, KeypegError
from companion.game.tiles.tile import BACKS
from companion.i18n import _, ngettext
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Camera
from companion.vision.geometry.arrays import Image
from companion.web.table.pictures import Picture

__all__ = ["Calibrating", "Viewing", "measured_tiles"]

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


@dataclass
class Calibrating:
    """The calibration `name` of a board, under way before a camera; a draft of it is on disk."""

    shape: BoardShape
    name: str
    draft: Draft
    guide: Guide
    saved: str = ""

    @classmethod
    def begin(cls, shape: BoardShape, name: str, viewing: Viewing) -> "Calibrating":
        """Return it from where a draft had come; raises CalibrationError for a bad name."""
        calibrations.check_name(name)
        draft = Draft(shape.name, name)
        made = cls(shape, name, draft, draft.resumed(Guide(shape)))
        made.pose(viewing)
        return made

    def pose(self, viewing: Viewing) -> None:
        """Let a drawn camera show what the step asks for; a real one is left alone."""
        from companion.observers.posed_board import Poser

        if isinstance(viewing.camera, Poser) and not self.guide.is_over:
            viewing.camera.pose_for(self.guide.step)

    def take(self, viewing: Viewing) -> None:
        """Take the picture of this step."""
        self.pose(viewing)
        self._on(viewing.still())
        self.pose(viewing)

    def say(self, word: str, viewing: Viewing) -> None:
        """Say yes, no, again, back or skip; or corners, or rows of pegs."""
        self._on(word)
        self.pose(viewing)

    def restart(self) -> None:
        """Throw the draft away and begin anew."""
        self.draft.clear()
        self.guide = Guide(self.shape)

    def save(self, viewing: Viewing) -> None:
        """Save what was learned as a new version."""
        outcome, date = self.guide.outcome(), datetime.now().astimezone()
        saved = saved_from(
            self.guide,
            outcome,
            name=self.name,
            camera=viewing.spec,
            light="",
            date=date.isoformat(timespec="seconds"),
        )
        file = calibrations.save(saved)
        self.draft.clear()
        self.saved = file.stem

    def _on(self, given: Image | str) -> None:
        after = self.guide.on(given)
        self.draft.keep(given)
        self.guide = after


def measured_tiles(name: str, viewing: Viewing) -> tuple[str, ...]:
    """Measure the camera over open tiles and save it as `name`; return what was seen and learned.

    Raises BoardNotFound or CalibrationError, which say how the tiles should lie.
    """
    measured = measure_table(viewing.still())
    date = datetime.now().astimezone().isoformat(timespec="seconds")
    save_table(name, measured, date=date)
    rows = [" ".join(t for t, _place in measured.places if t[0] == back) for back in BACKS]
    known = measured.faces.known if measured.faces else ()
    return (
        _("Saved as {name}.").format(name=name),
        _("Seen: {rows}.").format(rows=" | ".join(rows)),
        ngettext("{number} face is learned.", "{number} faces are learned.", len(known)).format(
            number=len(known)
        ),
    )
