"""What a person must say or put right at a table of tiles, as a value and a sentence. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from companion.game.core.events import Dealt, Drawn, Move, Opened, Placed
from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, BLACK, WHITE, say_tiles
from companion.i18n import _, ngettext
from companion.sightings.tiles import UNCLEAR, TilesLying, fits, is_open
from companion.table.tiles.misreadings import CLUE, POOL
from companion.table.tiles.moves import without

__all__ = ["ASTRAY", "AboutTiles", "TileQuestion", "stray"]


class AboutTiles(StrEnum):
    """What a question is about."""

    SEATS = "seats"  # who sits where
    FACE = "face"  # a tile lies open and cannot be read
    PLACE = "place"  # where the hidden clue tile now stands among tiles like it
    STEP = "step"  # a move may have been made, or a tile is misread
    STRAY = "stray"  # the table is not as recorded, and no move of the rulebook explains it
    TURNED = "turned"  # a tile lies open that was not claimed
    REFUSED = "refused"  # the rulebook refuses what was done


# what is asked about tiles that lie otherwise than recorded: "done" says that they lie right
ASTRAY = (AboutTiles.STRAY, AboutTiles.TURNED, AboutTiles.REFUSED)


@dataclass(frozen=True, slots=True)
class TileQuestion:
    """`sentence` asks it; `places` (from 1) in the row of `player` are what it is about."""

    about: AboutTiles
    sentence: str
    player: str = ""
    places: tuple[int, ...] = ()

    @classmethod
    def seats(cls, player: str, row: tuple[str, ...]) -> "TileQuestion":
        """Ask whether the nearest row is that of `player`."""
        backs = " ".join(tile[0] for tile in row)
        said = _(
            "Is the row at the near side of the picture that of {player}, from the left {backs}? "
            "Say yes or no."
        ).format(player=player, backs=backs)
        return cls(AboutTiles.SEATS, said, player)

    @classmethod
    def face(cls, player: str, place: int) -> "TileQuestion":
        """Ask what a tile shows."""
        said = _("Tile {place} of {player} is not clear: type what it shows, as in B7 or B?.")
        return cls(AboutTiles.FACE, said.format(place=place, player=player), player, (place,))

    @classmethod
    def place(cls, player: str, places: tuple[int, ...]) -> "TileQuestion":
        """Ask which of several tiles that look alike came last."""
        said = _(
            "{player}, at which place stands the clue tile now, {first} to {last}? Type the number."
        ).format(player=player, first=places[0], last=places[-1])
        return cls(AboutTiles.PLACE, said, player, places)

    @classmethod
    def step(cls, step: Move, players: tuple[str, ...]) -> "TileQuestion":
        """Ask whether `step` was made."""
        player = getattr(step, "player", "")
        places = (getattr(step, "position", 0),) if isinstance(step, Opened | Placed) else ()
        return cls(AboutTiles.STEP, _step_said(step, players), player, places)

    @classmethod
    def refused(cls, sentence: str, player: str) -> "TileQuestion":
        """Say why what was done cannot be."""
        return cls(AboutTiles.REFUSED, sentence, player)


def stray(current: TileRound, lying: TilesLying, where: Collection[int]) -> TileQuestion | None:
    """Return the question about what is not as recorded in a row, `POOL` or `CLUE`, if any is."""
    for row in sorted(each for each in where if each >= 0):
        if question := _row_astray(current, current.players[row], lying.rows[row]):
            return question
    in_pool = _pool_astray(current, lying) if POOL in where else None
    return in_pool or (_clue_astray(current, lying.clue) if CLUE in where else None)


def _step_said(step: Move, players: tuple[str, ...]) -> str:
    """Ask whether `step` was made, without a face that may not lie open."""
    match step:
        case Dealt(rows):
            told = "; ".join(
                f"{player} {' '.join(row)}" for player, row in zip(players, rows, strict=True)
            )
            said = _("Do the rows stand so, from their owners' left: {rows}? Say yes or no.")
            return said.format(rows=told)
        case Drawn(player, colour):
            said = _("Is the clue tile that {player} has drawn {colour}? Say yes or no.")
            return said.format(player=player, colour=_(BACKS[colour]))
        case Placed(player, _place, tile) if not is_open(tile):
            said = _("Has {player} put the clue tile hidden into the row? Say yes or no.")
            return said.format(player=player)
        case Placed(player, _place, _tile):
            said = _("Has {player} laid the clue tile open in the row? Say yes or no.")
            return said.format(player=player)
        case Opened(player, place, _tile):
            said = _("Does tile {place} of {player} lie open now? Say yes or no.")
            return said.format(place=place, player=player)
    raise ValueError(step)


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
            "Tile {place} of {player} lay open as {known}, now another lies there: put it back."
        )
    else:
        said = _("Tile {place} of {player} lies open, and it was not claimed: hide it again.")
        return TileQuestion(AboutTiles.TURNED, said.format(**at), player, places)
    said = said.format(**at, last=places[-1])
    return TileQuestion(AboutTiles.STRAY, said, player, places)


def _gone(player: str, seen: tuple[str, ...], known: tuple[str, ...]) -> TileQuestion:
    """Say which tile of a row has been taken away."""
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


def _clue_astray(current: TileRound, seen: str) -> TileQuestion | None:
    if seen == current.clue:
        return None
    player = current.mover
    if not seen:
        # on its way into the row
        if current.turn.need in (Need.REPLY, Need.CLAIM_OR_STOP):
            return None
        said = _("The clue tile of {player} is gone: lay it aside again.").format(player=player)
    elif not current.clue:
        said = _("A clue tile lies there, but none is drawn now: put it back.")
    else:
        said = _("The clue tile of {player} was {known}, now it is {seen}: put it back.").format(
            player=player, known=_(BACKS[current.clue]), seen=_(BACKS.get(seen, "?"))
        )
    return TileQuestion(AboutTiles.STRAY, said, player)
