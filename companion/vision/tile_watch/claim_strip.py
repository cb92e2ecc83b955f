"""Claims and answers by pointing: printed strips on the table, a pawn on one, a pawn before a tile.

What stands on them, and before a row, is seen as a change against the last picture in which nothing
was pointed at.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TilePlace
from companion.vision.tile_watch.strips import ANSWERS, Strip, find_strips
from companion.vision.tiles.reading import TileReading
from companion.vision.tiles.table_view import DARK, PER_WIDTH, TableView

__all__ = ["ClaimEyes", "Pointed", "pointed"]

# mean log light by which a field has changed when something stands on it: pawns on drawn strips
# change theirs by 0.3 and more; chosen below that. How many times more than all others it must, and
# how many times larger the thing before a tile must be than all others: a guess
CHANGED, OUTSTANDING = 0.12, 1.8
# pixels each way of which one is looked at for the light of a whole picture: enough for a median;
# a guess
THIN = 16
# fields of a strip of which a pawn may cover half, by how it is seen; by its definition
FEW = 3
# log light of a changed place of the table, and the area that a pawn covers (tile widths squared);
# guesses
MOVED, SMALLEST, LARGEST = 0.2, 0.04, 2.5
# how far a colour is from all shades of what was there: grey levels, times what is usual, which is
# noise, and a part of its light; pixels of the view over which that is averaged. Guesses, on one
# drawn table: on it and 11 others 110 of 120 pawns are told right with them, and one wrongly; that
# is on a table half of which a lamp makes white, as are 8 of the 9 of which nothing is told
OTHER, SPREAD = (8.0, 5.0, 0.12), 2
# tile heights before a row, and tile widths beside a tile, in which a pawn points at it; guesses
BEFORE, ASIDE = (0.15, 2.4), 0.6
# mm over the table of the middle of a pawn: seen from aside, what is high seems to be further off;
# chosen, that of a usual one: a coin is then seen 8 mm amiss at most
MIDST = 11.0

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pointed:
    """A pawn stands on the field that says `said`, a number or an answer.

    Another may stand before the `tile`, its row (from 0, as they are told) and place (from 1).
    """

    said: str
    tile: tuple[int, int] | None = None


class ClaimEyes:
    """Sees what is pointed at; `view_for` gives the flat view of pictures of a size.

    What is seen in two looks, one after another, counts, and is given once.
    """

    def __init__(self, view_for: Callable[[tuple[int, int]], TableView]) -> None:
        self._view_for = view_for
        self._before: tuple[Image, TileReading, tuple[Strip, ...]] | None = None
        self._last: Pointed | None = None
        self._given: Pointed | None = None

    def told(self, image: Image, reading: TileReading) -> None:
        """Take in the table as it is told, with nothing pointed at."""
        strips = find_strips(image)
        self._before = (image, reading, strips) if strips else None
        self._last = self._given = None

    def look(self, image: Image) -> tuple[bool, Pointed | None]:
        """Return whether something is pointed at in a picture, and what when it is new."""
        if self._before is None or self._before[0].shape != image.shape:
            return False, None
        before, reading, strips = self._before
        view = self._view_for((image.shape[1], image.shape[0]))
        seen = pointed(image, before, strips, view, reading)
        is_sure, self._last = seen is not None and seen == self._last, seen
        if seen is None:
            self._given = None
        if not is_sure or seen == self._given:
            return seen is not None, None
        self._given = seen
        return True, seen


def pointed(
    now: Image, before: Image, strips: Sequence[Strip], view: TableView, reading: TileReading
) -> Pointed | None:
    """Return what pawns point at in `now`, of which nothing was there `before`.

    `reading` is what lies there, its rows as they are told.
    """
    said = _said(now, before, strips, view.pose)
    if said is None or said in ANSWERS:
        return None if said is None else Pointed(said)
    tiles = (_tile(things, strips, reading, view) for things in _things(now, before, view))
    return Pointed(said, next((tile for tile in tiles if tile), None))


def _tile(
    things: Sequence[tuple[float, F64]],
    strips: Sequence[Strip],
    reading: TileReading,
    view: TableView,
) -> tuple[int, int] | None:
    """Return row and place of the tile that one thing is before, much larger than all others.

    Where tiles and the squares of a cloth meet, noise alone looks like something small.
    """
    largest: dict[tuple[int, int], float] = {}
    for area, at in things:
        tile = _tile_before(at, reading, view)
        pixel = view.pose.project([[*at, MIDST]])[0]
        if tile is not None and not any(strip.hides(pixel) for strip in strips):
            largest[tile] = max(area, largest.get(tile, 0.0))
    first, second = sorted([*largest.values(), 0.0, 0.0], reverse=True)[:2]
    if not first or first < OUTSTANDING * second:
        return None
    return max(largest, key=lambda tile: largest[tile])


def _said(now: Image, before: Image, strips: Sequence[Strip], pose: Pose) -> str | None:
    """Return what the only field says that has changed, but for those that say nothing.

    The next one, in front of which a pawn's head is seen, changes too.
    """
    told: list[tuple[float, str]] = []
    for strip in strips:
        amounts = _changes(now, before, strip)
        first = int(amounts.argmax())
        hidden = first + strip.leaning(pose)
        told += [
            (float(amount), text)
            for i, (amount, text) in enumerate(zip(amounts, strip.texts, strict=True))
            if text and i != hidden
        ]
    (second, _), (largest, said) = sorted(told)[-2:]
    return said if largest >= max(CHANGED, OUTSTANDING * second) else None


def _changes(now: Image, before: Image, strip: Strip) -> F32:
    """Return (N,) how much each field of a strip has changed, whatever the light on it.

    Most fields of many are bare; of few the one is that changed as the whole picture did.
    """
    change = strip.fields(now) - strip.fields(before)
    lights = np.median(change, axis=(1, 2))
    if len(lights) > FEW:
        light = np.median(lights)
    else:
        whole = np.median(_thin_light(now) - _thin_light(before))
        light = lights[np.abs(lights - whole).argmin()]
    return np.asarray(np.abs(change - light).mean(axis=(1, 2)), np.float32)


def _thin_light(image: Image) -> F32:
    """Return the log light of a few of a picture's pixels."""
    thin = image[::THIN, ::THIN].mean(axis=2)
    return np.asarray(np.log(thin + DARK), np.float32)


