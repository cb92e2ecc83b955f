"""What comes to a table beside sightings, and what it wants done: values both. Pure.

People say something, the camera goes and comes back; a deed is done by the watched session alone.
"""

from dataclasses import dataclass

from companion.game.core.events import Corrected, Move
from companion.game.core.key_pegs import Keys
from companion.sightings.boards import OnBoard, Sighting
from companion.sightings.tiles import AnswerPointed, ClaimPointed, TilesSeen

__all__ = [
    "CameraBack",
    "CameraLost",
    "Correct",
    "Deed",
    "Done",
    "Expect",
    "Happening",
    "No",
    "Post",
    "Tell",
    "TellEyes",
    "TypedRow",
    "Undo",
    "Yes",
]


@dataclass(frozen=True, slots=True)
class Done:
    """The row, the answer or the code is as it shall be: a button, a key or a word."""


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A person says what stands in the row asked about, or what the code is.

    `board` is named where there are several: 0 for the one on which a row is waited for.
    """

    letters: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class Yes:
    """What was asked is so."""


@dataclass(frozen=True, slots=True)
class No:
    """What was asked is not so."""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """No picture comes any more; `why` is a sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """Pictures come again."""


Happening = (
    Sighting
    | OnBoard
    | TilesSeen
    | ClaimPointed
    | AnswerPointed
    | Done
    | TypedRow
    | Yes
    | No
    | CameraLost
    | CameraBack
)


@dataclass(frozen=True, slots=True)
class Post:
    """Let this event happen."""

    event: Move | Corrected


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
