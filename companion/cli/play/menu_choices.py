"""What a menu without a keyboard offers: games in which nobody has to type, and how many play.

And how it asks on the lights.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.core.events import Way
from companion.game.core.key_pegs import Keys
from companion.game.match import Rules
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.rulebooks.shelf import SHELF
from companion.scene import Mood, Scene, SceneRow

__all__ = ["Choice", "asking", "boxes_on", "counted", "games", "numbers"]

# black key pegs that tell the place of a choice, as many as a row has on most boards; beyond it
# white ones count on
MOST_BLACK = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: what is said of it, and the words that it adds to ``play``."""

    said: str
    words: tuple[str, ...]


def counted(count: int) -> Keys:
    """Return `count` as key pegs."""
    return Keys(min(count, MOST_BLACK), 0) if count <= MOST_BLACK else Keys(0, count - MOST_BLACK)


def boxes_on(board: str | None) -> tuple[Rules, ...]:
    """Return the boxes with one code whose colours `board` has all; every box if there is none.

    Raises UnknownName or BoardFileError for a board that cannot be had.
    """
    from calibration.board_files.load import load_board

    boxes = tuple(SHELF.values())
    if board is None:
        return boxes
    shape = load_board(board)

    def colours_of(box: Rules) -> set[str]:
        return set(kind_of(box).limits(box, shape.rows, shape.cols, shape.palette).colours)

    on_one = [box for box in boxes if box.has_one_code]
    return tuple(box for box in on_one if colours_of(box) <= set(shape.palette)) or boxes


def games(boxes: Sequence[Rules] = tuple(SHELF.values())) -> list[Choice]:
    """Return the games in which the companion can draw the code, so that nobody has to type."""
    drawn = [box for box in boxes if box.usual_way is Way.COMPANION]
    return [Choice(_(box.title), (box.name,)) for box in drawn]


def numbers(box: Rules) -> list[Choice]:
    """Return by how many `box` can be played."""
    least, most = box.players
    least = 1 if box.can_be_played_alone else least
    return [Choice(str(n), ("--players", ",".join(_names(n)))) for n in range(least, most + 1)]


def _names(number: int) -> list[str]:
    return [_("Player {number}").format(number=n) for n in range(1, number + 1)]


def asking(sentence: str, letters: str = "") -> Scene:
    """Return the scene in which `sentence` is asked, and `letters` stand in row 1.

    The light of the first player is on: somebody must do something.
    """
    rows = (SceneRow(letters),) if letters else ()
    return Scene(title="Keypeg", sentence=sentence, rows=rows, turn=0, mood=Mood.ASKING)
