"""Looks at a table of tiles become sightings: what lies steadily there, hands, light. Pure."""

from collections import Counter
from dataclasses import dataclass, field, replace

from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    HandGone,
    HandSeen,
    LightBack,
    LightLost,
)
from companion.sightings.tiles import UNCLEAR, TileSighting, TilesLying, TilesSeen, is_open
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.stability import NOT_YET, UNREADABLE, VIDEO, Pace, PlaceHistory

__all__ = ["MISSING", "TileLook", "TileWatcher"]


@dataclass(frozen=True, slots=True)
class TileLook:
    """One frame: what it shows in all, and the tiles where it is still and they were found."""

    sight: FrameKind
    lying: TilesLying | None = None


# what is said when one sight follows another
CHANGES: dict[FrameKind, tuple[TileSighting, TileSighting]] = {
    FrameKind.HAND: (HandSeen(), HandGone()),
    FrameKind.MOVED: (BoardMoved(), BoardFound()),
    FrameKind.DARK: (LightLost(), LightBack()),
}


# times its patience with looks in which not all tiles are seen, until they are taken as they are;
# tiles that are missing or too many in a look that is told at once, as one that is not steady;
# a guess
MISSING, NEARLY = 3, 1
# tiles of a set, without dashes and with them; by the leaflet
SETS = (24, 26)


@dataclass(frozen=True, slots=True)
class TileWatcher:
    """What is known of a table with `seats` rows: `places` are its rows, the clue tile, the pool.

    `count` is how many tiles there are in all, once all were seen at once: a look that has fewer
    or more has a hand in it, or a shine, and waits, or is told as not steady where it is one tile;
    `missing` counts such looks. When they were many, so many tiles are `usual` too: some stand
    behind a cup, and a hand is still seen by what is missing beside them.
    """

    seats: int
    pace: Pace = VIDEO
    sight: FrameKind = FrameKind.STILL
    places: tuple[PlaceHistory[tuple[str, ...]], ...] = ()
    said: TilesLying = field(default_factory=TilesLying)
    count: int = 0
    usual: int = 0
    missing: int = 0

    def on(self, look: TileLook) -> tuple["TileWatcher", tuple[TileSighting, ...]]:
        """Return the watcher after `look`, and what it says that was not said before."""
        changes = _changes(self.sight, look.sight)
        after = replace(self, sight=look.sight)
        if look.sight is not FrameKind.STILL:
            return replace(after, places=()), changes
        if look.lying is None or len(look.lying.rows) != self.seats:
            return after, changes
        after = after._counted(look.lying)
        if after._waits and not after._is_nearly_whole(look.lying):
            return after, changes
        after = replace(after, places=self._looked(look.lying))
        lying = after._lying()
        if lying is None or lying == self.said:
            return after, changes
        return replace(after, said=lying), (*changes, TilesSeen(lying))

    @property
    def is_settled(self) -> bool:
        """Whether every row is read steadily, so that looking again tells nothing."""
        return bool(self.places) and not self._waits and self._lying() is not None

    @property
    def _waits(self) -> bool:
        """Whether the last look had not all tiles, and such looks were not yet many."""
        return self.missing > 0

    def _is_nearly_whole(self, lying: TilesLying) -> bool:
        wholes = (self.count, self.usual) if self.usual else (self.count,)
        return lying.count is not None and min(abs(lying.count - n) for n in wholes) <= NEARLY

    def _counted(self, lying: TilesLying) -> "TileWatcher":
        """Return the watcher with what `lying` tells of how many tiles there are."""
        if lying.count is None:
            return replace(self, missing=0)
        if not self.count:
            return replace(self, count=lying.count if lying.count in SETS else 0)
        if lying.count == self.count:
            return replace(self, missing=0)
        if self.usual and self.usual <= lying.count < self.count:
            # more is seen than was lately
            return replace(self, usual=lying.count, missing=0)
        if self.missing + 1 < MISSING * self.pace.patience:
            return replace(self, missing=self.missing + 1)
        return replace(self, usual=lying.count, missing=0)

    def _looked(self, lying: TilesLying) -> tuple[PlaceHistory[tuple[str, ...]], ...]:
        places = self.places or (PlaceHistory(),) * (self.seats + 2)
        pool = tuple(map(str, lying.pool)) if lying.pool else ()
        values = (*lying.rows, (lying.clue,), pool)
        return tuple(
            place.seen(value, self.pace, sure=_is_sure(value))
            for place, value in zip(places, values, strict=True)
        )

    def _lying(self) -> TilesLying | None:
        """Return what lies there, if all of it was looked at long enough."""
        if not self.places:
            return None
        *places, pool = self.places
        values = [_value(place, self.pace) for place in places]
        if any(value is None for value in values) or pool.value(self.pace) == NOT_YET:
            return None
        *rows, clue = [value for value in values if value is not None]
        pooled = _pool(pool.value(self.pace))
        return TilesLying(tuple(rows), clue[0], pooled, steady=not self._waits)


def _changes(before: FrameKind, now: FrameKind) -> tuple[TileSighting, ...]:
    if before is now:
        return ()
    gone = (CHANGES[before][1],) if before in CHANGES else ()
    come = (CHANGES[now][0],) if now in CHANGES else ()
    return (*gone, *come)


def _is_sure(row: tuple[str, ...]) -> bool:
    return not any(tile.startswith("?") or tile.endswith(UNCLEAR) for tile in row)


def _value(place: PlaceHistory[tuple[str, ...]], pace: Pace) -> tuple[str, ...] | None:
    value = place.value(pace)
    if value == NOT_YET:
        return None
    if value != UNREADABLE:
        assert not isinstance(value, str)
        return value
    return _vote([row for row, _sure in place.looks if row is not None])


def _pool(value: tuple[str, ...] | str) -> tuple[int, int] | None:
    """Return the pool that a place's value tells; None where it is not clear, or not seen."""
    if isinstance(value, str) or not value:
        return None
    black, white = map(int, value)
    return black, white


def _vote(rows: list[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return a row whose looks differ, tile by tile; None while even its length does."""
    length, times = Counter(map(len, rows)).most_common(1)[0]
    if times < 0.8 * len(rows):
        return None
    alike = [row for row in rows if len(row) == length]
    agreed = [_agreed([row[i] for row in alike]) for i in range(length)]
    return None if None in agreed else tuple(tile for tile in agreed if tile)


def _agreed(tiles: list[str]) -> str | None:
    """Return the tile that nearly all looks show; where they differ in its face, an unclear one.

    None where they differ in whether it lies open, or in its colour: that is a change. So is it
    for a clue tile, which is its colour alone, or nothing.
    """
    tile, times = Counter(tiles).most_common(1)[0]
    if times >= 0.8 * len(tiles):
        return tile
    if any(len(each) < 2 for each in tiles):
        return None
    colours = {each[0] for each in tiles} - {"?"}
    if len(colours) > 1 or not all(map(is_open, tiles)):
        return None
    return "".join(colours or "?") + UNCLEAR
