"""What lies otherwise than recorded and no move explains, as a question. Pure."""

from collections.abc import Collection

from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, BLACK, WHITE, say_tiles
from companion.i18n import _, ngettext
from companion.sightings.tiles import UNCLEAR, TilesLying, fits, is_open
from companion.table.tiles.misreadings import CLUE, POOL
from companion.table.tiles.moves import without
from companion.table.tiles.questions import AboutTiles, TileQuestion

__all__ = ["stray"]


def stray(current: TileRound, lying: TilesLying, where: Collection[int]) -> TileQuestion | None:
    """Return the question about what is not as recorded in a row, `POOL` or `CLUE`, if any is."""
    for row in sorted(each for each in where if each >= 0):
        if question := _row_astray(current, current.players[row], lying.rows[row]):
            return question
    in_pool = _pool_astray(current, lying) if POOL in where else None
    return in_pool or (_clue_astray(current, lying) if CLUE in where else None)


def _row_astray(current: TileRound, player: str, seen: tuple[str, ...]) -> TileQuestion | None:
    known = current.rows[player]
    if len(seen) == len(known):
        wrong = [i for i in range(len(known)) if not fits(seen[i], known[i])]
        return _tile_astray(current, player, wrong, seen) if wrong else None
    if len(seen) < len(known):
        return _gone(player, seen, known)
    return _too_many(current, player, seen)


def _tile_astray(
    current: TileRound, player: str, wrong: list[int], seen: tuple[str, ...]
) -> TileQuestion | None:
    known, places = current.rows[player], tuple(i + 1 for i in wrong)
    at = {"player": player, "place": places[0], "seen": seen[wrong[0]], "known": known[wrong[0]]}
    first = seen[wrong[0]]
    if current.turn.need is Need.SHOW_ROW and current.turn.player == player:
        unread = [i for i in wrong if seen[i][1:] == UNCLEAR]
        if all(is_open(tile) for tile in seen) and unread:
            return TileQuestion.face(player, unread[0] + 1)
        wrong = [i for i in wrong if is_open(known[i]) or seen[i][0] not in (known[i][0], "?")]
        if not wrong:
            return None
    elif current.claim and first[1:] == UNCLEAR and not is_open(known[wrong[0]]):
        return TileQuestion.face(player, places[0])
    if len(wrong) > 1:
        said = _("Tiles {place} to {last} of {player} are not as they were: put them back.")
    elif not is_open(first):
        said = _("Tile {place} of {player} was {known}, now it is {seen}: put it back.")
    elif is_open(known[wrong[0]]):
        said = _(
            "Tile {place} of {player} lay open as {known}, now another lies there: put it back, or "
            "type what it truly shows."
        )
        return TileQuestion(AboutTiles.OTHER, said.format(**at), player, places)
    else:
        said = _("Tile {place} of {player} lies open, and it was not claimed: hide it again.")
        return TileQuestion(AboutTiles.TURNED, said.format(**at), player, places)
    said = said.format(**at, last=places[-1])
    return TileQuestion(AboutTiles.STRAY, said, player, places)


def _gone(player: str, seen: tuple[str, ...], known: tuple[str, ...]) -> TileQuestion:
    """Say which tile of a row has been taken away."""
    if not seen:
        said = _(
            "The row of {player} is not seen: let the camera see it, or type how it lies, as in "
            "'{player} B? W3 B?'."
        ).format(player=player)
        return TileQuestion(AboutTiles.STRAY, said, player, tuple(range(1, len(known) + 1)))
    places = tuple(
        place + 1
        for place in range(len(known))
        if len(seen) == len(known) - 1 and all(map(fits, seen, without(known, place)))
    )
    if len(places) == 1:
        said = _("Tile {place} of {player}, {tile}, is gone: put it back.")
        said = said.format(place=places[0], player=player, tile=known[places[0] - 1])
    elif places:
        said = _("One of the tiles {first} to {last} of {player} is gone: put it back.")
        said = said.format(first=places[0], last=places[-1], player=player)
    else:
        places = tuple(range(1, len(known) + 1))
        said = ngettext(
            "{player} has {number} tile instead of {wanted}: put them back as they were.",
            "{player} has {number} tiles instead of {wanted}: put them back as they were.",
            len(seen),
        )
        said = said.format(player=player, number=len(seen), wanted=len(known))
    return TileQuestion(AboutTiles.STRAY, said, player, places)


def _too_many(current: TileRound, player: str, seen: tuple[str, ...]) -> TileQuestion:
    known = current.rows[player]
    places = tuple(
        place + 1
        for place in range(len(seen))
        if len(seen) == len(known) + 1 and all(map(fits, without(seen, place), known))
    )
    if current.clue and player == current.mover and places:
        unread = [place for place in places if seen[place - 1][1:] == UNCLEAR]
        if unread:
            return TileQuestion.face(player, unread[0])
    if len(places) == 1:
        said = _("{player} has a tile too many at place {place}: take it away.")
        said = said.format(player=player, place=places[0])
    else:
        said = ngettext(
            "{player} has {number} tile instead of {wanted}: put them back as they were.",
            "{player} has {number} tiles instead of {wanted}: put them back as they were.",
            len(seen),
        )
        said = said.format(player=player, number=len(seen), wanted=len(known))
    return TileQuestion(AboutTiles.STRAY, said, player, places or tuple(range(1, len(seen) + 1)))


def _pool_astray(current: TileRound, lying: TilesLying) -> TileQuestion | None:
    """Say how many hidden tiles should lie in the middle, where others are seen there."""
    if lying.pool is None:
        return None
    seen, known = dict(zip(BACKS, lying.pool, strict=True)), current.pool
    if lying.clue and not current.clue:
        # what seems to be the clue tile may lie in the pool
        seen[lying.clue] += 1
    taken = sum(known.values()) - sum(seen.values())
    is_drawing = current.turn.need is Need.DRAW and taken == 1 and not lying.clue
    if seen == known or is_drawing:
        return None
    said = _(
        "In the middle lie {black} and {white}; it should be {black_left} and {white_left}: "
        "put them right."
    ).format(
        black=say_tiles(BLACK, lying.pool[0]),
        white=say_tiles(WHITE, lying.pool[1]),
        black_left=known[BLACK],
        white_left=known[WHITE],
    )
    return TileQuestion(AboutTiles.STRAY, said, current.mover)


def _clue_astray(current: TileRound, lying: TilesLying) -> TileQuestion | None:
    seen, player = lying.clue, current.mover
    if seen == current.clue:
        return None
    if not seen:
        # on its way into the row
        if current.turn.need in (Need.REPLY, Need.CLAIM_OR_STOP):
            return None
        said = _("The clue tile of {player} is gone: lay it aside again.").format(player=player)
    elif not current.clue:
        if asked := _row_short_of(current, lying):
            return asked
        said = _("A clue tile lies there, but none is drawn now: put it back.")
    else:
        said = _("The clue tile of {player} was {known}, now it is {seen}: put it back.").format(
            player=player, known=_(BACKS[current.clue]), seen=_(BACKS.get(seen, "?"))
        )
    return TileQuestion(AboutTiles.STRAY, said, player)


def _row_short_of(current: TileRound, lying: TilesLying) -> TileQuestion | None:
    """Say what is gone from a row, where what seems to be a clue tile is none of the pool's."""
    if lying.pool is None or sum(lying.pool) < sum(current.pool.values()):
        return None
    for player, seen in zip(current.players, lying.rows, strict=True):
        if len(seen) < len(current.rows[player]):
            return _row_astray(current, player, seen)
    return None
