"""Finding without help, in the whole picture and where the net sees a board, in one table.

`python -m benchmarks.bench_find DIR` reads labelled sessions (`keypeg evaluate --help`); markers
are not used. Times are of processors, in multiples of the decoding of the picture.
"""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

import cv2

from calibration.evaluation.labels import load_session, sessions_in
from calibration.evaluation.score import Finding, finding_of
from companion.errors import BoardNotFound
from companion.vision.camera.image_files import load_picture
from companion.vision.locate import find_board
from companion.vision.locate.focus import focused

WHOLE = find_board.VIEWS[1]
WAYS = {"whole picture": (WHOLE,), "net's part": (focused,), "both": (focused, WHOLE)}
SEARCH = ("markerless", "blobs", "lattice_search", "border_match", "plane_orientation")
NET = ("board_net", "focus")


def lines_of(way: str) -> int:
    room = Path(find_board.__file__).parent
    names = SEARCH if way == "whole picture" else SEARCH + NET
    return sum(len((room / f"{name}.py").read_text().splitlines()) for name in names)


def main() -> None:
    cv2.setNumThreads(1)
    sessions = [load_session(path) for path in sessions_in(Path(sys.argv[1]))[0]]
    step = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{'way':18} {'board':14} found wrong  of  x decode  lines")
    chosen = sys.argv[3:] or list(WAYS)
    for name in chosen:
        ways = WAYS[name]
        find_board.VIEWS = ways
        tally: dict[str, Counter] = {}
        times: dict[str, list[float]] = {}
        for session in sessions:
            for picture in session.stills[::step]:
                start = process_time()
                image = load_picture(picture.file).pixels
                decoded = process_time()
                try:
                    found = find_board.find_board(image, replace(session.shape, markers=None))
                    what = finding_of(found.shape, found.pose, picture.truth)
                except BoardNotFound:
                    what = Finding.REFUSED
                spent = (process_time() - decoded) / (decoded - start)
                tally.setdefault(session.shape.name, Counter())[what] += 1
                times.setdefault(session.shape.name, []).append(spent)
        for board, counts in sorted(tally.items()):
            total = sum(counts.values())
            print(
                f"{name:18} {board:14} {counts[Finding.FOUND]:5} {counts[Finding.WRONG]:5} "
                f"{total:3} {median(times[board]):9.1f} {lines_of(name):6}",
                flush=True,
            )


if __name__ == "__main__":
    main()
