"""A match as plain facts for ``--json``: dictionaries, lists, texts and numbers."""

import json
from typing import Any

import click

from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound

__all__ = ["echo_json", "echo_json_line", "json_option", "match_facts", "round_facts", "to_json"]

json_option = click.option("--json", "as_json", is_flag=True, help="Print facts as JSON.")


def to_json(facts: Any) -> str:
    """Write `facts` as indented JSON with a newline at its end."""
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def echo_json(facts: Any) -> None:
    """Print `facts` as indented JSON."""
    click.echo(to_json(facts), nl=False)


def echo_json_line(facts: Any) -> None:
    """Print `facts` as one line of a stream."""
    click.echo(json.dumps(facts, ensure_ascii=False))


def match_facts(match: Match) -> dict[str, Any]:
    """Give what is publicly known of `match`."""
    if match.seated is None:
        return {"book": match.rules.name, "players": [], "rounds": []}
    return {
        "book": match.rules.name,
        "title": match.rules.title,
        "players": list(match.players),
        "way": str(match.seated.way),
        "agreed_rounds": match.seated.rounds,
        "rounds": [round_facts(r) for r in match.rounds],
        "totals": match.totals(),
        "over": match.is_over,
        "winners": list(match.winners()),
        "turn": {"need": str(match.turn.need), "player": match.turn.player},
    }


def round_facts(current: Round) -> dict[str, Any]:
    """Give what is publicly known of a round."""
    shared = {
        "over": current.is_over,
        "void": current.is_void,
        "points": {player: cell.sum for player, cell in current.score().items()},
        "singles": {player: list(cell.singles) for player, cell in current.score().items()},
    }
    match current:
        case PegRound():
            return shared | _peg_facts(current)
        case PartsRound():
            return shared | _parts_facts(current)
        case TileRound():
            return shared | _tile_facts(current)


def _peg_facts(current: PegRound) -> dict[str, Any]:
    return {
        "maker": current.maker,
        "commitment": current.commitment or None,
        "rows": [
            {
                "row": number,
                "player": row.player,
                "guess": row.code,
                "black": row.keys.black if row.keys else None,
                "white": row.keys.white if row.keys else None,
            }
            for number, row in enumerate(current.rows, start=1)
        ],
        "broken_on": current.broken_on,
        "code": current.code,
        "mistakes": list(current.mistakes),
    }


def _parts_facts(current: PartsRound) -> dict[str, Any]:
    return {
        "owners": list(current.owners),
        "commitments": list(current.commitments or ()),
        "rows": [
            {
                "row": number,
                "player": row.player,
                "board": row.board,
                "guess": row.code,
                "answers": [
                    {"board": board, "black": keys.black, "white": keys.white}
                    for board, keys in row.answers
                ],
            }
            for number, row in enumerate(current.rows, start=1)
        ],
        "calls": [{"player": c.player, "row": c.row, "right": c.right} for c in current.calls],
        "winner": current.winner,
        "codes": list(current.codes) if current.codes else None,
        "mistakes": [{"row": row, "board": board} for row, board in current.mistakes],
    }


def _tile_facts(current: TileRound) -> dict[str, Any]:
    return {
        "rows": {player: list(row) for player, row in current.rows.items()},
        "pool": current.pool,
        "clue": current.clue or None,
        "claims": [
            {
                "player": v.claim.player,
                "owner": v.claim.owner,
                "position": v.claim.position,
                "number": v.claim.number,
                "right": v.right,
            }
            for v in current.claims
        ],
        "winner": current.winner,
    }
