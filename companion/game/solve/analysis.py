"""How good each guess of a game was, how lucky, and where the maker erred.

Pure: standard library and numpy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from companion.game.core.key_pegs import Keys, mark
from companion.game.solve.hint import advised, split
from companion.game.solve.possible import Codes, Row, Space, index_of, is_among, marks

__all__ = ["RowAnalysis", "analyse"]


@dataclass(frozen=True, slots=True)
class RowAnalysis:
    """What guess `number` (from 1) did, from the answers as they were given.

    `before` and `after` count the codes that agree with all answers; `expected` is how many
    were to be left after this guess on average, `best` after `best_guess`, which is what a hint
    advises. It leaves the fewest of all while many codes are left; when few are, the shortest
    game, and then a guess can leave fewer. After the right guess it is 1: the code itself.

    `luck` is in bits, what the answer told beyond what this guess tells on average:
    ``log2(before / after) - sum(p * log2(1 / p))``. Over all codes its mean is 0; one bit is
    half as many codes left as usual. 0 if no code agrees with the answers any more.

    `truth` is the right answer if the code is known, else None.
    """

    number: int
    guess: str
    keys: Keys
    before: int
    after: int
    expected: float
    best_guess: str
    best: float
    luck: float
    was_possible: bool
    truth: Keys | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether the maker is known to have answered this row wrongly."""
        return self.truth is not None and self.truth != self.keys


def analyse(space: Space, rows: Sequence[Row], secret: str | None = None) -> list[RowAnalysis]:
    """Judge every guess of `rows`, with the answers as given; `secret` if it was shown."""
    left, found = space.codes, list[RowAnalysis]()
    for number, (guess, keys) in enumerate(rows, start=1):
        numbers = space.numbers(guess)
        answers = marks(numbers[None], left)[0]
        after: Codes = left[answers == index_of(keys, holes=space.holes)]
        best = advised(space, tuple(rows[: number - 1])) if len(left) else guess
        mine, theirs = (split(space.numbers(row)[None], left) for row in (guess, best))
        found.append(
            RowAnalysis(
                number=number,
                guess=guess,
                keys=keys,
                before=len(left),
                after=len(after),
                expected=mine.expected,
                best_guess=best,
                best=theirs.expected,
                luck=log2(len(left) / len(after)) - mine.bits if len(after) else 0.0,
                was_possible=is_among(numbers[None], left),
                truth=None if secret is None else mark(secret, guess),
            )
        )
        left = after
    return found
