"""A calibration step by step: pictures and words in, the next state out. Pure.

`Guide.on` takes the picture of a step, or what the user says. A refused one raises with the remedy
and changes nothing; the same pictures and words lead to the same state, so that a draft is their
list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.wizard.guide_state import GuideState, Shot
from calibration.wizard.learn_from_photos import doubts_of, learn
from calibration.wizard.locate import locate
from calibration.wizard.notation import parse_corners, parse_rows
from calibration.wizard.steps import in_words
from companion.errors import BadNotation, BoardNotFound, CalibrationError
from companion.game.core.codes import EMPTY
from companion.i18n import _
from companion.vision.geometry.arrays import Image
from companion.vision.learn.peg_faults import unusable_pegs
from companion.vision.locate.find_board import BoardFit
from companion.vision.read.reader import read
from companion.vision.read.reading import UNSURE, Reading
from companion.vision.watch.hands_and_motion import MotionDetector
from companion.vision.watch.phases import FrameKind

__all__ = ["WORDS", "Guide"]

WORDS = ("yes", "no", "again", "back", "skip")
# photos: what lies on the board differs from one to the next
NO_MOTION = float("inf")


@dataclass(frozen=True, slots=True)
class Guide(GuideState):
    """A calibration that goes on by pictures and words."""

    def on(self, given: Image | str) -> "Guide":
        """Take the picture of this step, or a word: one of WORDS, corners, or rows of pegs.

        Raises CalibrationError, BoardNotFound or BadNotation, with what to do.
        """
        if not isinstance(given, str):
            return self._saw(given)
        word = given.strip().casefold()
        if word in ("back", "skip", "again", "no"):
            return {"back": self._back, "skip": self._skip}.get(word, self._again)()
        if word == "yes":
            if not self.question:
                raise BadNotation(
                    _("There is nothing to say yes to."), hint=_("Take the picture first.")
                )
            return self._next()
        return self._told(given)

    def _saw(self, image: Image) -> "Guide":
        name = self.step.name
        if name == "camera":
            return self._kept(Shot(image))._next()
        if name == "board":
            return self._found(image)
        if name == "end":
            raise BadNotation(_("All pictures are taken."), hint=_("Save it, or go back."))
        found, notes = self._where(image)
        observed = self._kept(Shot(image, found), said=notes)
        return {"empty": _emptied, "sliders": _slid, "trial": _tried}.get(name, _set)(observed)

    def _found(self, image: Image) -> "Guide":
        corners = parse_corners(self.corners) if self.corners else None
        found = locate(image, self.shape, corners=corners, lens=self.lens)
        return self._kept(Shot(image, found), question=_("Does the grid lie on the holes?"))

    def _where(self, image: Image) -> tuple[BoardFit, tuple[str, ...]]:
        """Return where the board is now, and what lies in the way."""
        before, found = self._before()
        if before.shape != image.shape:
            raise CalibrationError(
                _("The camera's pictures have another size than before."),
                hint=_("Set it as it was, or go back to the step 'Where the board lies'."),
            )
        detector, _first = MotionDetector.at(found, motion=NO_MOTION).on(before)
        _detector, state = detector.on(image)
        if state.kind is FrameKind.DARK:
            raise CalibrationError(_("It is too dark."), hint=_("Switch the light on again."))
        if state.kind is FrameKind.MOVED:
            return self._followed(image, found), (_("The board has moved; it is found again."),)
        if state.kind is FrameKind.HAND:
            rows = ", ".join(map(str, state.near))
            return found, (_("Something lies over the board, near row {row}.").format(row=rows),)
        return found, ()

    def _followed(self, image: Image, before: BoardFit) -> BoardFit:
        try:
            return locate(image, before.shape, last=before.pose, lens=self.lens)
        except BoardNotFound as error:
            raise BoardNotFound(
                _("The board or the camera has moved."),
                hint=_("Put it back as it was, or go back to the step 'Where the board lies'."),
            ) from error

    def _before(self) -> tuple[Image, BoardFit]:
        """Return the last picture before this step in which the board was found."""
        for name in reversed(self.names[: self.at]):
            shot = self.shots.get(name)
            if shot and shot.found:
                return shot.image, shot.found
        raise CalibrationError(_("The board was not found yet."), hint=_("Go back to that step."))

    def _kept(self, shot: Shot, *, question: str = "", said: tuple[str, ...] = ()) -> "Guide":
        shots = {**self.shots, self.names[self.at]: shot}
        return replace(self, shots=shots, question=question, said=said)

    def _next(self) -> "Guide":
        guide = self
        if self.step.name == "trial" and self.shot and self.shot.reading and not self.trial:
            guide = replace(self, trial=_sure_rows(self.shot.reading))
        return replace(guide, at=self.at + 1, question="")

    def _again(self) -> "Guide":
        shots = {name: shot for name, shot in self.shots.items() if name != self.names[self.at]}
        return replace(self, shots=shots, question="", said=(), trial=self._trial_before())

    def _back(self) -> "Guide":
        if self.at == 0:
            raise BadNotation(_("This is the first step."), hint=_("Take the picture, or leave."))
        there = replace(self, at=self.at - 1)._again()
        placed = {name: rows for name, rows in self.placed.items() if name != there.names[there.at]}
        return replace(there, placed=placed)

    def _trial_before(self) -> Mapping[int, str]:
        return {} if self.names[self.at] == "trial" else self.trial

    def _skip(self) -> "Guide":
        if not self.step.may_be_skipped:
            raise BadNotation(_("This step is needed."), hint=_("Take the picture, or leave."))
        return replace(self._again(), at=self.at + 1)

    def _told(self, text: str) -> "Guide":
        """Take corners in the step of the board, and rows in those with pegs."""
        name = self.step.name
        if name == "board":
            parse_corners(text)
            told = replace(self, corners=text)
            shot = self.shot or self.shots.get("camera")
            return told._found(shot.image) if shot else told
        if name in ("pegs", "other"):
            rows = parse_rows(text, self.shape)
            told = replace(self, placed={**self.placed, name: rows})
            return told._saw(self.shot.image) if self.shot else told
        if name == "trial" and self.shot and self.shot.reading:
            rows = {**_sure_rows(self.shot.reading), **parse_rows(text, self.shape)}
            return replace(self, trial=rows)._next()
        raise BadNotation(
            _("'{text}' is no answer here.").format(text=text),
            hint=_("Say one of: {words}.").format(words=", ".join(WORDS)),
        )


def _emptied(guide: Guide) -> Guide:
    light = guide._light()
    if light.is_overexposed:
        raise CalibrationError(
            _("Most of the board is plain white."), hint=_("Take light or exposure away.")
        )
    advice = light.advice() if light.middle < 255 else ""
    said = (*guide.said, *((advice,) if advice else ()))
    return _asked(replace(guide, said=said), guide.said, _("Is the board empty, all the same?"))


def _set(guide: Guide) -> Guide:
    pictures, empty = guide.known_pictures(), guide.empty()
    shot = guide.shot
    assert shot
    assert shot.found
    reading = read(shot.image, shot.found, learn(pictures, empty).calibration)
    lost = unusable_pegs(pictures[-1:])
    doubts = (*guide.said, *lost, *doubts_of(pictures[-1], reading.rows, empty))
    kept = guide._kept(replace(shot, reading=reading), said=doubts)
    return _asked(kept, doubts, _("Is it as you set it?"))


def _slid(guide: Guide) -> Guide:
    shot = guide.shot
    assert shot
    assert shot.found
    reading = read(shot.image, shot.found, learn(guide.known_pictures(), guide.empty()).calibration)
    doubts = list(guide.said)
    for row, (red, white) in (guide.step.clicks or {}).items():
        seen = reading.sliders[row - 1]
        if (seen.black, seen.white) != (red, white):
            doubts.append(
                _(
                    "Row {row}: red {red}, white {white} was said; "
                    "red {seen_red}, white {seen_white} is seen."
                ).format(
                    row=row,
                    red=red,
                    white=white,
                    seen_red=_number(seen.black),
                    seen_white=_number(seen.white),
                )
            )
    kept = guide._kept(replace(shot, reading=reading), said=tuple(doubts))
    return _asked(kept, doubts, _("Go on all the same?"))


def _tried(guide: Guide) -> Guide:
    shot = guide.shot
    assert shot
    assert shot.found
    outcome = learn(guide.known_pictures(), guide.empty())
    reading = read(shot.image, shot.found, outcome.calibration)
    rows = {row: line for row, line in enumerate(reading.rows, start=1) if line.strip(EMPTY)}
    if not rows:
        raise CalibrationError(_("No peg is seen."), hint=_("Set some rows, or skip the trial."))
    said = (*guide.said, _("This is read:"), *in_words(rows))
    return guide._kept(
        replace(shot, reading=reading),
        said=said,
        question=_("Is every peg right? If not, type the rows that are wrong, as 3=rgby."),
    )


def _asked(guide: Guide, doubts: Sequence[str], question: str) -> Guide:
    return replace(guide, question=question) if doubts else guide._next()


def _sure_rows(reading: Reading) -> dict[int, str]:
    return {n: line for n, line in enumerate(reading.rows, start=1) if line.strip(EMPTY + UNSURE)}


def _number(clicks: int | None) -> str:
    return UNSURE if clicks is None else str(clicks)
