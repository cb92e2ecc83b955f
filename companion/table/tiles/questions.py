"""What a person must say or put right at a table of tiles, as a value and a sentence. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.core.events import Claimed, Dealt, Drawn, Move, Opened, Placed
from companion.game.tiles.tile import BACKS
from companion.i18n import _
from companion.sightings.tiles import is_open

__all__ = ["ASTRAY", "AboutTiles", "TileQuestion"]


class AboutTiles(StrEnum):
    """What a question is about."""

    SEATS = "seats"  # who sits where
    FACE = "face"  # a tile lies open and cannot be read
    PLACE = "place"  # where the clue tile now stands among tiles like it, or which is claimed
    STEP = "step"  # a move may have been made, or a tile is misread
    STRAY = "stray"  # the table is not as recorded, and no move of the rulebook explains it
    OTHER = "other"  # a tile lies open with another face than recorded: it is another, or misread
    TURNED = "turned"  # a tile lies open that was not claimed
    REFUSED = "refused"  # the rulebook refuses what was done


# what is asked about tiles that lie otherwise than recorded: "done" says that they lie right
ASTRAY = (AboutTiles.STRAY, AboutTiles.OTHER, AboutTiles.TURNED, AboutTiles.REFUSED)


@dataclass(frozen=True, slots=True)
class TileQuestion:
    """`sentence` asks it; `places` (from 1) in the row of `player` are what it is about."""

    about: AboutTiles
    sentence: str
    player: str = ""
    places: tuple[int, ...] = ()

    @property
    def is_of_face(self) -> bool:
        """Whether what one tile shows is an answer."""
        is_doubted = self.about in (AboutTiles.OTHER, AboutTiles.REFUSED) and len(self.places) == 1
        return is_doubted or self.about is AboutTiles.FACE

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
    def claimed(cls, claims: tuple[Claimed, ...]) -> "TileQuestion":
        """Ask which of several tiles was pointed at."""
        places = tuple(claim.position for claim in claims)
        said = _(
            "{player}, which tile of {owner} is meant, {first} to {last}? Type the number."
        ).format(player=claims[0].player, owner=claims[0].owner, first=places[0], last=places[-1])
        return cls(AboutTiles.PLACE, said, claims[0].owner, places)

    @classmethod
    def step(cls, step: Move, players: tuple[str, ...]) -> "TileQuestion":
        """Ask whether `step` was made."""
        return cls(AboutTiles.STEP, _step_said(step, players), *_tile_of(step))

    @classmethod
    def refused(cls, sentence: str, player: str) -> "TileQuestion":
        """Say why what was done cannot be."""
        return cls(AboutTiles.REFUSED, sentence, player)

    @classmethod
    def refused_step(cls, step: Move, why: str) -> "TileQuestion":
        """Say why `step` cannot be, of which a tile may be misread."""
        return cls(AboutTiles.REFUSED, why, *_tile_of(step))


def _tile_of(step: Move) -> tuple[str, tuple[int, ...]]:
    """Return who took a step, and the place in his row of the tile that it is about, if any."""
    places = (step.position,) if isinstance(step, Opened | Placed) else ()
    return getattr(step, "player", ""), places


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
