"""Learns a calibration from pictures with known pegs, and says what is wrong with them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS, EMPTY
from companion.vision.geometry.arrays import F32, Image
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.colour_classifier import Samples
from companion.vision.read.features import LUMA, Ground, Seen, learn_ground
from companion.vision.read.hole_features import Bare
from companion.vision.read.key_pegs import KeyLook, in_todays_light
from companion.vision.read.patches import look_at_places
from companion.vision.read.sample_board import Found, Look, look_at

__all__ = ["Confirmed", "KnownPicture", "calibrate", "check_light", "unusable_pegs", "with_samples"]


BURNT = 0.5  # part of a head whose three channels are all clipped, beyond which nothing is learned
DARK = 0.0035  # linear light of the brightest channel: 12 of 255
OFF_MEDIAN = 0.3  # exposure values that a sample's light may differ from the board's median
PALEST = 0.01  # linear; a white darker than this is noise


@dataclass(frozen=True, slots=True, eq=False)
class KnownPicture:
    """A picture whose pegs are known.

    `pegs` maps (row, column), from 1, to a letter or ``.``; what is not named is not used. `keys`
    maps a row to its key holes in the order of `BoardShape.key_holes`: ``"kw.w"``; `sliders` maps
    a row to (red, white) clicks.
    """

    image: Image
    found: Found
    pegs: Mapping[tuple[int, int], str]
    keys: Mapping[int, str] | None = None
    sliders: Mapping[int, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A cell of a picture that a player confirmed or corrected."""

    row: int
    col: int
    letter: str


def calibrate(
    pictures: Sequence[KnownPicture], empty: tuple[Image, Found] | None = None
) -> Calibration:
    """Learn from pictures with known pegs and the empty board.

    A peg that is burnt out, too dark or out of its picture teaches nothing; `unusable_pegs` names
    it. Raises CalibrationError, with the remedy, when most are so, or no peg was named.
    """
    ground, bare, key_bare, code_bare = _empty_board(empty)
    every = [look_at(p.image, p.found, ground) for p in pictures]
    looks = [look.pegs for look in every]
    parts, letters, places = [], "", []
    troubles: list[CalibrationError] = []
    for picture, look in zip(pictures, looks, strict=True):
        cells = picture.found.shape.cells()
        faults = _faults(look, picture)
        troubles += faults.values()
        named = [i for i, c in enumerate(cells) if picture.pegs.get(c, EMPTY) != EMPTY]
        chosen = [i for i in named if cells[i] not in faults]
        parts.append((look, chosen))
        letters += "".join(picture.pegs[cells[i]] for i in chosen)
        places += [cells[i] for i in chosen]
    if len(troubles) > len(letters):
        raise troubles[0]
    if not letters:
        raise CalibrationError(
            "No picture shows a peg whose colour was said.",
            hint="Set each colour once and say which lies where.",
        )
    keys = _key_samples(pictures, [look.keys for look in every], key_bare)
    samples = _samples(_joined(parts), letters, keys)
    shape = pictures[0].found.shape
    return Calibration(
        samples=samples,
        places=np.array(places, np.int64),
        rows=shape.rows if empty else 0,
        cols=shape.cols if empty else 0,
        ground=ground,
        bare=bare or _common_bare(pictures, looks),
        keys=KeyLook(keys, key_bare) if keys and key_bare else None,
        code=code_bare,
    )


def check_light(pictures: Sequence[KnownPicture]) -> tuple[str, ...]:
    """Name the colours that were shown only in other light than the board's median.

    A colour that was shown in more light and in less is known for what lies between.
    """
    seen: dict[str, list[tuple[float, int]]] = {}
    for picture in pictures:
        for letter, row, off in _lit(picture):
            seen.setdefault(letter, []).append((off, row))
    far = {
        letter: min(offs, key=lambda entry: abs(entry[0]))
        for letter, offs in seen.items()
        if min(offs)[0] > OFF_MEDIAN or max(offs)[0] < -OFF_MEDIAN
    }
    if not far:
        return ()
    worst = max(far, key=lambda letter: abs(far[letter][0]))
    much, row = far[worst]
    return (
        f"Shown only in other light than most of the board: {', '.join(COLOURS[x] for x in far)} "
        f"({COLOURS[worst]} in row {row}: {2**much:.1f} times the usual light). Turn the board or "
        "move the lamp, or show each colour once more in the middle.",
    )


def _lit(picture: KnownPicture) -> list[tuple[str, int, float]]:
    """Give each peg's letter, row, and its light off the board's median in exposure values."""
    shape = picture.found.shape
    patches = look_at_places(picture.image, picture.found.pose, shape)
    ground = learn_ground(patches, shape.rows, shape.cols, shape.ground)
    exposure = ground.field.mean(axis=1) / np.log(2)
    median = float(np.median(exposure))
    letters = [picture.pegs.get(cell, EMPTY) for cell in shape.cells()]
    return [
        (letter, row, float(exposure[i]) - median)
        for i, ((row, _), letter) in enumerate(zip(shape.cells(), letters, strict=True))
        if letter != EMPTY
    ]


def with_samples(
    calibration: Calibration, image: Image, found: Found, confirmed: Iterable[Confirmed]
) -> Calibration:
    """Give the calibration with confirmed cells of a picture added as samples of their places.

    Raises CalibrationError when one is burnt out or too dark.
    """
    look = look_at(image, found, calibration.ground).pegs
    index = {cell: i for i, cell in enumerate(found.shape.cells())}
    named = [
        ((c.row, c.col), c.letter, index[c.row, c.col]) for c in confirmed if c.letter != EMPTY
    ]
    if not named:
        return calibration
    for cell, letter, i in named:
        if trouble := _fault(look, cell, letter, i):
            raise trouble
    old = calibration.samples
    new = _joined([(look, [i for _, _, i in named])])
    return replace(
        calibration,
        samples=replace(
            old,
            seen=Seen(np.concatenate([old.seen.data, new.seen.data])),
            letters=old.letters + "".join(letter for _, letter, _ in named),
            heads=np.concatenate([old.heads, new.heads]),
            holes=np.concatenate([old.holes, new.holes]),
        ),
        places=np.concatenate([calibration.places, np.array([cell for cell, _, _ in named])]),
    )


