"""How far each slider is pulled out: its own plastic from the board to its tip, then the table.

A segment a click. What a slider looks like is seen in the same picture where it always is, before
the first click; the table beyond the last. Light differs along a track, so that a segment is held
against what lies beside it as well, by colour and by the shape of its cross section.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, Image, Mask
from companion.vision.geometry.pose import Pose

__all__ = ["read_segments"]


# of a segment the ends are left out: the tip is never quite at its place
ALONG = np.linspace(-0.7, -0.3, 4)  # clicks before the segment's end
BEYOND = 2  # segments looked at past the last click; a guess: as many as show the table
# in half widths of a slider, outwards: away from the row's line, where the gap is wider
ACROSS = np.linspace(-1.9, 2.3, 13)
CORE = abs(ACROSS) < 0.65
LANE = ACROSS > 1.4
SECTION = abs(ACROSS) <= 1.91
DIMMEST = np.float32(8)  # of 255, added before a logarithm
# log odds of slider against table for a whole unit of each piece of evidence; found by logistic
# regression on labelled boards, and nearly the same whichever board is left out; chosen by it
SIZE, FORM, BESIDE, COLOUR = 1.4, 1.7, 2.5, 3.6
MOST = 8.0  # log odds that one segment can give; a guess, so that one odd segment does not decide
SURE = 2.0  # of the same: how far the second best must lag behind; a guess
# a first segment with less of the usual section, or of another form, is hidden; seen ones had more
# than 0.4 and 0.6, those under a hand under 0.1
LEAST_SIZE, LEAST_FORM = 0.3, 0.5
# differences that are hardly more than noise: of `_colour`, and of `_shade`, black to white 0.5
FAINT, PALE = np.float32(0.1), np.float32(0.05)
APART = 0.02  # of `_shade`: a slider and a table more alike than this cannot be told apart; a guess


@dataclass(frozen=True, slots=True)
class _Tracks:
    """What is seen of all rows' sliders of one colour.

    `core` and `lane` are (rows, segments, 3), logarithmic colours in the middle of the track and
    beside it; `core_shade` and `lane_shade` the same as plain ones; `section` is
    (rows, segments, samples across, 3), logarithmic, level and slope taken out.
    """

    core: F32
    lane: F32
    core_shade: F32
    lane_shade: F32
    section: F32


def read_segments(image: Image, pose: Pose, shape: BoardShape) -> list[int | None]:
    """Return the clicks of the red sliders, row 1 first, then of the white.

    None where they cannot be told.
    """
    if shape.sliders is None:
        return []
    x, y, segments = _maps(pose, shape)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grid = (2, shape.rows, segments, len(ALONG), len(ACROSS), 3)
    red, white = (_clicks(_tracks(each)) for each in seen.reshape(grid).astype(np.float32))
    return red + white


@lru_cache(maxsize=8)
def _maps(pose: Pose, shape: BoardShape) -> tuple[F32, F32, int]:
    """Return maps in the order colour (red, white), row, segment, along, across; the segments."""
    sliders = shape.sliders
    if sliders is None:
        raise ValueError("a board without sliders has no tracks")
    segments = np.arange(sliders.clicks + 1 + BEYOND)
    along = (segments[:, None, None] + ALONG[:, None]) * sliders.step
    points = []
    for colour, dy in (("red", sliders.red_dy), ("white", sliders.white_dy)):
        across = ACROSS * sliders.radius * np.copysign(1.0, dy)
        offsets = np.stack(np.broadcast_arrays(along, across, 0.0), -1).reshape(-1, 3)
        points += [shape.slider_track(row, colour)[0] + offsets for row in range(1, shape.rows + 1)]
    px = np.nan_to_num(pose.project(np.concatenate(points)), nan=-1e4).astype(np.float32)
    x, y = (np.ascontiguousarray(px[None, :, i]) for i in (0, 1))
    return x, y, len(segments)


def _tracks(samples: F32) -> _Tracks:
    """Take (rows, segments, along, across, 3) samples together."""
    section = samples.mean(axis=2)
    core, lane = (section[:, :, part].mean(axis=2) for part in (CORE, LANE))
    curved = _detrended(_colour(section[:, :, SECTION]))
    return _Tracks(_colour(core), _colour(lane), _shade(core), _shade(lane), curved)


def _colour(stored: F32) -> F32:
    """Return the logarithms of lightness, at half weight, and of two opponent colours."""
    return _opponents(np.log(stored + DIMMEST))


def _shade(stored: F32) -> F32:
    """Return lightness at half weight and two opponent colours."""
    return _opponents(stored / np.float32(255))


def _opponents(bgr: F32) -> F32:
    b, g, r = (bgr[..., i] for i in range(3))
    return np.stack([(b + 2 * g + r) / 8, r - g, (r + g) / 2 - b], axis=-1)


def _detrended(section: F32) -> F32:
    """Return what is left of sections when level and slope are taken out of each channel."""
    straight = np.stack([np.ones(SECTION.sum()), ACROSS[SECTION]], axis=1)
    base, _ = np.linalg.qr(straight)
    rest = np.eye(len(base)) - base @ base.T
    return np.asarray(np.einsum("ab,rsbc->rsac", rest, section), np.float32)


def _clicks(tracks: _Tracks) -> list[int | None]:
    """Read the sliders of one colour: out to where it is likeliest that plastic becomes table."""
    moving = np.clip(_odds(tracks)[:, 1:-BEYOND], -MOST, MOST)
    none = np.zeros((len(moving), 1), np.float32)
    pulled = np.concatenate([none, moving.cumsum(axis=1)], axis=1)
    likely = 2 * pulled - pulled[:, -1:]
    order = np.sort(likely, axis=1)
    sure = (order[:, -1] - order[:, -2] > SURE) & _is_seen(tracks)
    best = likely.argmax(axis=1)
    return [int(k) if ok else None for k, ok in zip(best, sure, strict=True)]


def _odds(tracks: _Tracks) -> F32:
    """Return (rows, segments): the log odds of slider against table."""
    size, form = _alike(tracks.section, tracks.section[:, :1])
    to_slider, to_table, apart = _distances(tracks)
    colour = (to_table - to_slider) / np.maximum(apart, PALE)
    beside = tracks.core - tracks.lane
    first = beside[:, :1]
    aside = (_length(beside) - _length(beside - first)) / np.maximum(_length(first), FAINT)
    return np.asarray(
        SIZE * np.clip(size, -0.3, 0.8)
        + FORM * form
        + BESIDE * np.clip(aside, -1, 1)
        + COLOUR * np.clip(colour, -1, 1),
        np.float32,
    )


def _alike(sections: F32, known: F32) -> tuple[F32, F32]:
    """Return how much of the known section is in each section, and how alike their forms are."""
    common = (sections * known).sum(axis=(2, 3))
    own, other = (np.maximum((x * x).sum(axis=(2, 3)), 1e-6) for x in (sections, known))
    return common / other, common / np.sqrt(own * other)


def _distances(tracks: _Tracks) -> tuple[F32, F32, F32]:
    """Return (rows, segments) to the slider and to the table, and (rows, 1) between the two."""
    core, lane = tracks.core_shade, tracks.lane_shade
    slider = core[:, :1]
    beyond = core[:, -BEYOND:]
    wide = np.concatenate([beyond[:1], beyond, beyond[-1:]])
    far = np.concatenate([beyond, wide[:-2], wide[2:]], axis=1)
    to_far = _length(core[:, :, None] - far[:, None]).min(axis=2)
    to_table = np.minimum(to_far, _length(core - lane))
    apart = np.median(_length(far - slider), axis=1, keepdims=True)
    return _length(core - slider), to_table, apart


def _is_seen(tracks: _Tracks) -> Mask:
    """Say of which rows the slider's first segment is in sight: it looks as most others do."""
    first = tracks.section[:, :1]
    size, form = _alike(first, np.median(first, axis=0, keepdims=True))
    _, _, apart = _distances(tracks)
    seen = (apart > APART) & (size > LEAST_SIZE) & (form > LEAST_FORM)
    return np.asarray(seen[:, 0])


def _length(colours: F32) -> F32:
    return np.asarray(np.linalg.norm(colours, axis=-1), np.float32)
