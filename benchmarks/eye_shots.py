"""Labelled pictures as the eyes see them: every place sampled, at its true pose and a bit off.

Every picture is sampled at its true pose and at poses that are off by some tenths of a head, as
found poses are.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.evaluation.label_files import LETTERS, load_session
from calibration.evaluation.labels import LabelledSession
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.features.board import CellSamples
from companion.vision.features.cells import CellFeatures, features_of
from companion.vision.features.colours import ColourSamples
from companion.vision.features.key_registration import registered_keys
from companion.vision.features.light import Ground, learn_ground, light_on, neighbours
from companion.vision.features.patches import Patches, sample_patches
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose, pose_from_label
from companion.vision.read.key_classifier import KeyCalibration

__all__ = [
    "CHECKOUT",
    "DATA",
    "SEEN",
    "Shot",
    "bare_of",
    "free_of",
    "ground_in",
    "is_peg",
    "key_look_of",
    "keys_at",
    "load_shots",
    "samples_of",
    "see_keys",
    "see_places",
    "session_folders",
]

CHECKOUT = Path(__file__).parents[1]
DATA = CHECKOUT / "companion" / "vision" / "data"
Floats = npt.NDArray[np.float32]
Chance = np.random.Generator

FIRST_SET = [f"s{n:02}" for n in range(12)] + [f"f{n:02}" for n in range(5)]
GAMES = [f"game_{n}" for n in range(4)]
OFF = (0.0, 0.1, 0.16, 0.3)  # head radii, 1 sigma, of each variant of a pose
SEEN = 0.6  # visible part from which a place counts


@dataclass(frozen=True)
class Shot:
    """A picture's patches at each of its `poses`, the true one and variants, with its truth."""

    name: str
    image: Image
    shape: BoardShape
    letters: str
    visible: Floats
    keys: tuple[tuple[str, float], ...]
    poses: tuple[Pose, ...]
    places: tuple[Patches, ...]
    holes: tuple[Patches, ...]

    @property
    def is_known(self) -> bool:
        """Whether it is for calibration."""
        return self.name.startswith("calib")


def load_shots(folder: Path) -> list[Shot]:
    """Sample every picture of one session."""
    session, chance = load_session(folder), np.random.default_rng(5)
    files = sorted(file for file in folder.glob("*.json") if file.with_suffix(".jpg").is_file())
    return [_shot(file, session, chance) for file in files]


def _shot(file: Path, session: LabelledSession, chance: Chance) -> Shot:
    label, shape = json.loads(file.read_text("utf-8")), session.shape
    image = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
    pose = pose_from_label(label["camera"], label["size"])
    poses = [_moved(pose, shape, chance, off) if off else pose for off in OFF]
    patches = [sample_patches(image, p, shape) for p in poses]
    pegs = shape.rows * shape.cols
    keys = [hole for row in label["keys"] for hole in row.get("holes", ())]
    return Shot(
        name=file.stem,
        image=image,
        shape=shape,
        letters="".join(LETTERS[cell["color"]] for cell in label["cells"]),
        visible=np.array([cell["visible"] for cell in label["cells"]], np.float32),
        keys=tuple((LETTERS[hole["color"]], hole.get("visible", 1.0)) for hole in keys),
        poses=tuple(poses),
        places=tuple(one[:pegs] for one in patches),
        holes=tuple(one[-len(keys) :] for one in patches) if keys else (),
    )


def _moved(pose: Pose, shape: BoardShape, chance: Chance, off: float) -> Pose:
    """Shift the picture by a part of a head's radius and turn the board a little."""
    heads = shape.heads()
    unit = float(np.median(pose.px_per_mm(heads))) * shape.head.radius
    k = pose.k.copy()
    k[:2, 2] += np.clip(chance.normal(0, off, 2), -0.45, 0.45) * unit
    turn = cv2.Rodrigues(np.array([0, 0, chance.normal(0, 0.002)]))[0]
    middle = heads.mean(0)
    r = pose.r @ turn
    return Pose(k, pose.dist, r, pose.t + pose.r @ middle - r @ middle, pose.size)


def ground_in(shots: Sequence[Shot], variant: int = 0) -> Ground:
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    return learn_ground(empty.places[variant], empty.shape)


def see_places(patches: Patches, shape: BoardShape, ground: Ground | None) -> CellFeatures:
    return features_of(patches, light_on(patches, ground), neighbours(shape.rows, shape.cols))


