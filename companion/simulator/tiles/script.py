"""A match of Da Vinci Code made up for a drawn table: what lies there, moment by moment. Pure."""

from collections.abc import Iterator, Mapping
from random import Random

from companion.errors import CameraError
from companion.game.tiles.rules import TileRules
from companion.game.tiles.tile import DASH, Tile
from companion.i18n import _
from companion.rulebooks.shelf import find_book
from companion.simulator.tiles.camera import SEATS, DrawnTable, TableMoment, TileCamera

__all__ = ["random_table", "sim_tiles"]

# moments that a hand stays, and that nothing moves between two visits of it; chosen: 0.3 s and 1.2,
# at ten moments a second
HAND, QUIET = 3, 12
# pixels of its pictures: what is allowed; a guess
NARROWEST, WIDEST = 640, 3840


def sim_tiles(book: str, options: Mapping[str, int]) -> TileCamera:
    """Give the camera of ``sim:davinci``: one made-up round on a drawn table.

    `options` are `seed`, `players`, `width` in pixels and `table`: 0 the usual one, else the number
    of one with other tiles, cloth, lamps and camera. Raises UnknownName, and CameraError for
    options that cannot be drawn.
    """
    rules = find_book(book)
    players, width, seed = options["players"], options["width"], options["seed"]
    if not isinstance(rules, TileRules):
        raise CameraError(
            _("'{book}' is not played with tiles.").format(book=book), hint=_("Take sim:davinci.")
        )
    if players not in SEATS:
        raise CameraError(
            _("players={players} cannot be drawn.").format(players=players),
            hint=_("Give 2 to 4, as players=3."),
        )
    if not NARROWEST <= width <= WIDEST:
        raise CameraError(
            _("A drawn table cannot be {width} pixels wide.").format(width=width),
            hint=_("Give {least} to {most}, as width=1280.").format(least=NARROWEST, most=WIDEST),
        )
    moments = random_table(rules, players=players, seed=seed)
    other = options["table"]
    table = DrawnTable.random(seed=other, width=width) if other else None
    return TileCamera(moments, table or DrawnTable.usual(seed=seed, width=width))


def random_table(rules: TileRules, *, players: int, seed: int) -> Iterator[TableMoment]:
    """Give one round of random guesses, from the deal until one player has hidden tiles."""
    yield from _Round(rules, players, Random(seed)).play()


class _Round:
    """The table while a round is played: `rows` from each owner's left, `open` tiles in them."""

    def __init__(self, rules: TileRules, players: int, chance: Random) -> None:
        self.chance = chance
        self.pool = list(rules.deck)
        chance.shuffle(self.pool)
        hand = rules.hand(players)
        self.rows = [self._sorted([self.pool.pop() for __ in range(hand)]) for __ in range(players)]
        self.open: set[Tile] = set()
        self.clue: tuple[int, Tile] | None = None

    def play(self) -> Iterator[TableMoment]:
        """Give all moments."""
        yield from self._quiet("dealt")
        mover = 0
        while len(alive := [i for i in range(len(self.rows)) if self._hidden(i)]) > 1:
            if self._hidden(mover):
                yield from self._turn(mover, [i for i in alive if i != mover])
            mover = (mover + 1) % len(self.rows)

    def _turn(self, mover: int, others: list[int]) -> Iterator[TableMoment]:
        if self.pool:
            self.clue = (mover, self.pool.pop())
            yield from self._hand(mover, 1, "clue drawn")
        while others and self.chance.random() < 0.5:
            owner = self.chance.choice(others)
            yield from self._lay_open(owner, self.chance.choice(self._hidden(owner)), "right")
            others = [i for i in others if self._hidden(i)]
            if not others or self.chance.random() < 0.5:
                yield from self._stop(mover, "hidden")
                return
        yield from self._stop(mover, "open") if self.clue else self._pay(mover)

    def _stop(self, mover: int, how: str) -> Iterator[TableMoment]:
        if self.clue is None:
            return
        tile = self.clue[1]
        self.clue = None
        self.rows[mover] = self._sorted([*self.rows[mover], tile])
        if how == "open":
            self.open.add(tile)
        yield from self._hand(mover, self.rows[mover].index(tile) + 1, f"clue placed {how}")

    def _pay(self, mover: int) -> Iterator[TableMoment]:
        yield from self._lay_open(mover, self.chance.choice(self._hidden(mover)), "paid")

    def _lay_open(self, owner: int, tile: Tile, note: str) -> Iterator[TableMoment]:
        self.open.add(tile)
        yield from self._hand(owner, self.rows[owner].index(tile) + 1, note)

    def _hand(self, seat: int, place: int, note: str) -> Iterator[TableMoment]:
        for __ in range(HAND):
            yield self._moment(note, (seat, place))
        yield from self._quiet(note)

    def _quiet(self, note: str) -> Iterator[TableMoment]:
        for __ in range(QUIET):
            yield self._moment(note, None)

    def _moment(self, note: str, hand: tuple[int, int] | None) -> TableMoment:
        rows = tuple(tuple(f"{t}!" if t in self.open else str(t) for t in row) for row in self.rows)
        clue = (self.clue[0], self.clue[1].colour) if self.clue else None
        pool = tuple(tile.colour for tile in self.pool)
        return TableMoment(rows, clue, hand, note=note, pool=pool)

    def _hidden(self, seat: int) -> list[Tile]:
        return [tile for tile in self.rows[seat] if tile not in self.open]

    def _sorted(self, tiles: list[Tile]) -> list[Tile]:
        """Give the tiles in order; dashes stay where they are put, here at the right end."""
        dashes = [tile for tile in tiles if tile.number == DASH]
        return sorted((t for t in tiles if t.is_numbered), key=lambda t: t.rank) + dashes
