"""Photographs with pegs pointed out by eye: each point becomes a place of a board made up for it.

The label file has ``photos[]`` with ``file``, ``kind`` and either ``rows[].pegs[]`` (a board) or
``other[]`` (a wall of bricks), each a ``colour``, ``x`` and ``y`` in pixels. There is no board file
for these, so a place is where its point is; its size comes from the distance to the next point.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.evaluation.label_files import UNUSABLE, label_lacks
from calibration.evaluation.score import FindOutcome, Score
from calibration.evaluation.sessions import SessionScore
from companion.errors import CalibrationError, PictureError
from companion.game.core.codes import COLOURS, EMPTY
from companion.i18n import _
from companion.vision.board.located import Located
from companion.vision.board.parts import Appearance, Peg
from companion.vision.board.shape import BoardShape
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.reader import read

__all__ = ["Pointed", "evaluate_points", "load_points"]


WORDS = {"gray": "grey", "light_blue": "azure", "cyan": "azure", "lime_green": "lime"}
LETTERS = {word: letter for letter, word in COLOURS.items()} | {"grey": "s", "empty": EMPTY}
# a head's radius to the distance of its neighbour: pegs 7.8 mm wide stand 14 mm apart; as measured
# there
BOARD_RADIUS = 0.27
# heads that touch: of two that overlap, what is seen of each ends half-way; by definition
TOUCHING = 0.5
# studs stand 8 mm apart, the flat of a brick around a stud's middle is 4.8 mm wide; by LEGO's
# standard measures, a little less than the stud's own
WALL_RADIUS = 0.2
# any: each place has a depth of its own that gives it its size in pixels; a convention
FOCAL_WIDTHS = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class Pointed:
    """A photograph with points (N, 2) in pixels, a letter each, radii (N,), and what it shows."""

    name: str
    is_wall: bool
    image: Image
    points: F64
    radii: F64
    letters: str


def load_points(file: Path) -> list[Pointed]:
    """Read a label file and its photographs; PictureError when it cannot be used."""
    try:
        photos = json.loads(file.read_text("utf-8"))["photos"]
        return [_pointed(photo, file.parent) for photo in photos]
    except PictureError:
        raise
    except (OSError, RecursionError, StopIteration, *UNUSABLE) as error:
        raise label_lacks(file, error) from error


def evaluate_points(photos: Sequence[Pointed]) -> list[SessionScore]:
    """Read what is pointed out.

    Each board is read with half of its own pegs as samples, both ways round; each wall with the
    calibration of every other wall.
    """
    results = [_halves(photo) for photo in photos if not photo.is_wall]
    walls = [photo for photo in photos if photo.is_wall]
    for known in walls:
        others = [photo for photo in walls if photo is not known]
        results += [_across(known, other) for other in others]
    return results


def _pointed(photo: Mapping[str, Any], folder: Path) -> Pointed:
    name = str(photo["file"])
    rows = photo.get("rows") or []
    is_wall = not rows
    lines = [photo["other"]] if is_wall else [row["pegs"] for row in rows]
    words = [WORDS.get(peg["colour"], peg["colour"]) for line in lines for peg in line]
    names = _letters(words)
    points = [
        np.array([(peg["x"], peg["y"]) for peg in line], np.float64) for line in lines if line
    ]
    image = load_picture(folder / name).pixels
    _check_points(np.vstack(points), image, name)
    return Pointed(
        name=Path(name).stem,
        is_wall=is_wall,
        image=image,
        points=np.vstack(points),
        radii=_wall_radii(points[0]) if is_wall else _board_radii(points),
        letters="".join(names[word] for word in words),
    )


def _check_points(points: F64, image: Image, name: str) -> None:
    """Refuse a point that is none of the picture, or where another is: nothing has its radius."""
    height, width = image.shape[:2]
    inside = (points >= 0) & (points <= (width, height))  # no number is beside every bound
    if not inside.all() or len(np.unique(points, axis=0)) < len(points):
        raise PictureError(
            _("A point in {photo} lies outside the picture, or where another lies.").format(
                photo=name
            ),
            hint=_("Correct that point in the label file."),
        )


def _letters(words: Iterable[str]) -> dict[str, str]:
    """Return each word its letter; a colour that no game has takes one that is not used here."""
    used = dict.fromkeys(words)
    names = {word: LETTERS[word] for word in used if word in LETTERS}
    free = (letter for letter in reversed(COLOURS) if letter not in names.values())
    return names | {word: next(free) for word in used if word not in LETTERS}


def _wall_radii(line: F64) -> F64:
    return np.full(len(line), np.median(_nearest(line)) * WALL_RADIUS)


def _board_radii(lines: Sequence[F64]) -> F64:
    """Return (N,) what the row's own spacing says, less where heads of other rows overlap."""
    own = np.concatenate([_nearest(line) for line in lines]) * BOARD_RADIUS
    return np.asarray(np.minimum(own, _nearest(np.vstack(lines)) * TOUCHING))


