"""The strips for pointing, to be printed, cut out and laid at the table's edge."""

from calibration.sheets.elements import A4, Box, Sheet, Text, frame, heading, pattern, ruler
from companion.i18n import N_, _
from companion.vision.board.marker_patterns import marker_cells
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tile_watch.strips import (
    ANSWERS,
    FIELD,
    MARKER_SIZE,
    MARKERS,
    field_at,
    length,
)

__all__ = ["claim_strip"]

LINES = (
    N_("Cut out both strips and lay them flat where the camera sees them, away from the rows."),
    N_("To claim, set a pawn before the tile and another on the number; take both away after it."),
    N_(
        "What is asked is answered by a pawn alone: on yes or no, or on the number that a tile "
        "shows. Without a clue tile no ends your turn."
    ),
)
# mm from the page's left to the strips, and from its top to each; height of numbers and of words;
# chosen
LEFT, TOPS = 17.0, {FACES: 60.0, ANSWERS: 110.0}
TALL = {FACES: 7.0, ANSWERS: 5.0}


def claim_strip() -> Sheet:
    """Return the strips of numbers and of answers on a page laid sideways.

    Each has a marker at both ends.
    """
    boxes: list[Box] = []
    texts = list(heading(_("Da Vinci Code: the strip of numbers"), tuple(map(_, LINES))))
    for said in MARKERS:
        down = TOPS[said] + (FIELD[1] - MARKER_SIZE) / 2
        for number, x in zip(MARKERS[said], (0.0, length(said) - MARKER_SIZE), strict=True):
            boxes += pattern(marker_cells(number), LEFT + x, down, MARKER_SIZE)
        for i, field in enumerate(said):
            if not field:
                continue
            x = LEFT + field_at(i)
            boxes += frame(x, TOPS[said], *FIELD)
            text = _(field) if said is ANSWERS else field
            wide = 0.58 * TALL[said] * len(text)
            base = TOPS[said] + FIELD[1] - 3
            texts.append(Text(x + (FIELD[0] - wide) / 2, base, TALL[said], text))
    width, height = A4[::-1]
    lines, marks = ruler(20, height - 16)
    return Sheet(
        _("Keypeg strip of numbers"), (*boxes, *lines), (*texts, *marks), width=width, height=height
    )
