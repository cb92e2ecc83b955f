"""Examples to train the eyes' committees on: labelled pictures, moved a little and relit.

Every picture is sampled at its true pose and at poses that are off by some tenths of a head, as
found poses are. Other light is made up: gain, tint, a slope over the board, stray light, glare;
and pegs in the colour of the ground they stand on.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.labels import LETTERS, Session, load_session
from companion.vision.colours import Samples, compare
from companion.vision.empties import Bare, cues
from companion.vision.glance import Look
from companion.vision.keys import CLASSES, KeyLook, in_todays_light, key_cues
from companion.vision.patches import Patches, look_at_places
from companion.vision.pose import Pose, pose_from_label
from companion.vision.seen import LUMA, Ground, Seen, beside, ground_of, learn_ground, linear, see
from companion.vision.shape import BoardShape

__all__ = ["Shot", "colour_examples", "cue_examples", "key_examples", "load_shots"]

Floats = npt.NDArray[np.float32]
Chance = np.random.Generator

ONE, TWO, BOTH = ("calib_pegs",), ("calib_pegs2",), ("calib_pegs", "calib_pegs2")
OFF = (0.0, 0.1, 0.16, 0.3)  # head radii, 1 sigma, of each variant of a pose
SEEN, GONE = 0.6, 0.5  # visible part from which a place counts, under which it is hidden
MOST = 18  # samples a candidate table has room for


@dataclass(frozen=True)
class Shot:
    """A picture's patches in each variant, with its truth."""

    name: str
    shape: BoardShape
    letters: str
    visible: Floats
    keys: tuple[tuple[str, float], ...]
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


