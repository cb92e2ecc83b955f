"""Are holes, studs and heads where a pose says they are, in every part of the board? Pure.

A pose may fit one end of a board and miss the other: a marker that is bent or stuck elsewhere, a
corner clicked on the next hole. A score over the whole board hardly tells, so each part is asked by
itself: the ring fits of all features around it, pooled as one map of shifts, must be about as high
where the pose has them as anywhere else nearby. That one lattice step further looks the same is for
`locate.find_check` to tell. Where nothing round is seen at all, a hand may lie there: such a part
says nothing, but most of the board must speak.
"""

import numpy as np

from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.score.board_score import MINOR_WEIGHT
from companion.vision.score.round_features import features_of
from companion.vision.score.top_view import crop_to_lab, top_view

__all__ = ["is_on_lattice", "lattice_support"]

# pixels a mm of the view, and mm looked at to each side: less than half a pitch of every board;
# a guess
SCALE, REACH = 2.0, 3.0
# where the parts' middles lie, of the way across and along the board: corners and side middles,
# chosen
ACROSS, ALONG = (0.0, 1.0), (0.0, 0.5, 1.0)
# 1 sigma of a part's size across and along, of the same way; a guess
WIDE, DEEP = 0.35, 0.22
# head radii within which a feature is where the pose has it, and beyond which it is elsewhere;
# guesses
HERE, ELSEWHERE = 0.35, 0.5
# by how much, in mean fit, a part may fit better elsewhere: on studs, and on ground in two colours,
# whose seams fit as rings too. On 220 pictures of 55 rendered rooms right poses had 0.125 and 0.347
# at most; of others, with one or two outer places 0.8 to 1.4 head radii off, 50 and 21 % have more.
# A ratio of the two refused 6 to 28 % of right builds: where all is faint, chance makes it
MOST_STUDS, MOST_GROUND = 0.13, 0.35
# on bores: of the best fit elsewhere a part must have as much here, and less where something else
# speaks for the pose; from a mean fit here on it is here, whatever fits beside it, as shadows in
# wide bores do. Chosen on 222 poses of the first set and of eight rooms: right ones had 0.90 of it
# and more, wrong ones that no lattice step explains 0.85 and less
SHARE_BORES, SHARE_LIKELY, CLEAR_FIT = 0.88, 0.7, 0.3
# by how much a part may fit better elsewhere on bores where a person clicked; of the
# right boards measured in 24 rooms two, beside pegs and in a shadow, had 0.15 and 0.19
MOST_CLICKED = 0.2
# mean fit from which a part is seen at all, and in how many of the six it must be, where nothing
# else speaks for the pose; guesses
SEEN, LEAST_SEEN = 0.15, 3


def is_on_lattice(
    image: Image, located: Located, *, is_likely: bool = False, is_clicked: bool = False
) -> bool:
    """Return whether BGR `image` shows the features of `located` where its pose has them.

    `is_likely` says that something else speaks for the pose: then only what lies elsewhere counts,
    not what is hardly seen. Near clicks, which speak for it too, more may seem to lie elsewhere.
    """
    here, elsewhere = lattice_support(image, located).T
    is_held = is_likely or is_clicked
    is_seen = is_held or np.count_nonzero(here > SEEN) >= LEAST_SEEN
    if located.shape.ground or located.shape.hole.kind != "bore":
        most = MOST_GROUND if located.shape.ground else MOST_STUDS
        return bool(is_seen and (elsewhere - here <= most).all())
    share = SHARE_LIKELY if is_held else SHARE_BORES
    is_elsewhere = (here < np.minimum(share * elsewhere, CLEAR_FIT)) & (elsewhere > SEEN)
    if is_clicked:
        is_elsewhere &= elsewhere - here > MOST_CLICKED
    return bool(is_seen and not is_elsewhere.any())


def lattice_support(image: Image, located: Located) -> F64:
    """Return (6, 2): how well features fit in each part, here and best elsewhere, 0 to 1."""
    points, maps, weights = _ring_maps(image, located)
    holes = located.shape.holes()[:, :2]
    low, size = holes.min(axis=0), np.maximum(np.ptp(holes, axis=0), 1.0)
    middles = low + size * [(u, v) for u in ACROSS for v in ALONG]
    apart = (points[None] - middles[:, None]) / (size * (WIDE, DEEP))
    near = np.exp(-0.5 * (apart**2).sum(axis=2)) * weights
    pooled = np.einsum("pn,nyx->pyx", near / near.sum(axis=1, keepdims=True), maps)
    pooled = _box_mean(pooled)
    steps = np.arange(pooled.shape[1]) - pooled.shape[1] // 2
    far = np.hypot(*np.meshgrid(steps, steps)) / (SCALE * located.shape.head.radius)
    here, elsewhere = (pooled[:, which].max(axis=1) for which in (far <= HERE, far > ELSEWHERE))
    return np.stack([here, elsewhere], axis=1)


def _ring_maps(image: Image, located: Located) -> tuple[F64, F64, F64]:
    """Return places (n, 2) mm of cells and studs, maps (n, m, m) of their fits, and weights (n,).

    A cell fits as a hole or as a head; all studs of a field weigh half as much as all cells.
    """
    shape = located.shape
    features = [f for f in features_of(shape) if f.kind != "key"]
    lab, pose = crop_to_lab(image, shape, located.pose)
    every = np.concatenate([f.points for f in features])
    rim = max(f.radius for f in features) + REACH + 2.0
    view = top_view(lab, pose, every, level=shape.head.edge, rim=rim, scale=SCALE)
    fits: dict[str, list[F32]] = {"head": [], "hole": [], "stud": []}
    for f in features:
        rings = [field.rings(view.places(f.points), f.radius, reach=REACH) for field in view.fields]
        fits[f.kind].append(np.clip(f.confidence(rings[: f.channels]), 0, 1))
    cells = np.max([*fits["head"], *fits["hole"]], axis=0)
    studs = [f.points for f in features if f.kind == "stud"]
    points = np.concatenate([features[0].points, *studs])[:, :2]
    maps = np.concatenate([cells, *fits["stud"]])
    weights = [np.full(len(s), MINOR_WEIGHT * len(cells) / len(s)) for s in studs]
    return points, maps, np.concatenate([np.ones(len(cells)), *weights])


def _box_mean(maps: F64) -> F64:
    """Return maps (p, m, m), each value the mean of the nine around it."""
    size = maps.shape[1]
    edged = np.pad(maps, ((0, 0), (1, 1), (1, 1)), mode="edge")
    nine = [edged[:, j : j + size, i : i + size] for i in range(3) for j in range(3)]
    return np.asarray(np.mean(nine, axis=0), np.float64)
