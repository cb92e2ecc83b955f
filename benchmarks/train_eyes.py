"""Makes the weights in `companion/vision/data` from labelled pictures.

    python -m benchmarks.train_eyes [BOARDS] [--out DIR] [--leave-out]

BOARDS is the folder with `rendered`; `../shared/boards` beside the checkout if left out. With
--leave-out, DIR gets a folder for each session, with weights that never saw it; `bench_read` scores
those. About two minutes, with --leave-out half an hour.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.eye_examples import (
    colour_examples,
    cue_examples,
    key_examples,
    load_shots,
    session_folders,
)
from benchmarks.small_nets import Recipe, even, train_candidates, train_classes
from companion.vision.colours import Committee

CHECKOUT = Path(__file__).parents[1]
DATA = CHECKOUT / "companion" / "vision" / "data"
COLOURS = Recipe(hidden=5, epochs=20, members=5, decay=2e-3)
EMPTIES = Recipe(hidden=8, epochs=10, members=5, decay=3e-3)
KEYS = Recipe(hidden=8, epochs=12, members=5, decay=2e-3)
Examples = Mapping[str, tuple[np.ndarray, ...]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="?", type=Path, default=CHECKOUT.parent / "shared/boards")
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--leave-out", action="store_true")
    options = parser.parse_args()
    chance = np.random.default_rng(1)
    examples: dict[str, dict[str, tuple[np.ndarray, ...]]] = {}
    for folder in session_folders(options.boards):
        shots = load_shots(folder)
        examples[folder.name] = {
            "colours": colour_examples(shots, chance),
            "empties": cue_examples(shots, chance),
            "keys": key_examples(shots, chance),
        }
        print(f"{folder.name}: {len(shots)} pictures", flush=True)
    if not examples:
        parser.error(f"no labelled sessions in {options.boards}")
    if not options.leave_out:
        train_all(list(examples.values()), options.out)
        return
    for name in examples:
        train_all([those for other, those in examples.items() if other != name], options.out / name)
        print(f"without {name}", flush=True)


def train_all(sessions: Sequence[Examples], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    save(out / "colours.npz", train_colours([one["colours"] for one in sessions]))
    save(out / "empties.npz", train_kinds([one["empties"] for one in sessions], EMPTIES, 0, 1.5))
    keys = [one["keys"] for one in sessions if len(one["keys"][0])]
    save(out / "keys.npz", train_kinds(keys, KEYS, None, 2.0))


def train_colours(parts: Sequence[tuple[np.ndarray, ...]]) -> Committee:
    inputs, true, valid = (np.concatenate(part) for part in zip(*parts, strict=True))
    weight = even([len(part[0]) for part in parts])
    return train_candidates(inputs, true, valid, weight, COLOURS)


def train_kinds(
    parts: Sequence[tuple[np.ndarray, ...]], recipe: Recipe, rare: int | None, worth: float
) -> Committee:
    """Train kinds; the `rare` one counts `worth` times, of key holes all that have a peg do."""
    inputs, kind = (np.concatenate(part) for part in zip(*parts, strict=True))
    weight = even([len(part[0]) for part in parts])
    weight *= np.where(kind != 1 if rare is None else kind == rare, worth, 1).astype(np.float32)
    return train_classes(inputs, kind, weight / weight.mean(), recipe)


def save(file: Path, made: Committee) -> None:
    arrays = {name: getattr(made, name) for name in ("mean", "scale", "w1", "b1", "w2", "b2")}
    np.savez(file, **{name: np.asarray(a, np.float32) for name, a in arrays.items()})


if __name__ == "__main__":
    main()
