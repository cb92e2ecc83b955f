"""Several boards in one drawn picture, each with its own markers: `sim:invicta-4?boards=4`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from companion.errors import CameraEnded, CameraError
from companion.game.core.codes import EMPTY
from companion.game.parts.rules import PartsRules
from companion.i18n import _
from companion.simulator.common.made_up_board import made_up_board
from companion.simulator.pegs.camera import RATE, checked_width
from companion.simulator.pegs.hands import REST, Act, Clear, Push, SetKeys, SetRow, Wait, after_act
from companion.simulator.pegs.render import exposed, looking_at_points, reach, stand, table
from companion.simulator.pegs.script import FAULT, Moment, hand_moments
from companion.vision.board.parts import Markers
from companion.vision.board.shape import BoardShape
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose

__all__ = ["Moments", "SimBoards", "acted_on_boards", "parts_board", "sim_boards"]

# a moment of each board, board 1 first
Moments = tuple[Moment, ...]
# mm between two boards: a hand is told from one over the neighbour; chosen by eye on drawn tables
GAP = 45.0
# how far a bump pushes a board, in hole pitches; as much as in the other scripts: chosen below what
# brings a head over its neighbour's hole
BUMP = 0.3
# mm from a board's edge to the middle of a marker; chosen, so that its 14 mm lie within the corner
INSET = 11.0


class SimBoards:
    """Draws the boards of a table; those of the far side are turned to their own players.

    `moments` is the truth of the frame that was read last, `poses` where the boards lay first.
    """

    def __init__(
        self, title: str, shape: BoardShape, boards: int, *, seed: int, width: int
    ) -> None:
        self.title = title
        self.notes: tuple[str, ...] = (_("Drawn, not seen: the same seed gives the same game."),)
        self.shapes = tuple(shape.with_marker_set(n) for n in range(1, boards + 1))
        self.poses = _poses(shape, boards, (width, width * 3 // 4))
        self.moments: Moments | None = None
        self._played: Iterator[Moments] = iter(())
        self._seed = seed
        self._count = 0
        self._drawn: tuple[object, Image] | None = None

    def follow(self, played: Iterator[Moments]) -> None:
        """Show `played` from now on."""
        self._played = played

    def read(self, timeout: float) -> Frame:
        """Draw the next frame; CameraEnded when the game is over."""
        del timeout
        self.moments = next(self._played, None)
        if self.moments is None:
            raise CameraEnded(_("{title} is over.").format(title=self.title))
        self._count += 1
        image = self._scene(self.moments).copy()
        for board in zip(self.moments, self.shapes, self.poses, strict=True):
            reach(image, *board)
        lit = exposed(image, self.moments[0], seed=self._seed * 1_000_003 + self._count)
        return Frame(lit, (self._count - 1) / RATE, self._count)

    def close(self) -> None:
        """Return no more."""
        self._played = iter(())

    def _scene(self, moments: Moments) -> Image:
        """Draw what stands there, or give it as it was drawn when nothing has changed."""
        key = tuple((m.rows, m.keys, m.shift) for m in moments)
        if self._drawn is None or self._drawn[0] != key:
            image = table(self.poses[0].size)
            for board in zip(moments, self.shapes, self.poses, strict=True):
                stand(image, *board)
            self._drawn = key, image
        return self._drawn[1]


def sim_boards(rules: PartsRules, options: Mapping[str, int]) -> SimBoards:
    """Return the camera of ``sim:invicta-4`` with a game made up.

    `options` are `seed`, `boards` (2 to 4), `faults` (0 for a smooth game) and `width` in pixels.
    """
    boards, seed = options["boards"], options["seed"]
    if not 2 <= boards <= 4:
        raise CameraError(
            _("boards={boards} is not how this game is played.").format(boards=boards),
            hint=_("Give 2 to 4, as boards=4."),
        )
    shape = parts_board(rules)
    camera = SimBoards(
        _("The drawn game of {title}").format(title=_(rules.title)),
        shape,
        boards,
        seed=seed,
        width=checked_width(options["width"]),
    )
    acts = _made_up(shape, boards, Random(seed), faults=bool(options["faults"]))
    camera.follow(acted_on_boards(lambda _: next(acts, None), shape, boards, Random(seed)))
    return camera


def acted_on_boards(
    next_act: Callable[[Moments], tuple[int, Act] | None],
    shape: BoardShape,
    boards: int,
    chance: Random,
) -> Iterator[Moments]:
    """Yield moment after moment of what `next_act` says, a board (from 1) and what is done there.

    It is asked when the hands are at rest, given how the table stands, and ends all by None.
    """
    empty = Moment((EMPTY * shape.cols,) * shape.rows, ((0, 0),) * shape.rows)
    now: Moments = (empty,) * boards
    yield from _rest(now, REST, chance)
    while (asked := next_act(now)) is not None:
        board, act = asked
        if not isinstance(act, Wait):
            after, near = after_act(now[board - 1], act)
            stays = hand_moments(now[board - 1], after)
            for i in range(stays):
                now = _with(now, board, after) if i == stays // 2 else now
                yield _with(now, board, replace(now[board - 1], hand=near))
        yield from _rest(now, act.moments if isinstance(act, Wait) else REST, chance)


def _made_up(
    shape: BoardShape, boards: int, chance: Random, *, faults: bool
) -> Iterator[tuple[int, Act]]:
    """Yield a game's acts: rows in turn with their key pegs, slips and bumps, then all cleared."""
    for row in range(1, shape.rows + 1):
        for board in range(1, boards + 1):
            letters = "".join(chance.choices(shape.palette + EMPTY, k=shape.cols))
            if faults and chance.random() < FAULT:
                yield board, SetRow(row, letters[::-1])
            yield board, SetRow(row, letters)
            yield board, SetKeys(row, chance.randrange(2), chance.randrange(3))
            if faults and chance.random() < FAULT:
                yield board, Push(chance.uniform(-BUMP, BUMP), chance.uniform(-BUMP, BUMP))
    for board in range(1, boards + 1):
        yield board, Clear()


