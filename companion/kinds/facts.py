"""A match as plain facts: dictionaries, lists, texts and numbers, as JSON has them. Pure."""

from typing import Any

from companion.game.match import Match, Round
from companion.kinds.all_kinds import kind_of

__all__ = ["analysis_facts", "match_facts", "round_facts"]


def match_facts(match: Match) -> dict[str, Any]:
    """Return what is publicly known of `match`."""
    if match.seated is None:
        return {"book": match.rules.name, "players": [], "rounds": []}
    return {
        "book": match.rules.name,
        "title": match.rules.title,
        "players": list(match.players),
        "way": str(match.seated.way),
        "agreed_rounds": match.seated.rounds,
        "rounds": [
            {"number": match.count_number(n)} | round_facts(r)
            for n, r in enumerate(match.rounds, start=1)
        ],
        "totals": match.totals(),
        "over": match.is_over,
        "winners": list(match.winners()),
        "turn": {"need": str(match.turn.need), "player": match.turn.player},
    }


def round_facts(current: Round) -> dict[str, Any]:
    """Return what is publicly known of a round."""
    shared = {
        "over": current.is_over,
        "void": current.is_void,
        "taken_back": [
            {
                "row": w.number,
                "player": w.player,
                "guess": w.code,
                "black": w.keys.black if w.keys else None,
                "white": w.keys.white if w.keys else None,
                "counts": w.counts,
            }
            for w in current.withdrawn
        ],
        "points": {player: cell.sum for player, cell in current.score().items()},
        "singles": {player: list(cell.singles) for player, cell in current.score().items()},
    }
    return shared | kind_of(current.rules).facts(current)


def analysis_facts(match: Match, number: int) -> list[dict[str, Any]]:
    """Return a dictionary for each guess, call or claim of round `number` (from 1)."""
    current = match.rounds[number - 1]
    return kind_of(match.rules).analysis(match, current, number)
