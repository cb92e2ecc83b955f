"""Players that play by themselves: for the demo, and for trying the whole game without people.

They see what people see: a robot that keeps a code, or tiles, keeps them here and nowhere else.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any

from companion.errors import BadNotation
from companion.game.core.codes import EMPTY, mark
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Move,
    Passed,
)
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules, answer, merge
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.simulator.tile_robots import TileRobots

__all__ = ["Robots", "solver_guesser"]

Guesser = Callable[[PegRound], str]


class Robots:
    """Everyone at the table. `guess` finds the next row of a code game with one maker."""

    def __init__(self, rng: Random, *, guess: Guesser | None = None) -> None:
        self._rng = rng
        self._guess = guess or self._plausible
        self._codes: tuple[str, ...] = ()
        tiles = TileRobots(rng)
        self._moves: Mapping[type, Callable[[Any], Move]] = {
            PegRules: lambda match: self._peg_move(match.round, match),
            PartsRules: lambda match: self._parts_move(match.round, match),
            TileRules: lambda match: tiles.move(match.round),
        }

    def codes_to_tell(self, match: Match) -> tuple[str, ...]:
        """Return the code that the maker, or all owners, hide now."""
        current = match.round.code_round
        assert current
        self._codes = current.draw_codes(self._rng)
        return self._codes

    def look_at_own_parts(self, codes: tuple[str, ...]) -> None:
        """Let each owner see the part that the companion drew for him."""
        self._codes = codes

    def move(self, match: Match) -> Move:
        """Return what the player whose turn it is does."""
        return self._moves[type(match.rules)](match)

    def _peg_move(self, current: PegRound, match: Match) -> Move:
        match current.turn.need:
            case Need.CODE:
                self.codes_to_tell(match)
                return CodeSet((current.maker,))
            case Need.GUESS:
                return Guessed(current.turn.player, self._guess(current))
            case Need.ANSWER:
                return Answered(current.maker, mark(self._codes[0], current.rows[-1].code))
            case _:
                return CodeShown(self._codes)

    def _plausible(self, current: PegRound) -> str:
        """Return a code that fits the answers if one is found soon, from the pegs in the box."""
        rules = current.rules
        for tries in range(1000):
            guess = rules.draw_codes(self._rng)[0]
            fits = tries > 300 or all(mark(guess, row.code) == row.keys for row in current.rows)
            if fits and current.has_pegs_for(guess):
                break
        return guess

    def _parts_move(self, current: PartsRound, match: Match) -> Move:
        turn = current.turn
        match turn.need:
            case Need.CODE:
                self.codes_to_tell(match)
                return CodeSet(current.owners)
            case Need.ANSWER:
                part, row = self._codes[turn.board - 1], current.rows[-1].code
                return Answered(turn.player, answer(part, row), turn.board)
            case Need.JUDGE:
                part, row = self._codes[turn.board - 1], current.calls[-1].row
                return Judged(answer(part, row).black == 1, turn.board)
            case Need.SHOW:
                return CodeShown(self._codes)
            case need:
                return self._call_or_play(current, need)

    def _call_or_play(self, current: PartsRound, need: Need) -> Move:
        turn = current.turn
        fitting = self._codes_fitting(current, turn.player)
        if len(fitting) == 1 or (fitting and need is Need.CALL and self._rng.random() < 0.5):
            return Called(turn.player, self._rng.choice(sorted(fitting)))
        if need is Need.CALL:
            return Passed(turn.player)
        return Guessed(turn.player, self._telling_row(current, turn.player), turn.board)

    def _parts_fitting(self, current: PartsRound, player: str, board: int) -> list[str]:
        if current.owners[board - 1] == player:
            return [self._codes[board - 1]]
        rules = current.rules
        parts = [
            EMPTY * hole + colour + EMPTY * (rules.holes - hole - 1)
            for hole in range(rules.holes)
            for colour in rules.colours
        ]
        told = [(row.code, keys) for row in current.rows for b, keys in row.answers if b == board]
        return [p for p in parts if all(answer(p, row) == keys for row, keys in told)]

    def _codes_fitting(self, current: PartsRound, player: str, most: int = 2000) -> set[str]:
        """Give the codes that fit what `player` knows; none while they are too many to think of."""
        boards = range(1, len(current.owners) + 1)
        choices = [self._parts_fitting(current, player, board) for board in boards]
        number = 1
        for choice in choices:
            number *= len(choice)
        if number > most:
            return set()
        codes = set()
        for parts in product(*choices):
            try:
                codes.add(merge(parts))
            except BadNotation:
                continue
        return codes

    def _telling_row(self, current: PartsRound, player: str) -> str:
        """Return the row, of a few tried, whose answers tell most."""
        others = [b for b, owner in enumerate(current.owners, start=1) if owner != player]
        parts = [self._parts_fitting(current, player, board) for board in others]
        letters = current.rules.colours + EMPTY
        rows = [
            "".join(self._rng.choice(letters) for _ in range(current.rules.holes))
            for _ in range(20)
        ]
        return min(rows, key=lambda row: sum(_left_after(row, choice) for choice in parts))


def _left_after(row: str, parts: list[str]) -> float:
    counts = Counter(answer(part, row) for part in parts)
    return sum(n * n for n in counts.values()) / len(parts)


def solver_guesser(chance: Random) -> Guesser:
    """Return a breaker that guesses one of the codes still possible."""
    from companion.game.solve.possible import Space, possible

    def guess(current: PegRound) -> str:
        rules = current.rules
        space = Space(rules.colours, rules.holes, rules.repeats)
        left = possible(space, current.answered())
        return space.text(left[chance.randrange(len(left))])

    return guess