def _rest(now: Moments, moments: int, chance: Random) -> Iterator[Moments]:
    for __ in range(moments):
        tint = now[0].tint * (1 + chance.uniform(-0.004, 0.004))
        yield tuple(replace(moment, tint=tint) for moment in now)


def _with(now: Moments, board: int, moment: Moment) -> Moments:
    return (*now[: board - 1], moment, *now[board:])


def _poses(shape: BoardShape, boards: int, size: tuple[int, int]) -> tuple[Pose, ...]:
    """Return the pose of each board: two side by side, the others across the table, turned."""
    outline = shape.outline_points()
    middle, extent = outline.mean(axis=0), np.ptp(outline, axis=0) + GAP
    placings = [(n % 2 * extent[0], n // 2 * extent[1], n // 2) for n in range(boards)]
    on_table = [(outline - middle) + (x, y, 0.0) for x, y, _ in placings]
    camera = looking_at_points(np.concatenate(on_table), size=size)
    poses = []
    for x, y, turned in placings:
        turn = np.diag([-1.0, -1.0, 1.0]) if turned else np.eye(3)
        r = camera.r @ turn
        t = camera.t + camera.r @ np.array([x, y, 0.0]) - r @ middle
        poses.append(Pose(camera.k, camera.dist, r, t, size))
    return tuple(poses)


def parts_board(rules: PartsRules) -> BoardShape:
    """Return a made-up board with that book's rows, and markers in its corners."""
    board = made_up_board(rules, left=30.0, right=48.0, near=30.0, far=30.0)
    (left, far), __, (right, near), __ = board.outline
    corners = (
        (left + INSET, far - INSET),
        (right - INSET, far - INSET),
        (right - INSET, near + INSET),
        (left + INSET, near + INSET),
    )
    return replace(board, markers=Markers(corners, 14.0, 0.15))
