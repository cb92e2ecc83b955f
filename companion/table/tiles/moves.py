"""Which moves a table of tiles shows exactly, allowed by the rulebook or not. Pure.

The rows of a table that is looked at here stand in seating order.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.errors import KeypegError
from companion.game.core.events import Dealt, Drawn, Move, Opened, Passed, Placed, RowShown
from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, HIDDEN
from companion.sightings.tiles import UNCLEAR, TilesLying, fits, is_clear, is_open

__all__ = ["furthest", "refusal", "seen_steps", "without"]


@lru_cache(maxsize=256)
def furthest(current: TileRound, lying: TilesLying) -> TileRound:
    """Return the round after what can be told of a table that is not explained wholly."""
    for __, after in _allowed(current, lying):
        return furthest(after, lying)
    return current


def refusal(current: TileRound, lying: TilesLying) -> tuple[Move, str] | None:
    """Return what was done and why it cannot be, if it is a move that the rulebook refuses."""
    for step in seen_steps(current, lying):
        try:
            current.on(step)
        except KeypegError as error:
            return step, str(error)
    return None


def without(row: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return a row without the tile at `place` (from 0)."""
    return row[:place] + row[place + 1 :]


def _allowed(current: TileRound, lying: TilesLying) -> Iterator[tuple[Move, TileRound]]:
    for step in seen_steps(current, lying):
        try:
            yield step, current.on(step)
        except KeypegError:
            continue


def seen_steps(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    """Return the moves of which the table shows the outcome, allowed or not."""
    if current.is_over or len(lying.rows) != len(current.players):
        return
    match current.turn.need:
        case Need.DEAL:
            yield from _deals(current, lying)
        case Need.DRAW if lying.clue and _has_left_pool(current, lying):
            yield Drawn(current.mover, lying.clue)
        case Need.REPLY:
            yield from _replies(current, lying)
        case Need.CLAIM_OR_STOP:
            yield from _stops(current, lying)
        case Need.SHOW_ROW:
            yield from _shows(current, lying)


def _has_left_pool(current: TileRound, lying: TilesLying) -> bool:
    """Whether the pool is that of the record without the clue tile, as far as it is seen."""
    if lying.pool is None:
        return True
    left = dict(zip(BACKS, lying.pool, strict=True))
    return {**left, lying.clue: left[lying.clue] + 1} == current.pool


def _deals(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    hand = current.rules.hand(len(current.players))
    standing = all(tile[0] in BACKS and not is_open(tile) for row in lying.rows for tile in row)
    if standing and not lying.clue and all(len(row) == hand for row in lying.rows):
        yield Dealt(tuple("".join(t[0] for t in row) for row in lying.rows), current.mover)


def _replies(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    assert current.claim
    answering, at = current.claim.owner, current.claim.position
    for place, tile in _laid_open(current, lying, answering):
        if place == at:
            yield Opened(answering, place, tile)
    if current.clue:
        yield from _placed(current, lying)
    else:
        for place, tile in _laid_open(current, lying, current.mover):
            yield Opened(current.mover, place, tile)


def _stops(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    if not current.clue:
        # nothing is seen of a pass but what the next player does
        if lying.clue:
            yield Passed(current.mover)
        return
    for step in _placed(current, lying):
        # the winner may lay the tile open with the others at once
        yield Placed(step.player, step.position, current.clue + HIDDEN) if current.winner else step


def _shows(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    player = current.turn.player
    known, seen = current.rows[player], _row(current, lying, player)
    if len(seen) != len(known):
        return
    pairs = zip(known, seen, strict=True)
    row = tuple(was if is_open(was) and fits(now, was) else now for was, now in pairs)
    if all(is_open(tile) and is_clear(tile) for tile in row):
        yield RowShown(player, row)


def _placed(current: TileRound, lying: TilesLying) -> Iterator[Placed]:
    """Return where the clue tile can have come into the row, the other tiles as they were."""
    known, row = current.rows[current.mover], _row(current, lying, current.mover)
    for place, tile in enumerate(row):
        if tile[1:] == UNCLEAR or tile[0] not in (current.clue, "?") or len(row) != len(known) + 1:
            continue
        if all(map(_may_be if current.winner else fits, without(row, place), known)):
            yield Placed(current.mover, place + 1, current.clue + tile[1:])


def _may_be(seen: str, known: str) -> bool:
    """Whether a tile of the winner can be seen so, who lays all open when the round is won."""
    return fits(seen, known) or (seen[0] in (known[0], "?") and is_open(seen))


def _laid_open(current: TileRound, lying: TilesLying, player: str) -> Iterator[tuple[int, str]]:
    """Return place (from 1) and face of the tile of `player` that alone lies otherwise: open."""
    known, row = current.rows[player], _row(current, lying, player)
    if len(row) != len(known):
        return
    changed = [place for place in range(len(row)) if not fits(row[place], known[place])]
    for place in changed if len(changed) == 1 else ():
        seen, before = row[place], known[place]
        if not is_open(before) and is_open(seen) and seen[1:] != UNCLEAR:
            yield place + 1, (before[0] if seen[0] == "?" else seen[0]) + seen[1:]


def _row(current: TileRound, lying: TilesLying, player: str) -> tuple[str, ...]:
    return lying.rows[current.players.index(player)]
