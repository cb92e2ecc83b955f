"""A row, or a tile of it, as a person says it: though the camera sees it otherwise. Pure."""

from collections.abc import Sequence

from companion.errors import BadNotation
from companion.game.core.names import name_key
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, HIDDEN, parse_tile
from companion.i18n import _
from companion.sightings.tiles import is_open
from companion.table.tiles.questions import AboutTiles, TileQuestion

__all__ = ["told_of"]


def told_of(
    text: str,
    asked: TileQuestion | None,
    current: TileRound,
    seen: Sequence[tuple[str, ...]],
    *,
    is_seated: bool,
) -> int | tuple[str, tuple[str, ...]]:
    """Return the place of the clue tile, or whose row is told and its tiles.

    `asked` is the question that is open, `seen` the rows that lie there where it is of a face;
    no row is told before it `is_seated`, agreed who sits where. Raises `BadNotation` for what was
    not asked for.
    """
    if asked and asked.is_of_face and len(text.split()) == 1:
        row = seen[current.players.index(asked.player)]
        return asked.player, _with_face(row, current.rows[asked.player], asked, text)
    if asked and asked.about is AboutTiles.PLACE and text.isdecimal():
        return _place_in(text, asked)
    told = _parse_row(text, current.players, asked.player if asked else "")
    if told is None or not is_seated:
        raise BadNotation(
            _("'{text}' was not asked for.").format(text=text),
            hint=_("A claim is typed as in 'Ben 3 7', and how a row lies as in 'Ben B? W3 B?'."),
        )
    return told


def _parse_row(text: str, players: Sequence[str], asked: str) -> tuple[str, tuple[str, ...]] | None:
    """Return whose row is told, and its tiles: ``"Ben B? W3"``, or without the one `asked` about.

    A back alone is a hidden tile: ``"Ben B W3"``. None if it is no row; raises `BadNotation` for
    what is no tile.
    """
    words = text.split()
    named = {name_key(player): player for player in players}
    player = named.get(name_key(words[0]), "") if words else ""
    tiles = words[1:] if player else words
    if not tiles or not (player or asked) or any(word[0].upper() not in BACKS for word in tiles):
        return None
    row = tuple(str(parse_tile(word + HIDDEN if word.upper() in BACKS else word)) for word in tiles)
    return player or asked, row


def _with_face(
    seen: tuple[str, ...], known: tuple[str, ...], asked: TileQuestion, text: str
) -> tuple[str, ...]:
    """Return the row, as it is `seen`, of the tile that is asked about, with the face in `text`.

    Where tiles are missing or too many the place is that of the record, in which it is `known`.
    Others that lie open are as they are known: they may be misread, and nobody spoke of them.
    """
    place = asked.places[0] - 1
    row = seen if len(seen) in (len(known), len(known) + 1) else known
    if len(row) > len(known):
        known = (*known[:place], row[place], *known[place:])
    pairs = zip(row, known, strict=True)
    row = tuple(was if is_open(was) and is_open(now) else now for now, was in pairs)
    back = row[place][0] if row[place][0] in BACKS else known[place][0]
    tile = str(parse_tile(text if text[:1].upper() in BACKS else back + text))
    return (*row[:place], tile, *row[place + 1 :])


def _place_in(text: str, asked: TileQuestion) -> int:
    """Return the place of the clue tile that was `asked` for; raises `BadNotation` for another."""
    if text not in map(str, asked.places):
        raise BadNotation(
            _("The clue tile cannot stand at '{text}'.").format(text=text), hint=asked.sentence
        )
    return int(text)
