"""Prints the table of the eyes: what is read and found on the labelled pictures, and how fast.

    python -m benchmarks.bench_eyes [BOARDS] [--quick]

BOARDS is the folder with `rendered` and `real`; `../shared/boards` beside the checkout if left out.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time

import cv2
import numpy as np

from calibration.evaluation.label_files import load_session, sessions_in
from calibration.evaluation.labels import LabelledSession
from calibration.evaluation.plan import FindWay, Plan, find, learn
from calibration.evaluation.pointed_photos import evaluate_points, load_points
from calibration.evaluation.score import FindOutcome, Score, Tally
from calibration.evaluation.sessions import evaluate_session, total
from companion.vision.camera.image_files import load_picture
from companion.vision.locate.find_board import find_board
from companion.vision.read.reader import read

CHECKOUT = Path(__file__).parents[1]
LEGO = ("lego-free", "bouwblokje")
ROUNDS = 25


class Bench:
    """Scores of all sessions by plan, each run once."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        paths, _ = sessions_in(folder / "rendered", pattern="[sf][0-9]*")
        self.sessions = [load_session(path) for path in (paths[::4] if quick else paths)]
        self.run = cache(evaluate_session)

    def scores(self, plan: Plan, keep: Callable[[LabelledSession], bool]) -> Score:
        """Add up the sessions that are kept."""
        return total(self.run(session, plan).score for session in self.sessions if keep(session))


def with_markers(session: LabelledSession) -> bool:
    return session.has_markers


def without_markers(session: LabelledSession) -> bool:
    return not session.has_markers


def pegs_table(bench: Bench) -> None:
    print(
        "pegs and empty holes              calib   right  wrong unsure        key pegs      sliders"
    )
    for words, way, keep in (
        ("with markers", FindWay.MARKERS, with_markers),
        ("without, four corners given", FindWay.CORNERS, without_markers),
    ):
        for known in (1, 2):
            score = bench.scores(Plan(way, known), keep)
            print(
                f"  {words:32} {known:5}  {shares(score.cells)}  {pair(score.keys):>18}"
                f"  {pair(score.sliders)}  code {pair(score.code)}"
            )


def found_table(bench: Bench) -> None:
    print("board found                        found  wrongly  refused    of")
    for words, way, keep in (
        ("markers", FindWay.MARKERS, with_markers),
        ("four clicks, 5 px off", FindWay.CORNERS, lambda _: True),
        ("the empty board known", FindWay.EMPTY, without_markers),
        (
            "unaided: A, B, D",
            FindWay.UNAIDED,
            lambda s: without_markers(s) and s.shape.name not in LEGO,
        ),
        ("unaided: LEGO", FindWay.UNAIDED, lambda s: without_markers(s) and s.shape.name in LEGO),
    ):
        counts = bench.scores(Plan(way), keep).finding
        numbers = [counts[finding] for finding in FindOutcome]
        print(f"  {words:32} {numbers[0]:5} {numbers[1]:8} {numbers[2]:8} {sum(numbers):6}")


def games_table(folder: Path) -> None:
    """Print the filmed games, which are not part of the table: no frame is held against another."""
    paths, _ = sessions_in(folder / "rendered", pattern="game_*")
    results = [evaluate_session(s, Plan(_way(s))) for s in map(load_session, paths)]
    for result in results:
        print(f"  {result.name:10} {result.board:12} {shares(result.score.cells)}")


def _way(session: LabelledSession) -> FindWay:
    return FindWay.MARKERS if session.has_markers else FindWay.CORNERS


def speed_table(session: LabelledSession, other: LabelledSession) -> None:
    """Print own work as ratios to decoding the same frame, each the median of some rounds."""
    still = session.stills[0]
    data = np.frombuffer(still.file.read_bytes(), np.uint8)
    image = load_picture(still.file).pixels
    plan = Plan(_way(session))
    learned = learn(session, plan)
    found = find(session, still, image, plan, learned)
    for words, act in (
        ("read, board known", lambda: read(image, found, learned.calibration)),
        ("find by markers", lambda: find_board(image, session.shape)),
    ):
        decode, spent = timed(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR), act)
        print(
            f"  {words:24} {spent * 1000:7.1f} ms  {spent / decode:6.2f} x decoding "
            f"{image.shape[1]}x{image.shape[0]}"
        )
    bare = load_picture(other.stills[0].file).pixels
    (spent,) = timed(lambda: attempt(bare, other))
    print(f"  {'find unaided':24} {spent * 1000:7.1f} ms")


def attempt(image: np.ndarray, session: LabelledSession) -> None:
    try:
        find_board(image, session.shape)
    except LookupError:
        return


def timed(*acts: Callable[[], object]) -> list[float]:
    """Give the median seconds of own work of acts that take turns, so that all share the noise."""
    for act in acts:
        act()
    spent: list[list[float]] = []
    for _ in range(ROUNDS):
        spent.append([])
        for act in acts:
            start = process_time()
            act()
            spent[-1].append(process_time() - start)
    return [median(each) for each in zip(*spent, strict=True)]


def real_table(folder: Path) -> None:
    results = evaluate_points(load_points(folder / "real" / "labels.json"))
    print("real photographs                           right  wrong unsure    of")
    for words, board in (("LEGO, across lights", "wall"), ("boards, other half of pegs", "board")):
        cells = total(r.score for r in results if r.board.startswith(board)).cells
        print(f"  {words:38} {shares(cells)} {cells.total:5}")


def memory(folder: Path) -> float:
    """Give the peak memory in MB of a fresh process that calibrates and reads one session."""
    ran = subprocess.run(
        [sys.executable, "-c", ONE_SESSION, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
    )
    return int(ran.stdout) / 1024


ONE_SESSION = """
import resource, sys
from pathlib import Path
from calibration.evaluation.sessions import Plan, evaluate_session
from calibration.evaluation.label_files import load_session
evaluate_session(load_session(Path(sys.argv[1])), Plan())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def shares(tally: Tally) -> str:
    return " ".join(f"{tally.share(part) or 0:6.2f}" for part in ("right", "wrong", "unsure"))


def pair(tally: Tally) -> str:
    return f"{tally.share('right'):.2f} ({tally.share('wrong'):.2f})" if tally.total else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "boards", nargs="?", type=Path, default=CHECKOUT.parent / "shared" / "boards"
    )
    parser.add_argument("--quick", action="store_true", help="every fourth session only")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    bench = Bench(asked.boards, quick=asked.quick)
    pegs_table(bench)
    found_table(bench)
    real_table(asked.boards)
    if not asked.quick:
        print("filmed games, frames without a hand     right  wrong unsure")
        games_table(asked.boards)
    marked = next(session for session in bench.sessions if session.has_markers)
    bare = next(session for session in bench.sessions if not session.has_markers)
    speed_table(marked, bare)
    print(
        f"  memory of a process that reads one session: {memory(marked.empty.file.parent):.0f} MB"
    )


if __name__ == "__main__":
    main()
