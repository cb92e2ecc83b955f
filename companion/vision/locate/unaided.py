"""The board in a picture with no help: hypotheses are refined, scored and told apart.

What else was tried: a fully convolutional net of 1.8 MB that gives each pixel its place on the
board, taught on 60,000 drawn pictures, with the board's outline laid on its mask. It sees every
board, in 70 ms, but puts the outer places 1.4 to 3.7 pitches off; of six pictures of the first set
it found none, these hypotheses four.
"""

import numpy as np

from companion.errors import BoardNotFound
from companion.i18n import _
from companion.vision.board.titles import said_title
from companion.vision.fit.board_fit import (
    WIDE_LENS_GAIN,
    BoardFit,
    fit_near_corners,
    refine_all,
    refit,
    shifted_candidates,
)
from companion.vision.fit.lattice_refine import ROUGH
from companion.vision.fit.plane_fit import CLICK
from companion.vision.locate.ambiguity import (
    ambiguous_fits,
    discriminative_score,
    looks_right,
    passes_threshold,
)
from companion.vision.locate.rivals import LIKENESS_WEIGHT, are_apart, likeness
from companion.vision.locate.search import BY_HAND, Search
from companion.vision.locate.unaided_hypotheses import PoseHypothesis, pose_hypotheses

__all__ = ["find_unaided"]

# how many hypotheses are refined: a guess
MOST_REFINED = 4
# a fit whose score is so much lower than another's cannot win, nor a hypothesis before it is
# refined: guesses
CANNOT_WIN, MOST_BEHIND = 0.5, 0.3
# by how much the best score must be higher than that of every other pose: a guess
CLEAR_MARGIN = 0.05


def find_unaided(search: Search) -> BoardFit:
    """Return the board by its lattice or its borders alone; raises BoardNotFound."""
    found = _refined(search, pose_hypotheses(search))
    if found:
        is_of_bores = search.shape.hole.kind == "bore"
        found = (_with_shifted if is_of_bores else _with_ambiguous)(search, found)
    best = _clearest(search, found) if found else None
    if best is None:
        raise BoardNotFound(
            _("'{board}' was not found{markers}.").format(
                board=said_title(search.shape), markers=search.marker_words()
            ),
            hint=_(BY_HAND),
        )
    return best


def _refined(search: Search, ways: list[PoseHypothesis]) -> list[BoardFit]:
    """Return fits of the likeliest hypotheses; much worse ones than the best cannot win."""
    image, shape, priors = search.image, search.shape, search.priors
    bores = shape.hole.kind == "bore"
    found: list[BoardFit] = []
    for way in ways[:MOST_REFINED]:
        score = [w.fitted.score for w in ways[:1]] + [f.score for f in found if bores]
        if way.fitted.score < max(score) - MOST_BEHIND:
            break
        starts = way.fitted.cameras(shape, priors=priors)
        finds = refine_all(image, shape, starts, priors, "unaided", ROUGH)
        best = max(finds, key=lambda f: f.score, default=None)
        if best:
            found.append(refit(image, best, priors) if bores else best)
    return found


def _with_shifted(search: Search, found: list[BoardFit]) -> list[BoardFit]:
    """Return the fits with those some steps further than the best, where the maps are higher."""
    best = max(found, key=lambda f: f.score)
    further = shifted_candidates(search.image, best, search.priors)[1:]
    return [*found, *(refit(search.image, f, search.priors) for f in further)]


def _with_ambiguous(search: Search, found: list[BoardFit]) -> list[BoardFit]:
    """Return the fits with the symmetric poses of the best, by a wide lens if that is better."""
    image, priors = search.image, search.priors
    best = max(found, key=lambda f: discriminative_score(image, f))
    corners = best.pose.project(best.shape.corners())
    wide = fit_near_corners(
        image, best.shape, corners, search.cameras[1:], priors, "unaided", CLICK
    )
    least = discriminative_score(image, best) * WIDE_LENS_GAIN
    if wide and discriminative_score(image, wide) > least:
        best, found = wide, [wide]
    return [*found, *ambiguous_fits(image, best, priors)]


def _clearest(search: Search, found: list[BoardFit]) -> BoardFit | None:
    """Return the best of several fits, None if it is poor; BoardNotFound if another is as good."""
    image, least = search.image, max(f.score for f in found) - CANNOT_WIN
    score = [discriminative_score(image, f) if f.score > least else f.score for f in found]
    like = [0.0 if search.empty is None else likeness(image, f, search.empty) for f in found]
    joint = np.add(score, np.multiply(LIKENESS_WEIGHT, like))
    k = int(np.argmax(joint))
    best = found[k]
    if not (passes_threshold(best, score[k]) or looks_right(best, like[k])):
        return None
    for other, mark in zip(found, joint, strict=True):
        if are_apart(best, other) and mark > joint[k] - CLEAR_MARGIN:
            raise BoardNotFound(
                _("There is something like the board, but how it lies is not sure."),
                hint=_(BY_HAND),
            )
    return best
