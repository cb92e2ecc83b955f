"""Owners of parts of a code that play by themselves: they guess, answer, call and judge."""

from collections import Counter
from itertools import product
from random import Random

from companion.errors import BadNotation
from companion.game.core.codes import EMPTY
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
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import answer, merge

__all__ = ["PartsRobots"]


class PartsRobots:
    """Everyone at the table; each uses his own part in `codes` alone."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.codes: tuple[str, ...] = ()

    def draw_codes(self, current: PartsRound) -> tuple[str, ...]:
        """Hide a part on each board, and return it."""
        self.codes = current.draw_codes(self._rng)
        return self.codes

    def move(self, current: PartsRound) -> Move:
        """Return what the player whose turn it is does."""
        turn = current.turn
        match turn.need:
            case Need.CODE:
                self.draw_codes(current)
                return CodeSet(current.owners)
            case Need.ANSWER:
                part, row = self.codes[turn.board - 1], current.rows[-1].code
                return Answered(turn.player, answer(part, row), turn.board)
            case Need.JUDGE:
                part, row = self.codes[turn.board - 1], current.calls[-1].row
                return Judged(answer(part, row).black == 1, turn.board)
            case Need.SHOW:
                return CodeShown(self.codes)
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
            return [self.codes[board - 1]]
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
