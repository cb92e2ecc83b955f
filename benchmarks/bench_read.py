"""Prints how well left-out sessions are read: each with weights that never saw it.

    python -m benchmarks.train_eyes ROOMS --leave-out --out WEIGHTS
    python -m benchmarks.bench_read WEIGHTS [BOARDS] [--true]

With --true the board's pose is taken from the labels, so what is measured is reading alone; else
the board is found by its markers, or by four corners that are off by 5 px.
"""

import argparse
import json
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from unittest.mock import patch

from calibration.evaluation.label_files import load_session
from calibration.evaluation.labels import LabelledSession
from calibration.evaluation.plan import FindWay, Plan
from calibration.evaluation.score import Score, Tally
from calibration.evaluation.sessions import evaluate_session, total
from companion.vision.board.located import Located
from companion.vision.geometry.pose import pose_from_label
from companion.vision.read import colour_classifier, hole_classifier, key_classifier
from companion.vision.read.set_ensemble import SetEnsemble, set_ensemble_in

CHECKOUT = Path(__file__).parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("boards", nargs="?", type=Path, default=CHECKOUT.parent / "shared/boards")
    parser.add_argument("--true", action="store_true", dest="is_true")
    options = parser.parse_args()
    for known in (1, 2):
        print(f"calib_pegs{' and calib_pegs2' if known == 2 else ''}")
        scores: list[tuple[LabelledSession, Score]] = []
        for folder in sorted(path for path in options.weights.iterdir() if path.is_dir()):
            session = load_session(options.boards / "rendered" / folder.name)
            score = read_left_out(session, folder, known=known, is_true=options.is_true)
            show(session.name, score)
            scores.append((session, score))
        show_groups(scores)


def read_left_out(session: LabelledSession, weights: Path, *, known: int, is_true: bool) -> Score:
    plan = Plan(way=FindWay.AUTO if session.has_markers else FindWay.CORNERS, known=known)
    with ExitStack() as patches:
        loader = cache(lambda name: _load(weights / f"{name}.npz"))
        for classifier in (colour_classifier, hole_classifier, key_classifier):
            patches.enter_context(patch.object(classifier, "load_set_ensemble", loader))
        if not is_true:
            return evaluate_session(session, plan).score
        there = (
            patch(f"calibration.evaluation.{name}.find", true_place)
            for name in ("plan", "sessions")
        )
        with next(there), next(there):
            return evaluate_session(session, plan).score


def _load(file: Path) -> SetEnsemble:
    with file.open("rb") as stream:
        return set_ensemble_in(stream)


def true_place(session: LabelledSession, picture: object, *_: object, **__: object) -> Located:
    label = json.loads(picture.file.with_suffix(".json").read_text("utf-8"))
    return Located(session.shape, pose_from_label(label["camera"], label["size"]))


def show_groups(scores: list[tuple[LabelledSession, Score]]) -> None:
    groups: dict[str, Callable[[LabelledSession], bool]] = {
        board: lambda session, board=board: session.shape.name == board
        for board in sorted({session.shape.name for session, _ in scores})
    }
    groups["markers"] = lambda s: s.has_markers and not s.name.startswith("game")
    groups["no markers"] = lambda s: not s.has_markers and not s.name.startswith("game")
    groups["games"] = lambda s: s.name.startswith("game")
    for name, keep in groups.items():
        show(name, total(score for session, score in scores if keep(session)))
    for _, score in scores:
        for error in score.errors:
            print("   ", error)


def show(name: str, score: Score) -> None:
    parts = [("pegs", score.cells), ("keys", score.keys), ("sliders", score.sliders)]
    line = "  ".join(f"{word} {text(tally)}" for word, tally in [*parts, ("code", score.code)])
    print(f"{name:12}{line}", flush=True)


def text(tally: Tally) -> str:
    if not tally.total:
        return f"{'-':>22}"
    right, wrong = tally.share("right"), tally.share("wrong")
    return f"{right:6.2f} right {wrong:5.2f} wrong"


if __name__ == "__main__":
    main()
