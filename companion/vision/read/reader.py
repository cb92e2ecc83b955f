"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

One stage after another, each in a file of its own. What the places of the board show is measured
once (`features.board`); what is wrong with the whole picture is asked before any letter, whether
red and blue are swapped in it once its pegs are known (`checks.picture_check`); classifiers turn
features into scores (`scores`, `key_classifier`, `sliders`), those of colours once more without the
cast that sure pegs tell, and in the one light that explains all pegs (`colour_cast`); decisions
alone turn scores into letters and answers (`decision`, `answer_decision`). `vision.learn` makes the
calibration.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.i18n import N_, _
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.checks.picture_check import check_picture, check_swapped
from companion.vision.checks.picture_fault import PictureFault
from companion.vision.features.board import BoardPicture
from companion.vision.features.comparison import Comparison
from companion.vision.features.key_registration import keys_in_place
from companion.vision.geometry.arrays import Image
from companion.vision.read.answer_decision import decide_keys, decide_sliders
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.colour_cast import weighed_together, without_cast
from companion.vision.read.decision import decide_code, decide_pegs
from companion.vision.read.key_classifier import KeyCalibration, KeyScores, key_scores
from companion.vision.read.reading import Reading, nothing_read
from companion.vision.read.scores import score_board
from companion.vision.read.unseen_colours import with_unseen
from companion.vision.sliders.segments import read_segments
from companion.vision.sliders.strips import slider_chances

__all__ = ["read"]

NOTHING = N_("There is nothing to be seen where the board should be: is the lens free?")
TOO_BRIGHT = N_("The picture is too bright: take light or exposure away.")


def read(image: Image, located: Located, calibration: Calibration) -> Reading:
    """Return what one picture (BGR, uint8) shows.

    Raises CalibrationError when the calibration is of a board with other rows or places.
    """
    shape, pose = located.shape, located.pose
    _refuse_other_board(calibration, shape)
    board = BoardPicture(image, located, calibration.ground)
    if board.is_blank:
        return replace(nothing_read(shape), notes=(_(NOTHING),))
    empty = calibration.empty_places(shape)
    picture = check_picture(board, empty, calibration.samples)
    if picture.fault:
        return _refused(shape, picture.fault)
    samples = with_unseen(calibration.samples, shape.palette)
    scores, of_code = score_board(board, samples, empty, calibration.code)
    inside = board.pegs.patches.inside
    pegs = decide_pegs(scores, shape.cols, inside, picture)
    scores = without_cast(scores, board.pegs.features, samples, pegs.letters)
    scores = weighed_together(scores, board.pegs.features, samples, inside)
    pegs = decide_pegs(scores, shape.cols, inside, picture)
    key_holes = calibration.keys.empty if calibration.keys else None
    swapped = check_swapped(board, calibration.samples, pegs.told_pegs, key_holes)
    if swapped:
        return _refused(shape, swapped)
    code = decide_code(of_code, from_behind=board.is_from_behind)
    used = pegs.used_rows
    of_keys = _scores_of_keys(board, calibration.keys, pegs.rows[:used])
    chances, segments = slider_chances(image, pose, shape), read_segments(image, pose, shape)
    return Reading(
        rows=pegs.rows,
        confidence=pegs.confidence_rows,
        likely=pegs.likely_rows,
        second=pegs.second_rows,
        keys=decide_keys(of_keys, pegs.rows, used, pegs.hidden) if board.keys else (),
        code=code,
        sliders=decide_sliders(chances, segments),
        hidden=pegs.hidden_cells,
        notes=(_(TOO_BRIGHT),) if board.is_too_bright else (),
    )


def _scores_of_keys(
    board: BoardPicture, known: KeyCalibration | None, rows: Sequence[str]
) -> KeyScores | None:
    """Return the scores of the key holes of the first `rows`, None if nothing is known."""
    if not board.keys or not known or not rows:
        return None
    shape = board.located.shape
    count = len(rows) * (len(board.keys) // shape.rows)
    keys = keys_in_place(board, board.keys, known.empty, known.samples.features, count)
    places = np.concatenate([shape.key_holes(row + 1) for row in range(len(rows))])[:, :2]
    pegs = np.array([1 - row.count(EMPTY) / len(row) for row in rows], np.float32)
    return key_scores(Comparison(keys, known.empty.first(count), known.samples), places, pegs)


def _refused(shape: BoardShape, fault: PictureFault) -> Reading:
    return replace(nothing_read(shape), notes=(fault.sentence,), fault=fault.sentence)


def _refuse_other_board(calibration: Calibration, shape: BoardShape) -> None:
    if calibration.rows and (calibration.rows, calibration.cols) != (shape.rows, shape.cols):
        raise CalibrationError(
            _(
                "The calibration is of a board of {rows} rows of {cols}, this one has {own_rows} "
                "of {own_cols}."
            ).format(
                rows=calibration.rows,
                cols=calibration.cols,
                own_rows=shape.rows,
                own_cols=shape.cols,
            ),
            hint=_("Name the right calibration, or calibrate this board."),
        )
