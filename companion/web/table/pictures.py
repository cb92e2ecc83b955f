"""What a camera sees, as it may be shown: taken by the table's thread, shown by the serving loop.

A picture with a hidden code in it never leaves here: during a match whose code lies on the table,
its places are painted over, and while the board is looked for, or tiles stand before the camera,
there is no picture at all.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.game.core.events import Way
from companion.game.match import Match
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose

__all__ = ["Picture", "PictureBox", "may_be_shown"]

Places = tuple[tuple[BoardShape, Pose], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A frame, its number, where boards lie in it, and whether the places of a code are covered.

    `letters` are what is read or recorded there, by row.
    """

    image: Image
    number: int
    places: Places = ()
    covers_code: bool = False
    letters: Mapping[int, str] = field(default_factory=dict)


@dataclass
class PictureBox:
    """Holds the newest picture for whoever shows it; `None` when nothing may be shown."""

    _newest: Picture | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, picture: Picture | None) -> None:
        """Take the newest picture, or that there is none to be shown."""
        with self._lock:
            self._newest = picture

    @property
    def newest(self) -> Picture | None:
        """The newest picture."""
        with self._lock:
            return self._newest


def may_be_shown(match: Match, seen: Picture) -> Picture | None:
    """Return the picture that was `seen` as it may be shown during `match`, or None."""
    if match.seated is None or match.is_over:
        return seen
    if match.round.code_round is None:
        return None
    if match.seated.way is Way.COMPANION:
        return seen
    return replace(seen, covers_code=True) if seen.places else None
