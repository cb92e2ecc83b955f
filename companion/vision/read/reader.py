"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

The walk: `patches` samples every place once, `seen` says what the samples show, `empties` and
`colours` vote, `judge` decides. `learn` makes the calibration.
"""

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, Image, Mask
from companion.vision.read.calibrate import (
    Confirmed,
    KnownPicture,
    calibrate,
    check_light,
    unusable_pegs,
    with_samples,
)
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.code_shield import PATTERN, bent, is_covered
from companion.vision.read.colour_classifier import Samples, load_committee, scores
from companion.vision.read.decision import Evidence, judge, surely_empty
from companion.vision.read.features import DARKEST, LUMA, Seen
from companion.vision.read.hole_features import Bare, camouflage, change, cues
from companion.vision.read.key_pegs import count_keys, in_todays_light, key_cues
from companion.vision.read.reading import UNSURE, CodeCell, Reading, RowKeys
from companion.vision.read.sample_board import Found, Look, look_at
from companion.vision.read.sliders import read_sliders
from companion.vision.read.unseen_colours import with_unseen

__all__ = [
    "Calibration",
    "CodeCell",
    "Confirmed",
    "Found",
    "KnownPicture",
    "Reading",
    "RowKeys",
    "calibrate",
    "check_light",
    "confusable",
    "read",
    "unusable_pegs",
    "with_samples",
]


# two colours whose own samples are told apart by less than this are not safe here
TOO_CLOSE = 2.0
# under these the shield is the one that was calibrated: `change`, and spread of log brightness
UNCHANGED, FLAT = 0.7, 0.1
BLANK = 10  # of 255, from the dark to the bright of all heads; bores alone make more
INNER = 56  # samples of a place, from its middle, that a head would fill
# natural logarithms between samples that differ in brightness alone: tint at most, and level
KIN_TINT, KIN_LEVEL = 0.4, 1.6
BURNT = 0.5  # part of a sample with a clipped channel, from which its brightness is not known
BRIGHT_PART = 0.25  # of the places; with so many clipped the picture is too bright


def read(image: Image, found: Found, calibration: Calibration) -> Reading:
    """Read one picture (BGR, uint8).

    Raises CalibrationError when the calibration is of a board with other rows or places.
    """
    shape = found.shape
    if calibration.rows and (calibration.rows, calibration.cols) != (shape.rows, shape.cols):
        raise CalibrationError(
            f"The calibration is of a board of {calibration.rows} rows of {calibration.cols}, "
            f"this one has {shape.rows} of {shape.cols}.",
            hint="Name the right calibration, or calibrate this board.",
        )
    looks = look_at(image, found, calibration.ground)
    look = looks.pegs
    if _is_blank(look):
        return _nothing(shape)
    bare = calibration.bare and _spread(calibration.bare, len(look.seen.data))
    verdict = judge(
        _evidence(look, bare, with_unseen(calibration.samples, shape.palette), shape.cols)
    )
    letters = np.array(list(verdict.letters))
    out = verdict.hidden | ~look.patches.inside
    letters[out] = UNSURE
    confidence = np.where(out, 0.0, verdict.confidence)
    grid = (shape.rows, shape.cols)
    rows = tuple("".join(row) for row in letters.reshape(grid))
    cells = shape.cells()
    return Reading(
        rows=rows,
        confidence=tuple(tuple(map(float, row)) for row in confidence.reshape(grid)),
        likely=tuple("".join(row) for row in np.array(list(verdict.likely)).reshape(grid)),
        keys=_keys(looks.keys, calibration, rows),
        sliders=tuple(RowKeys(*pair) for pair in read_sliders(image, found.pose, shape)),
        code=_code(looks.code, calibration, found),
        hidden=tuple(cells[i] for i in np.flatnonzero(out)),
        notes=_notes(look),
    )


def confusable(calibration: Calibration) -> tuple[tuple[str, str, float], ...]:
    """Give pairs of letters too close to be safe here, worst first, with their margin.

    The margin is by how much the least sure voter prefers a colour's own samples, in log odds.
    """
    samples = calibration.samples
    votes = scores(samples.seen, samples, load_committee("colours")).min(axis=0)
    letters = samples.letters
    margins: dict[tuple[str, str], float] = {}
    for i, own in enumerate(letters):
        for j, other in enumerate(letters):
            if own < other or other < own:
                pair = (min(own, other), max(own, other))
                margin = float(votes[i, i] - votes[i, j])
                margins[pair] = min(margin, margins.get(pair, margin))
    close = [(*pair, margin) for pair, margin in margins.items() if margin < TOO_CLOSE]
    return tuple(sorted(close, key=lambda entry: entry[2]))


def _evidence(look: Look, bare: Bare | None, samples: Samples, cols: int) -> Evidence:
    seen = look.seen
    if bare is None:
        votes = scores(seen, samples, load_committee("colours"))
        away = _away(seen, samples)
        return Evidence(votes, samples.letters, away, _burnt(samples), _kin(samples))
    places = load_committee("empties")(cues(look.patches, seen, bare, samples))
    other = change(seen, bare)
    # the colour of a place that is surely empty need not be asked for
    asked = ~surely_empty(places, other)
    votes = scores(seen[asked], samples, load_committee("colours"))
    spread = np.zeros((len(votes), len(asked), votes.shape[2]), np.float32)
    spread[:, asked] = votes
    return Evidence(
        spread,
        samples.letters,
        _away(seen, samples),
        _burnt(samples),
        _kin(samples),
        cols=cols,
        places=places,
        change=other,
        camouflage=camouflage(bare, samples),
    )


def _away(seen: Seen, samples: Samples) -> F32:
    """Give (n, m): how much the light differs between places and samples, exposure values.

    That is its strength, or its tint where that differs more: the widest between two channels.
    """
    b, g, r = light = seen.light.T[:, :, None] - samples.seen.light.T[:, None]
    strength = abs(light.mean(axis=0))
    tint = np.maximum(np.maximum(b, g), r) - np.minimum(np.minimum(b, g), r)
    return np.asarray(np.maximum(strength, tint) / np.log(2), np.float32)


def _burnt(samples: Samples) -> Mask:
    return np.asarray(samples.seen.clip > BURNT)


def _kin(samples: Samples) -> Mask:
    """Give (m, m): which samples differ in brightness alone, and not by very much."""
    log = np.log(samples.seen.body + np.float32(DARKEST)) - samples.seen.light
    apart = log[:, None] - log[None]
    tint = np.hypot(apart[..., 2] - apart[..., 1], apart[..., 0] - apart[..., 1])
    return np.asarray((tint < KIN_TINT) & (abs(apart.mean(axis=2)) < KIN_LEVEL))


def _spread(bare: Bare, count: int) -> Bare:
    """Let one bare place stand for all where only one is known."""
    if len(bare.heads) == count:
        return bare
    heads, holes, seen = (
        np.repeat(x[:1], count, axis=0) for x in (bare.heads, bare.holes, bare.seen.data)
    )
    return Bare(heads, holes, Seen(seen))


def _keys(
    look: Look | None, calibration: Calibration, rows: tuple[str, ...]
) -> tuple[RowKeys, ...]:
    """Read the key holes up to the last row with a peg: an answer needs a guess (all leaflets)."""
    if look is None:
        return ()
    used = max((number for number, row in enumerate(rows, 1) if set(row) != {EMPTY}), default=0)
    rest = (RowKeys(0, 0, 1.0),) * (len(rows) - used)
    if not used:
        return rest
    if calibration.keys is None:
        return (RowKeys(None, None),) * used + rest
    count = len(look.seen.data)
    per_row = count // len(rows)
    free = np.arange(count) >= used * per_row
    seen = in_todays_light(look.seen, calibration.keys.bare, free)
    asked = slice(used * per_row)
    hints = key_cues(look.patches[asked], seen[asked], calibration.keys)
    committee = load_committee("keys")
    return count_keys(hints, committee, per_row=per_row, rows=rows[:used]) + rest


def _code(there: Look | None, calibration: Calibration, found: Found) -> CodeCell:
    """Read the code, if it is open: a hole in it is empty only where no shield can be seen."""
    if there is None or calibration.code is None or not there.patches.inside.all():
        return CodeCell(covered=None)
    bends = bent(there.patches.heads[:, :INNER] @ LUMA, calibration.code.heads[:, :INNER])
    if (change(there.seen, calibration.code) < UNCHANGED).all() and (bends < FLAT).all():
        return CodeCell(covered=True, confidence=1.0)
    samples = with_unseen(calibration.samples, found.shape.palette)
    evidence = _evidence(there, calibration.code, samples, found.shape.cols)
    verdict = judge(evidence)
    covered = is_covered(evidence, bends)
    if covered is not False:
        return CodeCell(covered, confidence=float(verdict.confidence.min()) if covered else 0.0)
    shut = (np.array(list(verdict.letters)) == EMPTY) & (bends < PATTERN)
    letters = np.where(shut, UNSURE, list(verdict.letters))
    behind = bool(found.pose.position[1] > found.shape.code_holes()[0, 1])
    return CodeCell(
        covered=False,
        letters="".join(letters),
        from_behind=behind,
        confidence=float(np.mean(verdict.confidence)),
    )


def _is_blank(look: Look) -> bool:
    """Say whether there is nothing to be seen at all: a lens cap, a wall, a burnt out picture."""
    ranked = np.sort((look.patches.heads @ LUMA).ravel())
    few = len(ranked) // 50
    return bool(ranked[-1 - few] - ranked[few] < BLANK)


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


def _notes(look: Look) -> tuple[str, ...]:
    if (look.seen.clip > 0.5).mean() > BRIGHT_PART:
        return ("The picture is too bright: take light or exposure away.",)
    return ()
