"""What the table wants done: only the evening does it. Pure."""

from dataclasses import dataclass

from companion.game.core.codes import Keys
from companion.game.core.events import Move

__all__ = ["Correct", "Deed", "Expect", "Post", "Tell", "TellEyes", "Undo"]


@dataclass(frozen=True, slots=True)
class Post:
    """Let this event happen."""

    event: Move


@dataclass(frozen=True, slots=True)
class Tell:
    """Let the companion know the code that its maker showed to the camera alone."""

    code: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last row: its pegs were changed before it was answered."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The answer to `row` (from 1) was completed before the next guess: it is `keys`."""

    row: int
    keys: Keys


@dataclass(frozen=True, slots=True)
class TellEyes:
    """Let the eyes know what stands in `row` (from 1) of `board`: a person has said it."""

    row: int
    letters: str
    board: int = 1


@dataclass(frozen=True, slots=True)
class Expect:
    """Let the eyes know that nothing but `rows` (from 1) stands on `board`: a person said it."""

    rows: tuple[tuple[int, str], ...]
    board: int = 1


Deed = Post | Tell | Undo | Correct | TellEyes | Expect
