"""The code held in parts: which are still possible, what to ask next, how a game went.

Pure: standard library and numpy. A part is a hole and a colour; each board hides one, all in
different holes. All draws of the chips are alike likely; several of them can make the same code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.game.parts.rules import answer
from companion.game.solve.contradiction import smallest_hit
from companion.game.solve.parts_space import Draws, PartsSpace
from companion.i18n import _

__all__ = [
    "PartsHint",
    "PartsStep",
    "Said",
    "analyse_parts",
    "parts_hint",
    "parts_left",
    "smallest_parts_contradiction",
]

Mask = npt.NDArray[np.bool_]
# a chance below it is 0: each is at least 1 in MOST_DRAWS; far less than that; by definition
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Said:
    """What all heard: a row with its `answers` by board (from 1), or a call that was judged.

    `right` is None for a row, else whether the call `row` was right.
    """

    row: str
    answers: Mapping[int, Keys]
    right: bool | None = None

    @classmethod
    def of_call(cls, row: str, *, right: bool) -> "Said":
        """Return a call of the whole code and the judgement."""
        return cls(row, {}, right)


@dataclass(frozen=True, slots=True)
class PartsHint:
    """The row that tells most, with `left` codes before it; `bits` is what it tells.

    `code` is the code itself if only one is left: call it.
    """

    row: str
    left: int
    bits: float
    code: str | None


@dataclass(frozen=True, slots=True)
class PartsStep:
    """One row or call: codes left (as all could know) before and after, and the row's bits."""

    row: str
    is_call: bool
    before: int
    after: int
    bits: float


def parts_left(
    space: PartsSpace, said: Sequence[Said], own: Mapping[int, str] | None = None
) -> int:
    """Count the different codes that agree with all that was said.

    `own` are the parts one knows himself, by board: ``{1: ".r..."}``.
    """
    return _count(space, _possible(space, said, own or {}))


def parts_hint(
    space: PartsSpace,
    said: Sequence[Said],
    *,
    asker: Sequence[int],
    own: Mapping[int, str] | None = None,
) -> PartsHint:
    """Return the row that tells the player with the boards `asker` most; the same each time.

    It has the greatest sum of the entropies of the other boards' answers, among all rows, and is
    the first such in reading order, empty holes last. Raises `IllegalMove` if no code is left.
    """
    draws = _possible(space, said, own or {})
    if not len(draws):
        raise IllegalMove(
            _("No code agrees with these answers, so there is nothing to hint at."),
            hint=_("Look at the answers again, and correct the wrong one."),
        )
    rows = np.array(list(product(range(len(space.colours) + 1), repeat=space.holes)), np.uint8)
    boards = [b for b in range(1, space.boards + 1) if b not in asker]
    bits = _bits(space, draws, rows, boards)
    best = int(np.argmax(np.round(bits, 9)))  # sums in another order are still equal
    left = _count(space, draws)
    return PartsHint(
        row="".join((space.colours + EMPTY)[n] for n in rows[best]),
        left=left,
        bits=float(bits[best]),
        code=space.text(draws[0]) if left == 1 else None,
    )


def smallest_parts_contradiction(
    space: PartsSpace, said: Sequence[Said]
) -> tuple[tuple[int, int], ...]:
    """Return the fewest answers, as (row from 1, board), that no draw agrees with; () if one does.

    Calls are left out: a wrong judgement is found at the showing. Of equals it is the first.
    """
    answers = [
        (number, board, item.row, keys)
        for number, item in enumerate(said, start=1)
        for board, keys in sorted(item.answers.items())
    ]
    if not answers:
        return ()
    wrong = np.stack(
        [~_answers_as(space, board, row, keys) for _, board, row, keys in answers], axis=1
    )
    return tuple(answers[place][:2] for place in smallest_hit(wrong))


def analyse_parts(space: PartsSpace, said: Sequence[Said]) -> list[PartsStep]:
    """Say of every row and call how many codes were left before and after it, to all eyes."""
    draws, steps = space.draws, list[PartsStep]()
    for item in said:
        after = draws[_agrees(space, draws, item)]
        row = [[(space.colours + EMPTY).index(c) for c in item.row]]
        bits = _bits(space, draws, np.array(row, np.uint8), sorted(item.answers))
        steps.append(
            PartsStep(
                row=item.row,
                is_call=item.right is not None,
                before=_count(space, draws),
                after=_count(space, after),
                bits=float(bits[0]),
            )
        )
        draws = after
    return steps


def _count(space: PartsSpace, draws: Draws) -> int:
    return len(np.unique(space.codes(draws)))


def _possible(space: PartsSpace, said: Sequence[Said], own: Mapping[int, str]) -> Draws:
    draws = space.draws
    for board, part in own.items():
        if part not in space.parts:
            raise BadNotation(
                _("'{part}' is no part.").format(part=part), hint=_("Name one hole and one colour.")
            )
        draws = draws[draws[:, board - 1] == space.parts.index(part)]
    for item in said:
        draws = draws[_agrees(space, draws, item)]
    return draws


def _agrees(space: PartsSpace, draws: Draws, item: Said) -> Mask:
    """Say which draws agree with one row's answers, or with one call's judgement."""
    space.check_row(item.row)
    if item.right is not None:
        called: Mask = space.codes(draws) == space.number(item.row)
        return called if item.right else ~called
    agrees: Mask = np.ones(len(draws), dtype=np.bool_)
    for board, keys in item.answers.items():
        agrees &= _may_be(space, item.row, keys)[draws[:, board - 1]]
    return agrees


def _answers_as(space: PartsSpace, board: int, row: str, keys: Keys) -> Mask:
    answers: Mask = _may_be(space, row, keys)[space.draws[:, board - 1]]
    return answers


def _may_be(space: PartsSpace, row: str, keys: Keys) -> Mask:
    """Say which parts answer `row` with `keys`."""
    return np.array([answer(part, row) == keys for part in space.parts])


def _bits(
    space: PartsSpace, draws: Draws, rows: npt.NDArray[np.uint8], boards: Sequence[int]
) -> npt.NDArray[np.float64]:
    """Return the sum of the entropies of the answers of `boards` to each of `rows`, in bits."""
    shades = len(space.colours)
    holds = np.stack([(rows == shade).any(axis=1) for shade in range(shades)], axis=1)
    total = np.zeros(len(rows))
    for board in boards:
        counts = np.bincount(draws[:, board - 1], minlength=space.holes * shades)
        chance = counts.reshape(space.holes, shades) / max(1, len(draws))
        in_hole = np.concatenate([chance, np.zeros((space.holes, 1))], axis=1)  # empty: never
        black = in_hole[np.arange(space.holes), rows].sum(axis=1)
        white = holds @ chance.sum(axis=0) - black
        for share in (black, white, 1 - black - white):
            total -= share * np.log2(np.where(share > ROUNDING, share, 1))
    return total
