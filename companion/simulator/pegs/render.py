"""Draws a board as a camera would see it: perspective, pegs with height, light, a hand, noise.

Plain on purpose: it is there so that a camera is anywhere. Whether boards are read rightly is
proved on pictures, not on this.
"""

import cv2
import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY
from companion.simulator.pegs.pen import Colour, Pen, scaled
from companion.simulator.pegs.script import Moment
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Pose

__all__ = [
    "draw",
    "exposed",
    "looking_at",
    "looking_at_points",
    "photographed",
    "reach",
    "scene",
    "shifted",
    "stand",
    "table",
]

Image = npt.NDArray[np.uint8]

SIZE = (960, 720)  # pixels of a drawn picture: chosen, small enough to be drawn soon
# focal length in picture widths of a usual webcam; a guess for all of them
FOCAL = 0.9
# radians that the camera leans from straight above; 20 degrees, chosen by eye
LEAN = 0.35
TABLE, BOARD, HOLE, SHIELD, SKIN = (
    (70, 92, 120),
    (60, 62, 66),
    (22, 22, 24),
    (48, 44, 60),
    (122, 152, 205),
)  # BGR of what is drawn, chosen by eye: wood, dark plastic, holes, the shield, skin
# lighter than the board: the key pegs must differ from it, black ones too; a guess
KEY_HOLE = (78, 84, 86)
# BGR of the plastic of each letter
PLASTIC: dict[str, Colour] = {
    "r": (40, 38, 196),
    "b": (176, 86, 28),
    "g": (62, 132, 34),
    "y": (38, 204, 232),
    "w": (226, 230, 232),
    "k": (30, 28, 28),
    "o": (26, 118, 236),
    "n": (38, 62, 104),
    "p": (172, 128, 236),
    "s": (168, 164, 160),
}
# BGR of a peg whose letter has no plastic here: chosen unlike any of them
UNKNOWN: Colour = (150, 60, 150)
# grey levels, the standard deviation of what is added: a guess at a webcam's in a lit room
NOISE = 2.0
# sigma of what a lens blurs, of a picture's width; chosen, 0.8 pixels of 960
SOFT = 0.8 / 960


def looking_at(shape: BoardShape, *, size: tuple[int, int] = SIZE) -> Pose:
    """Return a camera that has all of `shape` in sight, leaning a little."""
    return looking_at_points(shape.outline_points(), size=size)


def looking_at_points(outline: F64, *, size: tuple[int, int] = SIZE) -> Pose:
    """Return a camera that has all points (n, 3) of a table in sight, leaning a little."""
    w, h = size
    middle = outline.mean(axis=0)
    k = np.array([[FOCAL * w, 0, (w - 1) / 2], [0, FOCAL * w, (h - 1) / 2], [0, 0, 1.0]])
    distance = 1.25 * FOCAL * max(np.ptp(outline[:, 1]) * w / h, np.ptp(outline[:, 0]))
    eye = middle + distance * np.array([0.0, -np.sin(LEAN), np.cos(LEAN)])
    ahead = (middle - eye) / distance
    right = np.array([1.0, 0.0, 0.0])
    r = np.stack([right, np.cross(ahead, right), ahead])
    return Pose(k, np.zeros(5), r, -r @ eye, size)


def draw(moment: Moment, shape: BoardShape, pose: Pose, *, seed: int) -> Image:
    """Return the picture (h, w, 3), uint8 BGR, of `shape` at `moment`; `seed` is of its noise."""
    return photographed(scene(moment, shape, pose), moment, shape, pose, seed=seed)


def scene(moment: Moment, shape: BoardShape, pose: Pose) -> Image:
    """Return what stands there at `moment`, without hand, light and noise: (h, w, 3), uint8 BGR."""
    image = table(pose.size)
    stand(image, moment, shape, pose)
    return image


def table(size: tuple[int, int]) -> Image:
    """Return the picture of a bare table, `size` (width, height)."""
    return np.full((*size[::-1], 3), TABLE, np.uint8)


def stand(image: Image, moment: Moment, shape: BoardShape, pose: Pose) -> None:
    """Draw the board as it stands at `moment` into `image`."""
    pen = Pen(shifted(pose, shape, moment), image)
    pen.polygon(shape.outline_points(), BOARD)
    _markers(pen, shape)
    _places(pen, shape, moment)
    _answers(pen, shape, moment)
    _code(pen, shape, moment)


def reach(image: Image, moment: Moment, shape: BoardShape, pose: Pose) -> None:
    """Draw the hand that is over the board at `moment` into `image`, if one is."""
    if moment.hand:
        _hand(Pen(shifted(pose, shape, moment), image), shape, moment.hand)


def photographed(
    there: Image, moment: Moment, shape: BoardShape, pose: Pose, *, seed: int
) -> Image:
    """Return what a camera makes of the scene: a hand, a soft lens, the light, a lamp, noise."""
    image = there.copy() if moment.hand else there
    reach(image, moment, shape, pose)
    return exposed(image, moment, seed=seed)


