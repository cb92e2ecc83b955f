"""What stands in a round of a code game with one maker, and what follows from it. Pure.

No secret stands in it: the code is there only after it was shown.
"""

from collections import Counter
from dataclasses import dataclass

from companion.errors import IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.kind import SpokenAnswer
from companion.game.core.turn import Need, Turn, after
from companion.game.core.withdrawn import Withdrawn, used
from companion.game.pegs.rules import PegRules, Wins
from companion.i18n import _

__all__ = ["PegRow", "PegState"]


@dataclass(frozen=True, slots=True)
class PegRow:
    """A guess and, once it is given, its answer."""

    player: str
    code: str
    keys: Keys | None = None


@dataclass(frozen=True, slots=True)
class PegState:
    """One round: a maker, the others as breakers in turn from his left, and their rows.

    `withdrawn` are answered rows that were taken back; `is_cancelled` says that a step was taken
    back after the code was seen, so that the round is void and played again.
    """

    rules: PegRules
    players: tuple[str, ...]
    maker: str
    commitment: str | None = None  # None: no code yet; "": the maker keeps it
    rows: tuple[PegRow, ...] = ()
    code: str | None = None
    voided_row: int | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    is_cancelled: bool = False

    @property
    def breakers(self) -> tuple[str, ...]:
        """The others, in the order in which they guess."""
        return after(self.players, self.maker)[:-1]

    @property
    def rows_used(self) -> int:
        """How many of the rows are used: those that stand, and those taken back that count."""
        return len(self.rows) + used(self.withdrawn)

    @property
    def broken_on(self) -> int | None:
        """The row on which the code was broken, or None; of the rows used, for the points.

        Once the code is shown it is the first row that is the code, whatever was answered.
        """
        if self.code is not None:
            found = [n for n, row in enumerate(self.rows, start=1) if row.code == self.code]
            return min(found[0] + used(self.withdrawn), self.rules.rows) if found else None
        return self.rows_used if self._is_said_broken else None

    @property
    def is_false_break(self) -> bool:
        """Whether a row was answered as broken, and the shown code stands in no row."""
        return self.code is not None and self._is_said_broken and self.broken_on is None

    @property
    def winner(self) -> str | None:
        """Who has won the round of a game for two that is counted in rounds; else None.

        An error of the maker never helps him: not broken but wrongly answered is the breaker's.
        """
        if not self.counts or self.rules.scoring.wins is not Wins.ROUNDS:
            return None
        return self.breakers[0] if self.broken_on or self.mistakes else self.maker

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The rows that the maker answered wrongly, known once the code is shown."""
        if self.code is None:
            return () if self.voided_row is None else (self.voided_row,)
        return self.mistakes_for(self.code)

    @property
    def is_void(self) -> bool:
        """Whether the round is played again.

        For a mistake of the maker (Het Bouwblokje), a false "broken" where guesses earn points,
        or a step taken back after the code was seen.
        """
        return self.is_cancelled or self.is_void_by_mistake or self._is_void_by_false_break

    @property
    def is_void_by_mistake(self) -> bool:
        """Whether a wrong answer of the maker voids the round (Het Bouwblokje)."""
        return self.rules.scoring.void_bonus is not None and bool(self.mistakes)

    @property
    def _is_void_by_false_break(self) -> bool:
        return self.is_false_break and bool(self.rules.scoring.for_break)

    @property
    def is_over(self) -> bool:
        """Whether the next round may begin."""
        return self.is_cancelled or self.code is not None or self.voided_row is not None

    @property
    def is_won(self) -> bool:
        """Whether the code was broken."""
        return self.broken_on is not None

    @property
    def board_size(self) -> tuple[int, int]:
        """The (rows, holes) of the board."""
        return self.rules.rows, self.rules.holes

    @property
    def board_rows(self) -> tuple[tuple[str, Keys | None], ...]:
        """The rows with their answers, row 1 first."""
        return tuple((row.code, row.keys) for row in self.rows)

    @property
    def spoken_answers(self) -> tuple[SpokenAnswer, ...]:
        """Nothing: the one answer to a row lies there at once."""
        return ()

    @property
    def owners(self) -> tuple[str, ...]:
        """The maker, who holds the whole code."""
        return (self.maker,)

    @property
    def sealed(self) -> tuple[str, ...]:
        """The commitment to the code; empty where the maker keeps it."""
        return (self.commitment,) if self.commitment else ()

    @property
    def shown_codes(self) -> tuple[str, ...]:
        """The code once it is shown."""
        return (self.code,) if self.code else ()

    @property
    def counts(self) -> bool:
        """Whether the round counts towards the agreed number."""
        return self.is_over and not self.is_void

    @property
    def turn(self) -> Turn:
        """What must happen next, and who does it."""
        if self.is_over:
            return Turn(Need.NOTHING)
        if self.commitment is None:
            return Turn(Need.CODE, self.maker)
        if self.rows and self.rows[-1].keys is None:
            return Turn(Need.ANSWER, self.maker)
        if self._is_said_broken or self.rows_used >= self.rules.rows:
            return Turn(Need.SHOW, self.maker)
        return Turn(Need.GUESS, self.breakers[len(self.rows) % len(self.breakers)])

    def mistakes_for(self, code: str) -> tuple[int, ...]:
        """Return the rows whose answer would be wrong if `code` were the code."""
        return tuple(
            number
            for number, row in enumerate(self.rows, start=1)
            if row.keys is not None and row.keys != mark(code, row.code)
        )

    def true_keys(self, row: int) -> Keys:
        """Return the right answer to `row` (from 1); the code must have been shown."""
        if self.code is None:
            raise IllegalMove(_("The code is not shown yet."), hint=_("Show it first."))
        return mark(self.code, self.rows[row - 1].code)

    def fits_only_backwards(self, code: str) -> bool:
        """Whether `code` contradicts an answer but read from the other side fits them all."""
        return bool(self.mistakes_for(code)) and not self.mistakes_for(code[::-1])

    def answered(self) -> tuple[tuple[str, Keys], ...]:
        """Return the rows that have an answer, as (guess, keys)."""
        return tuple((row.code, row.keys) for row in self.rows if row.keys is not None)

    @property
    def misjudged(self) -> tuple[()]:
        """None: the whole code is called by setting it as a row."""
        return ()

    @property
    def _is_said_broken(self) -> bool:
        return bool(self.rows) and self.is_break(self.rows[-1].keys)

    def is_break(self, keys: Keys | None) -> bool:
        """Whether an answer says that the code was broken."""
        return keys == Keys(self.rules.holes, 0)

    def has_pegs_for(self, row: str) -> bool:
        """Whether the box has pegs enough to set `row` beside the rows that stand."""
        return not self._short_of(row)

    def _short_of(self, row: str) -> str:
        limit = self.rules.pegs_a_colour
        standing = Counter("".join(r.code for r in self.rows) + row)
        over = [c for c in row if c != EMPTY and limit is not None and standing[c] > limit]
        return over[0] if over else ""
