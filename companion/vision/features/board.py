"""One picture of a board: all its places, sampled once and in the light they have."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.features.cells import CellFeatures, features_of
from companion.vision.features.light import Ground, UsualLight, light_on, neighbours
from companion.vision.features.patches import Patches, sample_patches
from companion.vision.features.sharpness import sharpness
from companion.vision.geometry.arrays import Image, Indices

__all__ = ["BoardPicture", "CellSamples"]

# 0..255, from the dark to the bright 2 % of all heads' points, a guess: bores alone make more
BLANK_CONTRAST = 10
# part of the heads with over half their points clipped, from which the picture is too bright: a
# guess
BRIGHT_PART = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class CellSamples:
    """Places of one sort: the `patches` that were sampled, and their `features`."""

    patches: Patches
    features: CellFeatures

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, which: slice) -> "CellSamples":
        return CellSamples(self.patches[which], self.features[which])


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A BGR picture of a located board; what its places show is worked out when first asked.

    Without the `ground` of the empty board the light is taken to be that of the calibration.
    """

    image: Image
    located: Located
    ground: Ground | None

    @cached_property
    def _all(self) -> CellSamples:
        """All places, as the layout lists them; code and key holes in the nearest row's light."""
        layout = _layout(self.located.shape)
        patches = sample_patches(self.image, self.located.pose, self.located.shape)
        lit = light_on(patches[: layout.pegs], self.ground)
        near, own = (light[layout.lit_by] for light in lit)
        return CellSamples(patches, features_of(patches, (near, own), layout.near))

    @cached_property
    def pegs(self) -> CellSamples:
        """The places for code pegs, row 1 first."""
        return self._all[: _layout(self.located.shape).pegs]

    @cached_property
    def code(self) -> CellSamples | None:
        """The code's places; None where the code is never in sight."""
        layout = _layout(self.located.shape)
        return self._all[layout.pegs : layout.pegs + layout.code] if layout.code else None

    @cached_property
    def pegs_and_code(self) -> CellSamples:
        """The places for code pegs, and then the code's."""
        layout = _layout(self.located.shape)
        return self._all[: layout.pegs + layout.code]

    @cached_property
    def keys(self) -> CellSamples | None:
        """The key holes, row 1 first; None on a board without them."""
        layout = _layout(self.located.shape)
        first = layout.pegs + layout.code
        return self._all[first:] if first < len(layout.lit_by) else None

    @cached_property
    def usual_light(self) -> UsualLight | None:
        """The light on most of the board, against the empty one; None without its ground."""
        return UsualLight(self.pegs.patches.ground, self.ground) if self.ground else None

    @cached_property
    def sharpness(self) -> float:
        """How many times steeper edges are than blurred by 0.3 head radii, where least so."""
        return sharpness(self.image, self.located)

    @property
    def is_from_behind(self) -> bool:
        """Whether the camera looks at the code from the maker's side."""
        code = self.located.shape.code_holes()
        return bool(len(code) and self.located.pose.position[1] > code[0, 1])

    @property
    def is_code_in_sight(self) -> bool:
        """Whether the code has places, all of them in the picture."""
        return bool(self.code and self.code.patches.inside.all())

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is to be seen: a lens cap, a wall, a burnt out picture."""
        ranked = np.sort(self.pegs.features.heads.ravel())
        few = len(ranked) // 50
        return bool(ranked[-1 - few] - ranked[few] < BLANK_CONTRAST)

    @property
    def is_too_bright(self) -> bool:
        """Whether many heads are clipped to white."""
        return bool((self.pegs.features.clipped > 0.5).mean() > BRIGHT_PART)


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """How a board's n places are listed: `near` (9, n) neighbours; `lit_by` (n,) a peg's place.

    `pegs` and `code` are how many there are; the rest are key holes.
    """

    near: Indices
    lit_by: Indices
    pegs: int
    code: int


@lru_cache(maxsize=8)
def _layout(shape: BoardShape) -> _Layout:
    places = np.arange(shape.rows * shape.cols)
    offsets = shape.keys.offsets if shape.keys else ()
    beside_keys = np.repeat(places[_nearest_col(shape) :: shape.cols], len(offsets))
    code = places[-shape.cols :] if shape.code else places[:0]
    sizes = [(shape.rows, shape.cols), (1, len(code)), (shape.rows, len(offsets))]
    firsts = np.cumsum([0] + [rows * cols for rows, cols in sizes])
    near = [
        neighbours(*size) + first for size, first in zip(sizes, firsts[:-1], strict=True) if size[1]
    ]
    return _Layout(
        np.concatenate(near, axis=1),
        np.concatenate([places, code, beside_keys]),
        len(places),
        len(code),
    )


def _nearest_col(shape: BoardShape) -> int:
    """Return the column, from 0, whose places are nearest to the key holes."""
    offsets = shape.keys.offsets if shape.keys else ()
    x = sum(x for x, _ in offsets) / max(1, len(offsets))
    middle = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    return 0 if x < middle else shape.cols - 1
