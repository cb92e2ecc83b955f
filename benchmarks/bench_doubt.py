"""What is laid on a board while it is watched: does any of it become a row that nobody set?

    python -m benchmarks.bench_doubt SESSIONS [--seed N] [--only s00] [--kinds phone]

SESSIONS are labelled (`keypeg evaluate --help`). Each board is calibrated as a user does, and seen
where it truly is. A picture of it comes as a film, each frame with noise of its own; then a thing
lies there at once, as if a hand had been too quick to be seen, stays long enough to be taken as it
is, and goes. Printed are the rows that were said and do not stand there, those that a person is
asked about, and for how many things each.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.doubted_pictures import KINDS, Chance, Picture, Scene
from calibration.evaluation.label_files import Labelled, LabelledSession, load_session
from calibration.evaluation.plan import FindWay, Plan, learn
from companion.errors import KeypegError
from companion.sightings.boards import RowChanged, RowSeen, RowTaken, Unsure
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.geometry.pose import pose_from_label
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.reader import read
from companion.vision.watch.board_eyes import BoardEyes
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.watcher import Watcher

# frames a second; how many show the board as it is, with a thing on it, and as it is again: a thing
# that does not move for three seconds is taken as it is
RATE, BEFORE, DURING, AFTER = 10, 8, 45, 12
NOISE, NOISES = 1.5, 4  # grey levels, 1 sigma; so many patterns of it in turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sessions", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--kinds", type=lambda text: text.split(","))
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for folder in sorted(options.sessions.iterdir()):
        if options.only and folder.name not in options.only:
            continue
        try:
            session = load_session(folder)
            calibration = learn(session, Plan(way=FindWay.AUTO, known=1)).calibration
        except KeypegError as error:
            print(f"{folder.name}: {error}")
            continue
        for kind in KINDS:
            if options.kinds is None or kind.__name__ in options.kinds:
                number = sum(map(ord, folder.name + kind.__name__))
                chance = np.random.default_rng([options.seed, number])
                still = session.stills[int(chance.integers(len(session.stills)))]
                scene = Scene(still.file.with_suffix(".json"), session.shape, chance)
                before = np.asarray(cv2.imread(str(still.file)), np.uint8)
                kind(scene)
                said = watched(session, calibration, still, (before, scene.picture()), chance)
                told = f"{folder.name} {still.name} {kind.__name__}: {said or 'nothing'}"
                print(told, flush=True)
                total += Counter({f"{kind.__name__} {what}": 1 for what in said})
    print(json.dumps(total, indent=1, sort_keys=True))


def watched(
    session: LabelledSession,
    calibration: Calibration,
    still: Labelled,
    pictures: tuple[Picture, Picture],
    chance: Chance,
) -> dict[str, list[str]]:
    """Return what was said while a thing lay there: rows that are wrong, and rows asked about."""
    shape = session.shape
    label = json.loads(still.file.with_suffix(".json").read_text("utf-8"))
    there = Located(shape, pose_from_label(label["camera"], label["size"]))
    tracker = BoardTracker(lambda *_: there, lambda image, at: read(image, at, calibration))
    eyes = BoardEyes(tracker, Watcher.before(Limits(shape.rows, shape.cols, shape.palette)))
    said: dict[str, list[str]] = {}
    for number, image in enumerate(_film(pictures, chance)):
        for seen in eyes.look(Frame(image, number / RATE, number + 1)):
            match seen:
                case RowSeen(row, letters) | RowChanged(row, letters):
                    if letters != still.truth.rows[row - 1]:
                        said.setdefault("wrong", []).append(f"{row} {letters}")
                case RowTaken(row):
                    said.setdefault("taken", []).append(str(row))
                case Unsure(row):
                    said.setdefault("asked", []).append(str(row))
    return said


def _film(pictures: tuple[Picture, Picture], chance: Chance) -> Iterator[Picture]:
    """Yield the picture as it is, with a thing on it, and as it is again, each with noise."""
    free, laid = pictures
    noise = [chance.normal(0, NOISE, free.shape).astype(np.int16) for _ in range(NOISES)]
    for count, image in ((BEFORE, free), (DURING, laid), (AFTER, free)):
        for i in range(count):
            yield np.clip(image + noise[i % NOISES], 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()
