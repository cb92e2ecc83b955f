"""A camera that needs none: `sim:BOOK?seed=1` draws a whole game on a board of that book."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.errors import CameraEnded, CameraError
from companion.game.core.codes import EMPTY
from companion.game.pegs.rules import PegRules
from companion.i18n import _
from companion.rulebooks.shelf import find_book
from companion.simulator.common.made_up_board import PITCH, ROW_PITCH, made_up_board
from companion.simulator.pegs.render import draw, looking_at, photographed, scene, shifted
from companion.simulator.pegs.script import Moment, Script, moments, random_script
from companion.vision.board.located import Located
from companion.vision.board.parts import CodePlaces, Peg
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.learn.known_picture import KnownPicture

__all__ = ["RATE", "SimCamera", "checked_width", "known_pictures", "plain_board", "sim_camera"]

# frames a second of the drawn camera's own clock; chosen: a moment is a tenth of a second
RATE = 10.0
# pixels of its pictures: usual, and what is allowed; a guess
WIDTH, NARROWEST, WIDEST = 960, 160, 3840


class SimCamera:
    """Draws each moment of a game when it is asked for: it needs no thread and loses none.

    `moment` is the truth of the frame that was read last; `pose` where the camera stands.
    """

    def __init__(
        self, title: str, shape: BoardShape, played: Iterator[Moment], *, seed: int, width: int
    ) -> None:
        self.title = title
        self.notes: tuple[str, ...] = (_("Drawn, not seen: the same seed gives the same game."),)
        self.shape = shape
        self.pose: Pose = looking_at(shape, size=(width, width * 3 // 4))
        self.moment: Moment | None = None
        self._played = played
        self._seed = seed
        self._count = 0
        self._drawn: tuple[object, Image] | None = None

    def read(self, timeout: float) -> Frame:
        """Draw the next frame; CameraEnded when the game is over and the board cleared."""
        del timeout
        self.moment = next(self._played, None)
        if self.moment is None:
            raise CameraEnded(_("{title} is over.").format(title=self.title))
        self._count += 1
        seed = self._seed * 1_000_003 + self._count
        image = photographed(self._scene(), self.moment, self.shape, self.pose, seed=seed)
        return Frame(image, (self._count - 1) / RATE, self._count)

    def follow(self, played: Iterator[Moment]) -> None:
        """Show `played` from now on: people who are at the table, in place of a made-up game."""
        self._played = played

    def _scene(self) -> Image:
        """Draw what stands there, or give it as it was drawn when nothing has changed."""
        assert self.moment
        key = (self.moment.rows, self.moment.keys, self.moment.code, self.moment.shift)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, scene(self.moment, self.shape, self.pose)
        return self._drawn[1]

    def seen_from(self) -> Pose:
        """Return the pose of the board in the frame that was read last, bumps and all."""
        return self.pose if self.moment is None else shifted(self.pose, self.shape, self.moment)

    def close(self) -> None:
        """Return no more."""
        self._played = iter(())


def sim_camera(
    book: str,
    options: Mapping[str, int],
    *,
    shape: BoardShape | None = None,
    script: Script | None = None,
) -> SimCamera:
    """Return the camera of ``sim:BOOK``.

    `options` are `seed`, `faults` (0 for a smooth game) and `width` in pixels. Without a `shape`
    the board is a plain one; without a `script` the game is made up. Raises UnknownName for a book
    that is not there, CameraError for one that is not played with pegs.
    """
    rules = find_book(book)
    if not isinstance(rules, PegRules):
        raise CameraError(
            _("'{book}' is not played on one board of pegs.").format(book=book),
            hint=_("Take sim:hasbro-2 or sim:bouwblokje."),
        )
    board = shape or plain_board(rules)
    seed = options.get("seed", 1)
    letters = board.palette
    game = script or random_script(
        seed,
        palette="".join(c for c in rules.colours if c in letters),
        rows=min(rules.rows, board.rows),
        cols=board.cols,
        repeats=rules.repeats,
    )
    width = checked_width(options.get("width", WIDTH))
    faults = bool(options.get("faults", 1))
    played = moments(game, rows=board.rows, seed=seed, faults=faults, palette=letters)
    return SimCamera(
        _("The drawn game of {title}").format(title=_(rules.title)),
        board,
        played,
        seed=seed,
        width=width,
    )


def checked_width(width: int) -> int:
    """Return the width of a drawn picture in pixels, or raise CameraError."""
    if not NARROWEST <= width <= WIDEST:
        raise CameraError(
            _("A drawn picture cannot be {width} pixels wide.").format(width=width),
            hint=_("Give {least} to {most}, as width={usual}.").format(
                least=NARROWEST, most=WIDEST, usual=WIDTH
            ),
        )
    return width


def known_pictures(shape: BoardShape, pose: Pose) -> tuple[list[KnownPicture], KnownPicture]:
    """Return drawn pictures to calibrate by: each colour in several places, and the empty board."""
    found = Located(shape, pose)

    def picture(rows: tuple[str, ...], seed: int) -> KnownPicture:
        keys = tuple(
            (r % 3, (r + seed) % 2) if rows[r].strip(EMPTY) else (0, 0) for r in range(shape.rows)
        )
        image = draw(Moment(rows, keys), shape, pose, seed=seed)
        pegs = {(r, c): rows[r - 1][c - 1] for r, c in shape.cells()}
        words = {r: ("k" * b + "w" * w).ljust(4, EMPTY) for r, (b, w) in enumerate(keys, start=1)}
        clicks = dict(enumerate(keys, start=1))
        return KnownPicture(
            image, found, pegs, words if shape.keys else None, clicks if shape.sliders else None
        )

    def rows(step: int) -> tuple[str, ...]:
        n = len(shape.palette)
        return tuple(
            "".join(shape.palette[(r * shape.cols + c + step) % n] for c in range(shape.cols))
            for r in range(shape.rows)
        )

    empty = picture((EMPTY * shape.cols,) * shape.rows, 3)
    return [picture(rows(0), 1), picture(rows(3), 2)], empty


def plain_board(rules: PegRules) -> BoardShape:
    """Return a made-up board with that book's rows, and the places of the code beyond the last."""
    board = made_up_board(rules, left=16.0, right=46.0, near=24.0, far=40.0)
    beyond = (rules.rows - 1) * ROW_PITCH + 24.0
    return replace(board, code=CodePlaces(0.0, beyond, PITCH, 0.0, Peg(height=4.2, radius=3.9)))
