"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

The walk: `features.board` samples every place once and says what it shows, `hole_classifier`,
`colour_classifier` and `key_classifier` turn features into scores, `decision` alone turns scores
into letters. `calibrate` makes the calibration.
"""

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.features.board import BoardFeatures, CellSamples, board_features
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colour_samples import ColourSamples
from companion.vision.geometry.arrays import Image
from companion.vision.read.calibrate import (
    Confirmed,
    KnownPicture,
    calibrate,
    check_light,
    unusable_pegs,
    with_samples,
)
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.colour_classifier import ColourScores, colour_scores, votes_for
from companion.vision.read.decision import decide_cells, decide_code, decide_keys, is_same_shield
from companion.vision.read.hole_classifier import KindScores, difference_of, kind_scores
from companion.vision.read.key_classifier import key_scores
from companion.vision.read.reading import UNSURE, CodeCell, Reading, RowKeys
from companion.vision.read.sliders import read_sliders
from companion.vision.read.unseen_colours import with_unseen

__all__ = [
    "Calibration",
    "CodeCell",
    "Confirmed",
    "KnownPicture",
    "Located",
    "Reading",
    "RowKeys",
    "calibrate",
    "check_light",
    "confusable",
    "read",
    "unusable_pegs",
    "with_samples",
]

# margin in log odds: two colours whose own samples are told apart by less are not safe here
SAFE_MARGIN = 2.0


def read(image: Image, located: Located, calibration: Calibration) -> Reading:
    """Return what one picture (BGR, uint8) shows.

    Raises CalibrationError when the calibration is of a board with other rows or places.
    """
    shape = located.shape
    _refuse_other_board(calibration, shape)
    board = board_features(image, located, calibration.ground)
    if board.is_blank:
        return _nothing(shape)
    empty = None if calibration.empty is None else calibration.empty.for_all(len(board.pegs))
    samples = with_unseen(calibration.samples, shape.palette)
    verdict = decide_cells(*_scores(board.pegs, empty, samples), shape.cols)
    letters = np.array(list(verdict.letters))
    out = verdict.hidden | ~board.pegs.patches.inside
    letters[out] = UNSURE
    confidence = np.where(out, 0.0, verdict.confidence)
    grid = (shape.rows, shape.cols)
    rows = tuple("".join(row) for row in letters.reshape(grid))
    cells = shape.cells()
    return Reading(
        rows=rows,
        confidence=tuple(tuple(map(float, row)) for row in confidence.reshape(grid)),
        likely=tuple("".join(row) for row in np.array(list(verdict.likely)).reshape(grid)),
        keys=_keys(board.keys, calibration, rows),
        sliders=tuple(RowKeys(*pair) for pair in read_sliders(image, located.pose, shape)),
        code=_code(board.code, calibration, located),
        hidden=tuple(cells[i] for i in np.flatnonzero(out)),
        notes=_notes(board),
    )


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


def _scores(
    cells: CellSamples, empty: CellFeatures | None, samples: ColourSamples
) -> tuple[KindScores | None, ColourScores]:
    """Return the scores of n places; colours only where there may be a peg."""
    kinds = None if empty is None else kind_scores(cells, empty, samples)
    asked = None if kinds is None else ~kinds.certainly_empty
    return kinds, colour_scores(cells.features, samples, asked)


def _keys(
    cells: CellSamples | None, calibration: Calibration, rows: tuple[str, ...]
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
    votes = key_scores(cells.features, calibration.keys, count)
    return decide_keys(votes, rows[:used]) + rest


def _code(cells: CellSamples | None, calibration: Calibration, located: Located) -> CodeCell:
    """Read the code, if it is open."""
    shield = calibration.code
    if cells is None or shield is None or not cells.patches.inside.all():
        return CodeCell(covered=None)
    change = cells.features.texture.pattern_change(shield.texture)
    if is_same_shield(difference_of(cells.features, shield), change):
        return CodeCell(covered=True, confidence=1.0)
    samples = with_unseen(calibration.samples, located.shape.palette)
    kinds = kind_scores(cells, shield, samples)
    colours = colour_scores(cells.features, samples, ~kinds.certainly_empty)
    behind = bool(located.pose.position[1] > located.shape.code_holes()[0, 1])
    return decide_code(kinds, colours, change, from_behind=behind)


def _nothing(shape: BoardShape) -> Reading:
    unknown = (RowKeys(None, None),) * shape.rows
    blank = (UNSURE * shape.cols,) * shape.rows
    return Reading(
        rows=blank,
        confidence=((0.0,) * shape.cols,) * shape.rows,
        likely=blank,
        keys=unknown if shape.keys else (),
        sliders=unknown if shape.sliders else (),
        hidden=shape.cells(),
        notes=("There is nothing to be seen where the board should be: is the lens free?",),
    )


def _notes(board: BoardFeatures) -> tuple[str, ...]:
    if board.is_too_bright:
        return ("The picture is too bright: take light or exposure away.",)
    return ()
