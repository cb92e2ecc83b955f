"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

One stage after another, each in a file of its own and finished before the next begins. What the
places of the board show is measured once (`features.board`); what is wrong with the whole picture
is asked before any letter (`checks.picture_check`); classifiers turn features into scores
(`scores`), which alone decide letters and the code (`peg_decision`). Then the pegs that are sure
tell whether red and blue are swapped (`checks.swapped_channels`). Key pegs and sliders are scored
(`key_classifier`, `sliders`) and decided (`answer_decision`) last. `vision.learn` makes the
calibration.
"""

from companion.i18n import N_, _
from companion.vision.board.located import Located
from companion.vision.checks.picture_check import check_picture
from companion.vision.checks.swapped_channels import check_swapped
from companion.vision.features.board import sample_board
from companion.vision.geometry.arrays import Image
from companion.vision.read.answer_decision import decide_keys, decide_sliders
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.key_classifier import score_keys
from companion.vision.read.peg_decision import decide_code, decide_pegs
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
    shape, pose, known_keys = located.shape, located.pose, calibration.keys
    empty = calibration.empty_places(shape)
    samples = with_unseen(calibration.samples, shape.palette)
    board = sample_board(image, located, calibration.ground)
    if board.is_blank:
        return nothing_read(shape, _(NOTHING))
    picture = check_picture(board, empty, calibration.samples)
    if picture.fault:
        return nothing_read(shape, picture.fault.sentence, is_fault=True)
    scores, of_code = score_board(board, samples, empty, calibration.code)
    code = decide_code(of_code, from_behind=board.is_from_behind)
    inside = board.pegs.patches.inside
    pegs = decide_pegs(scores, shape.cols, inside, picture)
    holes = known_keys.empty if known_keys else None
    if swapped := check_swapped(board, calibration.samples, pegs.pegs, holes):
        return nothing_read(shape, swapped.sentence, is_fault=True)
    of_keys = score_keys(board, known_keys, pegs.used_rows)
    chances, segments = slider_chances(image, pose, shape), read_segments(image, pose, shape)
    return Reading(
        rows=pegs.rows,
        confidence=pegs.confidence_rows,
        likely=pegs.likely_rows,
        second=pegs.second_rows,
        keys=decide_keys(of_keys, pegs.rows, pegs.used_rows, pegs.hidden) if board.keys else (),
        code=code,
        sliders=decide_sliders(chances, segments),
        hidden=pegs.hidden_cells,
        notes=(_(TOO_BRIGHT),) if board.is_too_bright else (),
    )
