"""From the hand's leaving to the lights: ``bench_evening.py [BOOK [WIDTH]]``, on a drawn table.

Prints the frames from the first without a hand to the display call (ten come a second), and the
parts of the work on a frame as ratios to decoding it from JPEG, all in one run.
"""

import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "tests")]

import cv2  # noqa: E402
from evenings import begin, drawn_evening  # noqa: E402


def main() -> None:
    book = sys.argv[1] if len(sys.argv) > 1 else "bouwblokje"
    width = int(sys.argv[2]) if len(sys.argv) > 2 else 1280
    shown, waits, since = [], [], 0
    spent: dict[str, list[float]] = {"decode": [], "look": [], "table": []}
    with tempfile.TemporaryDirectory() as folder:
        session = begin(book, folder=Path(folder))
        drawn = drawn_evening(session, width=width, show=lambda night: shown.append(night))
        camera, eyes = drawn.seeing.camera, drawn.seeing.eyes
        while not session.match.is_over:
            frame = camera.read(0.0)
            since = 0 if camera.moment.hand else since + 1
            packed = cv2.imencode(".jpg", frame.image)[1]
            spent["decode"].append(timed(partial(cv2.imdecode, packed, 1)))
            before, rows = len(shown), rows_of(session)
            sightings = []
            spent["look"].append(timed(partial(look, eyes, frame, sightings)))
            took = timed(partial(tell, drawn.evening, sightings))
            if sightings:
                spent["table"].append(took)
            if rows_of(session) != rows and len(shown) > before:
                waits.append(since)
        session.close()
    print(f"{len(waits)} rows: {max(waits)} frames at most from the hand's leaving to the lights,")
    print(f"{median(waits)} usually; {width} x {width * 3 // 4}")
    decode = median(spent["decode"])
    for name in ("look", "table"):
        print(f"{name}: {median(spent[name]) / decode:.2f} x decoding a frame")
    print(f"a frame is decoded in {1000 * decode:.1f} ms; the log is on the disk before the lights")


def look(eyes, frame, sightings):
    sightings.extend(eyes.look(frame))


def tell(evening, sightings):
    for sighting in sightings:
        evening.on(sighting)


def rows_of(session):
    return sum(len(played.rows) for played in session.match.rounds)


def timed(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
