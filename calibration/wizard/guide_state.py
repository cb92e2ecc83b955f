"""A calibration under way: what was shown so far, what is asked for now, what is learned. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.wizard.learn_from_photos import Known, Outcome, assemble, learn
from calibration.wizard.light_map import LightMap, map_light
from calibration.wizard.steps import Step, names_of, step_of
from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.vision.learn.calibrate import with_samples
from companion.vision.learn.confusable import confusable
from companion.vision.learn.known_picture import Confirmed, KnownPicture
from companion.vision.locate.find_board import BoardFit, Lens
from companion.vision.read.reading import UNSURE, Reading

__all__ = ["TAUGHT", "GuideState", "Shot"]
# the steps whose pegs are learned
TAUGHT = ("pegs", "other", "keys")


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The picture of a step, where the board lies in it, and what was read in it."""

    image: Image
    found: BoardFit | None = None
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class GuideState:
    """A calibration under way, at step `at` of `names`.

    `question` waits for a yes or no about the picture of this step; `said` are sentences about
    the last one. `placed` are pegs that were set otherwise than asked, `trial` rows confirmed.
    """

    shape: BoardShape
    lens: Lens | None = None
    at: int = 0
    shots: Mapping[str, Shot] = field(default_factory=dict)
    placed: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    trial: Mapping[int, str] = field(default_factory=dict)
    corners: str = ""
    question: str = ""
    said: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all steps."""
        return names_of(self.shape)

    @property
    def step(self) -> Step:
        """What is asked for now."""
        light = self._light() if "empty" in self.shots else None
        return step_of(self.names[self.at], self.shape, light=light, placed=self.placed)

    @property
    def is_over(self) -> bool:
        """Whether all is there that was to be shown."""
        return self.names[self.at] == "end"

    @property
    def shot(self) -> Shot | None:
        """The picture of this step, once it was taken."""
        return self.shots.get(self.names[self.at])

    def _light(self) -> LightMap:
        shot = self.shots["empty"]
        assert shot.found
        return map_light(shot.image, shot.found)

    def known_pictures(self) -> list[KnownPicture]:
        """Return the pictures whose pegs are known."""
        light = self._light()
        pictures = []
        for name in TAUGHT:
            shot = self.shots.get(name)
            if shot and shot.found:
                step = step_of(name, self.shape, light=light, placed=self.placed)
                known = Known(step.rows, step.keys)
                pictures.append(assemble(shot.image, shot.found, known))
        return pictures

    def empty(self) -> tuple[Image, BoardFit]:
        """Return the picture of the empty board; CalibrationError before it was taken."""
        shot = self.shots.get("empty")
        if shot is None or shot.found is None:
            raise CalibrationError(
                _("There is no picture of the empty board yet."), hint=_("Go back.")
            )
        return shot.image, shot.found

    def taught(self) -> tuple[Image, BoardFit]:
        """Return the last picture with known pegs."""
        shots = [self.shots[name] for name in TAUGHT if name in self.shots]
        if not shots or shots[-1].found is None:
            raise CalibrationError(_("There is no picture with pegs yet."), hint=_("Go back."))
        return shots[-1].image, shots[-1].found

    def outcome(self) -> Outcome:
        """Return what was learned, with the rows confirmed in the trial."""
        learned = learn(self.known_pictures(), self.empty())
        shot = self.shots.get("trial")
        if not shot or not shot.found:
            return learned
        confirmed = [
            Confirmed(row, col, letter)
            for row, line in self.trial.items()
            for col, letter in enumerate(line, start=1)
            if letter != UNSURE
        ]
        taught = with_samples(learned.calibration, shot.image, shot.found, confirmed)
        return replace(learned, calibration=taught)

    def safety(self) -> tuple[str, ...]:
        """Say which colours are told apart safely here; `Outcome.warnings` say which are not."""
        calibration = self.outcome().calibration
        doubtful = {
            letter
            for first, second, _margin in confusable(calibration)
            for letter in first + second
        }
        safe = [
            _(COLOURS[x])
            for x in self.shape.palette
            if x in calibration.letters and x not in doubtful
        ]
        unknown = [_(COLOURS[x]) for x in self.shape.palette if x not in calibration.letters]
        lines = [
            _("Told apart safely here: {colours}.").format(colours=", ".join(safe) or _("none"))
        ]
        if unknown:
            lines.append(
                _("Not shown, and never read: {colours}.").format(colours=", ".join(unknown))
            )
        return tuple(lines)
