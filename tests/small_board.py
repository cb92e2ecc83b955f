"""A board drawn for tests: domes of colour seen from straight above, with bores and ground."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.board.located import Located
from companion.vision.board.parts import Appearance, KeyHoles, Peg
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose
from companion.vision.read.answer_decision import decide_sliders
from companion.vision.sliders.segments import read_segments
from companion.vision.sliders.strips import slider_chances

PAINT = {
    "r": (50, 40, 190),
    "g": (70, 130, 40),
    "b": (160, 70, 30),
    "y": (40, 190, 220),
    "w": (225, 228, 230),
    "k": (38, 36, 36),
}
GROUND, BORE = (110, 140, 160), (25, 28, 30)
SCALE, MARGIN = 6.0, 120.0
# discs of which a dome is drawn, and how much darker its rim is than its middle
DISCS, RIM_SHADE = 12, 0.25


def small_shape(rows: int = 5) -> BoardShape:
    """Give a board of four holes a row, with a 2x2 field of key holes beside."""
    return BoardShape(
        name="small",
        title="A small board",
        palette="rgbywk",
        rows=rows,
        cols=4,
        hole_pitch=14.0,
        row_pitch=17.0,
        first=(0.0, 0.0),
        hole=Appearance("bore", 2.2),
        head=Peg(0.0, 3.9),
        outline=((-11, 90), (67, 90), (67, -12), (-11, -12)),
        keys=KeyHoles(
            ((54.0, 2.8), (59.6, 2.8), (54.0, -2.8), (59.6, -2.8)),
            Appearance("bore", 1.0),
            Peg(0.0, 1.5),
        ),
    )


def place_of(shape: BoardShape) -> Located:
    """Look down on the board's middle from far away, far end up."""
    far = 1000.0
    k = np.array([[SCALE * far, 0, MARGIN], [0, SCALE * far, 620.0], [0, 0, 1.0]])
    r = np.diag([1.0, -1.0, -1.0])
    return Located(shape, Pose(k, np.zeros(5), r, np.array([0, 0, far]), (600, 740)))


def drawn(
    shape: BoardShape,
    rows: dict[int, str],
    keys: dict[int, str] | None = None,
    *,
    gain: float = 1.0,
    ground: tuple[int, int, int] = GROUND,
) -> npt.NDArray[np.uint8]:
    """Draw the board with `rows` of letters; `gain` is of the stored values."""
    place = place_of(shape)
    image = np.full((740, 600, 3), ground, np.uint8)
    heads, cells = place.pose.project(shape.heads()), shape.cells()
    for (row, col), at in zip(cells, heads, strict=True):
        letter = rows.get(row, "....")[col - 1]
        if letter == ".":
            _disc(image, at, 2.2, BORE)
        else:
            _dome(image, at, 3.9, PAINT[letter])
    for row in range(1, shape.rows + 1):
        word = (keys or {}).get(row, "....")
        for letter, at in zip(word, place.pose.project(shape.key_heads(row)), strict=False):
            _disc(image, at, 1.0 if letter == "." else 1.5, PAINT.get(letter, BORE))
    soft = cv2.GaussianBlur(image, (0, 0), 1.2).astype(np.float64)
    noise = np.random.default_rng(7).normal(0, 1.5, image.shape)
    return np.clip(soft * gain + noise, 0, 255).astype(np.uint8)


def _disc(
    image: npt.NDArray[np.uint8],
    at: npt.NDArray[np.float64],
    mm: float,
    paint: tuple[int, int, int],
) -> None:
    cv2.circle(image, (round(at[0]), round(at[1])), round(mm * SCALE), paint, -1, cv2.LINE_AA)


def _dome(
    image: npt.NDArray[np.uint8],
    at: npt.NDArray[np.float64],
    mm: float,
    paint: tuple[int, int, int],
) -> None:
    """Draw a head, whose rim is turned from the light: a flat disc were a sticker."""
    for part in np.linspace(1.0, 0.0, DISCS):
        b, g, r = (round(channel * (1.0 - RIM_SHADE * part**2)) for channel in paint)
        _disc(image, at, mm * part, (b, g, r))


def clicks_in(image, pose, shape):
    """Give (red, white) clicks of each row's sliders in a picture."""
    seen = slider_chances(image, pose, shape), read_segments(image, pose, shape)
    return tuple((row.black, row.white) for row in decide_sliders(*seen))
