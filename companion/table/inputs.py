"""What happens at a table beside what the eyes see: people say something, the camera goes. Pure."""

from dataclasses import dataclass

from companion.sightings.boards import OnBoard, Sighting
from companion.sightings.tiles import TilesSeen

__all__ = ["CameraBack", "CameraLost", "Done", "Happening", "No", "Told", "Yes"]


@dataclass(frozen=True, slots=True)
class Done:
    """The row, the answer or the code is as it shall be: a button, a key or a word."""


@dataclass(frozen=True, slots=True)
class Told:
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


Happening = Sighting | OnBoard | TilesSeen | Done | Told | Yes | No | CameraLost | CameraBack
