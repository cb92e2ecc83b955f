"""Rounds of tiles for tests: made by chance with their truth, or read from a worked example.

This is a second, open-handed player of the rules: it knows all faces and uses nothing of the
referee under test.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.game.events import (
    Claimed,
    Dealt,
    Drawn,
    Move,
    Opened,
    Passed,
    Placed,
    RowShown,
)
from companion.game.tile_rules import TileRules


@dataclass(frozen=True)
class Truth:
    """All faces as they lie: rows, which of them are open, the clue tile in hand, the table."""

    rows: dict[str, tuple[str, ...]]
    open: frozenset[str]
    clue: str
    table: tuple[str, ...]

    @property
    def public(self) -> dict[str, tuple[str, ...]]:
        return {
            player: tuple(tile if tile in self.open else f"{tile[0]}?" for tile in row)
            for player, row in self.rows.items()
        }

    @property
    def hidden(self) -> dict[tuple[str, int], str]:
        return {
            (player, position): tile
            for player, row in self.rows.items()
            for position, tile in enumerate(row, start=1)
            if tile not in self.open
        }


def random_round(
    rng: Random, rules: TileRules, players: tuple[str, ...]
) -> Iterator[tuple[Move, Truth]]:
    """Give the events of a whole legal round, each with the truth after it."""
    return _Dealer(rng, rules, players).play()


def rank(tile: str) -> tuple[int, str]:
    return int(tile[1:]), tile[0]


class _Dealer:
    def __init__(self, rng: Random, rules: TileRules, players: tuple[str, ...]) -> None:
        self.rng, self.rules, self.players = rng, rules, players
        faces = [str(n) for n in range(rules.highest + 1)] + ["-"] * rules.dashes
        self.table = [back + face for back in "BW" for face in faces]
        rng.shuffle(self.table)
        self.rows: dict[str, list[str]] = {player: [] for player in players}
        self.open: set[str] = set()
        self.clue = ""

    def play(self) -> Iterator[tuple[Move, Truth]]:
        for event in self.events():
            yield event, self.truth()

    def truth(self) -> Truth:
        rows = {player: tuple(row) for player, row in self.rows.items()}
        return Truth(rows, frozenset(self.open), self.clue, tuple(self.table))

    def events(self) -> Iterator[Move]:
        mover = self.rng.choice(self.players)
        yield self.deal(mover)
        while len(self.alive()) > 1:
            yield from self.turn(mover)
            seat = self.players.index(mover) + 1
            order = self.players[seat:] + self.players[:seat]
            mover = next(player for player in order if player in self.alive())
        if self.rules.points:
            winner = self.alive()[0]
            self.open.update(self.rows[winner])
            yield RowShown(winner, tuple(self.rows[winner]))

    def alive(self) -> list[str]:
        return [p for p in self.players if any(t not in self.open for t in self.rows[p])]

    def deal(self, first: str) -> Dealt:
        for player in self.players:
            for _ in range(3 if len(self.players) == 4 else 4):
                self.stand(player, self.table.pop())
        return Dealt(tuple("".join(t[0] for t in self.rows[p]) for p in self.players), first)

    def stand(self, player: str, tile: str) -> int:
        """Put a tile where it may stand; give the place, from 1."""
        row = self.rows[player]
        fits = [
            place
            for place in range(len(row) + 1)
            if tile[1:] == "-"
            or (
                all(rank(t) < rank(tile) for t in row[:place] if t[1:] != "-")
                and all(rank(t) > rank(tile) for t in row[place:] if t[1:] != "-")
            )
        ]
        place = self.rng.choice(fits)
        row.insert(place, tile)
        return place + 1

    def turn(self, mover: str) -> Iterator[Move]:
        if self.table:
            self.clue = self.table.pop()
            yield Drawn(mover, self.clue[0])
        skill = self.rng.random()
        while len(self.alive()) > 1:
            claim, tile = self.claim(mover, skill)
            yield claim
            if claim.number != tile[1:]:
                yield self.pay(mover)
                return
            self.open.add(tile)
            yield Opened(claim.owner, claim.position, tile)
            if self.rng.random() < 0.4:
                break
        if self.clue:
            yield self.hide_clue(mover)
        elif len(self.alive()) > 1:
            yield Passed(mover)

    def claim(self, mover: str, skill: float) -> tuple[Claimed, str]:
        owner = self.rng.choice([player for player in self.alive() if player != mover])
        row = self.rows[owner]
        tile = self.rng.choice([tile for tile in row if tile not in self.open])
        number = tile[1:] if self.rng.random() < skill else self.rng.choice(self.rules.faces)
        return Claimed(mover, owner, row.index(tile) + 1, number), tile

    def pay(self, mover: str) -> Move:
        if self.clue:
            tile, self.clue = self.clue, ""
            self.open.add(tile)
            return Placed(mover, self.stand(mover, tile), tile)
        tile = self.rng.choice([tile for tile in self.rows[mover] if tile not in self.open])
        self.open.add(tile)
        return Opened(mover, self.rows[mover].index(tile) + 1, tile)

    def hide_clue(self, mover: str) -> Placed:
        tile, self.clue = self.clue, ""
        return Placed(mover, self.stand(mover, tile), f"{tile[0]}?")


@dataclass(frozen=True)
class Step:
    """Events of a worked example, and what stands after them where it says so."""

    events: tuple[Move, ...]
    rows: dict[str, tuple[str, ...]]  # with all faces
    public: dict[str, tuple[str, ...]] | None = None
    points: dict[str, int] | None = None
    pool: int | None = None


def steps_of(example: dict[str, Any]) -> Iterator[Step]:
    """Turn a line of ``davinci_rounds.json`` into what all could see, step by step."""
    rows = {player: list(tiles) for player, tiles in example["deal"].items()}
    backs = tuple("".join(tile[0] for tile in rows[p]) for p in example["players"])
    yield Step((Dealt(backs, example["events"][0]["player"]),), _frozen(rows))
    for line in example["events"]:
        if line["do"] == "draw":
            drawn = (Drawn(line["player"], line["colour"]),) if line["colour"] else ()
            yield Step(drawn, _frozen(rows))
        elif line["do"] == "guess":
            events = tuple(_guess(line, rows))
            yield Step(events, _frozen(rows), _frozen(line["public"]), line["points"], line["pool"])
        else:
            winner = line["winner"]
            shown = RowShown(winner, tuple(line["rows"][winner]))
            yield Step((shown,), _frozen(line["rows"]), _frozen(line["rows"]), line["points"])


def _guess(line: dict[str, Any], rows: dict[str, list[str]]) -> Iterator[Move]:
    player, owner, position = line["player"], line["target"], line["position"]
    yield Claimed(player, owner, position, line["value"])
    if line["right"]:
        yield Opened(owner, position, rows[owner][position - 1])
    if "placed_shown_at" in line:
        rows[player].insert(line["placed_shown_at"] - 1, line["placed_tile"])
        yield Placed(player, line["placed_shown_at"], line["placed_tile"])
    elif "placed_hidden_at" in line:
        rows[player].insert(line["placed_hidden_at"] - 1, line["placed_tile"])
        yield Placed(player, line["placed_hidden_at"], f"{line['placed_tile'][0]}?")
    elif "exposed_own_position" in line:
        yield Opened(player, line["exposed_own_position"], line["exposed_tile"])
    elif line["stop"] and _someone_is_left(line):
        yield Passed(player)


def _someone_is_left(line: dict[str, Any]) -> bool:
    others = [row for player, row in line["public"].items() if player != line["player"]]
    return any(tile.endswith("?") for row in others for tile in row)


def _frozen(rows: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {player: tuple(row) for player, row in rows.items()}
