"""The sheets to print: markers, a card, the lens sheet, a score card."""

import numpy as np

from calibration.sheets.elements import A4, HAIR, Box, Sheet, Text, frame, heading, page, pattern
from companion.errors import CalibrationError
from companion.i18n import N_, _, number
from companion.vision.board.marker_patterns import LENS_SHEET, LensSheet, marker_cells
from companion.vision.board.parts import Markers
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title
from companion.vision.geometry.arrays import F64

__all__ = ["card", "charuco", "markers", "scorecard"]

# what a marker needs around it, in its own cells, to be found on dark ground (OpenCV asks for one);
# by ArUco's definition
QUIET = 1.0
PLACES = (N_("far left"), N_("far right"), N_("near right"), N_("near left"))
SETS = 4  # sets of markers, one a board: as many as Master Mind for four has boards
# mm above and below a marker, within the cut, for words; chosen, readable on the smallest
STRIP, WORDS_HIGH = 3.0, 2.0


def markers(size: float, *, of_board: int = 1) -> Sheet:
    """Return the four markers with a side of `size` mm, to be cut out along the fine frames.

    `of_board` tells up to four boards before one camera apart: the second has the markers 4-7.
    Raises CalibrationError outside 8 to 70 mm (smaller ones are not found, larger ones do not fit)
    and for a set that is none of 1 to 4.
    """
    if not 1 <= of_board <= SETS:
        raise CalibrationError(
            _("There is no set {of_board} of markers.").format(of_board=of_board),
            hint=_("Choose 1 to {sets}, one a board.").format(sets=SETS),
        )
    if not 8 <= size <= 70:
        raise CalibrationError(
            _("A marker of {size} mm cannot be printed on this sheet.").format(size=number(size)),
            hint=_("Choose 8 to 70 mm."),
        )
    quiet = QUIET * size / 6
    cell = size + 2 * quiet
    boxes: list[Box] = []
    title = _("Board markers, {size} mm").format(size=number(size))
    if of_board > 1:
        title += _(", board {of_board}").format(of_board=of_board)
    texts = list(heading(title, tuple(map(_, MARKER_LINES))))
    first = len(PLACES) * (of_board - 1)
    for corner, place in enumerate(PLACES):
        # laid out as on the board: the near ones below the far ones, each with its name in the cut
        x = 20 + (corner in (1, 2)) * (cell + 12)
        y = 50 + (corner // 2) * (cell + 2 * STRIP + 6)
        boxes += frame(x, y, cell, cell + 2 * STRIP)
        boxes += pattern(marker_cells(first + corner), x + quiet, y + STRIP + quiet, size)
        texts.append(Text(x + 1, y + STRIP - 0.8, WORDS_HIGH, _("this side up")))
        named = f"{first + corner}: {_(place)}"
        texts.append(Text(x + 1, y + cell + 2 * STRIP - 1, WORDS_HIGH, named))
    return page("Keypeg, " + title[0].lower() + title[1:], boxes, texts)


def card(shape: BoardShape) -> Sheet:
    """Return a page to lie under the board: its outline, and markers where the board file has them.

    Raises CalibrationError when the file has no markers beside the board, or the page is too small.
    """
    markers = _markers_beside(shape)
    low, high = _extent(shape, markers)
    left, top = (A4[0] - (high - low)[0]) / 2, 30.0

    def placed(x: float, y: float) -> tuple[float, float]:
        return left + x - low[0], top + high[1] - y

    corners = np.array(shape.outline)
    x0, y0 = placed(corners[:, 0].min(), corners[:, 1].max())
    boxes = list(frame(x0, y0, *np.ptp(corners, axis=0)))
    for corner, centre in enumerate(markers.centres):
        x, y = placed(*centre)
        boxes += pattern(
            marker_cells(corner), x - markers.size / 2, y - markers.size / 2, markers.size
        )
    return page(
        _("Keypeg card for {title}").format(title=said_title(shape)),
        boxes,
        list(heading(said_title(shape), tuple(map(_, CARD_LINES)))),
    )


def _markers_beside(shape: BoardShape) -> Markers:
    if shape.markers is None or not _is_beside(shape.markers, shape):
        raise CalibrationError(
            _("The board file of '{name}' has no markers beside the board, on a card.").format(
                name=shape.name
            ),
            hint=_(
                "Print `keypeg sheets markers` and stick them on the board, or give its board "
                "file an inset below 0."
            ),
        )
    return shape.markers


def _extent(shape: BoardShape, markers: Markers) -> tuple[F64, F64]:
    """Return the lowest and highest x and y (mm) of board, markers and the quiet zone of these."""
    centres = np.array(markers.centres)
    reach = markers.size * (0.5 + QUIET / 6)
    all_points = np.vstack([centres - reach, centres + reach, np.array(shape.outline)])
    low, high = all_points.min(0), all_points.max(0)
    if (high - low > (A4[0] - 10, A4[1] - 50)).any():
        raise CalibrationError(
            _("The board '{name}' with its markers does not fit on an A4 page.").format(
                name=shape.name
            ),
            hint=_("Print `keypeg sheets markers` and stick them on the board."),
        )
    return low, high


def charuco(sheet: LensSheet = LENS_SHEET) -> Sheet:
    """Return the sheet that a lens is measured with."""
    left, top = (A4[0] - sheet.columns * sheet.square) / 2, 36.0
    boxes = [
        Box(left + column * sheet.square, top + row * sheet.square, sheet.square, sheet.square)
        for row in range(sheet.rows)
        for column in range(sheet.columns)
        if (row + column) % 2 == 0
    ]
    for x, y, cells in sheet.markers():
        boxes += pattern(cells, left + x, top + y, sheet.marker)
    return page(
        _("Keypeg lens sheet"), boxes, list(heading(_("Lens sheet"), tuple(map(_, LENS_LINES))))
    )


def scorecard(*, players: int = 2, rounds: int = 12) -> Sheet:
    """Return a table to write scores on: a column a player, a line a round, and the total.

    Raises CalibrationError unless 1 to 6 players and 1 to 20 rounds are asked for.
    """
    if not (1 <= players <= 6 and 1 <= rounds <= 20):
        raise CalibrationError(
            _("That score card does not fit on a page."),
            hint=_("Choose 1 to 6 players and 1 to 20 rounds."),
        )
    first, width, height = 40.0, 140.0 / players, 10.0
    texts = [Text(20, 22, 7, _("Score card"))]
    boxes = list(frame(20, 32, 20 + 140, height * (rounds + 2)))
    for line in range(1, rounds + 2):
        boxes.append(Box(20, 32 + line * height, 160, HAIR))
    boxes += [
        Box(first + player * width, 32, HAIR, height * (rounds + 2)) for player in range(players)
    ]
    words = [_("Round"), *map(str, range(1, rounds + 1)), _("Total")]
    texts += [Text(23, 38.5 + height * line, 4, word) for line, word in enumerate(words)]
    return page(_("Keypeg score card"), boxes, texts)


MARKER_LINES = (
    N_("Print at 100 %. Cut along the frames and stick the markers as they lie here:"),
    N_("far ones at the end away from the breaker, all upright for him, flat and not glossy."),
)
CARD_LINES = (
    N_("Print at 100 %. Put the board on the frame; the breaker sits at this page's lower edge."),
)
LENS_LINES = (
    N_("Print at 100 %, glue it on something flat. Take 8 to 20 photos: whole and close, from all"),
    N_("sides, so that it lies in every corner of the picture once."),
)


def _is_beside(markers: Markers, shape: BoardShape) -> bool:
    """Return whether no marker reaches into the board's outline."""
    (left, far), (right, _), (_, near), _ = shape.outline
    half = markers.size / 2
    return all(
        x + half <= left or x - half >= right or y + half <= near or y - half >= far
        for x, y in markers.centres
    )
