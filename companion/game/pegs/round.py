"""A round of a code game with one maker: Het Bouwblokje, Hasbro for 2, Hasbro for 3-5. Pure.

A round holds no secret: the code is in it only after it was shown. What differs from box to
box is data (`companion.game.pegs.rules`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import IllegalMove
from companion.game.core.codes import EMPTY, Keys, mark, spell
from companion.game.core.commit import check_commitments
from companion.game.core.events import Answered, CodeSet, CodeShown, Guessed, Move, Voided
from companion.game.core.kind import RandomSource, SpokenAnswer
from companion.game.core.turn import Cell, Need, Turn, after, check_turn, refuse
from companion.game.core.withdrawn import Withdrawn, used
from companion.game.pegs.rules import PegRules, Wins
from companion.i18n import _

__all__ = ["PegRound", "PegRow"]


@dataclass(frozen=True, slots=True)
class PegRow:
    """A guess and, once it is given, its answer."""

    player: str
    code: str
    keys: Keys | None = None


@dataclass(frozen=True, slots=True)
class PegRound:
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

    @classmethod
    def begin(cls, rules: PegRules, players: tuple[str, ...], starter: str) -> "PegRound":
        """Begin a round in which `starter` is the maker."""
        return cls(rules, players=players, maker=starter)

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
        return self.is_cancelled or self._is_void_by_mistake or self._is_void_by_false_break

    @property
    def _is_void_by_mistake(self) -> bool:
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
    def code_round(self) -> "PegRound":
        """The round: its maker hides a code."""
        return self

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

    def draw_codes(self, chance: RandomSource) -> tuple[str, ...]:
        """Return a code that the rules allow, each equally likely."""
        return self.rules.draw_codes(chance)

    def check_codes(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the code as it is written in a log, or raise `BadNotation`."""
        return tuple(self.rules.parse_code(code) for code in codes)

    def keys_for(self, codes: Sequence[str], row: str, board: int) -> Keys:
        """Return the answer to `row` of the one code in `codes`."""
        del board
        return mark(codes[0], row)

    def reply_with(self, codes: tuple[str, ...]) -> Move | None:
        """Return the maker's answer to the last row, if it is waited for."""
        if self.turn.need is not Need.ANSWER:
            return None
        return Answered(self.maker, mark(codes[0], self.rows[-1].code))

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

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> "PegRound":
        """Return the round with what was taken back now, or void because its code was seen."""
        return replace(self, withdrawn=(*self.withdrawn, *withdrawn), is_cancelled=is_cancelled)

    def on(self, event: Move) -> "PegRound":
        """Return the round after `event`, or raise and change nothing."""
        match event:
            case CodeSet():
                return self._hide(event)
            case Guessed():
                return self._guess(event)
            case Answered():
                return self._answer(event)
            case CodeShown():
                return self._show(event)
            case Voided():
                return self._void(event)
            case _:
                raise refuse(event, self.turn)

    def score(self) -> dict[str, Cell]:
        """Return each player's cell of the score card (points, or 1 for the round won)."""
        if self._is_void_by_mistake and not self.is_cancelled:
            bonus = self.rules.scoring.void_bonus or 0
            return {p: Cell((bonus,) if p in self.breakers else ()) for p in self.players}
        if self.is_void:
            return {p: Cell() for p in self.players}
        if self.rules.scoring.wins is Wins.ROUNDS:
            return {p: Cell((1,) if p == self.winner else ()) for p in self.players}
        cells = {player: self._breaker_cell(player) for player in self.breakers}
        return {p: cells.get(p, self._maker_cell()) for p in self.players}

    def _breaker_cell(self, player: str) -> Cell:
        scoring = self.rules.scoring
        if not (scoring.per_white or scoring.per_black or scoring.for_break):
            return Cell()
        mine = [keys for who, keys in self._rows_that_score() if who == player]
        return Cell(tuple(self._points_of(keys) for keys in mine))

    def _rows_that_score(self) -> list[tuple[str, Keys]]:
        """Return who earns what answer: the right one once the code is known, up to the break."""
        if self.code is None:
            return [(row.player, row.keys) for row in self.rows if row.keys]
        end = (self.broken_on or self.rules.rows) - used(self.withdrawn)
        return [(row.player, mark(self.code, row.code)) for row in self.rows[:end]]

    def _points_of(self, keys: Keys) -> int:
        scoring = self.rules.scoring
        if self._is_break(keys):
            return scoring.for_break
        return keys.white * scoring.per_white + keys.black * scoring.per_black

    def _maker_cell(self) -> Cell:
        if not self.is_over:
            return Cell()
        if table := self.rules.scoring.maker_table.get(len(self.players)):
            return Cell((table[self.broken_on - 1] if self.broken_on else table[-1],))
        return Cell(((self.broken_on or self.rows_used) * self.rules.scoring.maker_per_row,))

    @property
    def _is_said_broken(self) -> bool:
        return bool(self.rows) and self._is_break(self.rows[-1].keys)

    def _is_break(self, keys: Keys | None) -> bool:
        return keys == Keys(self.rules.holes, 0)

    def _hide(self, event: CodeSet) -> "PegRound":
        check_turn(event, self.turn, Need.CODE, *event.owners)
        return replace(self, commitment=event.commitments[0] if event.commitments else "")

    def _guess(self, event: Guessed) -> "PegRound":
        check_turn(event, self.turn, Need.GUESS, event.player)
        row = self.rules.parse_guess(event.row)
        self._check_supply(row)
        return replace(self, rows=(*self.rows, PegRow(event.player, row)))

    def has_pegs_for(self, row: str) -> bool:
        """Whether the box has pegs enough to set `row` beside the rows that stand."""
        return not self._short_of(row)

    def _short_of(self, row: str) -> str:
        limit = self.rules.pegs_a_colour
        standing = Counter("".join(r.code for r in self.rows) + row)
        over = [c for c in row if c != EMPTY and limit is not None and standing[c] > limit]
        return over[0] if over else ""

    def _check_supply(self, row: str) -> None:
        if colour := self._short_of(row):
            standing = sum(r.code.count(colour) for r in self.rows) + row.count(colour)
            raise IllegalMove(
                _(
                    "With '{row}' there would be {standing} {colour} pegs on the board; the box "
                    "has {most} of each colour."
                ).format(
                    row=row,
                    standing=standing,
                    colour=spell(colour),
                    most=self.rules.pegs_a_colour,
                ),
                hint=_("Look at the row again, or set another one."),
            )

    def _answer(self, event: Answered) -> "PegRound":
        check_turn(event, self.turn, Need.ANSWER, event.player)
        self.rules.check_keys(event.keys)
        last = replace(self.rows[-1], keys=event.keys)
        return replace(self, rows=(*self.rows[:-1], last))

    def _show(self, event: CodeShown) -> "PegRound":
        check_turn(event, self.turn, Need.SHOW)
        if len(event.codes) != 1:
            raise IllegalMove(_("This game has one code to show."), hint=_("Show it as one row."))
        code = self.rules.parse_code(event.codes[0])
        check_commitments((self.commitment,) if self.commitment else (), event)
        return replace(self, code=code)

    def _void(self, event: Voided) -> "PegRound":
        if self.rules.scoring.void_bonus is None:
            raise IllegalMove(
                _("{title} does not void a round for a wrong answer.").format(
                    title=self.rules.title
                ),
                hint=_("Correct the answer instead; the scores follow."),
            )
        if self.commitment:
            raise IllegalMove(
                _("The companion answers in this round, so no answer is the maker's mistake."),
                hint=_("If a row was read wrongly, correct it; its answer follows."),
            )
        if self.is_over or not self.answered():
            raise refuse(event, self.turn)
        if not 1 <= event.row <= len(self.answered()):
            raise IllegalMove(
                _("Row {row} has no answer in this round.").format(row=event.row),
                hint=_("Name a row from 1 to {number}.").format(number=len(self.answered())),
            )
        return replace(self, voided_row=event.row)