def _shot(file: Path, session: Session, chance: Chance) -> Shot:
    label, shape = json.loads(file.read_text("utf-8")), session.shape
    image = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
    pose = pose_from_label(label["camera"], label["size"])
    poses = [_moved(pose, shape, chance, off) if off else pose for off in OFF]
    patches = [look_at_places(image, p, shape) for p in poses]
    pegs = shape.rows * shape.cols
    keys = [hole for row in label["keys"] for hole in row.get("holes", ())]
    return Shot(
        name=file.stem,
        shape=shape,
        letters="".join(LETTERS[cell["color"]] for cell in label["cells"]),
        visible=np.array([cell["visible"] for cell in label["cells"]], np.float32),
        keys=tuple((LETTERS[hole["color"]], hole.get("visible", 1.0)) for hole in keys),
        places=tuple(one[:pegs] for one in patches),
        holes=tuple(one[pegs : pegs + len(keys)] for one in patches) if keys else (),
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


def _ground(shots: Sequence[Shot], variant: int = 0) -> Ground:
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    shape = empty.shape
    return learn_ground(empty.places[variant], shape.rows, shape.cols, shape.ground)


def _see(patches: Patches, shape: BoardShape, ground: Ground) -> Seen:
    return see(patches, ground_of(patches, ground), beside(shape.rows, shape.cols))


def _see_keys(patches: Patches, holes: Patches, shape: BoardShape, ground: Ground) -> Seen:
    light = ground_of(patches, ground)
    count = len(shape.keys.offsets) if shape.keys else 0
    x = np.mean([x for x, _ in shape.keys.offsets]) if shape.keys else 0.0
    col = 0 if x < shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2 else shape.cols - 1
    near, own = (
        np.repeat(one.reshape(shape.rows, shape.cols, 3)[:, col], count, axis=0) for one in light
    )
    return see(holes, (near, own), beside(shape.rows, count))


def _samples(shots: Sequence[Shot], known: Iterable[str], ground: Ground) -> Samples:
    parts, letters = [], ""
    for shot in shots:
        if shot.name in known:
            patches = shot.places[0]
            chosen = [i for i in range(len(shot.letters)) if _is_peg(shot, i)]
            parts.append((_see(patches, shot.shape, ground), patches, chosen))
            letters += "".join(shot.letters[i] for i in chosen)
    if "w" in letters:
        return _sampled(parts, letters, None)
    return _sampled(parts, letters, _key_look(shots, known, ground).samples.white)


def _sampled(
    parts: Sequence[tuple[Seen, Patches, list[int]]], letters: str, white: Floats | None
) -> Samples:
    """Give chosen places as samples, balanced by their own white where none is given."""
    seen = Seen(np.concatenate([one.data[chosen] for one, _, chosen in parts]))
    heads = np.concatenate([patches.heads[chosen] @ LUMA for _, patches, chosen in parts])
    holes = np.concatenate([patches.holes[chosen] @ LUMA for _, patches, chosen in parts])
    if white is None:
        white = seen.body[np.array([letter == "w" for letter in letters])].mean(0)
    return Samples(seen, letters, np.maximum(white, 0.01), seen.light.mean(0), heads, holes)


def _key_look(
    shots: Sequence[Shot], known: Iterable[str], ground: Ground, variant: int = 0
) -> KeyLook:
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    holes = empty.holes[variant]
    then = _see_keys(empty.places[variant], holes, empty.shape, ground)
    bare = Bare(holes.heads @ LUMA, holes.holes @ LUMA, then)
    parts, letters = [], ""
    for shot in shots:
        if shot.name in known:
            patches = shot.holes[0]
            seen = _see_keys(shot.places[0], patches, shot.shape, ground)
            seen = in_todays_light(seen, bare, _free(shot))
            chosen = [i for i, (key, part) in enumerate(shot.keys) if key != "." and part >= SEEN]
            parts.append((seen, patches, chosen))
            letters += "".join(shot.keys[i][0] for i in chosen)
    return KeyLook(_sampled(parts, letters, None), bare)


def _free(shot: Shot) -> npt.NDArray[np.bool_]:
    """Give the key holes that a reader knows to be empty: of rows to come, or as it was told."""
    empty = np.array([key == "." for key, _ in shot.keys])
    if shot.is_known:
        return empty
    pegs = np.array([letter != "." for letter in shot.letters]).reshape(shot.shape.rows, -1)
    last = int(np.flatnonzero(pegs.any(axis=1)).max(initial=-1))
    return np.arange(len(empty)) >= (last + 1) * len(empty) // shot.shape.rows


def _bare(shots: Sequence[Shot], ground: Ground, variant: int) -> Bare:
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    patches = empty.places[variant]
    return Bare(patches.heads @ LUMA, patches.holes @ LUMA, _see(patches, empty.shape, ground))


def _is_peg(shot: Shot, i: int) -> bool:
    return shot.letters[i] != "." and bool(shot.visible[i] >= SEEN)


def colour_examples(
    shots: Sequence[Shot], chance: Chance
) -> tuple[Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Give (N, 18, d) comparisons with each sample, which are of the true colour, which are any."""
    parts = [
        _colours(shots, known, variant, chance)
        for known in (ONE, TWO, BOTH)
        for variant in (0, 1, 2)
    ]
    inputs, true, valid = (np.concatenate(part) for part in zip(*parts, strict=True))
    return inputs, true, valid


def _colours(
    shots: Sequence[Shot], known: tuple[str, ...], variant: int, chance: Chance
) -> tuple[Floats, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    ground = _ground(shots)
    samples = _samples(shots, known, ground)
    names = np.array(list(samples.letters))
    inputs, true = [], []
    for shot in shots:
        chosen = [i for i in range(len(shot.letters)) if _is_peg(shot, i)]
        if shot.name in known or not chosen:
            continue
        seen = _see(shot.places[variant], shot.shape, ground)[np.array(chosen)]
        seen = _relit_heads(seen, samples.white, chance) if variant else seen
        inputs.append(compare(seen, samples))
        true.append(np.array([shot.letters[i] for i in chosen])[:, None] == names[None])
    room = ((0, 0), (0, MOST - len(names)))
    x, y = np.concatenate(inputs), np.concatenate(true)
    valid = np.pad(np.ones_like(y), room)
    return np.pad(x, (*room, (0, 0))), np.pad(y, room), valid


def _relit_heads(seen: Seen, white: Floats, chance: Chance) -> Seen:
    """Expose otherwise and put heads into other light; what the board shares is left to chance."""
    d, n = seen.data.copy(), len(seen.data)
    exposed = np.exp(chance.normal(0, 0.5))
    d[:, 0:12] = np.minimum(d[:, 0:12] * exposed, 1)
    d[:, 12:18] += np.log(exposed)
    gain = np.exp(chance.normal(0, 0.25, (n, 1)) + chance.normal(0, 0.1, (n, 3)))
    gain[chance.random(n) < 0.3] = 1
    veil = chance.exponential(0.015, (n, 1)) * (chance.random((n, 1)) < 0.5) * white
    # a mirror on the flat top hides most of it, its shaded part less, its edge least
    glare = chance.uniform(0.05, 0.6, (n, 1)) * (chance.random((n, 1)) < 0.15) * white * gain
    parts = (1.0, chance.uniform(0.3, 1, (n, 1)), chance.uniform(0.1, 0.8, (n, 1)))
    for start, part in zip((0, 3, 6), parts, strict=True):
        of = slice(start, start + 3)
        d[:, of] = np.minimum(d[:, of] * gain + veil + glare * part, 1)
    d[:, 9:12] = d[:, 9:12] * gain + veil * chance.random((n, 1))
    shared = chance.choice([0, 0.5, 1], (n, 1), p=[0.25, 0.35, 0.4]) * np.log(gain)
    for of in (slice(12, 15), slice(15, 18)):
        d[:, of] = np.log(np.exp(d[:, of] + shared) + glare * chance.uniform(0, 0.8, (n, 1)))
    return Seen(d.astype(np.float32))


PLAIN = ((ONE, 0), (BOTH, 1), (TWO, 2), (BOTH, 3))
# known pictures, variant of the picture, variant of the empty board
RELIT = (
    (ONE, 0, 1),
    (BOTH, 1, 0),
    (ONE, 2, 0),
    (BOTH, 0, 2),
    (BOTH, 0, 0),
    (TWO, 1, 0),
    (BOTH, 3, 0),
    (ONE, 1, 3),
    (BOTH, 3, 3),
)


def cue_examples(shots: Sequence[Shot], chance: Chance) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Give (N, d) cues and what they are of: 0 a peg, 1 an empty hole, 2 something in front."""
    parts = [_cues(shots, known, variant, 0, None) for known, variant in PLAIN]
    parts += [_cues(shots, known, variant, bare, chance) for known, variant, bare in RELIT]
    inputs, kinds = (np.concatenate(part) for part in zip(*parts, strict=True))
    return inputs, kinds


def _cues(
    shots: Sequence[Shot], known: tuple[str, ...], variant: int, empty: int, chance: Chance | None
) -> tuple[Floats, npt.NDArray[np.intp]]:
    ground = _ground(shots, empty)
    samples, bare = _samples(shots, known, ground), _bare(shots, ground, empty)
    inputs, kinds = [], []
    for shot in shots:
        if shot.name == "calib_empty" and chance is None:
            continue
        look, mine = _look(shot, variant, ground), samples
        if chance is not None:
            if chance.random() < 0.6:
                look, mine = _camouflaged(shot, look, bare, samples, chance)
            patches = _relit(look.patches, shot.shape.rows, shot.shape.cols, samples.white, chance)
            look = Look(patches, _see(patches, shot.shape, ground))
        kind = np.array([1 if letter == "." else 0 for letter in shot.letters])
        kind[shot.visible < GONE] = 2
        used = (shot.visible >= SEEN) | (shot.visible < GONE)
        if chance is None and shot.name in known:
            used &= kind == 1
        inputs.append(cues(look.patches, look.seen, bare, mine)[used])
        kinds.append(kind[used])
    return np.concatenate(inputs), np.concatenate(kinds)


def _look(shot: Shot, variant: int, ground: Ground) -> Look:
    patches = shot.places[variant]
    return Look(patches, _see(patches, shot.shape, ground))


def _camouflaged(
    shot: Shot, look: Look, bare: Bare, samples: Samples, chance: Chance
) -> tuple[Look, Samples]:
    """Give some pegs the colour of the ground they stand on, and such a colour to the samples."""
    heads, holes = look.patches.heads.copy(), look.patches.holes.copy()
    for i in range(len(shot.letters)):
        if not _is_peg(shot, i) or chance.random() > 0.3:
            continue
        change = look.seen.light[i] - bare.seen.light[i] + chance.normal(0, 0.12)
        wanted = bare.seen.body[i] * np.exp(change)
        level = max(1e-4, float(look.seen.body[i] @ LUMA))
        for part, of in ((heads, np.r_[0:56, 76:92]), (holes, np.r_[0:46])):
            relief = 1 + (linear(part[i, of]) @ LUMA / level - 1) * chance.uniform(0.5, 1)
            part[i, of] = _stored(np.clip(relief, 0, 4)[:, None] * wanted)
    whose = chance.integers(len(samples.letters), size=2)
    extra = [_like_ground(bare, samples.seen.data[i], chance) for i in whose]
    mine = replace(
        samples,
        seen=Seen(np.concatenate([samples.seen.data, np.array(extra, np.float32)])),
        letters=samples.letters + "##",
        heads=np.concatenate([samples.heads, samples.heads[whose]]),
        holes=np.concatenate([samples.holes, samples.holes[whose]]),
    )
    return replace(look, patches=replace(look.patches, heads=heads, holes=holes)), mine


def _like_ground(bare: Bare, sample: Floats, chance: Chance) -> Floats:
    i = chance.integers(len(bare.seen.data))
    row = sample.copy()
    row[0:3] = bare.seen.body[i] * np.exp(chance.normal(0, 0.12))
    row[3:6] = row[0:3] * chance.uniform(0.5, 0.9)
    row[6:9] = row[0:3] * chance.uniform(0.6, 1)
    row[12:18] = np.r_[bare.seen.light[i], bare.seen.own[i]]
    return row


def _relit(patches: Patches, rows: int, cols: int, white: Floats, chance: Chance) -> Patches:
    """Put a whole picture into other light."""
    row, col = np.divmod(np.arange(len(patches.heads)), cols)
    u, v = row / max(1, rows - 1) - 0.5, col / max(1, cols - 1) - 0.5
    slope = chance.normal(0, 0.25) * u + chance.normal(0, 0.15) * v
    gain = np.exp(chance.normal(0, 0.3) + chance.normal(0, 0.07, (1, 3)) + slope[:, None])
    veil = np.zeros((len(row), 3))
    if chance.random() < 0.4:
        veil = veil + chance.exponential(0.02) * white * np.exp(chance.normal(0, 0.2, 3))
    if chance.random() < 0.35:
        x, y = chance.normal(0, 0.5, 2)
        far = ((u - x) ** 2 + (v - y) ** 2) / chance.uniform(0.02, 0.5)
        veil = veil + (chance.uniform(0.03, 0.4) * np.exp(-far))[:, None] * white

    def lit(part: Floats) -> Floats:
        n = len(part)
        return _stored(linear(part) * gain[:n, None] + veil[:n, None])

    return Patches(lit(patches.heads), lit(patches.holes), lit(patches.ground), patches.inside)


def _stored(light: Floats) -> Floats:
    """Apply sRGB's curve and round to 8 bits."""
    c = np.clip(light, 0, 1)
    curve = np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 1e-9) ** (1 / 2.4) - 0.055)
    return (255 * curve).round().astype(np.float32)


