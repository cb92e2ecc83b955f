"""How well and how cheaply boards are watched: ``bench_watch.py [games|latency|cost|memory] ...``.

games [GAMES [FIRST SEED]]: drawn readings with noise and every fault of the simulator; prints rows,
rows a person was asked about, and every fault: a row invented, wrong or lost.
latency: drawn frames at ten a second; frames from the first without a hand to the row that it set.
cost: own work of a steady frame of 1280x960 as a ratio to decoding it.
memory: growth of the process over 10,000 steady frames.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command has it

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "tests")]

from looks import CALM, REAL, ROUGH, watch_game  # noqa: E402

from companion.rulebooks.shelf import find_book  # noqa: E402
from companion.sightings.boards import RowSeen  # noqa: E402
from companion.simulator.pegs.camera import known_pictures, plain_board  # noqa: E402
from companion.simulator.pegs.render import draw, looking_at  # noqa: E402
from companion.simulator.pegs.script import Moment, moments, random_script  # noqa: E402
from companion.vision.board.located import Located  # noqa: E402
from companion.vision.camera.frames import Frame  # noqa: E402
from companion.vision.learn.calibrate import calibrate  # noqa: E402
from companion.vision.read.reader import read  # noqa: E402
from companion.vision.watch.board_tracker import BoardTracker  # noqa: E402
from companion.vision.watch.box_limits import Limits  # noqa: E402
from companion.vision.watch.watcher import Watcher  # noqa: E402

SIZE = (1280, 960)
BOARD = plain_board(find_book("bouwblokje"))
POSE = looking_at(BOARD, size=SIZE)


def games(count: int = 5000, first: int = 0) -> None:
    for name, noise in (("calm", CALM), ("real", REAL), ("rough", ROUGH)):
        begun, rows, asked, faults = time.process_time(), 0, 0, []
        for seed in range(first, first + count):
            outcome = watch_game(seed, noise, rows=6)
            rows, asked = rows + outcome.rows, asked + outcome.asked
            faults += outcome.faults
        took = time.process_time() - begun
        print(
            f"{name}: {count} games from {first}, {rows} rows, {asked} asked, "
            f"{len(faults)} faults, {took:.0f} s",
            flush=True,
        )
        for fault in faults:
            print("  ", fault, flush=True)


def tracker() -> BoardTracker:
    pictures, empty = known_pictures(BOARD, POSE)
    calibration = calibrate(pictures, (empty.image, empty.located))

    def read_board(image: Any, located: Any) -> Any:
        return read(image, located, calibration)

    return BoardTracker(lambda *_: Located(BOARD, POSE), read_board)


def latency() -> None:
    script = random_script(3, palette=BOARD.palette, rows=BOARD.rows, cols=BOARD.cols)
    played = moments(script, rows=BOARD.rows, seed=3, faults=False)
    eye, watcher = tracker(), Watcher.before(Limits(BOARD.rows, BOARD.cols, BOARD.palette))
    left, frames = 0, []
    for number, moment in enumerate(played, start=1):
        left = 0 if moment.hand else left + 1
        frame = Frame(draw(moment, BOARD, POSE, seed=number), number / 10, number)
        watcher, said = watcher.on(eye.look(frame))
        frames += [left for each in said if isinstance(each, RowSeen)]
    print(f"latency: {len(frames)} rows, frames from the hand's leaving: {sorted(set(frames))}")


def steady_frames() -> list[Any]:
    empty = Moment(("." * BOARD.cols,) * BOARD.rows, ((0, 0),) * BOARD.rows)
    row = replace(empty, rows=(BOARD.palette[: BOARD.cols], *empty.rows[1:]))
    return [draw(row, BOARD, POSE, seed=seed) for seed in range(8)]


def milliseconds(step: Callable[[int], object], times: int = 60) -> float:
    spent = []
    for i in range(times):
        begun = time.process_time()
        step(i)
        spent.append((time.process_time() - begun) * 1000)
    return median(spent)


def cost() -> None:
    images, eye = steady_frames(), tracker()
    _, packed = cv2.imencode(".jpg", images[0])
    data = np.frombuffer(packed.tobytes(), np.uint8)
    decode = milliseconds(lambda _: cv2.imdecode(data, cv2.IMREAD_COLOR))

    def step(i: int) -> object:
        return eye.look(Frame(images[i % len(images)], i / 10, i + 1))

    reading = milliseconds(step, 20)
    for i in range(20, 40):
        step(i)
    steady = milliseconds(step)
    print(
        f"cost, of decoding ({decode:.1f} ms): a steady frame {steady / decode:.2f}, "
        f"one that is read {reading / decode:.2f}"
    )


def memory(count: int = 10_000) -> None:
    images, eye = steady_frames(), tracker()
    watcher, early = Watcher.before(Limits(BOARD.rows, BOARD.cols, BOARD.palette)), 0
    for i in range(count):
        watcher, _ = watcher.on(eye.look(Frame(images[i % len(images)], i / 10, i + 1)))
        if i == count // 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory: {late / early:.3f} x after {count} frames of what it was after a tenth of them")


def main() -> None:
    cv2.setNumThreads(1)
    parts = {"games": games, "latency": latency, "cost": cost, "memory": memory}
    if len(sys.argv) > 1:
        parts[sys.argv[1]](*map(int, sys.argv[2:]))
        return
    for part in (latency, cost, memory, games):
        part()


if __name__ == "__main__":
    main()
