"""Where the board is in a picture: by markers, by four clicks, by what was known, or unaided.

Every way ends on the lattice of places and is weighed by all that the board's shape says: holes,
heads, key holes, ground, outline, and what lies around. What is not sure is not given out.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import (
    WIDE_LENS_GAIN,
    BoardFit,
    fit_near_corners,
    min_score,
    refine_all,
    refit,
    shifted_candidates,
)
from companion.vision.fit.lattice_refine import MARKED, NEAR, ROUGH
from companion.vision.fit.plane_fit import CLICK
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import ParamPriors
from companion.vision.geometry.lens_priors import GUESSED_LENS, KNOWN_LENS, Lens, guess_cameras
from companion.vision.geometry.pose import Pose
from companion.vision.locate.ambiguity import ambiguous_fits, discriminative_score, passes_threshold
from companion.vision.locate.clicked import find_by_clicks, least_anchored
from companion.vision.locate.focus import focused
from companion.vision.locate.markerless import PoseHypothesis, pose_hypotheses
from companion.vision.locate.markers import ENOUGH, MarkerHits, detect_markers, poses_from_markers
from companion.vision.locate.relocate import find_by_empty_board, find_near_last

__all__ = ["BoardFit", "Lens", "find_among", "find_board"]


# the least worth of a board by one or two markers
HINTED = 0.55
# how far markers that are stuck elsewhere put the corners off, pixels
MISPLACED = 12.0
# by how much the best must beat every other way to lay the board
CLEAR = 0.05
# so many markers of other sets are another board, which must not be taken for this one
OTHERS = 3
# pictures smaller than this, or more even than this (grey steps), show nothing
SMALLEST, EVEN = 64, 3.0
BY_HAND = "Give the four outer holes by hand (corners), or stick the printed markers on the board."


def find_board(
    image: Image,
    shape: BoardShape,
    *,
    corners: npt.ArrayLike | None = None,
    last: Pose | None = None,
    empty: tuple[Image, Pose] | None = None,
    lens: Lens | None = None,
) -> BoardFit:
    """Find `shape` in `image` (BGR, uint8, (h, w, 3)).

    `corners` (4, 2) are pixels of the outer places TL, TR, BR, BL as the breaker sees them; `last`
    is where it was a moment ago; `empty` the picture of the empty board with its pose; `lens` a
    calibrated lens.
    Raises BoardNotFound, which says what was seen and what to do.
    """
    _check_picture(image)
    if corners is not None:
        return _by_corners(image, shape, _checked(corners, image), lens)
    seen = _markers_of(image, shape)
    found = _marked(image, shape, seen, last, lens, empty)
    if found is None and len(seen.foreign) >= OTHERS:
        raise _not_among(shape, seen)
    if found is None and empty is not None:
        found = find_by_empty_board(image, shape, empty)
    if found is None:
        found = _unaided(image, shape, seen, lens)
    return found


def find_among(
    image: Image, shape: BoardShape, *, last: Pose | None = None, lens: Lens | None = None
) -> BoardFit:
    """Find `shape` in `image` where several boards look alike: by its own markers alone.

    While they are hidden it is taken to be where it was `last`. Raises BoardNotFound.
    """
    _check_picture(image)
    seen = _markers_of(image, shape)
    found = _marked(image, shape, seen, last, lens)
    if found is None:
        raise _not_among(shape, seen)
    return found


def _marked(
    image: Image,
    shape: BoardShape,
    seen: MarkerHits,
    last: Pose | None,
    lens: Lens | None,
    empty: tuple[Image, Pose] | None = None,
) -> BoardFit | None:
    found = _by_markers(image, shape, seen, lens) if seen.quads else None
    if found is None and last is not None:
        found = find_near_last(image, shape, last, empty)
    return found


def _not_among(shape: BoardShape, seen: MarkerHits) -> BoardNotFound:
    first = shape.markers.first_id if shape.markers else 0
    numbers = f"{first} to {first + 3}"
    return BoardNotFound(
        f"The board with the markers {numbers} was not found{_marker_words(seen, shape)}.",
        hint=f"Stick the markers {numbers} on it and leave them in sight.",
    )


def _markers_of(image: Image, shape: BoardShape) -> MarkerHits:
    if shape.markers is None:
        return MarkerHits({})
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return detect_markers(grey, first_id=shape.markers.first_id)


def _check_picture(image: Image) -> None:
    if image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < SMALLEST:
        size = " x ".join(str(n) for n in image.shape[1::-1])
        raise BoardNotFound(
            f"A picture of {size} pixels is too small to show a board.",
            hint=f"Take one in colour of at least {SMALLEST} x {SMALLEST}, better 1280 x 960.",
        )
    if float(image[::16, ::16].std(axis=(0, 1)).max()) < EVEN:
        raise BoardNotFound(
            "The picture is one even surface.",
            hint="Take off the lens cap, switch on a light, and point the camera at the board.",
        )


def _checked(corners: npt.ArrayLike, image: Image) -> F64:
    """Return the corners as (4, 2), or refuse what cannot be a board seen from above."""
    spots = np.asarray(corners, np.float64)
    h, w = image.shape[:2]
    if spots.shape != (4, 2) or not np.isfinite(spots).all():
        raise BoardNotFound(
            "Four corners are needed, each with x and y.", hint="Order: TL, TR, BR, BL."
        )
    if (spots < -0.1 * w).any() or (spots > (1.1 * w, 1.1 * h)).any():
        raise BoardNotFound(
            f"A corner lies outside the picture of {w} x {h} pixels.", hint="Click it again."
        )
    sides = np.roll(spots, -1, axis=0) - spots
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 0).any() or np.linalg.norm(sides, axis=1).min() < 8:
        raise BoardNotFound(
            "The four corners are not in order, or too close together.",
            hint="Give the outer holes clockwise from the far left one, as the breaker sees them.",
        )
    return spots


def _by_markers(
    image: Image, shape: BoardShape, seen: MarkerHits, lens: Lens | None
) -> BoardFit | None:
    priors = replace(KNOWN_LENS if lens else GUESSED_LENS, stretch=shape.tolerance)
    size = (image.shape[1], image.shape[0])
    cameras = guess_cameras(size, lens)
    starts = poses_from_markers(seen, shape, cameras[0], priors=priors)
    stages = MARKED if len(seen.quads) >= ENOUGH else NEAR
    found = refine_all(image, shape, starts, priors, "markers", stages)
    best = max(found, key=lambda f: f.score, default=None)
    least = least_anchored(shape)
    if len(seen.quads) < ENOUGH:
        least = max(least, HINTED)
    if best is None or best.score >= least:
        return best
    # stickers that are not where the file has them still say roughly where the board is
    corners = best.pose.project(best.shape.corners())
    if not np.isfinite(corners).all():
        return None
    best = fit_near_corners(image, shape, corners, cameras, priors, "markers", MISPLACED)
    return best if best and best.score >= min_score(shape) else None


def _by_corners(image: Image, shape: BoardShape, corners: F64, lens: Lens | None) -> BoardFit:
    priors = KNOWN_LENS if lens else GUESSED_LENS
    cameras = guess_cameras((image.shape[1], image.shape[0]), lens)
    best = find_by_clicks(image, shape, corners, cameras, priors, _markers_of(image, shape))
    if best is None:
        raise BoardNotFound(
            f"At these four corners the picture does not look like '{shape.title}'.",
            hint="Click the outer holes again, or choose the board that is in the picture.",
        )
    return best


def _unaided(image: Image, shape: BoardShape, seen: MarkerHits, lens: Lens | None) -> BoardFit:
    cameras = guess_cameras((image.shape[1], image.shape[0]), lens)
    priors = replace(KNOWN_LENS if lens else GUESSED_LENS, stretch=shape.tolerance)
    for view in VIEWS:
        looked_at = view(image, shape)
        if looked_at is None:
            continue
        hypotheses = pose_hypotheses(looked_at, shape, cameras[0])
        best = _believed(image, shape, hypotheses, cameras, priors)
        if best:
            return best
    raise BoardNotFound(f"'{shape.title}' was not found{_marker_words(seen, shape)}.", hint=BY_HAND)


def _whole(image: Image, shape: BoardShape) -> Image:
    return image


# where a board without markers is looked for, one after the other until one is believed
VIEWS = (focused, _whole)


def _believed(
    image: Image,
    shape: BoardShape,
    hypotheses: list[PoseHypothesis],
    cameras: list[Pose],
    priors: ParamPriors,
) -> BoardFit | None:
    """Return the best find of all hypotheses, None if it is poor; BoardNotFound if ambiguous."""
    found = _looked_into(image, shape, hypotheses, priors)
    if found and shape.hole.kind == "bore":
        found = _with_shifted(image, found, priors)
    elif found:
        found = _with_ambiguous(image, found, cameras, priors)
    return _clearest(image, found) if found else None


def _looked_into(
    image: Image, shape: BoardShape, ways: list[PoseHypothesis], priors: ParamPriors
) -> list[BoardFit]:
    """Return finds for the likeliest ways; those that are much worse than the best cannot win."""
    bores = shape.hole.kind == "bore"
    found: list[BoardFit] = []
    for way in ways[:LOOKED]:
        score = [w.fitted.score for w in ways[:1]] + [f.score for f in found if bores]
        if way.fitted.score < max(score) - BEHIND:
            break
        starts = way.fitted.cameras(shape, priors=priors)
        finds = refine_all(image, shape, starts, priors, "unaided", ROUGH)
        best = max(finds, key=lambda f: f.score, default=None)
        if best:
            found.append(refit(image, best, priors) if bores else best)
    return found


def _with_shifted(image: Image, found: list[BoardFit], priors: ParamPriors) -> list[BoardFit]:
    """Add what lies some steps further than the best find, if that seems to be better."""
    best = max(found, key=lambda f: f.score)
    further = shifted_candidates(image, best, priors)[1:]
    return [*found, *(refit(image, f, priors) for f in further)]


def _with_ambiguous(
    image: Image, found: list[BoardFit], cameras: list[Pose], priors: ParamPriors
) -> list[BoardFit]:
    """Add other ways to lay the likeliest find on itself, seen by a wide lens if that is better."""
    best = max(found, key=lambda f: discriminative_score(image, f))
    corners = best.pose.project(best.shape.corners())
    wide = fit_near_corners(image, best.shape, corners, cameras[1:], priors, "unaided", CLICK)
    if (
        wide
        and discriminative_score(image, wide) > discriminative_score(image, best) * WIDE_LENS_GAIN
    ):
        best, found = wide, [wide]
    return [*found, *ambiguous_fits(image, best, priors)]


def _clearest(image: Image, found: list[BoardFit]) -> BoardFit | None:
    """Return the best of several finds, None if it is poor; BoardNotFound if another is as good."""
    least = max(f.score for f in found) - DOUBTFUL
    score = [discriminative_score(image, f) if f.score > least else f.score for f in found]
    best = found[int(np.argmax(score))]
    if not passes_threshold(best, max(score)):
        return None
    for other, mark in zip(found, score, strict=True):
        if _apart(best, other) and mark > max(score) - CLEAR:
            raise BoardNotFound(
                "There is something like the board, but how it lies is not sure.", hint=BY_HAND
            )
    return best


# how many ways are looked into to the end
LOOKED = 4
# a find that is so much worse than another cannot win
DOUBTFUL = 0.5
# a way that is so much worse before it is looked into cannot win
BEHIND = 0.3


def _apart(one: BoardFit, other: BoardFit) -> bool:
    """Say whether two finds put the corners on different places."""
    mine, other_one = (f.pose.project(f.shape.corners()) for f in (one, other))
    pitch = one.shape.hole_pitch * float(np.median(one.pose.px_per_mm(one.shape.corners())))
    return bool(np.linalg.norm(mine - other_one, axis=1).max() > 0.5 * pitch)


def _marker_words(seen: MarkerHits, shape: BoardShape) -> str:
    if seen.doubled:
        first = shape.markers.first_id if shape.markers else 0
        return f", and marker {first + seen.doubled[0]} is seen more than once"
    if seen.quads:
        return f"; of its markers {len(seen.quads)} are seen, and they do not fit it"
    if seen.foreign:
        return f"; marker {seen.foreign[0]} is of another board"
    return ""
