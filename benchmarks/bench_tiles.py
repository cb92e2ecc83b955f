"""Matches of tiles seen as noisy looks, by the thousand: record against truth; and a read's time.

python -m benchmarks.bench_tiles [FIRST] [COUNT]
"""

import sys
import time
from collections import Counter
from collections.abc import Callable
from statistics import median

import cv2
import numpy as np

from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.vision.camera.frames import Frame
from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reader import TableReader
from tests.people.tiles import TileMatch

# four players' rows in the middle of a round
ROWS = (
    ("B0!", "W2", "B5", "W9!", "B11"),
    ("W1", "B3", "B6!", "W8"),
    ("B1", "W4!", "W6", "B10"),
    ("W0", "B4", "W7", "W10!", "W11"),
)
TIMES = 5
# frames that nothing moves in before one is timed: enough for the rows to be told
SETTLED = 12


def main() -> None:
    """Play, name each match with a fault, and count what happened; then time a read."""
    given = [int(text) for text in sys.argv[1:]]
    first, count = (*given, *(200, 2000)[len(given) :])
    faults, did = 0, Counter[str]()
    for seed in range(first, first + count):
        outcome = TileMatch(seed).play()
        did += outcome.did
        if outcome.faults:
            faults += 1
            print(f"seed {seed}: {outcome.faults[0]}")
    print(f"{count} matches, {faults} with a fault; {dict(did)}")
    _time_a_read()


def _time_a_read() -> None:
    """Print how long a table takes to be read, beside decoding the same frame."""
    cv2.setNumThreads(1)
    table = DrawnTable.usual()
    jpeg = cv2.imencode(".jpg", table.draw(TableMoment(ROWS)))[1]
    image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    decoding = _seconds(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    reader = TableReader(KnownTable(table.pose, table.box, table.draw_empty()))
    reading = _seconds(lambda: reader.read(image))
    tiles, (h, w) = sum(map(len, ROWS)), image.shape[:2]
    print(
        f"{tiles} tiles in {w} x {h} are read in {reading:.2f} s of processor time, "
        f"{reading / decoding:.0f} times cv2.imdecode of that frame ({1000 * decoding:.1f} ms)"
    )
    eyes, number = TileEyes(reader.read, TileWatcher(len(ROWS), READINGS)), iter(range(1, 10_000))

    def look() -> None:
        frame = next(number)
        eyes.look(Frame(image, frame / 10, frame))

    for _ in range(SETTLED):
        look()
    print(f"a frame in which nothing moved: {_seconds(look) / decoding:.2f} times its decoding")


def _seconds(do: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMES):
        start = time.process_time()
        do()
        spent.append(time.process_time() - start)
    return median(spent)


if __name__ == "__main__":
    main()
