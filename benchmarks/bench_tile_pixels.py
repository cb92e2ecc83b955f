"""Tiles through drawn pixels: what the eyes say, and what becomes of whole matches, against truth.

python -m benchmarks.bench_tile_pixels [FIRST] [COUNT]          rounds, table by table
python -m benchmarks.bench_tile_pixels matches [FIRST] [COUNT]  matches that robots play there
python -m benchmarks.bench_tile_pixels pointed [FIRST] [COUNT]  the same, and nobody presses a key
python -m benchmarks.bench_tile_pixels evenings [FIRST] [COUNT] so four people, on chequered cloths
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence

from companion.errors import KeypegError
from companion.simulator.tiles.camera import DrawnTable
from tests.pointing_people import chequered_table, pointed_match
from tests.tile_pixels import played, played_match

# of a match; share of claims that are right where pawns say them, so that it ends in good time
ROUNDS, LUCK = 3, 0.9


def main(given: Sequence[str]) -> None:
    """Play; print what was wrong, then one line of result."""
    modes = {"matches": _matches, "pointed": _pointed, "evenings": _evenings}
    play = modes.get(given[0] if given else "", _rounds)
    numbers = [int(text) for text in given if text.isdecimal()]
    first, count = (*numbers, *(0, 30)[len(numbers) :])
    play(range(first, first + count))


def _rounds(seeds: range) -> None:
    """Play rounds of 2 to 4 players; print what was told wrongly and what was not told."""
    total, start = Counter[str](), time.process_time()
    for seed in seeds:
        counts, faults = played(seed, players=2 + seed % 3)
        total += counts
        print(*faults, sep="\n", end="\n" if faults else "", flush=True)
    spent = (time.process_time() - start) / max(1, total.total())
    print(
        f"{len(seeds)} rounds, {total.total()} tables: {dict(total)}; "
        f"{spent:.2f} s a table, drawn too"
    )


def _matches(seeds: range) -> None:
    """Play matches of 2 to 4 players, three rounds each, each on a table of its own.

    The record must be what was laid.
    """
    total, asked, start = Counter[str](), Counter[str](), time.process_time()
    for seed in seeds:
        outcome, questions = played_match(seed, players=2 + seed % 3, rounds=ROUNDS, table=seed + 1)
        total[outcome] += 1
        asked += questions
        if outcome != "as laid":
            print(f"seed {seed}: {outcome}", flush=True)
    spent = (time.process_time() - start) / max(1, len(seeds))
    print(f"{len(seeds)} matches: {dict(total)}; asked {dict(asked)}; {spent:.0f} s a match")


def _pointed(seeds: range) -> None:
    """Play matches of 2 to 4 players, three rounds each, in which pawns say everything."""
    for seed in seeds:
        _play_pointed(seed, DrawnTable.random(seed=seed + 1), players=2 + seed % 3)


def _evenings(seeds: range) -> None:
    """Play matches of four, three rounds each, on chequered cloths, each with its own set."""
    for seed in seeds:
        _play_pointed(seed, chequered_table(seed), players=4)


def _play_pointed(seed: int, drawn: DrawnTable, *, players: int) -> None:
    """Play, and print whether the record is what was laid, and what was asked last."""
    start = time.process_time()
    try:
        match, laid, asked = pointed_match(seed, drawn, players=players, rounds=ROUNDS, luck=LUCK)
    except KeypegError as error:
        print(f"seed {seed}: {error}", flush=True)
        return
    is_so = match.is_over and match.rounds == laid.rounds
    told = "as laid" if is_so else f"{len(match.rounds)} rounds, then {asked[-1:]}"
    spent = time.process_time() - start
    print(f"seed {seed}: {told}; {len(asked)} asked; {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
