"""What the page says of a match in words, as the terminal says it. Pure."""

from companion.game.core.codes import COLOURS, EMPTY, spell
from companion.game.core.events import Claimed
from companion.game.match import Match
from companion.i18n import _

__all__ = ["claim_said", "headline", "legend", "spelt"]


def headline(match: Match) -> str:
    """Say which round of which game it is."""
    assert match.seated
    played, rounds = min(match.counted + 1, match.seated.rounds), match.seated.rounds
    title, number = match.rules.title, len(match.rounds)
    if number > played:  # a void round does not count, but has its number on the card
        said = _("{title} · round {number}, the {played}. of {rounds} that count")
        return said.format(title=title, number=number, played=played, rounds=rounds)
    return _("{title} · round {number} of {rounds}").format(
        title=title, number=number, rounds=rounds
    )


def spelt(letter: str) -> str:
    """Say one letter of a row: its colour, empty, or not clear."""
    return spell(letter) if letter == EMPTY or letter in COLOURS else _("not clear")


def legend(letters: str) -> tuple[tuple[str, str], ...]:
    """Give each letter with its colour in words."""
    return tuple((letter, spelt(letter)) for letter in letters)


def claim_said(claim: Claimed) -> str:
    """Say what is claimed."""
    number = _("a dash") if claim.number == "-" else claim.number
    return _("{player} says that {owner}'s tile {position} is {number}").format(
        player=claim.player, owner=claim.owner, position=claim.position, number=number
    )
