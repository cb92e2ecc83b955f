"""The steps of a calibration: which photo is what, where the board lies, what came out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.wizard.light_map import map_light
from calibration.wizard.notation import standard_clicks, standard_keys, standard_rows
from calibration.wizard.order_check import order_doubts
from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS, EMPTY, spell
from companion.i18n import _
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.camera.image_files import pictures_in
from companion.vision.geometry.arrays import Image
from companion.vision.learn.calibrate import calibrate, check_light
from companion.vision.learn.confusable import confusable
from companion.vision.learn.further_photos import left_out
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.learn.peg_faults import unusable_pegs
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.reader import read
from companion.vision.read.reading import UNSURE

__all__ = [
    "Known",
    "Outcome",
    "Photos",
    "assemble",
    "doubts_of",
    "expand",
    "learn",
    "sort_photos",
    "standard",
]


@dataclass(frozen=True, slots=True)
class Photos:
    """Which file shows the empty board, and which show known pegs."""

    empty: Path | None
    known: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What a user put on the board: rows of letters, key holes, clicks (red, white) a row."""

    rows: Mapping[int, str]
    keys: Mapping[int, str] | None = None
    clicks: Mapping[int, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A new calibration; `warnings` say what would make it better.

    `doubts` name places that do not look as they were said to be: most often a mistake in the
    order.
    """

    calibration: Calibration
    warnings: tuple[str, ...]
    doubts: tuple[str, ...]


def expand(paths: Sequence[Path]) -> list[Path]:
    """Return the files; a folder stands for its pictures. PictureError for one without pictures."""
    return [file for path in paths for file in (pictures_in(path) if path.is_dir() else [path])]


def sort_photos(paths: Sequence[Path], *, empty: Path | None = None) -> Photos:
    """Tell the photos apart: the one with "empty" in its name is the empty board.

    A folder stands for its pictures. Raises CalibrationError when none shows pegs or several are
    called empty, PictureError for a folder without pictures.
    """
    files = expand(paths)
    called = [file for file in files if "empty" in file.stem.casefold()]
    if empty is None and len(called) > 1:
        raise CalibrationError(
            _("{count} photos are called empty: {names}.").format(
                count=len(called), names=", ".join(f.name for f in called)
            ),
            hint=_("Say --empty FILE."),
        )
    chosen = empty or next(iter(called), None)
    known = tuple(file for file in files if file != chosen)
    if not known:
        raise CalibrationError(
            _("There is no photo with pegs."),
            hint=_(
                "Set each colour once, in the order of the palette from row 1, and photograph it."
            ),
        )
    return Photos(chosen, known)


def standard(shape: BoardShape) -> Known:
    """Return the pegs that a first photo shows unless it is said otherwise."""
    return Known(standard_rows(shape), standard_keys(shape), standard_clicks(shape))


def assemble(image: Image, found: Located, known: Known) -> KnownPicture:
    """Return the picture with every place named: what the user did not name is empty."""
    shape = found.shape
    pegs = {
        (row, col): known.rows.get(row, "").ljust(shape.cols, EMPTY)[col - 1]
        for row, col in shape.cells()
    }
    keys = clicks = None
    if known.keys is not None and shape.keys:
        none = EMPTY * len(shape.keys.offsets)
        keys = {row: known.keys.get(row, none) for row in range(1, shape.rows + 1)}
    if known.clicks is not None and shape.sliders:
        clicks = {row: known.clicks.get(row, (0, 0)) for row in range(1, shape.rows + 1)}
    return KnownPicture(image, found, pegs, keys, clicks)


def learn(pictures: Sequence[KnownPicture], empty: tuple[Image, Located] | None = None) -> Outcome:
    """Calibrate, then say what is doubtful or could be better.

    A peg that teaches nothing is named among the warnings. Raises CalibrationError, with the
    remedy, when the empty board is clipped or no peg is left.
    """
    light = map_light(*empty) if empty else None
    if light and light.is_overexposed:
        raise CalibrationError(
            _("The photo of the empty board is overexposed: most of the board is plain white."),
            hint=_("Take light or exposure away, and photograph everything again."),
        )
    unused = left_out(pictures, empty)
    taught = [picture for i, picture in enumerate(pictures) if i not in unused]
    calibration = calibrate(taught, empty)
    warnings = [_left_out(i + 1, why) for i, why in unused.items()]
    warnings += [*unusable_pegs(taught), *check_light(taught)]
    warnings += _never_shown(calibration, taught[0].located.shape)
    advice = light.advice() if light and len(pictures) < 2 else ""
    warnings += [advice] if advice else []
    warnings += [_too_close(*pair) for *pair, _margin in confusable(calibration)]
    doubts = [
        line
        for i, picture in enumerate(taught)
        for line in doubts_of(
            picture, _read(picture, _without(i, taught, empty) or calibration), empty
        )
    ]
    return Outcome(calibration, tuple(warnings), tuple(doubts))


def _never_shown(calibration: Calibration, shape: BoardShape) -> list[str]:
    """Return a sentence on the colours of the palette that no usable peg showed, if there are."""
    taught = calibration.samples.letters
    missing = [_name(letter) for letter in shape.palette if letter not in taught]
    if not missing:
        return []
    names = ", ".join(missing)
    return [
        _(
            "Never shown by a usable peg: {colours}. What may be that is read as ?: photograph it."
        ).format(colours=names)
    ]


def _without(
    i: int, pictures: Sequence[KnownPicture], empty: tuple[Image, Located] | None
) -> Calibration | None:
    """Return what the other pictures teach, so that a wrong word does not confirm itself.

    None when they do not show every colour.
    """
    others = (*pictures[:i], *pictures[i + 1 :])
    try:
        return calibrate(others, empty) if others else None
    except CalibrationError:
        return None


def doubts_of(
    picture: KnownPicture, rows: Sequence[str], empty: tuple[Image, Located] | None
) -> tuple[str, ...]:
    """Return a sentence for each place of `picture` that does not look as it was said to be.

    What is read in `rows` as it was said is not doubted; what is not surely read is compared with
    `empty`.
    """
    changed = order_doubts(picture, empty) if empty else {}
    lines = []
    for (row, col), said in picture.pegs.items():
        seen = rows[row - 1][col - 1]
        if seen not in (said, UNSURE):
            lines.append(
                _("Row {row}, place {place}: {said} was said, {seen} is seen.").format(
                    row=row, place=col, said=_name(said), seen=_name(seen)
                )
            )
        elif seen == UNSURE and (row, col) in changed:
            lines.append(
                _("Row {row}, place {place}: {what}").format(
                    row=row, place=col, what=changed[row, col]
                )
            )
    return tuple(lines)


def _read(picture: KnownPicture, calibration: Calibration) -> Sequence[str]:
    return read(picture.image, picture.located, calibration).rows


def _name(letter: str) -> str:
    return spell(letter) if letter == EMPTY or letter in COLOURS else letter


def _too_close(first: str, second: str) -> str:
    return _(
        "{first} and {second} are too close to be safe here. More light, another lamp, or a dot of "
        "paint on one of them would help."
    ).format(first=_name(first), second=_name(second))


def _left_out(number: int, why: str) -> str:
    if why:
        return _("Photo {photo} is left out. {why}").format(photo=number, why=why)
    return _(
        "Photo {photo} does not go with the other ones of pegs: it is left out. Check how the pegs "
        "lay in it, and its grid."
    ).format(photo=number)