def _empty_board(
    empty: tuple[Image, Found] | None,
) -> tuple[Ground | None, Bare | None, Bare | None, Bare | None]:
    """Give the ground, and the bare places of pegs, of keys and of the code."""
    if empty is None:
        return None, None, None, None
    image, found = empty
    shape = found.shape
    patches = look_at_places(image, found.pose, shape)
    ground = learn_ground(patches, shape.rows, shape.cols, shape.ground)
    looks = look_at(image, found, ground)
    keys, code = (_bare(look) if look else None for look in (looks.keys, looks.code))
    return ground, _bare(looks.pegs), keys, code


def _bare(look: Look) -> Bare:
    return Bare(look.patches.heads @ LUMA, look.patches.holes @ LUMA, look.seen)


def _joined(parts: Iterable[tuple[Look, Sequence[int]]]) -> Bare:
    """Give the chosen places of some looks as one table."""
    bares = [(_bare(look), list(chosen)) for look, chosen in parts]
    rows = [(one.heads[c], one.holes[c], one.seen.data[c]) for one, c in bares]
    heads, holes, seen = (np.concatenate(column) for column in zip(*rows, strict=True))
    return Bare(heads, holes, Seen(seen))


def _common_bare(pictures: Sequence[KnownPicture], looks: Sequence[Look]) -> Bare | None:
    """Let the holes that are known to be empty stand for all."""
    parts = []
    for picture, look in zip(pictures, looks, strict=True):
        cells = picture.found.shape.cells()
        parts.append((look, [i for i, c in enumerate(cells) if picture.pegs.get(c) == EMPTY]))
    all_bare = _joined(parts)
    if not len(all_bare.heads):
        return None
    columns = (all_bare.heads, all_bare.holes, all_bare.seen.data)
    heads, holes, seen = (np.median(x, axis=0, keepdims=True) for x in columns)
    return Bare(heads, holes, Seen(seen))


def _samples(shown: Bare, letters: str, keys: Samples | None) -> Samples:
    """Balance by the white pegs; without any by white key pegs, or else by the brightest peg."""
    body = shown.seen.body
    is_white = np.array([letter == "w" for letter in letters])
    if is_white.any():
        white = body[is_white].mean(axis=0)
    elif keys is not None:
        white = keys.white
    else:
        white = np.full(3, body.max(), np.float32)
    return _balanced(shown, letters, white)


def _balanced(shown: Bare, letters: str, white: F32) -> Samples:
    light = shown.seen.light.mean(axis=0)
    return Samples(shown.seen, letters, np.maximum(white, PALEST), light, shown.heads, shown.holes)


def _key_samples(
    pictures: Sequence[KnownPicture], looks: Sequence[Look | None], bare: Bare | None
) -> Samples | None:
    parts, letters = [], ""
    for picture, keys in zip(pictures, looks, strict=True):
        if keys is None or not picture.keys:
            continue
        rows = picture.found.shape.rows
        blank = EMPTY * (len(keys.seen.data) // rows)
        word = "".join(picture.keys.get(row, blank) for row in range(1, rows + 1))
        chosen = [i for i, letter in enumerate(word) if letter != EMPTY]
        if bare is not None:
            free = np.array([letter == EMPTY for letter in word])
            keys = replace(keys, seen=in_todays_light(keys.seen, bare, free))
        parts.append((keys, chosen))
        letters += "".join(word[i] for i in chosen)
    if set(letters) != {"k", "w"}:
        return None
    shown = _joined(parts)
    is_white = np.array([letter == "w" for letter in letters])
    return _balanced(shown, letters, shown.seen.body[is_white].mean(axis=0))


def unusable_pegs(pictures: Sequence[KnownPicture]) -> tuple[str, ...]:
    """Return a sentence, with the remedy, for each peg of `pictures` that teaches nothing."""
    sentences = []
    for picture in pictures:
        for trouble in _faults(look_at(picture.image, picture.found, None).pegs, picture).values():
            sentences.append(f"{trouble.message} It is left out: {trouble.hint}")
    return tuple(sentences)


def _faults(look: Look, picture: KnownPicture) -> dict[tuple[int, int], CalibrationError]:
    """Return what is wrong with each named peg from which nothing can be learned, by its cell."""
    faults = {}
    for i, cell in enumerate(picture.found.shape.cells()):
        letter = picture.pegs.get(cell, EMPTY)
        trouble = _fault(look, cell, letter, i) if letter != EMPTY else None
        if trouble:
            faults[cell] = trouble
    return faults


def _fault(look: Look, cell: tuple[int, int], letter: str, i: int) -> CalibrationError | None:
    row, col = cell
    name = f"The {COLOURS.get(letter, letter)} peg in row {row}, place {col}"
    if not look.patches.inside[i]:
        return CalibrationError(
            f"{name} is not in the picture.", hint="Photograph the whole board."
        )
    burnt = (look.patches.heads[i, :40] > 250).all(axis=1).mean()
    if burnt > BURNT and letter != "w":
        return CalibrationError(
            f"{name} is burnt out to white.", hint="Take light or exposure away, and show it again."
        )
    if letter != "k" and look.seen.body[i].max() < DARK:
        return CalibrationError(f"{name} is too dark.", hint="Add light, and show it again.")
    return None