def see_keys(patches: Patches, holes: Patches, shape: BoardShape, ground: Ground) -> CellFeatures:
    light = light_on(patches, ground)
    count = len(shape.keys.offsets) if shape.keys else 0
    x = np.mean([x for x, _ in shape.keys.offsets]) if shape.keys else 0.0
    col = 0 if x < shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2 else shape.cols - 1
    near, own = (
        np.repeat(one.reshape(shape.rows, shape.cols, 3)[:, col], count, axis=0) for one in light
    )
    return features_of(holes, (near, own), neighbours(shape.rows, count))


def keys_at(
    shot: Shot, variant: int, ground: Ground, bare: CellFeatures, pegs: CellFeatures | None = None
) -> CellSamples:
    """Sample key holes at one of a picture's poses, then where they look most as they are known.

    That is as on the `bare` board, or as known key `pegs`, as a reader registers them.
    """
    seen = see_keys(shot.places[variant], shot.holes[variant], shot.shape, ground)
    located = Located(shot.shape, shot.poses[variant])
    keys = CellSamples(shot.holes[variant], seen)
    return registered_keys(shot.image, located, keys, bare, free_of(shot), pegs)


def samples_of(shots: Sequence[Shot], known: Iterable[str], ground: Ground | None) -> ColourSamples:
    parts, letters = [], ""
    for shot in shots:
        if shot.name in known:
            patches = shot.places[0]
            chosen = [i for i in range(len(shot.letters)) if is_peg(shot, i)]
            parts.append(see_places(patches, shot.shape, ground)[chosen])
            letters += "".join(shot.letters[i] for i in chosen)
    if "w" in letters:
        return _sampled(parts, letters, None)
    return _sampled(parts, letters, key_look_of(shots, known, ground).samples.white)


def _sampled(parts: Sequence[CellFeatures], letters: str, white: Floats | None) -> ColourSamples:
    """Give chosen places as samples, balanced by their own white where none is given."""
    seen = CellFeatures.joined(parts)
    if white is None:
        white = seen.colour[np.array([letter == "w" for letter in letters])].mean(0)
    return ColourSamples(seen, letters, np.maximum(white, 0.01), seen.light.mean(0))


def key_look_of(
    shots: Sequence[Shot], known: Iterable[str], ground: Ground, variant: int = 0
) -> KeyCalibration:
    """Return what key pegs and empty key holes look like, registered as a calibration's are."""
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    bare = see_keys(empty.places[variant], empty.holes[variant], empty.shape, ground)
    parts, letters = [], ""
    for shot in shots:
        if shot.name in known:
            seen = keys_at(shot, 0, ground, bare).features.relit(bare, free_of(shot))
            chosen = [i for i, (key, part) in enumerate(shot.keys) if key != "." and part >= SEEN]
            parts.append(seen[chosen])
            letters += "".join(shot.keys[i][0] for i in chosen)
    return KeyCalibration(_sampled(parts, letters, None), bare)


def free_of(shot: Shot) -> npt.NDArray[np.bool_]:
    """Give the key holes that a reader knows to be empty: of rows to come, or as it was told."""
    empty = np.array([key == "." for key, _ in shot.keys])
    if shot.is_known:
        return empty
    pegs = np.array([letter != "." for letter in shot.letters]).reshape(shot.shape.rows, -1)
    last = int(np.flatnonzero(pegs.any(axis=1)).max(initial=-1))
    return np.arange(len(empty)) >= (last + 1) * len(empty) // shot.shape.rows


def bare_of(shots: Sequence[Shot], ground: Ground, variant: int) -> CellFeatures:
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    return see_places(empty.places[variant], empty.shape, ground)


def is_peg(shot: Shot, i: int) -> bool:
    return shot.letters[i] != "." and bool(shot.visible[i] >= SEEN)


def session_folders(boards: Path) -> list[Path]:
    """Give the sessions of the first set and its games, as far as they have code pegs.

    The others are only measured on: nothing is learned or chosen there.
    """
    folders = [boards / "rendered" / name for name in (*FIRST_SET, *GAMES)]
    return [folder for folder in folders if _has_pegs(folder)]


def _has_pegs(folder: Path) -> bool:
    label = folder / "calib_pegs.json"
    return label.is_file() and json.loads(label.read_text("utf-8"))["board"]["type"] != "E"
