"""What the watcher has seen, as values: each is said once. Pure.

Rows and columns count from 1; letters are those of the code notation.
"""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from companion.i18n import N_

__all__ = [
    "BoardCleared",
    "BoardFound",
    "BoardMoved",
    "BoardRead",
    "ClearedUp",
    "CodeCovered",
    "CodeSeen",
    "HandGone",
    "HandSeen",
    "KeysSeen",
    "LightBack",
    "LightChanged",
    "LightLost",
    "OnBoard",
    "PictureFit",
    "PictureUnfit",
    "RowChanged",
    "RowSeen",
    "RowTaken",
    "Sighting",
    "StaysCovered",
    "Unsure",
    "Why",
    "as_dict",
]


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand, its shadow or another thing moves over the board; nothing is read meanwhile."""


@dataclass(frozen=True, slots=True)
class HandGone:
    """Nothing moves any more."""


@dataclass(frozen=True, slots=True)
class BoardMoved:
    """The board or the camera is not where it was: it is looked for."""


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board is found again; `turned` when it now faces another player."""

    turned: bool = False


@dataclass(frozen=True, slots=True)
class BoardRead:
    """The board has been read for the first time; `rows` (row, letters) lie there."""

    rows: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LightLost:
    """It is too dark to read."""


@dataclass(frozen=True, slots=True)
class LightBack:
    """It is light enough again."""


@dataclass(frozen=True, slots=True)
class LightChanged:
    """The light stepped by `stops` (exposure values) against what it was."""

    stops: float


@dataclass(frozen=True, slots=True)
class RowSeen:
    """`row` is full and steady; rows come in order. `confidence` is that of its worst cell."""

    row: int
    letters: str
    confidence: float


@dataclass(frozen=True, slots=True)
class RowChanged:
    """A row that was seen is another now: a peg exchanged, or lifted (``.``)."""

    row: int
    letters: str
    before: str
    confidence: float


@dataclass(frozen=True, slots=True)
class RowTaken:
    """All pegs of a row that was seen are taken back."""

    row: int
    before: str


@dataclass(frozen=True, slots=True)
class KeysSeen:
    """The key pegs or sliders of a seen row are set and steady."""

    row: int
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class CodeSeen:
    """The code is open and readable."""

    letters: str
    from_behind: bool = False


@dataclass(frozen=True, slots=True)
class CodeCovered:
    """The code that was open is covered again."""


@dataclass(frozen=True, slots=True)
class BoardCleared:
    """All pegs are off the board."""


@dataclass(frozen=True, slots=True)
class StaysCovered:
    """Something lies on these cells (row, column) and does not go."""

    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PictureUnfit:
    """Pictures cannot be read as they are, `why` in a sentence; nothing is read meanwhile."""

    why: str


@dataclass(frozen=True, slots=True)
class PictureFit:
    """Pictures can be read again."""


class Why(StrEnum):
    """Why a person must say what stands in a row."""

    MARGINAL = N_("its colour is not clear")
    ORDER = N_("a row below it is not full")
    NO_HAND = N_("it reads differently, yet no hand was there")
    IMPOSSIBLE = N_("there is no such answer")
    FOREIGN = N_("that colour is not in this game")
    STOCK = N_("there are not so many pegs of that colour")
    TOGETHER = N_("more than two rows came at once")
    AT_ONCE = N_("it came with no hand to set its pegs")
    LAID = N_("something came to lie beside it")
    PICTURE = N_("it may be a picture of pegs")


@dataclass(frozen=True, slots=True)
class Unsure:
    """A person must say: `cols` of `row`, `likely` the best guess of the whole row, and `why`."""

    row: int
    cols: tuple[int, ...]
    likely: str
    why: Why


@dataclass(frozen=True, slots=True)
class ClearedUp:
    """What was unsure in `row` is no longer so: it was changed, or will be asked anew."""

    row: int


Sighting = (
    HandSeen
    | HandGone
    | BoardMoved
    | BoardFound
    | BoardRead
    | LightLost
    | LightBack
    | LightChanged
    | RowSeen
    | RowChanged
    | RowTaken
    | KeysSeen
    | CodeSeen
    | CodeCovered
    | BoardCleared
    | StaysCovered
    | PictureUnfit
    | PictureFit
    | Unsure
    | ClearedUp
)


@dataclass(frozen=True, slots=True)
class OnBoard:
    """What was seen on `board`, from 1, where several lie before one camera."""

    board: int
    seen: Sighting


def as_dict(sighting: Sighting) -> dict[str, Any]:
    """Return plain values with the kind under ``"saw"``, as ``--json`` prints them."""
    return {"saw": type(sighting).__name__, **asdict(sighting)}
