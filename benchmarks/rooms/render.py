"""Renders rooms with boards in them, labelled as the pictures of real sessions are.

    python -m benchmarks.rooms.render OUT [--rooms N] [--first K] [--quick] [--lego]

Needs mitsuba (3.9) and LLVM 16 or later (Debian: libllvm19; DRJIT_LIBLLVM_PATH names its library),
which nothing else here does. A room takes about fifteen seconds on two cores; its light is
traced once and seen by two cameras, which makes two folders of pictures. With --quick it is seen by
four, in pictures of at most 1024 x 768, and takes no longer. With --lego two boards of three are
builds of LEGO.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.boards import Filling
from benchmarks.rooms.develop import Develop, Exposure, developed, exposed, some_camera
from benchmarks.rooms.hands import some_hand
from benchmarks.rooms.lights import moved, some_room
from benchmarks.rooms.specimens import Specimen, some_specimen
from benchmarks.rooms.told import label_of
from benchmarks.rooms.tracing import Still, traced
from benchmarks.rooms.views import some_pose
from companion.game.core.codes import EMPTY
from companion.vision.board.shape import BoardShape

Chance = np.random.Generator
Light = npt.NDArray[np.float32]

# of the pictures, in pixels, how often each is drawn, and the cameras that see a room's light,
# which is traced once; and so for many rooms in little time
SIZES = ((640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960), (1920, 1080))
HOW_OFTEN = (0.22, 0.12, 0.26, 0.16, 0.16, 0.08)
CAMERAS, QUICK_CAMERAS = "ab", "abcd"
QUICK_SIZES, QUICK_HOW_OFTEN = SIZES[:3], (0.5, 0.25, 0.25)
SEED = 71  # of the first room
KINDS, SHARE = ("A", "B", "C", "D", "F"), (0.24, 0.2, 0.18, 0.08, 0.3)
LEGO_SHARE = (0.14, 0.12, 0.4, 0.08, 0.26)


def main(said: str = __doc__ or "", render: Callable[[Path, int], str] | None = None) -> None:
    """Render the rooms that are asked for on the command line, by `render` (folder, number)."""
    parser = argparse.ArgumentParser(description=said)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    if render is None:
        parser.add_argument("--quick", action="store_true")
        parser.add_argument("--lego", action="store_true")
    options = parser.parse_args()
    if render is None:
        share = LEGO_SHARE if options.lego else SHARE
        render = partial(render_room, is_quick=options.quick, share=share)
    for number in range(options.first, options.first + options.rooms):
        start = time.time()
        name = render(options.out, number)
        print(f"{name} {time.time() - start:.0f} s", flush=True)


def render_room(
    out: Path, number: int, *, is_quick: bool = False, share: Sequence[float] = SHARE
) -> str:
    """Render one room's pictures: the empty board, its pegs twice, and games at several states.

    Its board is of one of `KINDS`, by the `share` of each.
    """
    chance = np.random.default_rng([7, SEED + number])
    specimen = some_specimen(str(chance.choice(KINDS, p=share)), chance)
    room, cloth = some_room(chance), colours.cloth(chance)
    gloss = (float(chance.uniform(0.03, 0.25)), float(chance.uniform(0.03, 0.3)))
    sizes, how_often = (QUICK_SIZES, QUICK_HOW_OFTEN) if is_quick else (SIZES, HOW_OFTEN)
    size = sizes[int(chance.choice(len(sizes), p=how_often))]
    view = float(chance.uniform(55, 100))
    pose = some_pose(specimen.shape, size, view, chance)
    is_fixed = chance.random() < 0.6
    rolls = [
        Roll(out / f"room{number:04}{name}", some_camera(chance), chance)
        for name in (QUICK_CAMERAS if is_quick else CAMERAS)
    ]
    for name, filling in _pictures(specimen, chance):
        if name.startswith("still"):
            room = moved(room, chance) if chance.random() < 0.5 else room
        here = pose if is_fixed else some_pose(specimen.shape, size, view, chance)
        has_hand = name.startswith("still") and chance.random() < 0.35
        hand = some_hand(specimen.shape, chance) if has_hand else []
        still = Still(specimen, filling, room, cloth, gloss, hand)
        light, board = traced(still, here, chance)
        label = json.dumps(label_of(specimen, filling, here, hand))
        for roll in rolls:
            roll.keep(name, label, light, board, room.dim)
    return f"room{number:04} {specimen.kind}"


class Roll:
    """The pictures that one camera takes in a room, in its folder with their labels."""

    def __init__(self, folder: Path, camera: Develop, chance: Chance) -> None:
        self.folder, self.camera, self.chance = folder, camera, chance
        self.is_locked = chance.random() < 0.4
        self.frozen: Exposure | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, name: str, label: str, light: Light, board: Light, dim: float) -> None:
        exposure = exposed(light, board, self.camera, self.chance)
        if self.is_locked:
            self.frozen = exposure if name == "calib_empty" else self.frozen
            exposure = self.frozen or exposure
        picture = developed(light, exposure, self.camera, dim, self.chance)
        quality = [cv2.IMWRITE_JPEG_QUALITY, 97]
        cv2.imwrite(str(self.folder / f"{name}.jpg"), picture, quality)
        (self.folder / f"{name}.json").write_text(label, "utf-8")


def _pictures(specimen: Specimen, chance: Chance) -> list[tuple[str, Filling]]:
    shape = specimen.shape
    cells = shape.rows * shape.cols
    holes = 0 if shape.keys is None else shape.rows * len(shape.keys.offsets)
    keys = "kkwww..k" if holes else ""
    first = Filling(shape.palette.ljust(cells, "."), keys.ljust(holes, ".") if holes else "")
    far = [EMPTY] * cells
    start = (
        int(chance.integers(shape.rows // 2, shape.rows - len(shape.palette) // shape.cols))
    ) * shape.cols
    for k, letter in enumerate(chance.permutation(list(shape.palette))):
        far[min(start + k, cells - 1)] = str(letter)
    there = start // shape.cols * (holes // shape.rows)
    second = Filling("".join(far), (EMPTY * there + keys).ljust(holes, EMPTY)[:holes])
    empty = empty_board(shape)
    games = [(f"still_{k}", some_game(specimen, chance)) for k in range(2)]
    return [("calib_empty", empty), ("calib_pegs", first), ("calib_pegs2", second), *games]


def empty_board(shape: BoardShape) -> Filling:
    """Leave all places and key holes empty."""
    holes = 0 if shape.keys is None else shape.rows * len(shape.keys.offsets)
    return Filling(EMPTY * (shape.rows * shape.cols), EMPTY * holes)


def some_game(specimen: Specimen, chance: Chance) -> Filling:
    """Fill some rows, most of them with an answer; the last may be half full."""
    shape = specimen.shape
    rows = int(chance.integers(1, shape.rows + 1))
    letters = [EMPTY] * (shape.rows * shape.cols)
    count = rows * shape.cols - int(chance.integers(0, shape.cols))
    for k in range(count):
        if chance.random() < 0.95:
            letters[k] = str(chance.choice(list(shape.palette)))
    if shape.keys is None:
        return Filling("".join(letters), "")
    per_row = len(shape.keys.offsets)
    words = [
        _answer(per_row, chance) if row < rows else EMPTY * per_row for row in range(shape.rows)
    ]
    return Filling("".join(letters), "".join(words))


def _answer(holes: int, chance: Chance) -> str:
    pegs = chance.choice(list("kw."), size=holes, p=[0.33, 0.33, 0.34])
    return "".join(map(str, pegs))


if __name__ == "__main__":
    main()
