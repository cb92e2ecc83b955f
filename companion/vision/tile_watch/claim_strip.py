"""Claims by pointing: a printed strip of numbers on the table, a pawn on one, a pawn before a tile.

The strip has a marker at each end and a field for each number between them. What stands on it, and
before a row, is seen as a change against the last picture in which nothing was pointed at.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.geometry import opencv_compat
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.tile_faces.boxes import TilePlace
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tiles.reading import TileReading
from companion.vision.tiles.table_view import DARK, PER_WIDTH, TableView

__all__ = [
    "FIELD",
    "MARKERS",
    "MARKER_SIZE",
    "ClaimEyes",
    "Pointed",
    "Strip",
    "field_at",
    "find_strip",
    "length",
    "pointed",
]

# markers of the strip (left, right; of DICT_4X4_50, those of boards are 0-15), their side in mm;
# chosen apart from them
MARKERS, MARKER_SIZE = (40, 41), 18.0
# mm of a number's field, across and deep; from a marker's inner side to the fields; chosen, as wide
# as a pawn's foot
FIELD, BESIDE = (16.0, 24.0), 6.0
# pixels a mm in which the strip is looked at; a guess
SCALE = 2.0
# mean log light by which a field has changed when something stands on it: pawns on drawn strips
# change theirs by 0.3 and more; chosen below that. How many times more than all others it must, and
# how many times larger the thing before a tile must be than all others: a guess
CHANGED, OUTSTANDING = 0.12, 1.8
# log light of a changed place of the table, and the area that a pawn covers (tile widths squared);
# guesses
MOVED, SMALLEST, LARGEST = 0.2, 0.04, 2.5
# tile heights before a row, and tile widths beside a tile, in which a pawn points at it; guesses
BEFORE, ASIDE = (0.15, 2.4), 0.6
# mm over the table of the middle of a pawn: seen from aside, what is high seems to be further off;
# chosen, that of a usual one: a coin is then seen 8 mm amiss at most
MIDST = 11.0


@dataclass(frozen=True, slots=True)
class Pointed:
    """A claim: the tile at `place` (from 1) of `row` (from 0, as they are told) is `number`."""

    row: int
    place: int
    number: str


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Where a strip lies: `onto` brings its mm (x right from its left end, y down) into pixels."""

    onto: F64

    def fields(self, image: Image) -> F32:
        """Return (13, h, w) log light of the number fields."""
        width = length() * SCALE
        flat = np.diag([1 / SCALE, 1 / SCALE, 1.0])
        seen = cv2.warpPerspective(
            cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
            self.onto @ flat,
            (round(width), round(FIELD[1] * SCALE)),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        light = np.log(seen.astype(np.float32) + np.float32(DARK))
        inner = 1.5
        return np.stack(
            [
                light[:, round((x + inner) * SCALE) : round((x + FIELD[0] - inner) * SCALE)]
                for x in (field_at(i) for i in range(len(FACES)))
            ]
        )

    def hides(self, pixels: F64) -> bool:
        """Whether a pixel (2,) lies on the strip."""
        corners = np.array([(-2, -4), (length() + 2, -4), (length() + 2, 28), (-2, 28)])
        ring = _mapped(self.onto, corners).astype(np.float32)
        return cv2.pointPolygonTest(ring, (float(pixels[0]), float(pixels[1])), False) >= 0  # noqa: FBT003


def length() -> float:
    """Return how long the strip is, in mm."""
    return 2 * (MARKER_SIZE + BESIDE) + len(FACES) * FIELD[0]


def field_at(i: int) -> float:
    """Return the left side of field `i`, in mm from the strip's left end."""
    return MARKER_SIZE + BESIDE + i * FIELD[0]


def find_strip(image: Image) -> Strip | None:
    """Return where the strip lies in a BGR picture, if both its markers are seen."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = dict(opencv_compat.markers(grey, tolerant=True))
    if not set(MARKERS) <= set(found):
        return None
    top = (FIELD[1] - MARKER_SIZE) / 2
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * MARKER_SIZE + (0.0, top)
    other = square + np.array([length() - MARKER_SIZE, 0.0])
    ends = np.concatenate([square, other])
    pixels = np.concatenate([found[number] for number in MARKERS])
    onto, _ = cv2.findHomography(ends, pixels)
    return None if onto is None else Strip(np.asarray(onto, np.float64))


class ClaimEyes:
    """Sees claims by pointing; `view_for` gives the flat view of pictures of a size.

    What is seen in two looks, one after another, counts, and is given once.
    """

    def __init__(self, view_for: Callable[[tuple[int, int]], TableView]) -> None:
        self._view_for = view_for
        self._before: tuple[Image, TileReading, Strip] | None = None
        self._last: Pointed | None = None
        self._given: Pointed | None = None

    def told(self, image: Image, reading: TileReading) -> None:
        """Take in the table as it is told, with nothing pointed at."""
        strip = find_strip(image)
        self._before = (image, reading, strip) if strip else None
        self._last = self._given = None

    def look(self, image: Image) -> tuple[bool, Pointed | None]:
        """Return whether something is pointed at in a picture, and the claim when it is new."""
        if self._before is None or self._before[0].shape != image.shape:
            return False, None
        before, reading, strip = self._before
        view = self._view_for((image.shape[1], image.shape[0]))
        claim = pointed(image, before, strip, view, reading)
        is_sure, self._last = claim is not None and claim == self._last, claim
        if not is_sure or claim == self._given:
            return claim is not None, None
        self._given = claim
        return True, claim


def pointed(
    now: Image, before: Image, strip: Strip, view: TableView, reading: TileReading
) -> Pointed | None:
    """Return the claim that pawns make in `now`, of which nothing was there `before`.

    `reading` is what lies there, its rows as they are told.
    """
    number = _number(strip.fields(now), strip.fields(before))
    if number is None:
        return None
    found = _tile(_things(now, before, view), strip, reading, view)
    return None if found is None else Pointed(*found, number)


def _tile(
    things: Sequence[tuple[float, F64]], strip: Strip, reading: TileReading, view: TableView
) -> tuple[int, int] | None:
    """Return row and place of the tile that one thing is before, much larger than all others.

    Where tiles and the squares of a cloth meet, noise alone looks like something small.
    """
    largest: dict[tuple[int, int], float] = {}
    for area, at in things:
        tile = _tile_before(at, reading, view)
        if tile is not None and not strip.hides(view.pose.project([[*at, MIDST]])[0]):
            largest[tile] = max(area, largest.get(tile, 0.0))
    first, second = sorted([*largest.values(), 0.0, 0.0], reverse=True)[:2]
    if not first or first < OUTSTANDING * second:
        return None
    return max(largest, key=lambda tile: largest[tile])


def _number(now: F32, before: F32) -> str | None:
    """Return the number whose field alone has changed."""
    change = now - before
    change = change - np.median(change)
    amounts = np.abs(change).mean(axis=(1, 2))
    first, second = np.sort(amounts)[::-1][:2]
    if first < CHANGED or first < OUTSTANDING * second:
        return None
    return FACES[int(amounts.argmax())]


def _things(now: Image, before: Image, view: TableView) -> list[tuple[float, F64]]:
    """Return area and middle (2,) mm of small things that are on the table and were not before."""
    lights = [
        np.log(cv2.cvtColor(view.of(v), cv2.COLOR_BGR2GRAY).astype(np.float32) + DARK)
        for v in (now, before)
    ]
    change = lights[0] - lights[1]
    mask = (np.abs(change - np.median(change)) > MOVED).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(mask, np.uint8))
    area = stats[:, cv2.CC_STAT_AREA] / PER_WIDTH**2
    chosen = [i for i in range(1, count) if SMALLEST < area[i] < LARGEST]
    return [(float(area[i]), view.on_table(middles[i], z=MIDST)[0]) for i in chosen]


def _tile_before(at: F64, reading: TileReading, view: TableView) -> tuple[int, int] | None:
    """Return the row (from 0) and place (from 1) of the tile that a thing at `at` mm is before."""
    best, least = None, ASIDE * view.box.width
    for r, row in enumerate(reading.rows):
        ahead = np.array([-np.sin(row.turn), np.cos(row.turn)])
        right = np.array([np.cos(row.turn), np.sin(row.turn)])
        for i, tile in enumerate(row.tiles):
            offset = at - _middle(tile.place)
            before, aside = float(offset @ ahead) / view.box.height, abs(float(offset @ right))
            if BEFORE[0] < before < BEFORE[1] and aside < least:
                best, least = (r, i + 1), aside
    return best


def _middle(place: TilePlace) -> F64:
    return np.array([place.x, place.y])


def _mapped(onto: F64, points: F64) -> F64:
    mapped = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), onto)
    return np.asarray(mapped, np.float64).reshape(-1, 2)
