"""All that may be shown of a table, as one value: what a display is given, whole, every time. Pure.

Nothing that is still secret is in it, so no display can leak it.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.codes import Keys

__all__ = ["Mood", "Scene", "SceneRow"]


class Mood(StrEnum):
    """How the table stands, for lights that have no words."""

    PLAYING = "playing"
    ASKING = "asking"  # the game is paused on a question
    WON = "won"  # the round or match is over: the breaker or a caller has it
    LOST = "lost"  # the round or match is over: the code was not broken


@dataclass(frozen=True, slots=True)
class SceneRow:
    """A row of the board as it lies there (``"rg.y"``) and its answer once there is one."""

    code: str
    keys: Keys | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen. `rows[0]` is row 1; `size` is (rows, holes) of the board.

    `turn` is the place (from 0) in `players` of who must act, or None; `scores` go with them.
    `sentence` says what happens now; `dark` asks lights to stay off while the camera reads.
    """

    title: str = ""
    sentence: str = ""
    size: tuple[int, int] = (10, 4)
    rows: tuple[SceneRow, ...] = ()
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int | None = None
    mood: Mood = Mood.PLAYING
    dark: bool = False

    @property
    def last_keys(self) -> Keys | None:
        """The answer to the newest answered row: what sliders and single key lights show."""
        return next((row.keys for row in reversed(self.rows) if row.keys is not None), None)