def exposed(image: Image, moment: Moment, *, seed: int) -> Image:
    """Return what a camera makes of `image` in the light of `moment`."""
    h, w = image.shape[:2]
    lamp = np.linspace(1.08, 0.92, w, dtype=np.float32)[None, :, None]
    colour = np.array([1 / moment.tint, 1.0, moment.tint], np.float32) * np.float32(moment.gain)
    chance = np.random.default_rng(seed)
    # grain of half the pixels, as a picture that was packed has it, costs a quarter
    grain = chance.standard_normal((-(-h // 2), -(-w // 2)), np.float32) * np.float32(NOISE)
    noise = np.asarray(cv2.resize(grain, (w, h), interpolation=cv2.INTER_NEAREST), np.float32)
    seen = np.asarray(cv2.GaussianBlur(image, (0, 0), SOFT * w), np.float32)
    # in place: to fetch new arrays of this size takes a third of the time of a picture
    seen *= lamp * colour
    seen += noise[..., None]
    return np.asarray(cv2.convertScaleAbs(np.maximum(seen, 0, out=seen)))


def _places(pen: Pen, shape: BoardShape, moment: Moment) -> None:
    letters = "".join(moment.rows)
    for letter, hole, head in zip(letters, shape.holes(), shape.heads(), strict=True):
        pen.disc(hole, shape.hole.radius, HOLE)
        if letter != EMPTY:
            pen.peg(head, shape.head.radius, PLASTIC.get(letter, UNKNOWN))


def _answers(pen: Pen, shape: BoardShape, moment: Moment) -> None:
    for row, (black, white) in enumerate(moment.keys, start=1):
        if shape.keys:
            letters = "k" * black + "w" * white
            for i, hole in enumerate(shape.key_holes(row)):
                pen.disc(hole, shape.keys.look.radius, KEY_HOLE)
                if i < len(letters):
                    head = shape.key_heads(row)[i]
                    pen.peg(head, shape.keys.peg.radius, PLASTIC[letters[i]])
        if shape.sliders:
            for name, clicks in (("red", black), ("white", white)):
                track = shape.slider_track(row, name)
                # from under the board, a click inside its edge
                inside = 2 * track[0] - track[1]
                pen.bar(inside, track[clicks], shape.sliders.radius, PLASTIC[name[0]])


def _code(pen: Pen, shape: BoardShape, moment: Moment) -> None:
    if shape.code is None:
        return
    for letter, hole, head in zip(
        moment.code or EMPTY * shape.cols, shape.code_holes(), shape.code_heads(), strict=True
    ):
        pen.disc(hole, shape.hole.radius, HOLE)
        if letter != EMPTY:
            pen.peg(head, shape.code.peg.radius, PLASTIC.get(letter, UNKNOWN))
    if not moment.code:
        places, half = shape.code_holes(), shape.code.pitch * 0.7
        low, high = places.min(axis=0) - half, places.max(axis=0) + half
        top = 4 * shape.head.height
        pen.polygon(
            np.array(
                [
                    (low[0], low[1], top),
                    (high[0], low[1], top),
                    (high[0], high[1], top),
                    (low[0], high[1], top),
                ]
            ),
            SHIELD,
        )


def _markers(pen: Pen, shape: BoardShape) -> None:
    if shape.markers is None:
        return
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for name, (x, y) in enumerate(shape.markers.centres, start=shape.markers.first_id):
        bits = cv2.aruco.generateImageMarker(words, name, 6)
        square = shape.markers.size / 6
        half = shape.markers.size / 2
        paper = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * half
        centre = np.array([x, y, shape.markers.height])
        pen.polygon(centre + paper * 1.3, (235, 235, 235))
        pen.polygon(centre + paper, (20, 20, 20))
        for row, col in zip(*np.nonzero(bits), strict=True):
            at = centre + np.array([(col + 0.5) * square - half, half - (row + 0.5) * square, 0.0])
            pen.polygon(at + paper / 6, (235, 235, 235))


def _hand(pen: Pen, shape: BoardShape, row: int) -> None:
    """Draw a hand that reaches from the right for `row`, and its shadow."""
    width = shape.hole_pitch * shape.cols
    tip = np.array([shape.first[0] + width * 0.4, shape.row_y(row), 0.0])
    for colour, height, aside in ((scaled(BOARD, 0.5), 0.0, -6.0), (SKIN, 30.0, 0.0)):
        at = tip + np.array([0.0, aside, height])
        size = shape.row_pitch
        arm = np.array(
            [(0.0, -0.8), (-8.0, -0.3), (-8.0, 0.4), (0.0, 0.9), (400.0, 3.0), (400.0, -3.0)]
        )
        arm[:, 1] *= size
        pen.polygon(at + np.c_[arm, np.zeros(len(arm))], colour)


def shifted(pose: Pose, shape: BoardShape, moment: Moment) -> Pose:
    """Return the pose of the board as it lies at `moment`, when it lay at `pose` first."""
    moved = np.array([*moment.shift, 0.0]) * shape.hole_pitch
    return Pose(pose.k, pose.dist, pose.r, pose.t + pose.r @ moved, pose.size)
