"""Players of a code game with one maker that play by themselves, and how they guess."""

from collections.abc import Callable
from random import Random

from companion.game.core.events import Answered, CodeSet, CodeShown, Guessed, Move
from companion.game.core.key_pegs import mark
from companion.game.core.turn import Need
from companion.game.pegs.round import PegRound

__all__ = ["PegRobots", "plausible_guesser", "solver_guesser"]

Guesser = Callable[[PegRound], str]


class PegRobots:
    """A maker and breakers: the code is here and nowhere else. `guess` finds the next row."""

    def __init__(self, rng: Random, *, guess: Guesser | None = None) -> None:
        self._rng = rng
        self._guess = guess or plausible_guesser(rng)
        self.codes: tuple[str, ...] = ()

    def draw_codes(self, current: PegRound) -> tuple[str, ...]:
        """Hide a code, and return it."""
        self.codes = current.draw_codes(self._rng)
        return self.codes

    def move(self, current: PegRound) -> Move:
        """Return what the player whose turn it is does."""
        match current.turn.need:
            case Need.CODE:
                self.draw_codes(current)
                return CodeSet((current.maker,))
            case Need.GUESS:
                return Guessed(current.turn.player, self._guess(current))
            case Need.ANSWER:
                return Answered(current.maker, mark(self.codes[0], current.rows[-1].code))
            case _:
                return CodeShown(self.codes)


def plausible_guesser(chance: Random) -> Guesser:
    """Return a breaker that guesses a code that fits if one is found soon, with the pegs there."""

    def guess(current: PegRound) -> str:
        rules = current.rules
        for tries in range(1000):
            row = rules.draw_codes(chance)[0]
            fits = tries > 300 or all(mark(row, each.code) == each.keys for each in current.rows)
            if fits and current.has_pegs_for(row):
                break
        return row

    return guess


def solver_guesser(chance: Random) -> Guesser:
    """Return a breaker that guesses one of the codes still possible."""
    from companion.game.solve.possible import Space, possible

    def guess(current: PegRound) -> str:
        rules = current.rules
        space = Space(rules.colours, rules.holes, rules.repeats)
        left = possible(space, current.answered())
        return space.text(left[chance.randrange(len(left))])

    return guess
