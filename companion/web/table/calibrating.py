"""A board's calibration before a camera, step by step."""

from dataclasses import dataclass
from datetime import datetime

from calibration.store import calibrations
from calibration.wizard.drafts import Draft
from calibration.wizard.guide import Guide
from calibration.wizard.learned import saved_from
from companion.errors import CalibrationError
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.web.table.viewing import Viewing

__all__ = ["Calibrating"]


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
        """Save what was learned as a new version; raises CalibrationError before the last step."""
        if not self.guide.is_over:
            raise CalibrationError(_("Not all is shown yet."), hint=_("Go on with the steps."))
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
