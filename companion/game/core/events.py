"""What happens at a table, as values. The match is their fold; history is never rewritten.

An event says what was done and by whom; when it was and how it was seen stands beside it in
the `Entry` that the log keeps. No event holds a secret before it is shown: a code that the
companion knows enters as its commitment (see `companion.game.core.commit`). Pure.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.core.key_pegs import Keys

__all__ = [
    "Answered",
    "Called",
    "Change",
    "Claimed",
    "CodeSet",
    "CodeShown",
    "Corrected",
    "Dealt",
    "Drawn",
    "Ended",
    "Entry",
    "Event",
    "Guessed",
    "Judged",
    "Opened",
    "Passed",
    "Placed",
    "RowShown",
    "Seated",
    "TakenBack",
    "Voided",
    "Way",
]


class Way(StrEnum):
    """Who knows the code: the three ways to play a code game."""

    COMPANION = "companion"
    TOLD = "told"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Seated:
    """The players in seating order (each next one sits to the left), and what they agreed."""

    players: tuple[str, ...]
    rounds: int
    way: Way
    first: str


@dataclass(frozen=True, slots=True)
class CodeSet:
    """A code is hidden; `owners[i]` holds part i (one owner, or one a board).

    `commitments[i]` is the SHA-256 of salt and part, or there are none if the owners keep it.
    """

    owners: tuple[str, ...]
    commitments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guessed:
    """`player` set a row of code pegs, on board `board` (from 1) where there are several."""

    player: str
    row: str
    board: int = 1


@dataclass(frozen=True, slots=True)
class Answered:
    """`player` answered the last row, for the part on board `board` (from 1)."""

    player: str
    keys: Keys
    board: int = 1


@dataclass(frozen=True, slots=True)
class Called:
    """`player` called the code held in parts: his answer row."""

    player: str
    row: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A call is right or wrong: for all parts (`board` 0), or for one board's part."""

    right: bool
    board: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """`player` does nothing more in this turn."""

    player: str


@dataclass(frozen=True, slots=True)
class CodeShown:
    """The code is shown: one part an owner, with the salts of their commitments if any."""

    codes: tuple[str, ...]
    salts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voided:
    """The maker's answer to `row` (from 1) was found to be wrong before the code was shown."""

    row: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Tiles are drawn: `rows[i]` are the back colours of player i's row, ``"BWWB"``."""

    rows: tuple[str, ...]
    first: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """`player` drew a clue tile whose back is ``"B"`` or ``"W"``."""

    player: str
    colour: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """`player` points at tile `position` (from 1, from the owner's left) and names a number.

    `number` is ``"0"`` to ``"11"``, or ``"-"`` for the dash.
    """

    player: str
    owner: str
    position: int
    number: str


@dataclass(frozen=True, slots=True)
class Opened:
    """`player` laid open the tile at `position` of his own row, for instance ``"B7"``."""

    player: str
    position: int
    tile: str


@dataclass(frozen=True, slots=True)
class Placed:
    """`player` put his clue tile at `position` of his row: open ``"B7"`` or hidden ``"B?"``."""

    player: str
    position: int
    tile: str


@dataclass(frozen=True, slots=True)
class RowShown:
    """`player` shows his whole row at the end of a round."""

    player: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The match was left when it was over: its result, so that it is known without a replay.

    `totals` are each seat's points or rounds, in seating order.
    """

    winners: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Event number `since` and all after it are taken back."""

    since: int


@dataclass(frozen=True, slots=True)
class Change:
    """Event number `seq` should have been `event`."""

    seq: int
    event: "Move"


@dataclass(frozen=True, slots=True)
class Corrected:
    """Earlier events were noted wrongly: all `changes` at once."""

    changes: tuple[Change, ...]


Move = (
    Seated
    | CodeSet
    | Guessed
    | Answered
    | Called
    | Judged
    | Passed
    | CodeShown
    | Voided
    | Dealt
    | Drawn
    | Claimed
    | Opened
    | Placed
    | RowShown
    | Ended
)
Event = Move | TakenBack | Corrected


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as the log keeps it: number (from 1), time (ISO 8601, UTC) and source."""

    seq: int
    at: str
    by: str
    event: Event
