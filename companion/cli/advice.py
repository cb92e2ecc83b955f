"""Help while playing: a good next step, and answers of a human maker that cannot all be true."""

from companion.cli.draw import words
from companion.game.match import Match
from companion.game.pegs import PegRound

__all__ = ["advice", "contradiction_note"]


def advice(match: Match) -> str:
    """Say a good next step for whose turn it is."""
    return str(match.turn)


def contradiction_note(current: PegRound) -> str:
    """Say which answers cannot all be true, and what would mend it; nothing if all is well."""
    return (
        words(current.rows[-1].keys, ("a", "b")) if current.rows and current.rows[-1].keys else ""
    )
