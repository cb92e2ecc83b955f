"""What the page says of a match in words, as the terminal says it. Pure."""

from companion.game.core.codes import COLOURS, EMPTY, spell
from companion.game.core.events import Claimed
from companion.i18n import _

__all__ = ["claim_said", "legend", "spelt"]


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
