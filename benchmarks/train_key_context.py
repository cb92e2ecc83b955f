"""Makes `keys_in_context.npz`: black, empty or white, by what is said of the key holes around?

    python -m benchmarks.train_key_context ROOMS [--out DIR] [--leave-out]

ROOMS are rendered rooms (`benchmarks.rooms.render`) that `keys.npz` was not made with; the board is
seen where it truly is, calibrated with one photo of pegs. With --leave-out every fifth room is left
out at a time, and for some least probabilities it prints how many answers are read rightly and
wrongly there; nothing is saved. Two minutes on two cores.

What is shipped was made with the 105 rooms of `benchmarks.rooms.render ROOMS --rooms 105 --first
1000`, all folders. On 58 other rooms, at their true places, 1,096 of 1,594 answers are read right
so and 13 wrong; by each key hole alone it was 1,082 and 20, on the first labelled set 456 and 2 of
528 instead of 465 and 1, but that had taught the first ensemble. How sure an answer must be was
chosen on these and a filmed game of that set: with 0.8 it is 1,110 and 15, with 0.84 1,082 and 11.
Tried, and no better or worse: whether the pegs around are black, the whole answer and those beside
it, the cues of the hole itself, alone or against the picture's empty holes, twice the hidden units,
the second ensemble alone.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from benchmarks.bench_read import true_place
from benchmarks.small_nets import Recipe, train_classes
from benchmarks.train_eyes import DATA, load, save
from calibration.evaluation import plan
from calibration.evaluation.label_files import load_session
from calibration.evaluation.labels import Labelled, LabelledSession
from calibration.evaluation.plan import FindWay, Learned, Plan, learn
from companion.errors import KeypegError
from companion.vision.camera.image_files import load_picture
from companion.vision.features.comparison import Comparison
from companion.vision.features.key_context import key_context
from companion.vision.geometry.arrays import F32, F64
from companion.vision.read import key_classifier, reader
from companion.vision.read.key_classifier import KeyScores, key_scores, lone_key_votes
from companion.vision.read.mlp_ensemble import MlpEnsemble

RECIPE = Recipe(hidden=24, epochs=40, members=5, decay=3e-3)
FOLDS = 5
SEEN = 0.6  # visible part from which a key hole is an example
CLASS_OF = {"black": 0, "red": 0, "empty": 1, "white": 2}
Given = tuple[Comparison, F64, F32]
LEAST = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True)
class Answers:
    """The answers of one picture: what `key_scores` was given of n key holes, and the truth.

    `kinds` (n,) are indices of `KEY_CLASSES`, `seen` (n,) the visible parts, `true` each row's
    black and white.
    """

    given: Given
    kinds: np.ndarray
    seen: np.ndarray
    letters: tuple[str, ...]
    true: tuple[tuple[int, int], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", type=Path)
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--leave-out", action="store_true")
    options = parser.parse_args()
    folders = sorted(options.rooms.glob("room*"))
    with ProcessPoolExecutor() as pool:
        rooms = list(pool.map(answers_of, folders))
    if not options.leave_out:
        save(options.out / "keys_in_context.npz", train(rooms))
        return
    # both cameras of a room are left out together
    numbers = sorted({folder.name[:-1] for folder in folders})
    fold = [numbers.index(folder.name[:-1]) % FOLDS for folder in folders]
    read: list[tuple[float, bool]] = []
    for out in range(FOLDS):
        made = train([room for room, part in zip(rooms, fold, strict=True) if part != out])
        with patch.object(key_classifier, "load_ensemble", _loader(made)):
            for room, part in zip(rooms, fold, strict=True):
                read += [one for each in room for one in _read(each)] if part == out else []
    for least in LEAST:
        sure = [is_right for chance, is_right in read if chance >= least]
        print(f"{least}: {sum(sure)} right, {len(sure) - sum(sure)} wrong of {len(read)}")


def train(rooms: Iterable[Sequence[Answers]]) -> MlpEnsemble:
    pictures = [each for room in rooms for each in room]
    chosen = [each.seen > SEEN for each in pictures]
    inputs = [
        key_context(lone_key_votes(each.given[0]), *each.given[1:])[here]
        for each, here in zip(pictures, chosen, strict=True)
    ]
    kinds = [each.kinds[here] for each, here in zip(pictures, chosen, strict=True)]
    weight = np.ones(sum(map(len, kinds)), np.float32)
    return train_classes(np.concatenate(inputs), np.concatenate(kinds), weight, RECIPE)


def answers_of(folder: Path) -> list[Answers]:
    """Return the pictures of a room whose key holes were read."""
    with patch.object(plan, "find", true_place):
        try:
            session = load_session(folder)
            learned = learn(session, Plan(way=FindWay.AUTO, known=1))
        except KeypegError as error:
            print(f"{folder.name}: {error}")
            return []
    made = (_answers_in(session, picture, learned) for picture in session.stills)
    return [each for each in made if each]


def _answers_in(session: LabelledSession, picture: Labelled, learned: Learned) -> Answers | None:
    given: list[Given] = []

    def kept(compared: Comparison, places: F64, pegs: F32) -> KeyScores:
        given.append((compared, places, pegs))
        count = len(compared.cells)
        return KeyScores(np.zeros((count, 3), np.float32), np.zeros(count, np.bool_))

    with patch.object(reader, "key_scores", kept):
        image, there = load_picture(picture.file).pixels, true_place(session, picture)
        letters = reader.read(image, there, learned.calibration).rows
    rows = json.loads(picture.file.with_suffix(".json").read_text("utf-8"))["keys"]
    if not given or not all("holes" in row for row in rows):
        return None
    holes = [hole for row in rows for hole in row["holes"]][: len(given[0][0].cells)]
    return Answers(
        given[0],
        np.array([CLASS_OF[hole["color"]] for hole in holes]),
        np.array([hole.get("visible", 1.0) for hole in holes]),
        letters,
        tuple((row["black"], row["white"]) for row in rows),
    )


def _read(answers: Answers) -> list[tuple[float, bool]]:
    """Return of each answer to a guess how sure it is and whether it is right."""
    votes = key_scores(*answers.given).votes
    used = len(answers.given[2])
    best = votes.argmax(axis=1).reshape(used, -1)
    chance = np.exp(votes.max(axis=1)).reshape(used, -1).prod(axis=1)
    counted = [((row == 0).sum(), (row == 2).sum()) for row in best]
    return [
        (float(chance[row]), counted[row] == answers.true[row])
        for row in range(used)
        if set(answers.letters[row]) != {"."}
    ]


def _loader(made: MlpEnsemble) -> Callable[[str], MlpEnsemble]:
    known = {"keys": load(DATA / "keys.npz"), "keys_in_context": made}
    return known.__getitem__


if __name__ == "__main__":
    main()
