"""Is a row a picture of pegs? The noise of the bare board beside it tells.

Pegs leave the board between them as it was, but for their shadows, which are smooth. A photograph
has a grain of its own there, its sensor's noise and its print's, which stays the same from frame to
frame: averaged over some frames it is what is left of the difference to the board before, where
everywhere else the camera's own noise averages out (as fixed-pattern noise is told in photon
transfer, Janesick 2007). What heads do to the picture beside them, in edges of shadows and in
JPEG, is strong in some places beside a row; grain is everywhere. Each row is held against its own
last bare view, however it was filled since; where the camera was pushed, against that view as its
plane is seen from the new place, aligned by the enhanced correlation coefficient (Evangelidis and
Psarakis 2008). Builds with studs are left out, as plates that are set there change what is seen
between them.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.game.core.codes import EMPTY
from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F32, Image
from companion.vision.read.reading import UNSURE, Reading
from companion.vision.watch.bare_rows import BareRows, maps_between

__all__ = ["RowTexture"]

# sigma in pixels of what is taken out of a difference, light and shadows: noise is finer; a guess
SHADE_SIGMA_PX = 1.2
# pixels of bare board that a part must have to count, and parts that a row must have. With parts of
# 19 to 38 pixels, in 640 x 480, pegs and pictures were not told apart in the films below; a guess
FEWEST_PIXELS, FEWEST_PARTS = 50, 4
# looks that are averaged, before and now, at least: a row is said after so many; by definition
FEWEST_LOOKS = 3
# how much more is left beside a row than beside rows that stayed as they were, in all of its parts
# but the lowest third, for it to be a picture; and for one that was seen to be begun, as people set
# pegs one by one, or that came as the camera was pushed. Chosen on four traced films of 800 x 600
# to 1920 x 1080, each frame with noise and JPEG of its own: beside eight rows of pegs it is 0.9 to
# 1.7 (two more than 1.6), beside 16 pictures of their rows 2.0 to 3.2; after a push 1.0 to 1.8
# beside four rows, 1.4 to 2.5 beside 12 pictures (four less than 1.9). By photon noise alone it is
# 1.8, of 12 looks before and three now
PART_RANK, GRAIN, SURE_GRAIN = 0.35, 1.6, 1.9
# what stands for grey that was not seen, by definition: less than any
UNSEEN = -1e4
# steps of the alignment at most, and the change of correlation at which it ends: guesses
ALIGN_STEPS, ALIGN_CHANGE = 40, 1e-5


@dataclass(frozen=True, eq=False)
class Looks:
    """Looks at a board on which the same places have pegs: their sum (h, w), and their number.

    `rows` has of each row whether it is bare, begun or full, as `_state_of` tells. `is_moved` says
    that they were seen from elsewhere; what was not seen from there is negative.
    """

    rows: tuple[str, ...]
    total: F32
    count: int
    is_moved: bool = False

    @cached_property
    def mean(self) -> F32:
        """The mean picture."""
        return np.asarray(self.total / np.float32(self.count), np.float32)


class RowTexture:
    """Looks at the bare board beside rows, at one place of the board, look after look."""

    def __init__(self, located: Located) -> None:
        shape, self._pose = located.shape, located.pose
        is_judged = shape.hole.kind != "stud"
        self._bare = BareRows.at(shape, located.pose) if is_judged else None
        # of each row, from 0, the last looks at it while it was bare
        self._before: dict[int, Looks] = {}
        # what was looked at last, until something else stood there, and what is now
        self._last: Looks | None = None
        self._now: Looks | None = None
        # rows, from 0, that are full and were looked at so; those of them that are pictures
        self._judged: frozenset[int] = frozenset()
        self._pictures: frozenset[int] = frozenset()

    def at(self, located: Located) -> "RowTexture":
        """Return one for the board found in another place: what is a picture stays one."""
        after = RowTexture(located)
        after._judged, after._pictures = self._judged, self._pictures
        if self._bare is None or after._bare is None or not after._bare.free.size:
            return after
        self._keep()
        moved: dict[int, Looks] = {}
        maps = maps_between(located.pose, after._bare.window, self._pose, self._bare.window)
        for r, looks in self._before.items():
            if id(looks) not in moved:
                seen = cv2.remap(looks.mean, *maps, cv2.INTER_CUBIC, borderValue=UNSEEN)
                moved[id(looks)] = Looks(looks.rows, np.asarray(seen, np.float32), 1, is_moved=True)
            after._before[r] = moved[id(looks)]
        return after

    def on(self, image: Image, reading: Reading) -> tuple[int, ...]:
        """Return the rows, from 1, that are pictures of pegs, after one more look."""
        if self._bare is None or not self._bare.free.size:
            return ()
        view, rows = self._bare.of(image), tuple(map(_state_of, reading.rows))
        if self._now is None or rows != self._now.rows:
            self._keep()
            self._now = Looks(rows, view, 1)
        else:
            self._now = Looks(rows, self._now.total + view, self._now.count + 1)
        full = frozenset(r for r, state in enumerate(rows) if state == "full")
        self._judged, self._pictures = self._judged & full, self._pictures & full
        if self._now.count == FEWEST_LOOKS:
            new = full - self._judged
            self._pictures |= {r for r in new if self._is_picture(r, self._now)}
            self._judged |= new
        return tuple(r + 1 for r in sorted(self._pictures))

    def _keep(self) -> None:
        """Keep the looks until now for the rows that were bare in them."""
        if self._now is not None and self._now.count >= FEWEST_LOOKS:
            self._last = self._now
            bare = [r for r, state in enumerate(self._now.rows) if state == "bare"]
            self._before |= dict.fromkeys(bare, self._now)

    def _is_picture(self, r: int, now: Looks) -> bool:
        """Return whether row `r`, from 0, which is full, has a grain that it had not when bare."""
        before = self._before.get(r)
        if before is None or self._bare is None:
            return False
        alike = ("bare",) if before.is_moved else ("bare", "begun", "full")
        pairs = enumerate(zip(before.rows, now.rows, strict=True))
        usual = [i for i, (then, state) in pairs if then == state and state in alike]
        if not usual:
            return False
        then = (
            _aligned(before.mean, now.mean, self._bare, usual) if before.is_moved else before.mean
        )
        left = _left(then, now.mean, self._bare)
        beside = [row for row in left[usual] if not np.isnan(row).all()]
        if not beside:
            return False
        level = np.median(np.nan_to_num(beside, nan=np.inf), axis=0)
        ratios = left[r] / np.where(level > 0, level, np.inf)
        ratios = np.sort(ratios[np.isfinite(ratios)])
        if len(ratios) < FEWEST_PARTS:
            return False
        limit = GRAIN if before is self._last else SURE_GRAIN
        return bool(ratios[round(PART_RANK * (len(ratios) - 1))] > limit)


def _left(before: F32, now: F32, bare: BareRows) -> F32:
    """Return (rows, parts) what is left of the difference in grey levels; nan where none is."""
    free = bare.free & (before >= 0)
    level = max(float(np.median(now[free])), 1.0) if free.any() else 1.0
    gain = np.float32(float(np.median(before[free])) / level) if free.any() else np.float32(1)
    apart = np.where(free, now * gain - before, 0).astype(np.float32)
    near = np.maximum(cv2.GaussianBlur(free.astype(np.float32), (0, 0), SHADE_SIGMA_PX), 1e-3)
    fine = np.abs(apart - cv2.GaussianBlur(apart, (0, 0), SHADE_SIGMA_PX) / near)
    fine[~free] = np.nan
    flat, most = fine.ravel(), max(map(len, bare.parts))
    left = np.full((len(bare.parts), most), np.nan, np.float32)
    for r, parts in enumerate(bare.parts):
        for i, part in enumerate(parts):
            seen = flat[part][~np.isnan(flat[part])]
            if len(seen) >= FEWEST_PIXELS:
                left[r, i] = seen.mean()
    return left


def _aligned(before: F32, now: F32, bare: BareRows, rows: list[int]) -> F32:
    """Return the view `before`, aligned with that of `now` where `rows`, from 0, are."""
    counted = np.isin(bare.bands, np.array(rows) + 1) & (before >= 0)
    ends = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, ALIGN_STEPS, ALIGN_CHANGE)
    start = np.eye(2, 3, dtype=np.float32)
    mask = cv2.erode(counted.astype(np.uint8), np.ones((5, 5), np.uint8))
    try:
        _, warp = cv2.findTransformECC(now, before, start, cv2.MOTION_AFFINE, ends, mask, 3)
    except cv2.error:
        # nothing there by which it could be: as it was found
        return before
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(before, warp, now.shape[::-1], flags=how, borderValue=UNSEEN)
    return np.asarray(seen, np.float32)


def _state_of(row: str) -> str:
    """Return "full" for a row without an empty place, "bare" without a clear peg, else "begun"."""
    if EMPTY not in row:
        return "full"
    return "begun" if row.replace(UNSURE, EMPTY).strip(EMPTY) else "bare"
