"""Learns a calibration from pictures with known pegs, and says what is wrong with them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS, EMPTY
from companion.i18n import _, number
from companion.vision.board.located import Located
from companion.vision.features.board import CellSamples, sample_board
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.key_registration import registered_keys
from companion.vision.features.light import Ground, learn_ground
from companion.vision.features.patches import sample_patches
from companion.vision.geometry.arrays import F32, Image
from companion.vision.learn.known_picture import Confirmed, KnownPicture
from companion.vision.learn.peg_faults import fault_of, faults_of, refuse_unfit
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.key_classifier import KeyCalibration

__all__ = ["calibrate", "check_light", "with_samples"]


# exposure values that a sample's light may differ from the board's median: a guess; in new rooms
# errors sit where the calibrated peg lay in other light than the one that is read
FAR_EV = 0.3
# linear light; a white darker than this is noise: a guess
PALEST_WHITE = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class _EmptyBoard:
    """The features of the empty board's places; None where it has none, or was never seen."""

    ground: Ground | None = None
    pegs: CellFeatures | None = None
    keys: CellFeatures | None = None
    code: CellFeatures | None = None


def calibrate(
    pictures: Sequence[KnownPicture], empty: tuple[Image, Located] | None = None
) -> Calibration:
    """Return what pictures with known pegs and the empty board teach.

    A peg that is clipped, too dark or out of its picture teaches nothing; `unusable_pegs` names
    it. Raises CalibrationError, with the remedy, when most are so, or no peg was named.
    """
    bare = _empty_board(*empty) if empty else _EmptyBoard()
    boards = [sample_board(p.image, p.located, bare.ground) for p in pictures]
    pegs = [board.pegs for board in boards]
    parts, letters, places = _usable_pegs(pictures, pegs)
    for picture, board in zip(pictures, boards, strict=True):
        refuse_unfit(picture, board)
    if not letters:
        raise CalibrationError(
            _("No picture shows a peg whose colour was said."),
            hint=_("Set each colour once and say which lies where."),
        )
    keys = _key_samples(pictures, [board.keys for board in boards], bare.keys)
    shape = pictures[0].located.shape
    return Calibration(
        samples=_samples(CellFeatures.joined(parts), letters, keys),
        places=np.array(places, np.int64),
        rows=shape.rows if empty else 0,
        cols=shape.cols if empty else 0,
        ground=bare.ground,
        empty=_common_empty(pictures, pegs) if bare.pegs is None else bare.pegs,
        keys=KeyCalibration(keys, bare.keys) if keys and bare.keys is not None else None,
        code=bare.code,
    )


def _usable_pegs(
    pictures: Sequence[KnownPicture], pegs: Sequence[CellSamples]
) -> tuple[list[CellFeatures], str, list[tuple[int, int]]]:
    """Return features, letters and places of the pegs that teach something.

    Raises the first one's CalibrationError if more pegs do not than do.
    """
    parts, letters, places = [], "", []
    troubles: list[CalibrationError] = []
    for picture, cells in zip(pictures, pegs, strict=True):
        faults = faults_of(cells, picture)
        troubles += faults.values()
        chosen = [i for i, x in enumerate(picture.letters()) if x != EMPTY and i not in faults]
        where = picture.located.shape.cells()
        parts.append(cells.features[chosen])
        letters += "".join(picture.pegs[where[i]] for i in chosen)
        places += [where[i] for i in chosen]
    if len(troubles) > len(letters):
        raise troubles[0]
    return parts, letters, places


def check_light(pictures: Sequence[KnownPicture]) -> tuple[str, ...]:
    """Return a sentence on the colours that were shown only in other light than the board's median.

    A colour that was shown in more light and in less is known for what lies between.
    """
    seen: dict[str, list[tuple[float, int]]] = {}
    for picture in pictures:
        for letter, row, off in _light_of_pegs(picture):
            seen.setdefault(letter, []).append((off, row))
    far = {
        letter: min(offs, key=lambda entry: abs(entry[0]))
        for letter, offs in seen.items()
        if min(offs)[0] > FAR_EV or max(offs)[0] < -FAR_EV
    }
    if not far:
        return ()
    worst = max(far, key=lambda letter: abs(far[letter][0]))
    much, row = far[worst]
    return (
        _(
            "Shown only in other light than most of the board: {colours} ({worst} in row {row}: "
            "{times} times the usual light). Turn the board or move the lamp, or show each colour "
            "once more in the middle."
        ).format(
            colours=", ".join(_(COLOURS[x]) for x in far),
            worst=_(COLOURS[worst]),
            row=row,
            times=number(2**much, digits=1),
        ),
    )


