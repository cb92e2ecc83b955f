"""Faces that were misread when their tiles were laid open, as a person says afterwards. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.game.core.events import Change, Corrected, Opened, Placed
from companion.game.match import Match
from companion.game.tiles.round import TileRound
from companion.sightings.tiles import is_open

__all__ = ["faces_corrected"]


def faces_corrected(match: Match, told: Sequence[tuple[int, tuple[str, ...]]]) -> Corrected | None:
    """Return the correction of faces that were recorded otherwise than rows were `told` to lie.

    Such a tile was misread when it was laid open. `told` are rows by player, from 0.
    """
    current = match.round
    assert isinstance(current, TileRound)
    rows = [(current.players[at], row) for at, row in told]
    changes = [
        Change(seq, replace(move, tile=tile))
        for player, row in rows
        for was, tile in _otherwise(current.rows.get(player, ()), row)
        for seq, move in match.moves_of_round(len(match.rounds))
        if isinstance(move, Opened | Placed) and (move.player, move.tile) == (player, was)
    ]
    return Corrected(tuple(changes)) if changes else None


def _otherwise(known: tuple[str, ...], told: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Return the open tiles of a row with another face than was told, each with that."""
    if len(known) == len(told):
        for was, tile in zip(known, told, strict=True):
            if is_open(was) and is_open(tile) and was != tile:
                yield was, tile
