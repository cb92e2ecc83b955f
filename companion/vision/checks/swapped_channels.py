"""Are red and blue swapped in a picture? It is held against the calibration both ways. Pure.

All heads are asked, and then those that are surely pegs: holes of a board that two lamps light have
chroma as well. The limits were chosen on the pictures that `picture_check` names; that both are
asked, and that of the pegs, on the first labelled set and 105 rendered rooms at their true places:
5 of 525 pictures are said to be swapped that are not, and 176 places lost by it, where with all
heads alone it was 11 and 562. Swapped, 100 are not known to be, 46 before, most of them with hardly
a peg: of the 21,000 places 284 are read wrongly, 290 before. On 24 other rooms none of 96 instead
of one is said to be. Pegs count since of whatever colour, as what is swapped has no sure one: of 77
swapped pictures of the first set 76 are refused, 69 before.
"""

import numpy as np

from companion.vision.checks.picture_fault import PictureFault
from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import DARKEST, UsualLight
from companion.vision.geometry.arrays import F32, Mask

__all__ = ["are_key_holes_swapped", "check_swapped", "is_swapped"]

# natural logarithms by which all heads, and by which the pegs, must be nearer to a sample with red
# and blue swapped, and their board; chosen as said above
BY_ALL, BY_PEGS = 0.0, 0.1
# natural logarithms within which heads are as calibrated, whatever the board; swapped ones had 0.4
# at least, most rooms less; chosen as said above
AS_CALIBRATED = 0.3
# chroma, a natural logarithm, from which a head counts, and how many must; guesses
COLOURFUL, FEWEST_COLOURFUL = 0.5, 2
# chroma by which the median key hole must be unlike itself, the part of that which may be left with
# red and blue swapped, and how many holes must be in the picture; chosen as said above, the last a
# guess
UNLIKE_ITSELF, LEFT_OF_IT, FEWEST_HOLES = 0.2, 0.5, 4


def check_swapped(
    board: BoardPicture, samples: ColourSamples, pegs: Mask, key_holes: CellFeatures | None
) -> PictureFault | None:
    """Return SWAPPED if red and blue are, as the `pegs` (n,), surely such, say.

    Or as the `key_holes` do, which are those of the empty board.
    """
    usual = board.usual_light
    if usual is None:
        return None
    swapped = is_swapped(board.pegs.features.colour, pegs, usual, samples)
    if board.keys and key_holes and len(key_holes) == len(board.keys):
        seen, inside = board.keys.features.colour, board.keys.patches.inside
        swapped = swapped or are_key_holes_swapped(seen, inside, usual, key_holes)
    return PictureFault.SWAPPED if swapped else None


def is_swapped(colours: F32, pegs: Mask, usual: UsualLight, samples: ColourSamples) -> bool:
    """Say whether heads, `pegs` and board are nearer to the calibration with red and blue swapped.

    `colours` (n, 3) are those of all heads, of which `pegs` (n,) are surely pegs. A head's chroma
    is taken in the light of the whole board. Where they are as calibrated that ends it.
    """
    wanted = _chroma(samples.features.colour, samples.features.light)
    board = usual.ground.field.mean(axis=0)
    straight = _chroma(colours, board + usual.straight)
    colourful = np.hypot(*straight.T) > COLOURFUL
    asked = (colourful, BY_ALL), (colourful & pegs, BY_PEGS)
    if not all(_differs(straight[which], wanted) for which, _ in asked):
        return False
    swapped = _chroma(colours[:, ::-1], board + usual.swapped)
    cast, cast_back = (np.ptp(change) / np.log(2) for change in (usual.straight, usual.swapped))
    by_board = float(np.clip(cast - cast_back, -1, 1)) / 2
    near, far = (
        [_median_distance(chroma[which], wanted) for which, _ in asked]
        for chroma in (straight, swapped)
    )
    return all(a - b + by_board > limit for a, b, (_, limit) in zip(near, far, asked, strict=True))


def are_key_holes_swapped(
    colours: F32, inside: Mask, usual: UsualLight, empty: CellFeatures
) -> bool:
    """Say whether key holes are themselves again with red and blue swapped, and not as they are.

    `colours` (n, 3) are those of all key holes, `inside` (n,) those in the picture, `empty` the
    same on the empty board. Most holes are taken to be empty.
    """
    if inside.sum() < FEWEST_HOLES:
        return False
    wanted = _chroma(empty.colour, np.zeros(3, np.float32))

    def change(seen: F32, light: F32) -> float:
        return float(np.median(np.hypot(*(_chroma(seen, light) - wanted)[inside].T)))

    straight = change(colours, usual.straight)
    if straight <= UNLIKE_ITSELF:
        return False
    return change(colours[:, ::-1], usual.swapped) < LEFT_OF_IT * straight


def _differs(chroma: F32, wanted: F32) -> bool:
    """Say whether enough have chroma (k, 2), and most another than any that is `wanted` (m, 2)."""
    return len(chroma) >= FEWEST_COLOURFUL and _median_distance(chroma, wanted) >= AS_CALIBRATED


def _chroma(colour: F32, light: F32) -> F32:
    """Return (n, 2): log R/G and log B/G of colours (n, 3), the light taken off."""
    log = np.log(colour + np.float32(DARKEST)) - light
    return np.stack([log[:, 2] - log[:, 1], log[:, 0] - log[:, 1]], axis=1)


def _median_distance(chroma: F32, wanted: F32) -> float:
    """Return how far chroma (k, 2) mostly is from the nearest that is `wanted` (m, 2)."""
    apart = chroma[:, None] - wanted[None]
    return float(np.median(np.sqrt((apart * apart).sum(axis=2)).min(axis=1)))
