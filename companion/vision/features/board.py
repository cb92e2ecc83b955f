"""One picture of a board: all its places, sampled once and in the light they have."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.features.cells import CellFeatures, features_of
from companion.vision.features.light import Ground, UsualLight, light_on, neighbours, usual_light
from companion.vision.features.patches import Patches, sample_patches
from companion.vision.features.sharpness import sharpness
from companion.vision.geometry.arrays import Image, Indices

__all__ = ["BoardPicture", "CellSamples", "sample_board"]

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


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """A BGR picture of a located board, and what its places show.

    `places` are all: those for code pegs, `pegs`, row 1 first; then the code's, `code`, None where
    it is never in sight; then key holes, `keys`, row 1 first, None on a board without them.
    `usual_light` is that on most of the board against the empty one, None where that was not seen;
    `sharpness` is as `features.sharpness` has it.
    """

    image: Image
    located: Located
    places: CellSamples
    pegs: CellSamples
    pegs_and_code: CellSamples
    code: CellSamples | None
    keys: CellSamples | None
    usual_light: UsualLight | None
    sharpness: float

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


def sample_board(image: Image, located: Located, ground: Ground | None) -> BoardPicture:
    """Return what a BGR picture shows at all places of a board, each sampled once.

    Code and key holes are taken to lie in the nearest row's light; without the `ground` of the
    empty board the light is taken to be that of the calibration.
    """
    layout = _layout(located.shape)
    patches = sample_patches(image, located.pose, located.shape)
    beside_pegs = patches[: layout.pegs]
    near, own = (light[layout.lit_by] for light in light_on(beside_pegs, ground))
    usual = usual_light(beside_pegs.ground, ground) if ground else None
    places = CellSamples(patches, features_of(patches, (near, own), layout.near))
    first_key = layout.pegs + layout.code
    return BoardPicture(
        image,
        located,
        places,
        pegs=places[: layout.pegs],
        pegs_and_code=places[:first_key],
        code=places[layout.pegs : first_key] if layout.code else None,
        keys=places[first_key:] if first_key < len(places) else None,
        usual_light=usual,
        sharpness=sharpness(image, located),
    )


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
