"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

The walk: `patches` samples every place once, `seen` says what the samples show, `empties` and
`colours` vote, `judge` decides. `learn` makes the calibration.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.errors import CalibrationError
from companion.game.codes import EMPTY
from companion.vision.calibration import Calibration
from companion.vision.colours import Samples, load_committee, scores
from companion.vision.empties import Bare, camouflage, change, cues
from companion.vision.judge import Evidence, Verdict, judge
from companion.vision.keys import count_keys, key_cues
from companion.vision.learn import (
    Confirmed,
    Found,
    Glance,
    KnownPicture,
    calibrate,
    check_light,
    glance,
    with_samples,
)
from companion.vision.patches import Patches
from companion.vision.reading import UNSURE, CodeCell, Reading, RowKeys
from companion.vision.seen import Seen
from companion.vision.sliders import read_sliders

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
    "with_samples",
]

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

# two colours whose own samples are told apart by less than this are not safe here
TOO_CLOSE = 2.0
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
    look = glance(image, found, calibration.ground)
    bare = calibration.bare and _spread(calibration.bare, len(look.seen.data))
    verdict = _judged(look.patches, look.seen, bare, calibration.samples)
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
        keys=_keys(look, found, calibration, rows),
        sliders=tuple(RowKeys(*pair) for pair in read_sliders(image, found.pose, shape)),
        code=_code(look, found, calibration),
        hidden=tuple(cells[i] for i in np.flatnonzero(out)),
        notes=_notes(look.seen),
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


def _judged(patches: Patches, seen: Seen, bare: Bare | None, samples: Samples) -> Verdict:
    votes = scores(seen, samples, load_committee("colours"))
    evidence = Evidence(votes, samples.letters, _away(seen, samples))
    if bare is None:
        return judge(evidence)
    places = load_committee("empties")(cues(patches, seen, bare, samples))
    return judge(
        replace(
            evidence,
            places=places,
            change=change(seen, bare),
            camouflage=camouflage(bare, samples),
        )
    )


def _away(seen: Seen, samples: Samples) -> Floats:
    """Give (n, m): how much the light differs between places and samples, exposure values."""
    light = seen.light.mean(axis=1)[:, None] - samples.seen.light.mean(axis=1)[None]
    return np.asarray(abs(light) / np.log(2), np.float32)


def _spread(bare: Bare, count: int) -> Bare:
    """Let one bare place stand for all where only one is known."""
    if len(bare.heads) == count:
        return bare
    heads, holes, seen = (
        np.repeat(x[:1], count, axis=0) for x in (bare.heads, bare.holes, bare.seen.data)
    )
    return Bare(heads, holes, Seen(seen))


def _keys(
    look: Glance, found: Found, calibration: Calibration, rows: tuple[str, ...]
) -> tuple[RowKeys, ...]:
    if found.shape.keys is None:
        return ()
    if calibration.keys is None or look.key_patches is None or look.key_seen is None:
        return (RowKeys(None, None),) * len(rows)
    hints = key_cues(look.key_patches, look.key_seen, calibration.keys)
    return count_keys(
        hints,
        load_committee("keys"),
        per_row=len(hints) // len(rows),
        bare_rows=[set(row) == {EMPTY} for row in rows],
    )


def _code(look: Glance, found: Found, calibration: Calibration) -> CodeCell:
    """Read the code: shown when most of its places have a peg, covered when all look shut."""
    shape = found.shape
    if shape.code is None or look.code_patches is None or look.code_seen is None:
        return CodeCell(covered=None)
    if calibration.code is None or not look.code_patches.inside.all():
        return CodeCell(covered=None)
    verdict = _judged(look.code_patches, look.code_seen, calibration.code, calibration.samples)
    letters = verdict.letters.replace(EMPTY, UNSURE)
    if set(verdict.letters) == {EMPTY}:
        return CodeCell(covered=True, confidence=float(verdict.confidence.min()))
    if 2 * sum(letter != UNSURE for letter in letters) <= shape.cols:
        return CodeCell(covered=None)
    behind = bool(found.pose.position[1] > shape.code.y)
    seen = float(np.mean(verdict.confidence))
    return CodeCell(covered=False, letters=letters, from_behind=behind, confidence=seen)


def _notes(seen: Seen) -> tuple[str, ...]:
    if (seen.clip > 0.5).mean() > BRIGHT_PART:
        return ("The picture is too bright: take light or exposure away.",)
    return ()
