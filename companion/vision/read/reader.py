"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

The walk: `features.board` samples every place once and says what it shows, `hole_classifier`,
`colour_classifier` and `key_classifier` turn features into scores, `decision` alone turns scores
into letters. `vision.learn` makes the calibration.
"""

from dataclasses import replace

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.i18n import N_, _
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.checks.picture_check import (
    PictureCheck,
    check_grey,
    check_picture,
    say,
)
from companion.vision.checks.place_check import (
    cover_margins,
    covered,
    needed_margins,
)
from companion.vision.checks.place_cues import cover_inputs
from companion.vision.checks.sharpness import check_sharpness
from companion.vision.features.board import BoardFeatures, CellSamples, board_features
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import compare, compare_first
from companion.vision.features.key_registration import registered_keys
from companion.vision.features.light import Ground
from companion.vision.geometry.arrays import Image
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.colour_classifier import votes_for
from companion.vision.read.decision import CellVerdict, decide_cells, decide_code, decide_keys
from companion.vision.read.key_classifier import key_scores, unlike_empty
from companion.vision.read.mlp_ensemble import load_ensemble
from companion.vision.read.reading import UNSURE, CodeCell, Reading, RowKeys
from companion.vision.read.scores import score_cells
from companion.vision.read.unseen_colours import with_unseen
from companion.vision.sliders.reader import read_sliders

__all__ = [
    "Calibration",
    "CodeCell",
    "Located",
    "Reading",
    "RowKeys",
    "confusable",
    "read",
]

# margin in log odds: two colours whose own samples are told apart by less are not safe here; a
# guess
SAFE_MARGIN = 2.0
NOTHING = N_("There is nothing to be seen where the board should be: is the lens free?")
TOO_BRIGHT = "The picture is too bright: take light or exposure away."


def read(image: Image, located: Located, calibration: Calibration) -> Reading:
    """Return what one picture (BGR, uint8) shows.

    Raises CalibrationError when the calibration is of a board with other rows or places.
    """
    shape = located.shape
    _refuse_other_board(calibration, shape)
    board = board_features(image, located, calibration.ground)
    if board.is_blank:
        return _nothing(shape, _(NOTHING))
    samples = with_unseen(calibration.samples, shape.palette)
    empty = calibration.empty_places(shape)
    picture = _checked(image, located, board, empty, calibration)
    if picture.fault:
        return _nothing(shape, say(picture.fault), fault=say(picture.fault))
    compared = compare(board.pegs.features, empty, samples) if empty else None
    scores = score_cells(board.pegs, samples, compared)
    verdict = decide_cells(scores, shape.cols).hiding(~board.pegs.patches.inside)
    verdict = _proven(verdict, board, empty, samples, calibration.ground, picture)
    rows = verdict.rows(shape.cols)
    grid = (shape.rows, shape.cols)
    cells = shape.cells()
    return Reading(
        rows=rows,
        confidence=tuple(tuple(map(float, row)) for row in verdict.confidence.reshape(grid)),
        likely=tuple("".join(row) for row in np.array(list(verdict.likely)).reshape(grid)),
        second=tuple("".join(row) for row in np.array(list(verdict.second)).reshape(grid)),
        keys=_keys(image, located, board.keys, calibration, rows),
        code=_code(board.code_in_sight, calibration.code, samples, located),
        sliders=tuple(RowKeys(*pair) for pair in read_sliders(image, located.pose, shape)),
        hidden=tuple(cells[i] for i in np.flatnonzero(verdict.hidden)),
        notes=(TOO_BRIGHT,) if board.is_too_bright else (),
    )


def _checked(
    image: Image,
    located: Located,
    board: BoardFeatures,
    empty: CellFeatures | None,
    calibration: Calibration,
) -> PictureCheck:
    """Return what is wrong with the whole picture, as far as the calibration can tell."""
    pegs, ground = board.pegs, calibration.ground
    if empty is None or ground is None:
        picture = PictureCheck(check_grey(pegs.patches))
    else:
        picture = check_picture(
            image, pegs.patches, pegs.features, empty, ground, calibration.samples
        )
    sharp = check_sharpness(image, located)
    if picture.fault or not sharp.fault:
        return replace(picture, needed=max(picture.needed, sharp.needed))
    return sharp


def _proven(
    verdict: CellVerdict,
    board: BoardFeatures,
    empty: CellFeatures | None,
    samples: ColourSamples,
    ground: Ground | None,
    picture: PictureCheck,
) -> CellVerdict:
    """Return the verdict without what something lies over, and without what is not sure enough."""
    if empty is None or ground is None or picture.usual is None:
        return verdict
    inputs = cover_inputs(board.pegs, ground, empty, samples, picture.usual)
    margins = cover_margins(load_ensemble("covers")(inputs))
    wanted = np.maximum(needed_margins(margins), np.float32(picture.needed))
    pegs = np.array(list(verdict.likely)) != EMPTY
    return verdict.doubting(wanted).hiding(covered(margins, pegs, ground.rows, ground.cols))


def confusable(calibration: Calibration) -> tuple[tuple[str, str, float], ...]:
    """Return pairs of letters too close to be safe here, worst first, with their margin.

    The margin is by how much the least sure member prefers a colour's own samples, in log odds.
    """
    samples = calibration.samples
    votes = votes_for(samples.features, samples).min(axis=0)
    letters = samples.letters
    margins: dict[tuple[str, str], float] = {}
    for i, own in enumerate(letters):
        for j, other in enumerate(letters):
            if own < other or other < own:
                pair = (min(own, other), max(own, other))
                margin = float(votes[i, i] - votes[i, j])
                margins[pair] = min(margin, margins.get(pair, margin))
    close = [(*pair, margin) for pair, margin in margins.items() if margin < SAFE_MARGIN]
    return tuple(sorted(close, key=lambda entry: entry[2]))


def _refuse_other_board(calibration: Calibration, shape: BoardShape) -> None:
    if calibration.rows and (calibration.rows, calibration.cols) != (shape.rows, shape.cols):
        raise CalibrationError(
            f"The calibration is of a board of {calibration.rows} rows of {calibration.cols}, "
            f"this one has {shape.rows} of {shape.cols}.",
            hint="Name the right calibration, or calibrate this board.",
        )


def _keys(
    image: Image,
    located: Located,
    cells: CellSamples | None,
    calibration: Calibration,
    rows: tuple[str, ...],
) -> tuple[RowKeys, ...]:
    """Read the key holes up to the last row with a peg: an answer needs a guess (all leaflets)."""
    if cells is None:
        return ()
    used = max((number for number, row in enumerate(rows, 1) if set(row) != {EMPTY}), default=0)
    rest = (RowKeys(0, 0, 1.0),) * (len(rows) - used)
    if not used:
        return rest
    if calibration.keys is None:
        return (RowKeys(None, None),) * used + rest
    count = used * (len(cells) // len(rows))
    known = calibration.keys
    free = np.arange(len(cells)) >= count
    cells = registered_keys(image, located, cells, known.empty, free, known.samples.features)
    compared = compare_first(cells.features, known.empty, known.samples, count)
    return decide_keys(key_scores(compared), unlike_empty(compared), rows[:used]) + rest


def _code(
    cells: CellSamples | None, shield: CellFeatures | None, samples: ColourSamples, located: Located
) -> CodeCell:
    """Read the code, if it is open."""
    if cells is None or shield is None:
        return CodeCell(covered=None)
    compared = compare(cells.features, shield, samples)
    if compared.is_unchanged:
        return CodeCell(covered=True, confidence=1.0)
    behind = bool(located.pose.position[1] > located.shape.code_holes()[0, 1])
    scores = score_cells(cells, samples, compared)
    return decide_code(scores, from_behind=behind)


def _nothing(shape: BoardShape, note: str, *, fault: str = "") -> Reading:
    """Return a reading in which all is hidden, by a hand or a cap, or cannot be read."""
    unknown = (RowKeys(None, None),) * shape.rows
    blank = (UNSURE * shape.cols,) * shape.rows
    return Reading(
        rows=blank,
        confidence=((0.0,) * shape.cols,) * shape.rows,
        likely=blank,
        keys=unknown if shape.keys else (),
        sliders=unknown if shape.sliders else (),
        hidden=shape.cells(),
        notes=(note,),
        fault=fault,
    )
