"""The board of a book that has no board file: made up, so that it can be drawn."""

from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.i18n import _
from companion.vision.board.parts import Appearance, KeyHoles, Peg
from companion.vision.board.shape import BoardShape

__all__ = ["PITCH", "ROW_PITCH", "made_up_board"]

# mm from hole to hole and from row to row; chosen, about those of the boards that were measured
PITCH, ROW_PITCH = 14.0, 16.0
# mm from the last hole to the key holes, and from these to each other; chosen likewise
KEYS_BESIDE, KEY_PITCH = 18.0, 5.6


def made_up_board(
    rules: PegRules | PartsRules, *, left: float, right: float, near: float, far: float
) -> BoardShape:
    """Return a board with the rows, holes and colours of `rules`, and key holes beside the rows.

    Its edges lie so many mm from the outermost holes.
    """
    last, top = (rules.holes - 1) * PITCH, (rules.rows - 1) * ROW_PITCH
    x, y = (-left, last + right), (-near, top + far)
    half = KEY_PITCH / 2
    keys = tuple((last + KEYS_BESIDE + dx, dy) for dy in (half, -half) for dx in (0.0, KEY_PITCH))
    return BoardShape(
        name=f"plain-{rules.name}",
        title=_("A drawn board for {title}").format(title=_(rules.title)),
        palette=rules.colours,
        rows=rules.rows,
        cols=rules.holes,
        hole_pitch=PITCH,
        row_pitch=ROW_PITCH,
        first=(0.0, 0.0),
        hole=Appearance("bore", 2.2),
        head=Peg(height=4.2, radius=3.9, edge=2.2),
        outline=((x[0], y[1]), (x[1], y[1]), (x[1], y[0]), (x[0], y[0])),
        keys=KeyHoles(keys, Appearance("bore", 1.1), Peg(height=1.5, radius=1.5)),
    )