def _things(now: Image, before: Image, view: TableView) -> Iterator[list[tuple[float, F64]]]:
    """Yield area and middle (2,) mm of small things that are on the table and were not before.

    First what has a colour of its own or is lighter, then what may be grey, or a shadow, as well.
    """
    mask, darker = _changed(view.of(now), view.of(before))
    yield _blobs(mask, view)
    yield _blobs(mask | darker, view)


def _changed(now: Image, before: Image) -> tuple[Bools, Bools]:
    """Return (h, w) where a picture shows something else or is lighter, and where it is darker.

    What is but darker than `before` is a shadow, or grey. Both are BGR; the light as a whole may
    have changed.
    """
    seen, was = now.astype(np.float32), before.astype(np.float32)
    light = np.log(seen + DARK) - np.log(was + DARK)
    was *= np.exp(np.median(light.reshape(-1, 3), axis=0))
    part = (seen * was).sum(axis=2) / np.maximum((was * was).sum(axis=2), 1.0)
    other = np.linalg.norm(cv2.blur(seen - part[..., None] * was, (SPREAD, SPREAD)), axis=2)
    least = max(OTHER[0], OTHER[1] * float(np.median(other)))
    is_other = other > np.maximum(least, OTHER[2] * np.linalg.norm(was, axis=2))
    change = np.log(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY) + DARK)
    change -= np.log(cv2.cvtColor(was, cv2.COLOR_BGR2GRAY) + DARK)
    return np.asarray(is_other | (change > MOVED)), np.asarray(change < -MOVED)


def _blobs(mask: Bools, view: TableView) -> list[tuple[float, F64]]:
    """Return area and middle (2,) mm of what is as large as a pawn in a (h, w) mask of a view."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(opened, np.uint8))
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
