"""The tiles on the table as all can see them, and what cannot be there. Pure.

A change gives a new table or raises `IllegalMove` or `BadNotation`: for a tile seen twice, a row
out of order, and hidden tiles that could not be anything any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import BadNotation, IllegalMove
from companion.game.tiles.arrangements import Worlds
from companion.game.tiles.rules import TileRules
from companion.game.tiles.tile import (
    BACKS,
    HIDDEN,
    Standing,
    Tile,
    format_row,
    format_tile,
    misplaced,
    parse_tile,
)
from companion.i18n import N_, _, ngettext

__all__ = ["TileTable"]

LOOK_AGAIN = N_("Look again; if it is right, an earlier event was noted wrongly: correct that one.")


@dataclass(frozen=True, slots=True)
class TileTable:
    """The row of each player (`standing[i]` is that of ``players[i]``; none before the deal)."""

    rules: TileRules
    players: tuple[str, ...]
    standing: tuple[tuple[Standing, ...], ...] = ()

    @property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The rows as text: ``{"Ada": ("B?", "W3")}``."""
        return {
            player: tuple(format_tile(standing.tile) for standing in row)
            for player, row in zip(self.players, self.standing, strict=False)
        }

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that lie open nowhere, ascending, the dashes last."""
        seen = {standing.tile for row in self.standing for standing in row}
        return tuple(tile for tile in self.rules.deck if tile not in seen)

    def row(self, player: str) -> tuple[Standing, ...]:
        """Return the row of `player`."""
        return self.standing[self.players.index(player)]

    def is_out(self, player: str) -> bool:
        """Whether all tiles of `player` lie open."""
        return not any(standing.tile.is_hidden for standing in self.row(player))

    def deal(self, rows: Sequence[str]) -> "TileTable":
        """Stand up hidden tiles with these backs: ``("BWWB", "WWBB")``."""
        standing = (
            tuple(Standing(Tile(back, HIDDEN), choices=len(row)) for back in row) for row in rows
        )
        return replace(self, standing=tuple(standing))

    def hidden_at(self, owner: str, position: int) -> Standing:
        """Return the hidden tile at `position` in the row of `owner`, or refuse."""
        row = self.row(owner)
        if not 1 <= position <= len(row):
            raise IllegalMove(
                _("{owner} has no tile {position}: the row has {number}.").format(
                    owner=owner, position=position, number=len(row)
                ),
                hint=_("Count from 1, from the left as {owner} sits.").format(owner=owner),
            )
        standing = row[position - 1]
        if not standing.tile.is_hidden:
            raise IllegalMove(
                _("Tile {position} of {owner} lies open already: {tile}.").format(
                    position=position, owner=owner, tile=standing.tile
                ),
                hint=_("Choose a hidden one."),
            )
        return standing

    def face_up(self, owner: str, position: int, text: str) -> "TileTable":
        """Lay open a hidden tile; `text` is what its face shows."""
        standing = self.hidden_at(owner, position)
        tile = self._read_face(text)
        where = _("tile {position} of {owner}").format(position=position, owner=owner)
        if tile.colour != standing.tile.colour:
            back = BACKS[standing.tile.colour]
            raise IllegalMove(
                _("{tile} cannot be {where}: its back is {back}.").format(
                    tile=tile, where=where, back=_(back)
                ),
                hint=_(LOOK_AGAIN),
            )
        if tile.number in standing.ruled_out:
            raise IllegalMove(
                _("{tile} cannot be {where}: a claim of {number} on it was wrong.").format(
                    tile=tile, where=where, number=tile.number
                ),
                hint=_(LOOK_AGAIN),
            )
        row = self.row(owner)
        return self._stand(owner, (*row[: position - 1], Standing(tile), *row[position:]))

    def insert(self, owner: str, position: int, text: str) -> "TileTable":
        """Put a tile into a row so that it stands at `position`, hidden (``"B?"``) or open."""
        row = self.row(owner)
        if not 1 <= position <= len(row) + 1:
            raise IllegalMove(
                _("{owner} cannot place a tile at {position}: the row has {number}.").format(
                    owner=owner, position=position, number=len(row)
                ),
                hint=_("Say where it stands after it was placed, 1 to {number}.").format(
                    number=len(row) + 1
                ),
            )
        tile = parse_tile(text)
        if not tile.is_hidden:
            tile = self._read_face(text)
        standing = Standing(tile, choices=len(row) + 1)
        return self._stand(owner, (*row[: position - 1], standing, *row[position - 1 :]))

    def rule_out(self, owner: str, position: int, number: str) -> "TileTable":
        """Note that the hidden tile at `position` is not a `number`."""
        row = self.row(owner)
        standing = row[position - 1]
        after = replace(standing, ruled_out=standing.ruled_out | {number})
        return self._stand(owner, (*row[: position - 1], after, *row[position:]))

    def show(self, owner: str, texts: Sequence[str]) -> "TileTable":
        """Lay a whole row open; `texts` are its faces, from the owner's left."""
        row = self.row(owner)
        if len(texts) != len(row):
            raise IllegalMove(
                ngettext(
                    "{number} tile is shown; the row of {owner} has {wanted}.",
                    "{number} tiles are shown; the row of {owner} has {wanted}.",
                    len(texts),
                ).format(number=len(texts), owner=owner, wanted=len(row)),
                hint=_("Show all of them, from the owner's left."),
            )
        table = self
        for position, (text, standing) in enumerate(zip(texts, row, strict=True), start=1):
            if standing.tile.is_hidden:
                table = table.face_up(owner, position, text)
            elif parse_tile(text) != standing.tile:
                raise IllegalMove(
                    _("Tile {position} of {owner} lies open as {tile}, not as {text}.").format(
                        position=position, owner=owner, tile=standing.tile, text=text
                    ),
                    hint=_("Look at the row again."),
                )
        return table

    def is_possible(self) -> bool:
        """Whether the unseen tiles can fill all the hidden places."""
        return Worlds.of(self.standing, self.unseen).is_possible()

    def check_possible(self) -> None:
        """Raise `IllegalMove` if the hidden tiles cannot be anything."""
        if self.is_possible():
            return
        for player, row in zip(self.players, self.standing, strict=True):
            if not Worlds.of([row], self.unseen).is_possible():
                tiles = format_row(standing.tile for standing in row)
                raise IllegalMove(
                    _("The row of {player} cannot be {tiles}: no tiles are left that fit.").format(
                        player=player, tiles=tiles
                    ),
                    hint=_(LOOK_AGAIN),
                )
        raise IllegalMove(
            _("The rows cannot be so: too few tiles are left that fit."), hint=_(LOOK_AGAIN)
        )

    def _read_face(self, text: str) -> Tile:
        """Read an open tile that is in play and lies nowhere yet."""
        tile = parse_tile(text)
        if tile not in self.rules.deck:
            why = _("does not show its face") if tile.is_hidden else _("is not in play")
            raise BadNotation(
                _("The tile {tile} {why}.").format(tile=tile, why=why),
                hint=_("Type what its face shows: B7."),
            )
        for player, row in self.rows.items():
            if str(tile) in row:
                raise IllegalMove(
                    _("{tile} lies open already, as tile {position} of {player}.").format(
                        tile=tile, position=row.index(str(tile)) + 1, player=player
                    ),
                    hint=_(LOOK_AGAIN),
                )
        return tile

    def _stand(self, owner: str, row: tuple[Standing, ...]) -> "TileTable":
        """Return the table with another row for `owner`, or refuse it."""
        tiles = [standing.tile for standing in row]
        if wrong := misplaced(tiles):
            left, right = wrong
            raise IllegalMove(
                _(
                    "The row of {owner} would be {tiles}: {left} cannot stand left of {right}."
                ).format(owner=owner, tiles=format_row(tiles), left=left, right=right),
                hint=_(
                    "Numbers ascend from the owner's left, black before white: look at the place."
                ),
            )
        at = self.players.index(owner)
        return replace(self, standing=(*self.standing[:at], row, *self.standing[at + 1 :]))
