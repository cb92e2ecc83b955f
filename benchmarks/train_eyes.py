"""Makes the weights in `companion/vision/data` from rendered rooms and labelled pictures.

    python -m benchmarks.rooms.render ROOMS --rooms 131
    python -m benchmarks.train_eyes ROOMS [BOARDS] [--out DIR] [--leave-out | --join DIR]

BOARDS is the folder with `rendered`, of which only the first set and its games are used;
`../shared/boards` beside the checkout if left out. With --leave-out, DIR gets a folder for each
session, with weights that never saw it (every fifth is left out at a time); `bench_read` scores
those. With --join each network for holes gives the mean of its logits and of those of one in that
DIR, and colours and key pegs are those of DIR. About five minutes on two cores, with --leave-out a
quarter of an hour; the rooms take half an hour before that.

What is shipped was made with 131 rooms as they were before they grew wilder, those of commit
8ff3787, and joined with what 105 of the wilder ones teach (`benchmarks.rooms.render ROOMS --rooms
105 --first 1000`). On 73 other rooms at their true places 9,395 of 10,640 places are read right so
and 109 wrong; by the old ones alone it was 9,336 and 119. Colours joined too read 18 places less
and none more rightly. Key pegs joined too read 6 answers more rightly and 2 less wrongly of 1,768,
but took a shadow for a key peg in a filmed game that both had learned from: they are not joined.
All this was chosen on these. 64 hidden units do neither better nor worse.
"""

import argparse
import zlib
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from benchmarks.eye_examples import ROOM, SESSION, Examples, Plan, examples_of
from benchmarks.eye_shots import load_shots, session_folders
from benchmarks.small_nets import Recipe, even, joined, train_candidates, train_classes
from companion.vision.read.mlp_ensemble import MlpEnsemble

CHECKOUT = Path(__file__).parents[1]
DATA = CHECKOUT / "companion" / "vision" / "data"
COLOURS = Recipe(hidden=24, epochs=12, members=5, decay=2e-3)
EMPTIES = Recipe(hidden=24, epochs=10, members=5, decay=3e-3)
KEYS = Recipe(hidden=24, epochs=10, members=5, decay=2e-3)
FOLDS = 5
ARRAYS = ("mean", "scale", "w1", "b1", "w2", "b2")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", type=Path)
    parser.add_argument("boards", nargs="?", type=Path, default=CHECKOUT.parent / "shared/boards")
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--leave-out", action="store_true")
    parser.add_argument("--join", type=Path)
    options = parser.parse_args()
    sessions = session_folders(options.boards)
    rooms = sorted(options.rooms.glob("room*"))
    if not sessions or not rooms:
        parser.error(f"no rooms in {options.rooms}, or no labelled sessions in {options.boards}")
    with Pool() as pool:
        made = pool.imap(
            _made, [(one, ROOM) for one in rooms] + [(one, SESSION) for one in sessions]
        )
        examples = [_told(one, folder) for one, folder in zip(made, rooms + sessions, strict=True)]
    count = len(rooms)
    if not options.leave_out:
        train_all(examples, options.out)
        if options.join:
            join_with(options.join, options.out)
        return
    for fold in range(FOLDS):
        left = range(count + fold, len(examples), FOLDS)
        out = [options.out / sessions[i - count].name for i in left]
        train_all([one for i, one in enumerate(examples) if i not in left], *out)


def _made(task: tuple[Path, Plan]) -> Examples:
    folder, plan = task
    chance = np.random.default_rng(zlib.crc32(folder.name.encode()))
    return examples_of(load_shots(folder), plan, chance)


def _told(made: Examples, folder: Path) -> Examples:
    print(f"{folder.name}: {len(made.colours[0])} pegs", flush=True)
    return made


def train_all(boards: Sequence[Examples], *out: Path) -> None:
    """Train the three ensembles and save them in each folder of `out`."""
    keys = [one.keys for one in boards if len(one.keys[0])]
    ensembles = {
        "colours": train_colours([one.colours for one in boards]),
        "empties": train_kinds([one.empties for one in boards], EMPTIES, 0, 1.5),
        "keys": train_kinds(keys, KEYS, None, 2.0),
    }
    for folder in out:
        folder.mkdir(parents=True, exist_ok=True)
        for name, ensemble in ensembles.items():
            save(folder / f"{name}.npz", ensemble)
        print(f"saved {folder.name}", flush=True)


def join_with(known: Path, out: Path) -> None:
    """Join what `out` holds for holes with the `known`; colours and key pegs are the known ones."""
    empties = out / "empties.npz"
    save(empties, joined(load(known / empties.name), load(empties)))
    for name in ("colours.npz", "keys.npz"):
        save(out / name, load(known / name))


def load(file: Path) -> MlpEnsemble:
    with np.load(file) as data:
        return MlpEnsemble(*(data[name] for name in ARRAYS))


def train_colours(parts: Sequence[tuple[np.ndarray, ...]]) -> MlpEnsemble:
    inputs, true, valid = (np.concatenate(part) for part in zip(*parts, strict=True))
    weight = even([len(part[0]) for part in parts])
    return train_candidates(inputs, true, valid, weight, COLOURS)


def train_kinds(
    parts: Sequence[tuple[np.ndarray, ...]], recipe: Recipe, rare: int | None, worth: float
) -> MlpEnsemble:
    """Train kinds; the `rare` one counts `worth` times, of key holes all that have a peg do."""
    inputs, kind = (np.concatenate(part) for part in zip(*parts, strict=True))
    weight = even([len(part[0]) for part in parts])
    weight *= np.where(kind != 1 if rare is None else kind == rare, worth, 1).astype(np.float32)
    return train_classes(inputs, kind, weight / weight.mean(), recipe)


def save(file: Path, made: MlpEnsemble) -> None:
    arrays = {name: getattr(made, name) for name in ARRAYS}
    np.savez(file, **{name: np.asarray(a, np.float32) for name, a in arrays.items()})


if __name__ == "__main__":
    main()
