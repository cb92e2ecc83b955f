"""A board that is held by markers or clicks may lie a step further: the picture itself must decide.

A build that has slid on its card of markers lies in their plane, but elsewhere; a lattice a whole
step further fits nearly as well. So where the empty board is not known yet, what holds the board is
compared with the best shifts of it by all that is no lattice (`ambiguity.discriminative_score`).

Measured on 60 pictures of the first labelled set (empty, with a few pegs, full, half hidden): the
right place had the highest score in each, by 0.13 at least against a step or two along one side.
Moved by up to one and a half pitches and turned by up to four degrees 38 of 40 were laid where they
lie; the other two, of empty LEGO builds of one's own, stay under the least scores.
"""

from collections.abc import Sequence

import numpy as np

from companion.errors import BoardNotFound
from companion.i18n import _
from companion.vision.fit.board_fit import BoardFit, refit_at
from companion.vision.fit.slide_search import slides
from companion.vision.geometry.arrays import Image
from companion.vision.locate.ambiguity import discriminative_score, looks_right, passes_threshold
from companion.vision.locate.rivals import LIKENESS_WEIGHT, are_apart, likeness
from companion.vision.locate.search import BY_HAND, Search

__all__ = ["best_by_picture", "clearest_slide", "slid_ways"]

# how many shifts are refined; and by how much the best must score higher than any other place: the
# least difference measured above was 0.13
MOST_SLIDES, CLEARLY = 4, 0.1


def clearest_slide(search: Search, near: BoardFit, *, is_held: bool) -> BoardFit | None:
    """Return the board near `near`, in its plane, where the picture says that it lies.

    `is_held` says that it fits where its markers have it: it stays there unless another place is
    better; raises BoardNotFound if none is clearly so. None if nothing is like it.
    """
    image = search.image
    ways = [near, *slid_ways(search, near)]
    score = np.array([discriminative_score(image, way) for way in ways])
    like = np.array([likeness(image, w, search.known) if search.known else 0.0 for w in ways])
    joint = score + LIKENESS_WEIGHT * like
    top = int(np.argmax(joint))
    best = ways[top]
    if is_held and not are_apart(near, best):
        return best if joint[top] > joint[0] + CLEARLY else near
    others = [mark for way, mark in zip(ways, joint, strict=True) if are_apart(way, best)]
    is_clear = joint[top] > max(others, default=-np.inf) + CLEARLY
    if is_clear and (passes_threshold(best, score[top]) or looks_right(best, like[top])):
        return best
    if not is_held:
        return None
    raise BoardNotFound(
        _("There is something like the board, but how it lies is not sure."), hint=_(BY_HAND)
    )


def slid_ways(search: Search, near: BoardFit) -> list[BoardFit]:
    """Return the board refined at its likeliest shifts in the plane of `near`."""
    starts = slides(search.image, near.shape, near.pose, count=MOST_SLIDES)
    return [refit_at(search.image, near, start, search.priors) for start in starts]


def best_by_picture(image: Image, near: BoardFit, others: Sequence[BoardFit]) -> BoardFit:
    """Return `near`, or one of `others` that the picture speaks for clearly more."""
    best = max(others, key=lambda way: discriminative_score(image, way), default=near)
    gain = discriminative_score(image, best) - discriminative_score(image, near)
    return best if gain > CLEARLY else near