def key_examples(shots: Sequence[Shot], chance: Chance) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Give (N, d) cues of key holes and which of `CLASSES` they are."""
    if not shots[0].holes:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.intp)
    parts = [_key_cues(shots, known, variant, 0, None) for known, variant in PLAIN[:3]]
    parts += [_key_cues(shots, *relit, chance) for relit in RELIT[:4]]
    inputs, kinds = (np.concatenate(part) for part in zip(*parts, strict=True))
    return inputs, kinds


def _key_cues(
    shots: Sequence[Shot], known: tuple[str, ...], variant: int, empty: int, chance: Chance | None
) -> tuple[Floats, npt.NDArray[np.intp]]:
    ground = _ground(shots, empty)
    look = _key_look(shots, known, ground, empty)
    inputs, kinds = [], []
    for shot in shots:
        places, holes, shape = shot.places[variant], shot.holes[variant], shot.shape
        kind = np.array([CLASSES.index(key) for key, _ in shot.keys])
        used = np.array([part >= SEEN for _, part in shot.keys])
        mine = look
        if chance is not None:
            if chance.random() < 0.5:
                holes, mine = _repainted(shots, holes, kind, look, ground, chance)
            places, holes = _relit_both(places, holes, shape, look.samples.white, chance)
        seen = in_todays_light(_see_keys(places, holes, shape, ground), mine.bare, _free(shot))
        if chance is None and shot.name in known:
            used &= kind == CLASSES.index(".")
        inputs.append(key_cues(holes, seen, mine)[used])
        kinds.append(kind[used])
    return np.concatenate(inputs), np.concatenate(kinds)


def _repainted(
    shots: Sequence[Shot],
    holes: Patches,
    kind: npt.NDArray[np.intp],
    look: KeyLook,
    ground: Ground,
    chance: Chance,
) -> tuple[Patches, KeyLook]:
    """Paint the ground around key holes in a key peg's colour, when empty and beside pegs."""
    known = look.samples.seen.body
    wanted = known[chance.integers(len(known))] * np.exp(chance.normal(0, 0.15))
    colour = wanted / np.median(look.bare.seen.body, axis=0)
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    bare = _painted(empty.holes[0], colour, np.zeros(len(kind), bool))
    seen = _see_keys(empty.places[0], bare, empty.shape, ground)
    then = Bare(bare.heads @ LUMA, bare.holes @ LUMA, seen)
    return _painted(holes, colour, kind != CLASSES.index(".")), replace(look, bare=then)


