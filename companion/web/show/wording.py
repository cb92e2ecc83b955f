"""What the page says of a match in words, as the terminal says it. Pure."""

from companion.game.core.codes import COLOURS, EMPTY, spell
from companion.game.core.events import Claimed
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.kinds.pegs import say_keys

__all__ = ["claim_said", "headline", "last_said", "legend", "spelt"]


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


def last_said(seen: Round) -> str:
    """Say the newest thing that was answered in a round, to be read aloud; nothing at first."""
    match seen:
        case PegRound() if seen.rows and seen.rows[-1].keys is not None:
            last = seen.rows[-1]
            assert last.keys
            return _("Row {row}: {words}.").format(
                row=len(seen.rows), words=say_keys(last.keys, seen.rules.key_words)
            )
        case PartsRound() if seen.rows and seen.rows[-1].answers:
            board, keys = seen.rows[-1].answers[-1]
            return _("{owner} answers {answer} for board {board}.").format(
                owner=seen.owners[board - 1], answer=_(format_part_answer(keys)), board=board
            )
        case TileRound() if seen.claim:
            return f"{claim_said(seen.claim)}?"
        case TileRound() if seen.claims:
            last_claim = seen.claims[-1]
            verdict = _("right") if last_claim.right else _("wrong")
            return f"{claim_said(last_claim.claim)}: {verdict}."
    return ""


def claim_said(claim: Claimed) -> str:
    """Say what is claimed."""
    number = _("a dash") if claim.number == "-" else claim.number
    return _("{player} says that {owner}'s tile {position} is {number}").format(
        player=claim.player, owner=claim.owner, position=claim.position, number=number
    )
