"""Where the board is in a picture: stages in order, each of which looks at one `Search`.

By four clicks; else by markers, where it was a moment ago, by the picture of the empty board, and
unaided. Every stage ends on the lattice of places and is scored by all that the board's shape says:
holes, heads, key holes, ground, outline, and what lies around. What is not sure is not given out.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title
from companion.vision.checks.picture_check import check_sharpness, shows_colour
from companion.vision.checks.picture_fault import PictureFault
from companion.vision.features.sharpness import sharpness
from companion.vision.fit.board_fit import BoardFit
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.lens_priors import Lens
from companion.vision.geometry.pose import Pose
from companion.vision.locate.by_clicks import find_by_clicks
from companion.vision.locate.by_earlier_picture import find_by_empty_board, find_near_last
from companion.vision.locate.by_markers import find_by_markers
from companion.vision.locate.find_check import check_find, check_lattice, check_mirrored_markers
from companion.vision.locate.search import Search
from companion.vision.locate.unaided import find_unaided
from companion.vision.locate.unaided_hypotheses import ends_where_seen

__all__ = ["BoardFit", "Lens", "find_among", "find_board"]

# gives the board, None where another stage may, or raises BoardNotFound
Stage = Callable[[Search], BoardFit | None]

# so many markers of other sets are another board, which must not be taken for this one: a guess
FOREIGN_MARKERS = 3
# pitches of rows by which a marker may lie elsewhere than on a board found with no help: twice as
# far as a build is looked for that has slid on its card; a guess
FAR_OFF = 3.0
# pictures smaller than this, pixels, or more even than this, grey steps, show nothing: guesses
SMALLEST_PX, LEAST_SPREAD = 64, 3.0


def find_board(
    image: Image,
    shape: BoardShape,
    *,
    corners: npt.ArrayLike | None = None,
    last: Pose | None = None,
    empty: tuple[Image, Pose] | None = None,
    proof: tuple[Image, Pose] | None = None,
    lens: Lens | None = None,
) -> BoardFit:
    """Return where `shape` is in `image` (BGR, uint8, (h, w, 3)); all else as in `Search`.

    Every find is proven by its lattice and the picture of the `empty` board; by `proof` alone where
    it is not to be looked for so. Raises BoardNotFound, which says what was seen and what to do.
    """
    _check_picture(image)
    clicks = None if corners is None else _checked(corners, image)
    search = Search(image, shape, clicks, last, empty, lens, proof)
    try:
        found = _first_found(search, STAGES if clicks is None else (find_by_clicks,))
        found = check_find(search, found)
        found = check_lattice(search, found, is_likely=_is_held(search, found))
        _refuse_blurred(search, found)
        return found
    except BoardNotFound:
        _refuse_grey(image)
        raise


def _is_held(search: Search, found: BoardFit) -> bool:
    """Return whether something else than the lattice speaks for a find.

    Empty studs hardly show, and their board is known by more than by them where a net sees it.
    """
    if search.known is not None or found.how == "markers":
        return True
    is_of_studs = found.shape.hole.kind == "stud" and not found.shape.ground
    return is_of_studs and found.how == "unaided" and ends_where_seen(search, found)


def find_among(
    image: Image, shape: BoardShape, *, last: Pose | None = None, lens: Lens | None = None
) -> BoardFit:
    """Return where `shape` is where several boards look alike: by its own markers alone.

    While they are hidden it is taken to be where it was `last`. Raises BoardNotFound.
    """
    _check_picture(image)
    search = Search(image, shape, last=last, lens=lens)
    return check_lattice(search, _first_found(search, (find_by_markers, find_near_last, _refuse)))


def _first_found(search: Search, stages: tuple[Stage, ...]) -> BoardFit:
    """Return what the first stage gives that gives anything; the last one gives or raises."""
    for stage in stages:
        found = stage(search)
        if found is not None:
            return found
    raise BoardNotFound(
        _("'{board}' was not found{markers}.").format(board=said_title(search.shape), markers=""),
        hint=_("Photograph it once more."),
    )


def _refuse_mirrored(search: Search) -> None:
    """Raise BoardNotFound where the markers can be read in a mirror only."""
    if not search.markers.quads:
        check_mirrored_markers(search.image, search.shape)


def _refuse_foreign(search: Search) -> None:
    """Raise BoardNotFound where the markers of another board are in sight."""
    if len(search.markers.foreign) >= FOREIGN_MARKERS:
        _refuse(search)


def _refuse(search: Search) -> None:
    """Raise BoardNotFound for a board that is known by its markers alone."""
    first = search.shape.markers.first_id if search.shape.markers else 0
    raise BoardNotFound(
        _("The board with the markers {first} to {last} was not found{markers}.").format(
            first=first, last=first + 3, markers=search.marker_words()
        ),
        hint=_("Stick the markers {first} to {last} on it and leave them in sight.").format(
            first=first, last=first + 3
        ),
    )


def _unaided_near_markers(search: Search) -> BoardFit:
    """Return the board found with no help; BoardNotFound if a marker in sight lies far from it."""
    found = find_unaided(search)
    markers = found.shape.markers
    for place, quads in search.markers.quads.items():
        if markers is None or len(quads) > 1:
            continue
        centre = np.array([(*markers.centres[place], markers.height)])
        off = np.linalg.norm(found.pose.project(centre) - quads[0].mean(axis=0))
        if off > FAR_OFF * found.shape.row_pitch * found.pose.px_per_mm(centre)[0]:
            _refuse(search)
    return found


STAGES: tuple[Stage, ...] = (
    _refuse_mirrored,
    find_by_markers,
    find_near_last,
    _refuse_foreign,
    find_by_empty_board,
    _unaided_near_markers,
)


def _check_picture(image: Image) -> None:
    if image.ndim != 3 or image.shape[2] != 3 or min(image.shape[:2]) < SMALLEST_PX:
        size = " x ".join(str(n) for n in image.shape[1::-1])
        raise BoardNotFound(
            _("A picture of {size} pixels is too small to show a board.").format(size=size),
            hint=_("Take one in colour of at least {size}, better 1280 x 960.").format(
                size=f"{SMALLEST_PX} x {SMALLEST_PX}"
            ),
        )
    if float(image[::16, ::16].std(axis=(0, 1)).max()) < LEAST_SPREAD:
        raise BoardNotFound(
            _("The picture is one even surface."),
            hint=_("Take off the lens cap, switch on a light, and point the camera at the board."),
        )


def _refuse_grey(image: Image) -> None:
    """Raise UnfitPicture for a picture without colours, in which heads are hard to see."""
    if not shows_colour(image):
        raise PictureFault.GREY.error


def _refuse_blurred(search: Search, found: BoardFit) -> None:
    """Raise UnfitPicture where a picture is too blurred to be read: then a find may be elsewhere.

    Blurred markers are some pixels off; a person's corners tell where the board is all the same.
    """
    fault = check_sharpness(sharpness(search.image, found)).fault
    if fault and search.corners is None:
        raise fault.error


def _checked(corners: npt.ArrayLike, image: Image) -> F64:
    """Return the corners as (4, 2), or refuse what cannot be a board seen from above."""
    spots = np.asarray(corners, np.float64)
    h, w = image.shape[:2]
    if spots.shape != (4, 2) or not np.isfinite(spots).all():
        raise BoardNotFound(
            _("Four corners are needed, each with x and y."), hint=_("Order: TL, TR, BR, BL.")
        )
    if (spots < -0.1 * w).any() or (spots > (1.1 * w, 1.1 * h)).any():
        raise BoardNotFound(
            _("A corner lies outside the picture of {size} pixels.").format(size=f"{w} x {h}"),
            hint=_("Click it again."),
        )
    sides = np.roll(spots, -1, axis=0) - spots
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 0).any() or np.linalg.norm(sides, axis=1).min() < 8:
        raise BoardNotFound(
            _("The four corners are not in order, or too close together."),
            hint=_(
                "Give the outer holes clockwise from the far left one, as the breaker sees them."
            ),
        )
    return spots
