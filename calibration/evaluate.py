"""Finds, calibrates and reads labelled sessions as a user would, and scores what comes out."""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.labels import Labelled, Session
from calibration.score import Finding, Score, finding_of, score, unread
from companion.errors import BoardNotFound, CalibrationError
from companion.vision.find import Found, find_board
from companion.vision.pictures import load_picture
from companion.vision.pose import Pose
from companion.vision.reader import Calibration, KnownPicture, calibrate, read

__all__ = ["FindWay", "Plan", "SessionScore", "evaluate_session", "total"]

Image = npt.NDArray[np.uint8]


class FindWay(Enum):
    """How the board is looked for; `AUTO` is by markers, by the empty board, unaided, in turn."""

    AUTO = "auto"
    MARKERS = "markers"
    CORNERS = "corners"
    EMPTY = "empty"
    UNAIDED = "unaided"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tried: the way to find, how many pictures of known pegs, the error of the clicks.

    Clicks are off by a normal error of `noise` pixels in x and in y, drawn from `seed` and the
    picture's name.
    """

    way: FindWay = FindWay.AUTO
    known: int = 1
    noise: float = 5.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class SessionScore:
    """One session's score; `note` says why nothing was read, if nothing was."""

    name: str
    board: str
    has_markers: bool
    score: Score
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Give plain values, as ``--json`` prints them."""
        about = {"board": self.board, "markers": self.has_markers, "note": self.note}
        return about | self.score.as_dict()


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    """What calibrating gave: the colours, and the empty board with its pose."""

    calibration: Calibration
    empty: tuple[Image, Pose]


def evaluate_session(
    session: Session, plan: Plan, *, on_picture: Callable[[], None] = lambda: None
) -> SessionScore:
    """Calibrate on the session's own pictures and read each still; calls back after each."""
    note = ""
    try:
        learned = _learn(session, plan)
    except (BoardNotFound, CalibrationError) as error:
        learned, note = None, f"not calibrated: {error}"
    scores = []
    for still in session.stills:
        scores.append(_still(session, still, plan, learned))
        on_picture()
    return SessionScore(session.name, session.shape.name, session.has_markers, total(scores), note)


def total(scores: Iterable[Score]) -> Score:
    """Add scores up."""
    return sum(scores, Score())


def _learn(session: Session, plan: Plan) -> _Learned:
    """Calibrate as a user does, who has markers or else clicks the corners of these pictures."""
    by_markers = session.has_markers and plan.way is not FindWay.CORNERS
    calibrating = replace(plan, way=FindWay.MARKERS if by_markers else FindWay.CORNERS)

    def located(picture: Labelled) -> tuple[Image, Found]:
        image = load_picture(picture.file).pixels
        return image, _find(session, picture, image, calibrating, None)

    known = []
    for picture in session.known[: plan.known]:
        image, found = located(picture)
        given = picture.given
        known.append(KnownPicture(image, found, given.pegs, given.keys, given.sliders))
    empty, found = located(session.empty)
    return _Learned(calibrate(known, (empty, found)), (empty, found.pose))


def _still(session: Session, still: Labelled, plan: Plan, learned: _Learned | None) -> Score:
    has_sliders = session.shape.sliders is not None
    nothing = unread(still.truth, has_sliders=has_sliders)
    image = load_picture(still.file).pixels
    start = perf_counter()
    try:
        found = _find(session, still, image, plan, learned)
    except BoardNotFound:
        spent = (perf_counter() - start) * 1000
        return replace(nothing, finding=Counter([Finding.REFUSED]), find_ms=(spent,))
    found_at = perf_counter()
    finding = Counter([finding_of(found.shape, found.pose, still.truth)])
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


def _find(
    session: Session, picture: Labelled, image: Image, plan: Plan, learned: _Learned | None
) -> Found:
    """Find the board with what the plan lets be used; raises BoardNotFound."""
    shape = session.shape
    if plan.way in (FindWay.EMPTY, FindWay.UNAIDED) or not session.has_markers:
        shape = replace(shape, markers=None)
    corners = _clicked(session, picture, plan) if plan.way is FindWay.CORNERS else None
    recalls = plan.way in (FindWay.AUTO, FindWay.EMPTY)
    empty = learned.empty if learned and recalls else None
    return find_board(image, shape, corners=corners, empty=empty)


def _clicked(session: Session, picture: Labelled, plan: Plan) -> npt.NDArray[np.float64]:
    """Give the four corners as a user would click them, the same in every run."""
    key = zlib.crc32(f"{session.name}/{picture.name}".encode())
    chance = np.random.default_rng([plan.seed, key])
    return picture.given.corners + chance.normal(0, plan.noise, (4, 2))
