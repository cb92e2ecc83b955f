"""Examples of what lies over places: labelled pictures with things painted on their samples."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.eye_examples import OF_NO_KIND, PlacePicture
from benchmarks.eye_shots import (
    Chance,
    Shot,
    bare_of,
    ground_in,
    samples_of,
    see_places,
)
from benchmarks.eye_shots import _moved as moved
from benchmarks.laid_sheets import lay_sheet
from benchmarks.laid_things import Spots, lay
from benchmarks.relit import relit
from calibration.evaluation.label_files import LETTERS, load_session
from companion.vision.features.board import CellSamples
from companion.vision.features.light import log_of_steps, usual_change
from companion.vision.features.patches import Patches, sample_patches
from companion.vision.geometry.arrays import Mask
from companion.vision.geometry.pose import pose_from_label
from companion.vision.read.cover_classifier import cover_inputs

OFF = (0.0, 0.1, 0.16)  # head radii, 1 sigma, by which poses are off
# things and sheets laid on each picture; pictures of a filmed game
LAID, SHEETS, FRAMES = 7, 6, 10
GONE, SEEN = 0.35, 0.6  # visible part under which a place is hidden, and from which it counts
OPEN_PART = 0.4  # of what lies open on a picture with a thing on it: a guess
PEG, HOLE, COVER = range(3)
MOST = 6e4  # of an input that half precision holds
Kinds = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Seen:
    """A picture's shot, and the spots of each variant."""

    shot: Shot
    spots: Sequence[Spots]


class Board:
    """A board's examples, collected: `ground`, `bare` and `samples` are of one variant of poses."""

    def __init__(self, shots: Sequence[Shot], variant: int) -> None:
        self.ground = ground_in(shots, variant)
        self.bare = bare_of(shots, self.ground, variant)
        self.samples = samples_of(shots, ("calib_pegs",), self.ground)
        self.shape = shots[0].shape

    def example(self, patches: Patches, kinds: Kinds, chosen: Mask) -> PlacePicture:
        """Return what tells of all places of a picture, of which those `chosen` are to be told."""
        usual = usual_change((log_of_steps(patches.ground) - self.ground.surface).reshape(-1, 3))
        cells = CellSamples(patches, see_places(patches, self.shape, self.ground))
        inputs = cover_inputs(cells, self.ground, self.bare, self.samples, usual)
        # in other light a sample may become nothing at all
        chosen = chosen & np.isfinite(inputs).all(axis=1)
        kinds = np.where(chosen, kinds, OF_NO_KIND)
        inputs = np.nan_to_num(np.clip(inputs, -MOST, MOST)).astype(np.float16)
        return PlacePicture(inputs, kinds, self.shape.cols)


def examples_of(folder: Path) -> list[PlacePicture]:
    """Return the pictures of a folder as they are, in other light, and with things laid on them."""
    chance = np.random.default_rng([0, zlib.crc32(folder.name.encode())])
    seen = [_sampled(file, folder, chance) for file in _files(folder)]
    shots = [each.shot for each in seen]
    found: list[PlacePicture] = []
    for variant in range(len(OFF)):
        board = Board(shots, variant)
        for each in seen:
            shot = each.shot
            kinds, used = _kinds(shot)
            rows, cols = shot.shape.rows, shot.shape.cols
            for v in range(len(OFF)) if variant == 0 else (variant,):
                patches = shot.places[v]
                if variant:
                    patches = relit(patches, rows, cols, board.samples.white, chance)
                found.append(board.example(patches, kinds, used))
            if variant == 0:
                found += [_with_thing(board, shot, each.spots, chance) for _ in range(LAID)]
                found += _with_sheets(board, each, chance)
    return found


def _with_thing(board: Board, shot: Shot, spots: Sequence[Spots], chance: Chance) -> PlacePicture:
    kinds, used = _kinds(shot)
    v = int(chance.integers(len(OFF)))
    light = see_places(shot.places[v], shot.shape, board.ground).light
    patches, covered, touched = lay(
        shot.places[v], light, spots[v], shot.shape, board.samples, kinds == HOLE, chance
    )
    some = covered | (used & ~touched & (chance.random(len(kinds)) < OPEN_PART))
    return board.example(patches, np.where(covered, COVER, kinds), some)


def _with_sheets(board: Board, seen: Seen, chance: Chance) -> list[PlacePicture]:
    """Return a picture with a cloth or a page on it, painted on its pixels, several times."""
    shot = seen.shot
    kinds, used = _kinds(shot)
    light = see_places(shot.places[0], shot.shape, board.ground).light
    white = board.samples.white * np.exp(np.clip(light - board.samples.light, -2.5, 2))
    found = []
    for _ in range(SHEETS):
        v = int(chance.integers(len(OFF)))
        sheet = lay_sheet(shot.image, white, seen.spots[v], shot.shape, board.samples, chance)
        patches = sample_patches(sheet.image, shot.poses[v], shot.shape)[: len(kinds)]
        some = sheet.covered | (used & ~sheet.touched & (chance.random(len(kinds)) < OPEN_PART))
        kinds_now = np.where(sheet.covered, COVER, kinds)
        found.append(board.example(patches, kinds_now, some))
    return found


def _kinds(shot: Shot) -> tuple[Kinds, Mask]:
    kinds = np.array([HOLE if letter == "." else PEG for letter in shot.letters])
    kinds[shot.visible < GONE] = COVER
    return kinds, (shot.visible >= SEEN) | (shot.visible < GONE)


def _sampled(file: Path, folder: Path, chance: Chance) -> Seen:
    label, shape = json.loads(file.read_text("utf-8")), load_session(folder).shape
    image = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
    pose = pose_from_label(label["camera"], label["size"])
    poses = [moved(pose, shape, chance, off) if off else pose for off in OFF]
    pegs = shape.rows * shape.cols
    holes = [hole for row in label["keys"] for hole in row.get("holes", ())]
    keys = tuple((LETTERS[hole["color"]], hole.get("visible", 1.0)) for hole in holes)
    patches = [sample_patches(image, p, shape) for p in poses]
    shot = Shot(
        name=file.stem,
        image=image,
        shape=shape,
        letters="".join(LETTERS[cell["color"]] for cell in label["cells"]),
        visible=np.array([cell["visible"] for cell in label["cells"]], np.float32),
        keys=keys,
        poses=tuple(poses),
        places=tuple(one[:pegs] for one in patches),
        holes=tuple(one[-len(keys) :] for one in patches) if keys else (),
    )
    return Seen(shot, [Spots(p, shape) for p in poses])


def _files(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.glob("*.json") if file.with_suffix(".jpg").is_file())
    frames = [file for file in files if file.stem.startswith("frame")]
    some = frames[:: max(1, len(frames) // FRAMES)]
    return [file for file in files if file not in frames] + some
