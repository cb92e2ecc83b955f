"""A row as a person says it: how it lies, though the camera sees it otherwise. Pure."""

from collections.abc import Sequence

from companion.game.tiles.tile import BACKS, HIDDEN, parse_tile

__all__ = ["parse_row"]


def parse_row(text: str, players: Sequence[str], asked: str) -> tuple[str, tuple[str, ...]] | None:
    """Return whose row is told, and its tiles: ``"Ben B? W3"``, or without the one `asked` about.

    A back alone is a hidden tile: ``"Ben B W3"``. None if it is no row; raises `BadNotation` for
    what is no tile.
    """
    words = text.split()
    named = {player.casefold(): player for player in players}
    player = named.get(words[0].casefold(), "") if words else ""
    tiles = words[1:] if player else words
    if not tiles or not (player or asked) or any(word[0].upper() not in BACKS for word in tiles):
        return None
    row = tuple(str(parse_tile(word + HIDDEN if word.upper() in BACKS else word)) for word in tiles)
    return player or asked, row
