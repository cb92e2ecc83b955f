"""How fast codes are searched: ``python benchmarks/bench_solve.py``.

Ratios and times of one run on one thread, in seconds of processor time, so that other work on
the machine counts as little as can be. Peak memory is that of a process of its own.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import resource
import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.game.core.key_pegs import mark
from companion.game.parts.rules import answer
from companion.game.solve.analysis import analyse
from companion.game.solve.hint import hint
from companion.game.solve.parts import Said, analyse_parts, parts_hint
from companion.game.solve.parts_space import PartsSpace
from companion.game.solve.possible import Space, keys_at, marks, possible

BOXES = {
    "Bouwblokje": Space("rbygon", 4, repeats=True),
    "Hasbro": Space("wsgropyb", 4, repeats=False),
    "Bouwblokje A": Space("rbygonwk", 4, repeats=True),
    "Bouwblokje B": Space("rbygonwk.", 4, repeats=True),
    "8 colours, 5 holes": Space("wsgropyb", 5, repeats=True),
}
GAMES = 5  # of hints, a box


def seconds(work, *arguments, **options):
    start = process_time()
    result = work(*arguments, **options)
    return process_time() - start, result


def bench_marks():
    space = BOXES["Bouwblokje"]
    codes, texts = space.codes, space.texts(space.codes)
    fast = min(seconds(marks, codes, codes)[0] for _ in range(5))
    slow, _ = seconds(_mark_all, texts)
    print(
        f"1296 x 1296 answers: mark {slow:.2f} s, marks {fast * 1000:.1f} ms, {slow / fast:.0f} x"
    )


def _mark_all(texts):
    for guess in texts:
        for code in texts:
            mark(code, guess)


def bench_first_hint(name):
    space = BOXES[name]
    took, found = seconds(hint, space, [])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"first hint, {name}: {len(space.codes)} codes, {took:.2f} s, peak {peak:.0f} MB, "
        f"{found.guess}"
    )


def bench_free_first_rows(name):
    """Hints after one and two rows that a person may have chosen, the slowest of them."""
    space = BOXES[name]
    rng = np.random.default_rng(1)
    slowest = (0.0, 0)
    for secret in rng.choice(space.codes, 12):
        rows = []
        for guess in rng.choice(space.guesses, 2):
            keys = keys_at(int(marks(guess[None], secret[None])[0, 0]), holes=space.holes)
            rows.append((space.text(guess), keys))
            took, found = seconds(hint, space, rows)
            slowest = max(slowest, (took, found.remaining))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"hint after 1-2 rows of any kind, {name}: slowest of 24 {slowest[0]:.2f} s "
        f"({slowest[1]} codes left), peak {peak:.0f} MB"
    )


def bench_later_hints(name):
    space = BOXES[name]
    rng, times, lengths = np.random.default_rng(0), [], []
    for secret in space.texts(rng.choice(space.codes, GAMES)):
        rows = []
        while not rows or rows[-1][0] != secret:
            took, found = seconds(hint, space, rows)
            times.append(took)
            rows.append((found.guess, mark(secret, found.guess)))
        lengths.append(len(rows))
    print(
        f"hints of {GAMES} games, {name}: mean {np.mean(times):.2f} s, slowest {max(times):.2f} s, "
        f"{np.mean(lengths):.1f} guesses a game"
    )


def all_games(space, rows=(), left=None):
    """Play by hints from `rows` on; give the guesses of all codes, and the longest game."""
    left = space.codes if left is None else left
    guess = hint(space, rows).guess
    answers = marks(space.numbers(guess)[None], left)[0]
    total, longest = len(left), 1
    for index in np.unique(answers).tolist():
        keys = keys_at(index, holes=space.holes)
        if keys.black < space.holes:
            more = all_games(space, (*rows, (guess, keys)), left[answers == index])
            total, longest = total + more[0], max(longest, 1 + more[1])
    return total, longest


def bench_all_games(name):
    space = BOXES[name]
    took, (total, longest) = seconds(all_games, space)
    print(
        f"all games by hints, {name}: {total} guesses for {len(space.codes)} codes "
        f"({total / len(space.codes):.3f} each), none more than {longest}, {took:.1f} s"
    )


def bench_analyse(name):
    space = BOXES[name]
    rng = np.random.default_rng(0)
    secret = space.text(rng.choice(space.codes))
    guesses = space.texts(rng.choice(space.guesses, 10))
    rows = [(guess, mark(secret, guess)) for guess in guesses]
    same = [(guesses[0], mark(secret, guesses[0]))] * 10
    took, _ = seconds(analyse, space, rows, secret)
    hard, _ = seconds(analyse, space, same, secret)
    print(
        f"analyse, {name}: 10 rows {took:.2f} s; the same row 10 times "
        f"({len(possible(space, same))} codes left) {hard:.2f} s"
    )


def bench_parts():
    space, parts = PartsSpace("rbygow", 5, 4), (".r...", "r....", "...g.", "..b..")
    said, times = [], []
    for board in [1, 2, 3, 4] * 4:
        own = {board: parts[board - 1]}
        took, found = seconds(parts_hint, space, said, asker=[board], own=own)
        times.append(took)
        others = [b for b in (1, 2, 3, 4) if b != board]
        said.append(Said(found.row, {b: answer(parts[b - 1], found.row) for b in others}))
    took, _ = seconds(analyse_parts, space, said)
    print(f"four players: slowest hint {max(times):.2f} s; analysis of 16 rows {took:.2f} s")


def main():
    # These go first: on Linux a process counts its parent's memory at the start as its own.
    for name in BOXES:
        for kind in ("first", "rows"):
            subprocess.run([sys.executable, __file__, kind, name], check=True)
    bench_marks()
    for name in BOXES:
        bench_later_hints(name)
    for name in BOXES:
        bench_analyse(name)
    bench_parts()
    for name in ("Bouwblokje", "Hasbro"):
        bench_all_games(name)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["first", name]:
            bench_first_hint(name)
        case ["rows", name]:
            bench_free_first_rows(name)
        case _:
            main()
