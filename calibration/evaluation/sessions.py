"""Finds, calibrates and reads labelled sessions as a user would, and scores what comes out."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from calibration.evaluation.labels import Labelled, LabelledSession
from calibration.evaluation.plan import Learned, Plan, find, learn
from calibration.evaluation.score import FindOutcome, Score, find_outcome, score, unread
from companion.errors import BoardNotFound, CalibrationError, PictureError
from companion.i18n import _
from companion.vision.camera.image_files import load_picture
from companion.vision.read.reader import read

__all__ = ["SessionScore", "evaluate_session", "total"]


@dataclass(frozen=True, slots=True)
class SessionScore:
    """One session's score; `note` says why nothing was read, if nothing was."""

    name: str
    board: str
    has_markers: bool
    score: Score
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        about = {"board": self.board, "markers": self.has_markers, "note": self.note}
        return about | self.score.as_dict()


def evaluate_session(
    session: LabelledSession, plan: Plan, *, on_picture: Callable[[], None] = lambda: None
) -> SessionScore:
    """Calibrate on the session's own pictures and read each still; calls back after each."""
    note = ""
    try:
        learned = learn(session, plan)
    except (BoardNotFound, CalibrationError, PictureError) as error:
        learned, note = None, _("not calibrated: {error}").format(error=error)
    scores = []
    for still in session.stills:
        scores.append(_still(session, still, plan, learned))
        on_picture()
    return SessionScore(session.name, session.shape.name, session.has_markers, total(scores), note)


def total(scores: Iterable[Score]) -> Score:
    """Add scores up."""
    return sum(scores, Score())


def _still(session: LabelledSession, still: Labelled, plan: Plan, learned: Learned | None) -> Score:
    has_sliders = session.shape.sliders is not None
    nothing = unread(still.truth, has_sliders=has_sliders)
    try:
        image = load_picture(still.file).pixels
    except PictureError:
        return replace(nothing, finding=Counter([FindOutcome.REFUSED]))
    start = perf_counter()
    try:
        found = find(session, still, image, plan, learned)
    except BoardNotFound:
        spent = (perf_counter() - start) * 1000
        return replace(nothing, finding=Counter([FindOutcome.REFUSED]), find_ms=(spent,))
    found_at = perf_counter()
    finding = Counter([find_outcome(found.shape, found.pose, still.truth)])
    if learned is None:
        return replace(nothing, finding=finding)
    reading = read(image, found, learned.calibration)
    done = perf_counter()
    name = f"{session.name}/{still.name}"
    return replace(
        score(still.truth, reading, name=name, has_sliders=has_sliders),
        finding=finding,
        find_ms=((found_at - start) * 1000,),
        read_ms=((done - found_at) * 1000,),
    )