def _nearest(line: F64) -> F64:
    """Return (N,) the distance to the nearest other point."""
    if len(line) < 2:
        return np.full(len(line), 40.0)
    apart = np.linalg.norm(line[:, None] - line[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart.min(axis=1))


@dataclass(frozen=True, slots=True)
class _Places(BoardShape):
    """A board of one row whose places lie anywhere; `at` are (x, y, z) before the camera."""

    at: tuple[tuple[float, float, float], ...] = ()

    def _grid(self, z: float) -> F64:
        return np.array(self.at, np.float64).reshape(-1, 3)


def _found(photo: Pointed, chosen: Sequence[int]) -> Located:
    """Return the chosen points as a board whose heads have a radius of 1 mm."""
    points, depth = photo.points[chosen], FOCAL_WIDTHS / photo.radii[chosen]
    at = np.c_[points * (depth / FOCAL_WIDTHS)[:, None], depth]
    shape = _Places(
        name=photo.name,
        title=photo.name,
        palette="".join(sorted(set(photo.letters) - {EMPTY})),
        rows=1,
        cols=len(chosen),
        hole_pitch=1 / BOARD_RADIUS,
        row_pitch=1 / BOARD_RADIUS,
        first=(0.0, 0.0),
        hole=Appearance("bore", 0.4),
        head=Peg(0.0, 1.0),
        outline=((0, 0), (0, 0), (0, 0), (0, 0)),
        at=tuple((float(x), float(y), float(z)) for x, y, z in at),
    )
    height, width = photo.image.shape[:2]
    k = np.diag([FOCAL_WIDTHS, FOCAL_WIDTHS, 1.0])
    pose = Pose(k, np.zeros(5), np.eye(3), np.zeros(3), (width, height))
    return Located(shape, pose)


def _known(photo: Pointed, chosen: Sequence[int]) -> KnownPicture:
    pegs = {(1, col): photo.letters[index] for col, index in enumerate(chosen, start=1)}
    return KnownPicture(photo.image, _found(photo, chosen), pegs)


def _halves(photo: Pointed) -> SessionScore:
    """Take every second peg of each colour as a sample and read the others; then the reverse."""
    first: list[int] = []
    second: list[int] = []
    seen: Counter[str] = Counter()
    for index, letter in enumerate(photo.letters):
        (second if seen[letter] % 2 else first).append(index)
        seen[letter] += 1
    if not second:
        why = _("each colour is there once: none is left to be read")
        return _skipped(photo.name, _("board, points"), why)
    once = [index for index, letter in enumerate(photo.letters) if seen[letter] == 1]
    parts = [
        _read(photo, photo, first, second),
        _read(photo, photo, [*second, *once], [index for index in first if index not in once]),
    ]
    both = sum(parts, Score())
    exact = int(both.exact == len(parts))
    total = replace(both, pictures=1, exact=exact, finding=Counter([FindOutcome.FOUND]))
    return SessionScore(photo.name, _("board, points"), has_markers=False, score=total)


def _across(known: Pointed, other: Pointed) -> SessionScore:
    everything = range(len(known.letters))
    shared = [index for index, letter in enumerate(other.letters) if letter in known.letters]
    name = f"{known.name} > {other.name}"
    if not shared:
        return _skipped(name, _("wall, points"), _("the two have no colour in common"))
    score = _read(known, other, list(everything), shared)
    return SessionScore(name, _("wall, points"), has_markers=False, score=score)


def _skipped(name: str, board: str, why: str) -> SessionScore:
    note = _("skipped: {why}.").format(why=why)
    return SessionScore(name, board, has_markers=False, score=Score(), note=note)


def _read(known: Pointed, photo: Pointed, samples: Sequence[int], wanted: Sequence[int]) -> Score:
    """Calibrate on `samples` of one photograph and read `wanted` of another, or the same one."""
    try:
        calibration = calibrate([_known(known, samples)])
        letters = read(photo.image, _found(photo, wanted), calibration).rows[0]
    except CalibrationError:
        letters = "?" * len(wanted)
    pairs = [(photo.letters[index], letter) for index, letter in zip(wanted, letters, strict=True)]
    wrong = [
        _("{name} at {place}: {true} read as {seen}").format(
            name=photo.name, place=photo.points[index].round(), true=true, seen=seen
        )
        for index, (true, seen) in zip(wanted, pairs, strict=True)
        if seen not in (true, "?")
    ]
    return Score(
        finding=Counter([FindOutcome.FOUND]),
        confusion=Counter(pairs),
        pictures=1,
        exact=int(all(true == seen for true, seen in pairs)),
        errors=tuple(wrong),
    )
