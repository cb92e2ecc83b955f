"""A table of tiles measured before a camera in two steps: the empty table, then all tiles open."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from calibration.store.calibrations import check_name
from calibration.store.tile_tables import MeasuredTable, measure_table, save_table
from calibration.wizard.notation import parse_corners
from calibration.wizard.tile_steps import TileStep
from companion.errors import CalibrationError, KeypegError
from companion.i18n import _
from companion.observers.posed_tiles import lay_for
from companion.vision.geometry.arrays import Image
from companion.web.table.viewing import Viewing

__all__ = ["TileCalibrating"]


@dataclass
class TileCalibrating:
    """The calibration `name` of a table, under way: its pictures, and what they told.

    `trouble` says why the tiles in the picture `laid` do not measure the table.
    """

    name: str
    empty: Image | None = None
    laid: Image | None = None
    measured: MeasuredTable | None = None
    trouble: str = ""
    is_saved: bool = False

    @classmethod
    def begin(cls, name: str) -> "TileCalibrating":
        """Return it before its first picture; raises CalibrationError for a bad name."""
        return cls(check_name(name))

    @property
    def step(self) -> TileStep:
        """The picture that is due, or was taken last."""
        return TileStep.EMPTY if self.empty is None else TileStep.OPEN

    @property
    def picture(self) -> Image | None:
        """The picture that was taken last."""
        return self.empty if self.laid is None else self.laid

    def pose(self, viewing: Viewing) -> None:
        """Let a drawn table show what the step asks for; a real one is left alone."""
        lay_for(self.step, viewing.camera)

    def take(self, viewing: Viewing) -> None:
        """Take the picture of this step; raises CalibrationError when nothing keeps still."""
        self.pose(viewing)
        image = viewing.still()
        if self.empty is None:
            self.empty = image
        else:
            self.laid = image
            self._measure(None)

    def say(self, word: str, viewing: Viewing) -> None:
        """Take one step ``back``, begin ``again`` with the tiles, or hear four corners around them.

        Raises BadNotation for any other word, and CalibrationError where there is no picture.
        """
        del viewing
        if word not in ("back", "again"):
            if self.laid is None:
                raise CalibrationError(
                    _("There is no picture yet."), hint=_("Take the picture first.")
                )
            self._measure(parse_corners(word))
            return
        if word == "back" and self.laid is None:
            self.empty = None
        self.laid, self.measured, self.trouble = None, None, ""

    def restart(self) -> None:
        """Begin anew."""
        self.empty = self.laid = self.measured = None
        self.trouble = ""

    def save(self, viewing: Viewing) -> None:
        """Save what was measured; raises CalibrationError when that is not all yet."""
        del viewing
        if self.measured is None:
            raise CalibrationError(_("Not all is shown yet."), hint=_("Go on with the steps."))
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        save_table(self.name, self.measured, date=date)
        self.is_saved = True

    def _measure(self, corners: Sequence[tuple[float, float]] | None) -> None:
        assert self.laid is not None
        self.measured, self.trouble = None, ""
        try:
            self.measured = measure_table(self.laid, self.empty, corners=corners)
        except KeypegError as error:
            self.trouble = str(error)
