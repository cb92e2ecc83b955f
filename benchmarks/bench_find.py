"""Prints how boards with markers are found where something is wrong with the markers.

    python -m benchmarks.bench_find [BOARDS] [--only s00,f00] [--seed 1]

BOARDS is the folder with `rendered`; `../shared/boards` beside the checkout if left out. Each
session is calibrated and its stills are looked for, as a user would: as it is; told that its
markers lie up to one and a half pitches elsewhere and some degrees turned, as on a card on which
the build has slid; with one marker elsewhere by some mm; and with two markers painted over in every
picture, others each time.
"""

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from benchmarks.bench_eyes import CHECKOUT
from calibration.evaluation.label_files import TILES, load_session, sessions_in
from calibration.evaluation.labels import LabelledSession
from calibration.evaluation.plan import Plan, find, learn
from calibration.evaluation.score import FindOutcome, find_outcome
from companion.errors import BoardNotFound, CalibrationError, PictureError
from companion.vision.board.parts import Corners
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import F64

# the sessions that figures for others are measured on; nothing may be chosen on them
KEPT = {f"s{number}" for number in range(12, 21)} | {"f05", "f06", "f07"}
# pitches and degrees (1 sigma) by which a card lies elsewhere, and mm (1 sigma) of one bent marker
SLID, TURNED, BENT = 1.5, 2.0, 4.0
# how many markers are painted over, how much larger than they are, and in what colour
HIDDEN, COVER, PAINT = 2, 1.35, (70, 90, 110)


def chance_of(*about: object) -> np.random.Generator:
    return np.random.default_rng([zlib.crc32(str(part).encode()) for part in about])


def with_centres(session: LabelledSession, moved: Callable[[F64], F64]) -> LabelledSession:
    """Give the session as told by one whose markers lie elsewhere."""
    markers = session.shape.markers
    assert markers is not None
    a, b, c, d = ((float(x), float(y)) for x, y in moved(np.array(markers.centres)))
    centres: Corners = (a, b, c, d)
    return replace(session, shape=replace(session.shape, markers=replace(markers, centres=centres)))


def slid(session: LabelledSession, seed: int) -> LabelledSession:
    chance = chance_of("slid", f"{session.name}{seed}")
    pitches = (session.shape.hole_pitch, session.shape.row_pitch)
    shift, angle = chance.uniform(-SLID, SLID, 2) * pitches, np.radians(chance.normal(0, TURNED))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return with_centres(
        session, lambda c: np.asarray((c - c.mean(axis=0)) @ turn.T + c.mean(axis=0) + shift)
    )


def bent(session: LabelledSession, seed: int) -> LabelledSession:
    chance = chance_of("bent", f"{session.name}{seed}")
    off = np.zeros((4, 2))
    off[chance.integers(4)] = chance.normal(0, BENT, 2)
    return with_centres(session, lambda c: np.asarray(c + off))


def painted_over(folder: Path, seed: int, into: Path) -> LabelledSession:
    """Give a session with some markers of each picture hidden, copied into a folder."""
    copy = into / folder.name
    copy.mkdir()
    for label in folder.glob("*.json"):
        (copy / label.name).write_bytes(label.read_bytes())
        if not label.with_suffix(".jpg").is_file():
            continue
        quads = json.loads(label.read_text("utf-8"))["markers"]["corners_dist"]
        image = np.asarray(cv2.imread(str(label.with_suffix(".jpg"))), np.uint8)
        for place in chance_of("hide", folder.name, label.stem, seed).permutation(4)[:HIDDEN]:
            quad = np.array(quads[str(place)])
            larger = (quad - quad.mean(axis=0)) * COVER + quad.mean(axis=0)
            cv2.fillConvexPoly(image, np.rint(larger).astype(np.int32), PAINT)
        cv2.imwrite(str(copy / f"{label.stem}.jpg"), image, (cv2.IMWRITE_JPEG_QUALITY, 95))
    return load_session(copy)


def outcomes(session: LabelledSession) -> Counter[FindOutcome]:
    """Give what becomes of each still, after calibrating on the session's first photos."""
    plan, learned = Plan(), None
    try:
        learned = learn(session, plan)
    except (BoardNotFound, CalibrationError, PictureError) as error:
        print(f"  {session.name} not calibrated: {error}")
    found: Counter[FindOutcome] = Counter()
    for still in session.stills:
        try:
            fit = find(session, still, load_picture(still.file).pixels, plan, learned)
        except BoardNotFound:
            found[FindOutcome.REFUSED] += 1
        else:
            found[find_outcome(fit.shape, fit.pose, still.truth)] += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    boards = CHECKOUT.parent / "shared" / "boards"
    parser.add_argument("boards", nargs="?", type=Path, default=boards)
    parser.add_argument("--only", default="", help="names of sessions, with commas")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    paths, _ = sessions_in(asked.boards / "rendered", pattern="[sf][0-9]*")
    wanted = set(asked.only.split(",")) if asked.only else {path.name for path in paths} - KEPT
    marked = {path: session for path in paths if path.name in wanted and (session := in_use(path))}
    print("markers                  found  wrongly  refused    of")
    with TemporaryDirectory() as folder:
        for words, sessions in (
            ("as they are", marked.values()),
            ("the build slid", (slid(session, asked.seed) for session in marked.values())),
            ("one is bent", (bent(session, asked.seed) for session in marked.values())),
            ("two are hidden", (painted_over(p, asked.seed, Path(folder)) for p in marked)),
        ):
            counts = sum(map(outcomes, sessions), Counter[FindOutcome]())
            numbers = [counts[finding] for finding in FindOutcome]
            print(f"  {words:20} {numbers[0]:7} {numbers[1]:8} {numbers[2]:8} {sum(numbers):5}")


def in_use(folder: Path) -> LabelledSession | None:
    """Give a session of a board with pegs and markers, None for others."""
    kind = json.loads((folder / "calib_pegs.json").read_text("utf-8"))["board"]["type"]
    session = None if kind == TILES else load_session(folder)
    return session if session and session.has_markers else None


if __name__ == "__main__":
    main()
