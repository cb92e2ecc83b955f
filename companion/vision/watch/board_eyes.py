"""Frames become sightings, one after another: a tracker and a watcher, of one board or several."""

from collections.abc import Iterator, Sequence

from companion.sightings.boards import (
    BoardCleared,
    BoardRead,
    ClearedUp,
    KeysSeen,
    OnBoard,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    Unsure,
)
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Frame
from companion.vision.geometry.pose import Pose
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.watcher import Watcher

__all__ = ["BoardEyes", "MultiBoardEyes"]

# what is seen of what lies there, and not of hands, light or the board itself
ABOUT_PEGS = (RowSeen, RowChanged, RowTaken, KeysSeen, Unsure, ClearedUp, BoardCleared)


class BoardEyes:
    """Looks at a board. `watcher` is what it knows now; it changes only here."""

    def __init__(self, tracker: BoardTracker, watcher: Watcher) -> None:
        self.watcher = watcher
        self._tracker = tracker
        # the second likeliest letters of the last reading, for who asks a person
        self.second: tuple[str, ...] = ()
        self._unsure: frozenset[int] = frozenset()
        # what was seen before the whole board was read once; None when it was
        self._first: list[Sighting] | None = []

    def look(self, frame: Frame) -> tuple[Sighting, ...]:
        """Return what `frame` shows that was not said before."""
        look = self._tracker.look(frame)
        if look.reading:
            self.second = look.reading.second
        self.watcher, seen = self.watcher.on(look)
        return self._once_read((*self._cleared_up(seen), *seen))

    @property
    def places(self) -> tuple[tuple[BoardShape, Pose], ...]:
        """Where the board is now; empty while it is looked for."""
        place = self._tracker.place
        return ((place.shape, place.pose),) if place else ()

    @property
    def has_read(self) -> bool:
        """Whether the whole board was read once."""
        return self._first is None

    def _once_read(self, seen: tuple[Sighting, ...]) -> tuple[Sighting, ...]:
        """Hold back what is seen until it is known what lay there at first."""
        if self._first is None:
            return seen
        self._first += (each for each in seen if isinstance(each, ABOUT_PEGS))
        others = tuple(each for each in seen if not isinstance(each, ABOUT_PEGS))
        if not self.watcher.has_read:
            return others
        first, self._first = self._first, None
        return (*others, BoardRead(self.watcher.board.standing), *_latest(first))

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in what should stand there: only what stands there otherwise is said."""
        assert board == 1
        self.watcher = self.watcher.expecting(rows)
        self._tracker.read_anew()

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in what a person says of `row` (from 1); there is one `board` alone."""
        assert board == 1
        self.watcher = self.watcher.told(row, letters)
        self._tracker.read_anew()
        self._unsure -= {row}

    def _cleared_up(self, seen: tuple[Sighting, ...]) -> tuple[ClearedUp, ...]:
        """Say for which rows a question no longer stands, unless what was seen says it."""
        asked = {r + 1 for r, _why in self.watcher.board.asked}
        said = {s.row for s in seen if isinstance(s, RowSeen | RowChanged | RowTaken | Unsure)}
        gone = self._unsure - asked - said
        self._unsure = frozenset(asked)
        return tuple(ClearedUp(row) for row in sorted(gone))


class MultiBoardEyes:
    """Looks at boards that count from 1; `each` are their eyes, board 1 first."""

    def __init__(self, each: Sequence[BoardEyes]) -> None:
        self.each = tuple(each)

    def look(self, frame: Frame) -> tuple[OnBoard, ...]:
        """Return what `frame` shows that was not said before, board by board."""
        return tuple(
            OnBoard(board, seen)
            for board, eyes in enumerate(self.each, start=1)
            for seen in eyes.look(frame)
        )

    @property
    def places(self) -> tuple[tuple[BoardShape, Pose], ...]:
        """Where the boards are now; empty while one of them is looked for."""
        found = tuple(place for eyes in self.each for place in eyes.places)
        return found if len(found) == len(self.each) else ()

    @property
    def has_read(self) -> bool:
        """Whether each board was read once."""
        return all(eyes.has_read for eyes in self.each)

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in what is recorded of `board`: say only what lies there otherwise."""
        self.each[board - 1].expect(rows)

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in what a person says of `row` (from 1) of `board`."""
        self.each[board - 1].told(row, letters)


def _latest(seen: list[Sighting]) -> Iterator[Sighting]:
    """Return what was seen, without rows and keys that were seen otherwise later."""
    about = [_about(each) for each in seen]
    for i, each in enumerate(seen):
        if about[i] is None or about[i] not in about[i + 1 :]:
            yield each


def _about(seen: Sighting) -> tuple[str, int] | None:
    match seen:
        case RowSeen(row) | RowChanged(row) | RowTaken(row):
            return "row", row
        case KeysSeen(row):
            return "keys", row
    return None