def _painted(patches: Patches, colour: Floats, is_peg: npt.NDArray[np.bool_]) -> Patches:
    """Multiply light by a colour; where a peg is, only what looks like the ground around holes."""
    bare = patches.heads[~is_peg][:, 56:] if not is_peg.all() else patches.heads[:, 56:]
    usual = np.log(np.median(linear(bare).reshape(-1, 3), axis=0) + 0.01)

    def painted(part: Floats) -> Floats:
        light = linear(part)
        apart = np.abs(np.log(light + 0.01) - usual).mean(axis=2, keepdims=True)
        share = np.where(is_peg[:, None, None], np.exp(-((apart / 0.3) ** 2)), 1)
        return _stored(light * colour**share)

    return replace(patches, heads=painted(patches.heads), holes=painted(patches.holes))


def _relit_both(
    places: Patches, holes: Patches, shape: BoardShape, white: Floats, chance: Chance
) -> tuple[Patches, Patches]:
    """Put pegs and key holes into the same other light."""
    state = chance.bit_generator.state
    relit = _relit(places, shape.rows, shape.cols, white, chance)
    chance.bit_generator.state = state
    return relit, _relit(holes, shape.rows, len(holes.heads) // shape.rows, white, chance)


def session_folders(boards: Path) -> Iterator[Path]:
    """Give the sessions with code pegs."""
    for folder in sorted(boards.glob("rendered/*")):
        label = folder / "calib_pegs.json"
        if label.is_file() and json.loads(label.read_text("utf-8"))["board"]["type"] != "E":
            yield folder
