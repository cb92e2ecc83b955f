"""What a round of a code game with one maker scores: points of maker and breakers, or rounds won.

How much each thing gives is data of the box (`companion.game.pegs.rules.Scoring`). Pure.
"""

from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Cell
from companion.game.core.withdrawn import used
from companion.game.pegs.rules import Wins
from companion.game.pegs.state import PegState

__all__ = ["score_of"]


def score_of(played: PegState) -> dict[str, Cell]:
    """Return each player's cell of the score card (points, or 1 for the round won)."""
    if played.is_void_by_mistake and not played.is_cancelled:
        bonus = played.rules.scoring.void_bonus or 0
        return {p: Cell((bonus,) if p in played.breakers else ()) for p in played.players}
    if played.is_void:
        return {p: Cell() for p in played.players}
    if played.rules.scoring.wins is Wins.ROUNDS:
        return {p: Cell((1,) if p == played.winner else ()) for p in played.players}
    cells = {player: _breaker_cell(played, player) for player in played.breakers}
    return {p: cells.get(p, _maker_cell(played)) for p in played.players}


def _maker_cell(played: PegState) -> Cell:
    if not played.is_over:
        return Cell()
    scoring, broken_on = played.rules.scoring, played.broken_on
    if table := scoring.maker_table.get(len(played.players)):
        return Cell((table[broken_on - 1] if broken_on else table[-1],))
    return Cell(((broken_on or played.rows_used) * scoring.maker_per_row,))


def _breaker_cell(played: PegState, player: str) -> Cell:
    scoring = played.rules.scoring
    if not (scoring.per_white or scoring.per_black or scoring.for_break):
        return Cell()
    mine = [keys for who, keys in _rows_that_score(played) if who == player]
    return Cell(tuple(_points_of(played, keys) for keys in mine))


def _rows_that_score(played: PegState) -> list[tuple[str, Keys]]:
    """Return who earns what answer: the right one once the code is known, up to the break."""
    code = played.code
    if code is None:
        return [(row.player, row.keys) for row in played.rows if row.keys]
    end = (played.broken_on or played.rules.rows) - used(played.withdrawn)
    return [(row.player, mark(code, row.code)) for row in played.rows[:end]]


def _points_of(played: PegState, keys: Keys) -> int:
    scoring = played.rules.scoring
    if played.is_break(keys):
        return scoring.for_break
    return keys.white * scoring.per_white + keys.black * scoring.per_black
