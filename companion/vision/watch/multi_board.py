"""Several boards before one camera: a pair of eyes a board, each frame looked at by all."""

from collections.abc import Sequence

from companion.sightings.boards import OnBoard
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Frame
from companion.vision.geometry.pose import Pose
from companion.vision.watch.board_eyes import Eyes

__all__ = ["SeveralEyes"]


class SeveralEyes:
    """Looks at boards that count from 1; `each` are their eyes, board 1 first."""

    def __init__(self, each: Sequence[Eyes]) -> None:
        self.each = tuple(each)

    def look(self, frame: Frame) -> tuple[OnBoard, ...]:
        """Give what `frame` shows that was not said before, board by board."""
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
