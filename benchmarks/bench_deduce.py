"""How long the exact counts of Da Vinci Code take at worst.

    python -m benchmarks.bench_deduce [ROUNDS]

The positions: every way to deal backs to 2, 3 and 4 players, with dashes (after a deal the most
tiles are hidden and the least is known of them); and those after each event of ROUNDS rounds
played by chance (100 unless told), from the public state and for the player whose turn it is.
Prints the slowest of each kind in processor time, best of three.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from random import Random

from companion.game.core.events import Dealt
from companion.game.solve.tiles import possible
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from companion.simulator.tiles.robots import TileRobots

RULES = TileRules("davinci", "Da Vinci Code", dashes=True, points=True)
SEATS = ("Ada", "Ben", "Cleo", "Dag")

# a state, and whose row is known too with its faces
Position = tuple[TileRound, str | None, tuple[str, ...]]


def dealt(players: int) -> Iterator[Position]:
    """Give every way to deal backs, whoever holds which row."""
    hand = ["".join(backs) for backs in product("BW", repeat=RULES.hand(players))]
    for rows in combinations_with_replacement(hand, players):
        if max(map("".join(rows).count, "BW")) <= len(RULES.faces):
            state = TileRound.begin(RULES, SEATS[:players])
            yield state.on(Dealt(rows, "Ada")), None, ()


def in_rounds(rounds: int) -> Iterator[Position]:
    """Give the positions of rounds that robots play, public and as the mover sees them."""
    for seed in range(rounds):
        robots, state = TileRobots(Random(seed)), TileRound.begin(RULES, SEATS[: 2 + seed % 3])
        while not state.is_over:
            state = state.on(robots.move(state))
            if not state.is_over:
                yield state, None, ()
                yield state, state.mover, robots.rows[state.mover]


def measured(position: Position) -> float:
    state, viewer, own = position
    start = time.process_time()
    possible(state, viewer, own)
    return time.process_time() - start


def report(title: str, positions: Iterable[Position]) -> None:
    times = [(measured(p), p) for p in positions]
    mean = sum(seconds for seconds, _ in times) / len(times)
    slowest = sorted(times, key=lambda pair: -pair[0])[:20]
    worst, (state, viewer, own) = max(
        ((min(measured(p) for _ in range(3)), p) for _, p in slowest), key=lambda pair: pair[0]
    )
    ways = sum(next(iter(possible(state, viewer, own).values())).values())
    rows = " | ".join(" ".join(row) for row in state.rows.values())
    print(f"{title}: {len(times):,} positions, mean {mean * 1e3:.1f} ms")
    print(f"  hardest {worst * 1e3:.1f} ms, {ways:,} ways: {rows}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for players in (2, 3, 4):
        report(f"dealt to {players}", dealt(players))
    report(f"{rounds} rounds", in_rounds(rounds))


if __name__ == "__main__":
    main()
