"""Rounds of tiles for tests: played by robots, with their truth, or read from a worked example."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.game.core.events import Claimed, Dealt, Drawn, Move, Opened, Passed, Placed, RowShown
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from companion.simulator.tiles.robots import TileRobots


@dataclass(frozen=True)
class Truth:
    """All faces as they lie: rows, which of them are open, the clue tile in hand, the table."""

    rows: dict[str, tuple[str, ...]]
    open: frozenset[str]
    clue: str
    table: frozenset[str]

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
    robots, state = TileRobots(rng), TileRound.begin(rules, players)
    laid_open: frozenset[str] = frozenset()
    while not state.is_over:
        event = robots.move(state)
        state = state.on(event)
        laid_open |= _shown_by(event)
        yield event, _truth(robots, rules, laid_open)


def _shown_by(event: Move) -> set[str]:
    match event:
        case Opened(tile=tile) | Placed(tile=tile):
            return {tile} if not tile.endswith("?") else set()
        case RowShown(tiles=tiles):
            return set(tiles)
        case _:
            return set()


def _truth(robots: TileRobots, rules: TileRules, laid_open: frozenset[str]) -> Truth:
    taken = {tile for row in robots.rows.values() for tile in row} | {robots.clue}
    table = frozenset(str(tile) for tile in rules.deck) - taken
    return Truth(robots.rows, laid_open, robots.clue, table)


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