def _light_of_pegs(picture: KnownPicture) -> list[tuple[str, int, float]]:
    """Return each peg's letter, row, and its light off the board's median in exposure values."""
    shape = picture.located.shape
    ground = learn_ground(sample_patches(picture.image, picture.located.pose, shape), shape)
    exposure = ground.field.mean(axis=1) / np.log(2)
    median = float(np.median(exposure))
    return [
        (letter, row, float(exposure[i]) - median)
        for i, ((row, _), letter) in enumerate(zip(shape.cells(), picture.letters(), strict=True))
        if letter != EMPTY
    ]


def with_samples(
    calibration: Calibration, image: Image, located: Located, confirmed: Iterable[Confirmed]
) -> Calibration:
    """Return the calibration with confirmed cells of a picture added as samples of their places.

    Raises CalibrationError when one is clipped or too dark.
    """
    cells = sample_board(image, located, calibration.ground).pegs
    index = {cell: i for i, cell in enumerate(located.shape.cells())}
    named = [
        ((c.row, c.col), c.letter, index[c.row, c.col]) for c in confirmed if c.letter != EMPTY
    ]
    if not named:
        return calibration
    for _cell, letter, i in named:
        if trouble := fault_of(cells, located, letter, i):
            raise trouble
    old = calibration.samples
    more = cells.features[[i for _, _, i in named]]
    return replace(
        calibration,
        samples=replace(
            old,
            features=CellFeatures.joined([old.features, more]),
            letters=old.letters + "".join(letter for _, letter, _ in named),
        ),
        places=np.concatenate([calibration.places, np.array([cell for cell, _, _ in named])]),
    )


def _empty_board(image: Image, located: Located) -> _EmptyBoard:
    shape = located.shape
    ground = learn_ground(sample_patches(image, located.pose, shape), shape)
    board = sample_board(image, located, ground)
    keys, code = (cells.features if cells else None for cells in (board.keys, board.code))
    return _EmptyBoard(ground, board.pegs.features, keys, code)


def _common_empty(
    pictures: Sequence[KnownPicture], pegs: Sequence[CellSamples]
) -> CellFeatures | None:
    """Return one place that stands for all: the median of the holes that are known to be empty."""
    every = CellFeatures.joined(
        cells.features[[i for i, c in enumerate(p.located.shape.cells()) if p.pegs.get(c) == EMPTY]]
        for p, cells in zip(pictures, pegs, strict=True)
    )
    if not len(every):
        return None
    columns = (every.table, every.heads, every.holes)
    return CellFeatures(*(np.median(x, axis=0, keepdims=True) for x in columns))


def _samples(shown: CellFeatures, letters: str, keys: ColourSamples | None) -> ColourSamples:
    """Balance by the white pegs; without any by white key pegs, or else by the brightest peg."""
    is_white = np.array([letter == "w" for letter in letters])
    if is_white.any():
        white = shown.colour[is_white].mean(axis=0)
    elif keys is not None:
        white = keys.white
    else:
        white = np.full(3, shown.colour.max(), np.float32)
    return _balanced(shown, letters, white)


def _balanced(shown: CellFeatures, letters: str, white: F32) -> ColourSamples:
    light = shown.light.mean(axis=0)
    return ColourSamples(shown, letters, np.maximum(white, PALEST_WHITE), light)


def _key_samples(
    pictures: Sequence[KnownPicture],
    boards: Sequence[CellSamples | None],
    empty: CellFeatures | None,
) -> ColourSamples | None:
    """Return the key pegs that were shown; None unless black ones and white ones were."""
    parts, letters = [], ""
    for picture, cells in zip(pictures, boards, strict=True):
        if cells is None or not picture.keys:
            continue
        rows = picture.located.shape.rows
        blank = EMPTY * (len(cells) // rows)
        word = "".join(picture.keys.get(row, blank) for row in range(1, rows + 1))
        chosen = [i for i, letter in enumerate(word) if letter != EMPTY]
        keys = cells.features
        if empty is not None:
            free = np.array([letter == EMPTY for letter in word])
            there = registered_keys(picture.image, picture.located, cells, empty, free)
            keys = there.features.relit(empty, free)
        parts.append(keys[chosen])
        letters += "".join(word[i] for i in chosen)
    if set(letters) != {"k", "w"}:
        return None
    shown = CellFeatures.joined(parts)
    is_white = np.array([letter == "w" for letter in letters])
    return _balanced(shown, letters, shown.colour[is_white].mean(axis=0))
