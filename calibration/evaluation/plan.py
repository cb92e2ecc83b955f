"""A labelled session handled as a user would: the ways to find its board, and its calibration."""

import zlib
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from calibration.evaluation.labels import Labelled, LabelledSession
from companion.errors import BoardNotFound
from companion.vision.board.parts import Markers
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.further_photos import left_out
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.locate.find_board import BoardFit, find_board
from companion.vision.locate.marker_survey import learn_markers
from companion.vision.read.calibration_data import Calibration

__all__ = ["FindWay", "Learned", "Plan", "find", "learn"]


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


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What calibrating gave: the colours, the empty board with its pose, and its own markers.

    `markers` are where they lie on this board; None where not all were seen.
    """

    calibration: Calibration
    empty: tuple[Image, Pose]
    markers: Markers | None = None


def learn(session: LabelledSession, plan: Plan) -> Learned:
    """Calibrate as a user does, who has markers or else clicks the corners of these pictures.

    Where markers are not enough he is told so, and clicks as well. A picture in which the board
    is not found, or that contradicts the first, is left out if another one is left. Markers are
    where the picture of the empty board shows them.
    """
    empty, found = _located(session, session.empty, plan)
    markers = learn_markers(empty, found) if session.has_markers else None
    if markers:
        session = replace(session, shape=replace(session.shape, markers=markers))
    known, trouble = [], None
    for picture in session.known[: plan.known]:
        given = picture.given
        try:
            image, there = _located(session, picture, plan)
        except BoardNotFound as error:
            trouble = error
            continue
        known.append(KnownPicture(image, there, given.pegs, given.keys, given.sliders))
    if trouble and not known:
        raise trouble
    unused = left_out(known, (empty, found))
    known = [picture for i, picture in enumerate(known) if i not in unused]
    return Learned(calibrate(known, (empty, found)), (empty, found.pose), markers)


def _located(session: LabelledSession, picture: Labelled, plan: Plan) -> tuple[Image, BoardFit]:
    image = load_picture(picture.file).pixels
    clicked = replace(plan, way=FindWay.CORNERS)
    if session.has_markers and plan.way is not FindWay.CORNERS:
        try:
            return image, find(session, picture, image, replace(plan, way=FindWay.MARKERS), None)
        except BoardNotFound:
            pass
    return image, find(session, picture, image, clicked, None)


def find(
    session: LabelledSession,
    picture: Labelled,
    image: Image,
    plan: Plan,
    learned: Learned | None,
    *,
    last: Pose | None = None,
) -> BoardFit:
    """Find the board with what the plan lets be used, clicks only at first; raises BoardNotFound.

    `last` is where it was a moment ago, if it was seen before.
    """
    shape = session.shape
    if plan.way in (FindWay.EMPTY, FindWay.UNAIDED) or not session.has_markers:
        shape = replace(shape, markers=None)
    elif learned and learned.markers:
        shape = replace(shape, markers=learned.markers)
    clicks = plan.way is FindWay.CORNERS and last is None
    corners = _clicked(session, picture, plan) if clicks else None
    recalls = plan.way in (FindWay.AUTO, FindWay.EMPTY)
    empty = learned.empty if learned and recalls else None
    proof = learned.empty if learned else None
    return find_board(image, shape, corners=corners, last=last, empty=empty, proof=proof)


def _clicked(session: LabelledSession, picture: Labelled, plan: Plan) -> F64:
    """Return the four corners as a user would click them, the same in every run."""
    key = zlib.crc32(f"{session.name}/{picture.name}".encode())
    chance = np.random.default_rng([plan.seed, key])
    return picture.given.corners + chance.normal(0, plan.noise, (4, 2))
