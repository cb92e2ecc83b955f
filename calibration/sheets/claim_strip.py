"""The strip of numbers for claims by pointing, to be printed and laid at the table's edge."""

from calibration.sheets.elements import A4, Box, Sheet, Text, frame, heading, pattern, ruler
from companion.i18n import N_, _
from companion.vision.board.marker_patterns import marker_cells
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tile_watch.claim_strip import FIELD, MARKER_SIZE, MARKERS, field_at, length

__all__ = ["claim_strip"]

LINES = (
    N_("Lay the strip flat where the camera sees it, away from the rows."),
    N_("To claim, set a pawn before the tile and another on the number; take both away after it."),
)
# mm from the page's left and top to the strip; height of the numbers; chosen
LEFT, TOP, TALL = 17.0, 50.0, 7.0


def claim_strip() -> Sheet:
    """Return the strip of 0 to 11 and the dash, a marker at each end, on a page laid sideways."""
    boxes: list[Box] = []
    texts = list(heading(_("Da Vinci Code: the strip of numbers"), tuple(map(_, LINES))))
    down = TOP + (FIELD[1] - MARKER_SIZE) / 2
    for number, x in zip(MARKERS, (0.0, length() - MARKER_SIZE), strict=True):
        boxes += pattern(marker_cells(number), LEFT + x, down, MARKER_SIZE)
    for i, face in enumerate(FACES):
        x = LEFT + field_at(i)
        boxes += frame(x, TOP, *FIELD)
        wide = 0.58 * TALL * len(face)
        texts.append(Text(x + (FIELD[0] - wide) / 2, TOP + FIELD[1] - 3, TALL, face))
    width, height = A4[::-1]
    lines, marks = ruler(20, height - 16)
    return Sheet(
        _("Keypeg strip of numbers"), (*boxes, *lines), (*texts, *marks), width=width, height=height
    )
