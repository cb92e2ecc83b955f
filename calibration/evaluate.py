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
from companion.vision.reader import Calibration, KnownPicture, calibrate, read

__all__ = ["FindWay", "Plan", "SessionScore", "evaluate_session", "total"]

Image = npt.NDArray[np.uint8]


class FindWay(Enum):
    """How the board is looked for."""

    AUTO = "auto"
    MARKERS = "markers"
    CORNERS = "corners"
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


def evaluate_session(
    session: Session, plan: Plan, *, on_picture: Callable[[], None] = lambda: None
) -> SessionScore:
    """Calibrate on the session's own pictures and read each still; calls back after each."""
    note = ""
    try:
        calibration = _calibrated(session, plan)
    except (BoardNotFound, CalibrationError) as error:
        calibration, note = None, f"not calibrated: {error}"
    scores = []
    for still in session.stills:
        scores.append(_still(session, still, plan, calibration))
        on_picture()
    return SessionScore(session.name, session.shape.name, session.has_markers, total(scores), note)


def total(scores: Iterable[Score]) -> Score:
    """Add scores up."""
    return sum(scores, Score())


def _calibrated(session: Session, plan: Plan) -> Calibration:
    """Calibrate as a user does, who has markers or else clicks the corners of these pictures."""
    way = (
        FindWay.MARKERS
        if session.has_markers and plan.way is not FindWay.CORNERS
        else FindWay.CORNERS
    )
    calibrating = replace(plan, way=way)

    def located(picture: Labelled) -> tuple[Image, Found]:
        image = load_picture(picture.file).pixels
        return image, _find(session, picture, image, calibrating)

    known = []
    for picture in session.known[: plan.known]:
        image, found = located(picture)
        given = picture.given
        known.append(KnownPicture(image, found, given.pegs, given.keys, given.sliders))
    return calibrate(known, located(session.empty))


def _still(session: Session, still: Labelled, plan: Plan, calibration: Calibration | None) -> Score:
    has_sliders = session.shape.sliders is not None
    image = load_picture(still.file).pixels
    start = perf_counter()
    try:
        found = _find(session, still, image, plan)
    except BoardNotFound:
        nothing = unread(still.truth, has_sliders=has_sliders)
        spent = (perf_counter() - start) * 1000
        return replace(nothing, finding=Counter([Finding.REFUSED]), find_ms=(spent,))
    found_at = perf_counter()
    finding = finding_of(found.shape, found.pose, still.truth)
    if calibration is None:
        result = unread(still.truth, has_sliders=has_sliders)
        return replace(result, finding=Counter([finding]))
    reading = read(image, found, calibration)
    done = perf_counter()
    result = score(
        still.truth, reading, name=f"{session.name}/{still.name}", has_sliders=has_sliders
    )
    return replace(
        result,
        finding=Counter([finding]),
        find_ms=((found_at - start) * 1000,),
        read_ms=((done - found_at) * 1000,),
    )


def _find(session: Session, picture: Labelled, image: Image, plan: Plan) -> Found:
    corners = _clicked(session, picture, plan) if plan.way is FindWay.CORNERS else None
    return find_board(image, session.shape, corners=corners)


def _clicked(session: Session, picture: Labelled, plan: Plan) -> npt.NDArray[np.float64]:
    """Give the four corners as a user would click them, the same in every run."""
    key = zlib.crc32(f"{session.name}/{picture.name}".encode())
    chance = np.random.default_rng([plan.seed, key])
    return picture.given.corners + chance.normal(0, plan.noise, (4, 2))
