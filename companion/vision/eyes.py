"""Frames become sightings: a lookout and a watcher, one frame after another."""

from companion.sightings import ClearedUp, RowChanged, RowSeen, RowTaken, Sighting, Unsure
from companion.vision.frames import Frame
from companion.vision.lookout import Lookout
from companion.vision.watcher import Watcher

__all__ = ["Eyes"]


class Eyes:
    """Looks at a board. `watcher` is what it knows now; it changes only here."""

    def __init__(self, lookout: Lookout, watcher: Watcher) -> None:
        self.watcher = watcher
        self._lookout = lookout
        self._unsure: frozenset[int] = frozenset()

    def look(self, frame: Frame) -> tuple[Sighting, ...]:
        """Give what `frame` shows that was not said before."""
        self.watcher, seen = self.watcher.on(self._lookout.look(frame))
        return (*self._cleared_up(seen), *seen)

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in what should stand there: only what stands there otherwise is said."""
        assert board == 1
        self.watcher = self.watcher.expecting(rows)

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in what a person says of `row` (from 1); there is one `board` alone."""
        assert board == 1
        self.watcher = self.watcher.told(row, letters)
        self._unsure -= {row}

    def _cleared_up(self, seen: tuple[Sighting, ...]) -> tuple[ClearedUp, ...]:
        """Say for which rows a question no longer stands, unless what was seen says it."""
        asked = {r + 1 for r, _why in self.watcher.board.asked}
        said = {s.row for s in seen if isinstance(s, RowSeen | RowChanged | RowTaken | Unsure)}
        gone = self._unsure - asked - said
        self._unsure = frozenset(asked)
        return tuple(ClearedUp(row) for row in sorted(gone))
