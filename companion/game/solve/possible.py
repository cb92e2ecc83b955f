"""Which codes are still possible: all codes of a box as arrays, and all answers at once.

Pure: standard library and numpy. A code is a row of numbers, each the place of a colour in
`Space.colours`; an answer is one small number, ``black * (holes + 1) + white`` (`index_of`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from companion.errors import BadNotation
from companion.game.core.codes import COLOURS, EMPTY
from companion.game.core.key_pegs import Keys
from companion.i18n import _

__all__ = [
    "Codes",
    "Row",
    "Space",
    "blocks",
    "index_of",
    "is_among",
    "keys_at",
    "marks",
    "possible",
    "space_of",
]

Codes = npt.NDArray[np.uint8]
Row = tuple[str, Keys]

MOST_CODES = 300_000  # guesses of one space; beyond it a hint would take minutes
# so that every answer has its bit in 64; 35 answers, as many as are told apart in a word of 64 bits
MOST_HOLES = 7
# answers worked on at once: two such blocks of bytes stay in a processor's cache; chosen so; no
# measurement is kept
BLOCK = 1 << 18
BOXES = 4  # boxes whose codes are kept; chosen: an evening's, of 2 MB at most each
NO_ANSWER = 255  # an index that no code gives; larger than any of them; by definition


@dataclass(frozen=True)
class Space:
    """The codes of a box: `holes` letters of `colours`, with or without `repeats` of a colour.

    `colours` may hold ``.`` where a hole may stay empty. A guess may always repeat.
    Raises `BadNotation` if there is no such code, or more than can be searched.
    """

    colours: str
    holes: int
    repeats: bool

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.colours) - set(COLOURS) - {EMPTY}):
            raise BadNotation(
                _("'{letter}' in '{letters}' is no colour letter.").format(
                    letter=unknown[0], letters=self.colours
                ),
                hint=_("Use letters of '{letters}', and '.' for an empty hole.").format(
                    letters="".join(COLOURS)
                ),
            )
        if len(set(self.colours)) < len(self.colours) or not self.colours:
            raise BadNotation(
                _("'{letters}' must name each colour once.").format(letters=self.colours),
                hint=_("Leave the doubles out."),
            )
        if not 1 <= self.holes <= MOST_HOLES or len(self.colours) ** self.holes > MOST_CODES:
            raise BadNotation(
                _("{colours} colours in {holes} holes cannot be searched.").format(
                    colours=len(self.colours), holes=self.holes
                ),
                hint=_("Take 1 to {holes} holes and at most {codes:,} codes.").format(
                    holes=MOST_HOLES, codes=MOST_CODES
                ),
            )
        if not self.repeats and len(self.colours) < self.holes:
            raise BadNotation(
                _("{colours} colours cannot fill {holes} holes without a repeat.").format(
                    colours=len(self.colours), holes=self.holes
                ),
                hint=_("Allow repeats, or more colours."),
            )

    @cached_property
    def guesses(self) -> Codes:
        """All rows that may be guessed, shape (colours ** holes, holes), in reading order."""
        rows = product(range(len(self.colours)), repeat=self.holes)
        return _frozen(np.array(list(rows), dtype=np.uint8))

    @cached_property
    def codes(self) -> Codes:
        """All rows that may be the code, shape (n, holes), in reading order."""
        if self.repeats:
            return self.guesses
        ordered = np.sort(self.guesses, axis=1)
        return _frozen(self.guesses[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)])

    def numbers(self, code: str) -> Codes:
        """Return ``"rg.y"`` as numbers, shape (holes,); raises `BadNotation`."""
        if len(code) != self.holes or any(letter not in self.colours for letter in code):
            raise BadNotation(
                _("'{code}' is no row of {holes} pegs in the colours '{letters}'.").format(
                    code=code, holes=self.holes, letters=self.colours
                ),
                hint=_("Correct that row first."),
            )
        return np.array([self.colours.index(letter) for letter in code], dtype=np.uint8)

    def text(self, numbers: Codes) -> str:
        """Write one row of numbers as letters."""
        return "".join(self.colours[n] for n in numbers)

    def texts(self, rows: Codes) -> list[str]:
        """Write rows of numbers, shape (n, holes), as letters."""
        return [self.text(row) for row in rows]


@lru_cache(maxsize=BOXES)
def space_of(colours: str, holes: int, *, repeats: bool) -> Space:
    """Return the `Space` of a box, the same one each time: its arrays are made once."""
    return Space(colours, holes, repeats)


def _frozen(array: Codes) -> Codes:
    array.setflags(write=False)
    return array


def index_of(keys: Keys, *, holes: int) -> int:
    """Return an answer's number, or one that no code gives if the answer cannot be."""
    if keys.black < 0 or keys.white < 0 or keys.black + keys.white > holes:
        return NO_ANSWER
    return keys.black * (holes + 1) + keys.white


def keys_at(index: int, *, holes: int) -> Keys:
    """Return the answer with that number."""
    return Keys(*divmod(index, holes + 1))


def marks(guesses: Codes, codes: Codes) -> npt.NDArray[np.uint8]:
    """Return the number of every answer, shape (guesses, codes); as `mark` for each pair.

    With `common` pegs in both whatever the hole, ``black * (holes + 1) + white`` is
    ``black * holes + common``; common is the sum over colours of the smaller count.
    """
    answers = np.empty((len(guesses), len(codes)), dtype=np.uint8)
    for start, block in blocks(guesses, codes):
        answers[start : start + len(block)] = block
    return answers


def blocks(guesses: Codes, codes: Codes) -> Iterator[tuple[int, npt.NDArray[np.uint8]]]:
    """Yield `marks` a block of guesses at a time, with the block's first guess.

    The array is used again for the next block: what is kept of it must be copied.
    """
    holes = guesses.shape[1]
    # One contiguous row a hole (or colour) is several times faster to compare than columns.
    by_hole = np.ascontiguousarray(codes.T)
    shades = 1 + int(max(guesses.max(initial=0), codes.max(initial=0)))
    by_colour, wanted = _counts(codes, shades).T.copy(), _counts(guesses, shades)
    size = max(1, BLOCK // max(1, len(codes)))
    shape = (min(size, len(guesses)), len(codes))
    sums, equal = np.empty(shape, dtype=np.uint8), np.empty(shape, dtype=np.bool_)
    least = equal.view(np.uint8)
    for start in range(0, len(guesses), size):
        n = min(size, len(guesses) - start)
        out, same, few = sums[:n], equal[:n], least[:n]
        out.fill(0)
        for hole in range(holes):
            np.equal(guesses[start : start + n, hole, None], by_hole[hole], out=same)
            out += few
        out *= holes
        for shade in range(shades):
            np.minimum(wanted[start : start + n, shade, None], by_colour[shade], out=few)
            out += few
        yield start, out


def _counts(codes: Codes, shades: int) -> npt.NDArray[np.uint8]:
    """Return how often each colour stands in each code, shape (codes, shades)."""
    return np.stack([(codes == s).sum(axis=1, dtype=np.uint8) for s in range(shades)], axis=1)


def possible(space: Space, rows: Sequence[Row]) -> Codes:
    """Return the codes that agree with every answer, shape (n, holes), in reading order."""
    left = space.codes
    for guess, keys in rows:
        answers = marks(space.numbers(guess)[None], left)[0]
        left = left[answers == index_of(keys, holes=space.holes)]
    return left


def is_among(code: Codes, codes: Codes) -> bool:
    """Say whether `code`, shape (1, holes), is one of `codes`."""
    return bool((codes == code).all(axis=1).any())
