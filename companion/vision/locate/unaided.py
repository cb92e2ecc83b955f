"""The board in a picture with no help: hypotheses are refined, scored and told apart.

A net tells where to look first. Another that gave each pixel its place on the board, taught on
60,000 drawn pictures, put the outer places 1.4 to 3.7 pitches off.
"""

from dataclasses import dataclass

import numpy as np

from companion.errors import BoardNotFound
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title
from companion.vision.fit.board_fit import (
    WIDE_LENS_GAIN,
    BoardFit,
    fit_near_corners,
    refine_all,
    refit,
    shifted_candidates,
)
from companion.vision.fit.plane_fit import CLICK, FittedPlane
from companion.vision.locate.ambiguity import (
    ambiguous_fits,
    discriminative_score,
    looks_right,
    passes_threshold,
    passes_where_seen,
)
from companion.vision.locate.rivals import LIKENESS_WEIGHT, are_apart, likeness
from companion.vision.locate.search import BY_HAND, Search
from companion.vision.locate.unaided_hypotheses import by_look, by_net, ends_where_seen, is_enough

__all__ = ["find_unaided"]

# how many hypotheses are refined: a guess
MOST_REFINED = 4
# a fit whose score is so much lower than another's cannot win, nor a hypothesis before it is
# refined: guesses
CANNOT_WIN, MOST_BEHIND = 0.5, 0.3
# by how much the best score must be higher than that of every other pose: of bores, a guess; of
# studs alone and of two-coloured ground, where a net sees the board as well; and of builds where it
# does not. Chosen on 90 pictures of 30 rendered builds: of 60 of studs alone 28 right fits were
# good enough where the net sees the board, 23 of which led by more than 0.15; the one wrong led by
# 0.11, two elsewhere by 0.18 and 0.20. Of 30 on ground all 25 right ones were where the net sees
# the board, two lead by less than 0.2; two wrong ones elsewhere led by 0.13 and 0.24
CLEAR_BORES, CLEAR_STUDS, CLEAR_ON_GROUND, CLEAR_ELSEWHERE = 0.05, 0.15, 0.2, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    """The best of several fits, if it is good enough, and if no other pose is nearly as good."""

    fit: BoardFit
    is_good: bool
    is_clear: bool


def find_unaided(search: Search) -> BoardFit:
    """Return the board by its lattice or its borders alone; raises BoardNotFound.

    What a net leads to is enough if it is clear; else what the board's look tells is tried beside.
    """
    found: list[BoardFit] = []
    for hypotheses in by_net(search):
        found += _fits(search, hypotheses)
        best = _best_of(search, found)
        if best and best.is_good and best.is_clear and is_enough(search, best.fit):
            return best.fit
    is_of_bores = search.shape.hole.kind == "bore"
    best = _best_of(search, [*([] if is_of_bores else found), *_fits(search, by_look(search))])
    if best is None or not best.is_good:
        raise BoardNotFound(
            _("'{board}' was not found{markers}.").format(
                board=said_title(search.shape), markers=search.marker_words()
            ),
            hint=_(BY_HAND),
        )
    if not best.is_clear:
        raise BoardNotFound(
            _("There is something like the board, but how it lies is not sure."),
            hint=_(BY_HAND),
        )
    return best.fit


def _fits(search: Search, hypotheses: list[FittedPlane]) -> list[BoardFit]:
    """Return fits of the hypotheses, and of poses in which the board looks nearly the same."""
    found = _refined(search, hypotheses)
    if not found:
        return []
    is_of_bores = search.shape.hole.kind == "bore"
    return (_with_shifted if is_of_bores else _with_ambiguous)(search, found)


def _refined(search: Search, ways: list[FittedPlane]) -> list[BoardFit]:
    """Return fits of the likeliest hypotheses; much worse ones than the best cannot win."""
    image, shape, priors = search.image, search.shape, search.priors
    bores = shape.hole.kind == "bore"
    found: list[BoardFit] = []
    for way in ways[:MOST_REFINED]:
        score = [w.score for w in ways[:1]] + [f.score for f in found if bores]
        if way.score < max(score) - MOST_BEHIND:
            break
        starts = way.cameras(shape, priors=priors)
        finds = refine_all(image, shape, starts, priors, "unaided", way.stages)
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


def _best_of(search: Search, found: list[BoardFit]) -> _Best | None:
    """Return the best of several fits; None of none."""
    if not found:
        return None
    image, hopeless = search.image, max(f.score for f in found) - CANNOT_WIN
    score = [discriminative_score(image, f) if f.score > hopeless else f.score for f in found]
    like = [0.0 if search.empty is None else likeness(image, f, search.empty) for f in found]
    joint = np.add(score, np.multiply(LIKENESS_WEIGHT, like))
    k = int(np.argmax(joint))
    best = found[k]
    others = [mark for f, mark in zip(found, joint, strict=True) if are_apart(best, f)]
    is_seen = ends_where_seen(search, best)
    believed = passes_where_seen if is_seen else passes_threshold
    is_good = believed(best, score[k]) or looks_right(best, like[k])
    lead = float(joint[k] - max(others, default=-np.inf))
    return _Best(best, is_good, lead > _margin(best.shape, is_seen=is_seen))


def _margin(shape: BoardShape, *, is_seen: bool) -> float:
    """Return by how much the best fit of `shape` must lead, where a net sees it and elsewhere."""
    if shape.hole.kind == "bore":
        return CLEAR_BORES
    if not is_seen:
        return CLEAR_ELSEWHERE
    return CLEAR_ON_GROUND if shape.ground else CLEAR_STUDS
