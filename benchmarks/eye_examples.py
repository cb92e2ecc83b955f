"""Examples to train the eyes' ensembles on, from labelled pictures of one board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.eye_shots import (
    SEEN,
    Shot,
    bare_of,
    free_of,
    ground_in,
    is_peg,
    key_look_of,
    samples_of,
    see_keys,
    see_places,
)
from benchmarks.relit import camouflaged, relit, relit_both, relit_heads, repainted, unlit
from companion.vision.features.board import CellSamples
from companion.vision.features.comparison import compare
from companion.vision.features.light import Ground
from companion.vision.read.colour_classifier import colour_inputs
from companion.vision.read.hole_classifier import hole_inputs
from companion.vision.read.key_classifier import KEY_CLASSES, key_inputs

__all__ = ["ROOM", "SESSION", "Examples", "Plan", "examples_of"]

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]
Chance = np.random.Generator
Known = tuple[str, ...]

ONE, TWO, BOTH = ("calib_pegs",), ("calib_pegs2",), ("calib_pegs", "calib_pegs2")
GONE = 0.5  # visible part under which a place is hidden
MOST = 20  # samples a candidate table has room for


@dataclass(frozen=True)
class Plan:
    """Which pictures of known pegs and which variants of a pose make examples.

    `colours` are known pictures and variant, `blind` the same without a picture of the empty
    board; `plain` the same for cues, `relit` with the variant of the empty board before the light
    is changed; `keys` and `relit_keys` so for key holes.
    """

    colours: tuple[tuple[Known, int], ...]
    blind: tuple[tuple[Known, int], ...]
    plain: tuple[tuple[Known, int], ...]
    relit: tuple[tuple[Known, int, int], ...]
    keys: tuple[tuple[Known, int], ...]
    relit_keys: tuple[tuple[Known, int, int], ...]


SESSION = Plan(
    colours=tuple((known, variant) for known in (ONE, TWO, BOTH) for variant in (0, 1, 2)),
    blind=((ONE, 0), (ONE, 1), (BOTH, 2)),
    plain=((ONE, 0), (BOTH, 1), (TWO, 2), (BOTH, 3)),
    relit=(
        (ONE, 0, 1),
        (BOTH, 1, 0),
        (ONE, 2, 0),
        (BOTH, 0, 2),
        (BOTH, 0, 0),
        (TWO, 1, 0),
        (BOTH, 3, 0),
        (ONE, 1, 3),
        (BOTH, 3, 3),
    ),
    keys=((ONE, 0), (BOTH, 1), (TWO, 2)),
    relit_keys=((ONE, 0, 1), (BOTH, 1, 0), (ONE, 2, 0), (BOTH, 0, 2)),
)
# there are so many rooms that each need not be looked at so often
ROOM = Plan(
    colours=((ONE, 1), (TWO, 2), (BOTH, 1), (BOTH, 2), (ONE, 2)),
    blind=((ONE, 1), (BOTH, 2)),
    plain=((ONE, 1), (TWO, 2), (BOTH, 1)),
    relit=((ONE, 1, 2), (BOTH, 2, 1), (TWO, 1, 0), (BOTH, 3, 1)),
    keys=((ONE, 1), (ONE, 2)),
    relit_keys=((ONE, 1, 0), (ONE, 2, 1), (ONE, 1, 2)),
)


@dataclass(frozen=True)
class Examples:
    """What one board's pictures teach.

    `colours` (N, 20, d) comparisons with each sample, which are of the true colour, which are any;
    `empties` (N, d) cues and what they are of: 0 a peg, 1 an empty hole, 2 something in front;
    `keys` (N, d) cues of key holes and which of `KEY_CLASSES` they are.
    """

    colours: tuple[Floats, Truths, Truths]
    empties: tuple[Floats, Whole]
    keys: tuple[Floats, Whole]


def examples_of(shots: Sequence[Shot], plan: Plan, chance: Chance) -> Examples:
    """Make all examples of one board."""
    colours = [_colours(shots, *each, ground_in(shots), chance) for each in plan.colours]
    if "w" in shots[0].shape.palette:
        colours += [_colours(shots, *each, None, chance) for each in plan.blind]
    for_keys, for_empties = chance.spawn(2)
    empties = [_cues(shots, *each, 0, None) for each in plan.plain]
    empties += [_cues(shots, *each, for_empties) for each in plan.relit]
    keys = _key_examples(shots, plan, for_keys)
    return Examples(_joined(colours), _joined(empties), keys)


def _key_examples(shots: Sequence[Shot], plan: Plan, chance: Chance) -> tuple[Floats, Whole]:
    if not shots[0].holes:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.intp)
    parts = [_key_inputs(shots, *each, 0, None) for each in plan.keys]
    parts += [_key_inputs(shots, *each, chance) for each in plan.relit_keys]
    return _joined(parts)


def _joined(parts):
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def _colours(
    shots: Sequence[Shot], known: Known, variant: int, ground: Ground | None, chance: Chance
) -> tuple[Floats, Truths, Truths]:
    samples = samples_of(shots, known, ground)
    names = np.array(list(samples.letters))
    inputs, true = [], []
    for shot in shots:
        chosen = [i for i in range(len(shot.letters)) if is_peg(shot, i)]
        if shot.name in known or not chosen:
            continue
        seen = see_places(shot.places[variant], shot.shape, ground)[np.array(chosen)]
        seen = relit_heads(seen, samples.white, chance) if variant else seen
        seen = unlit(seen, chance) if ground is None else seen
        inputs.append(colour_inputs(seen, samples))
        true.append(np.array([shot.letters[i] for i in chosen])[:, None] == names[None])
    room = ((0, 0), (0, MOST - len(names)))
    x, y = np.concatenate(inputs), np.concatenate(true)
    valid = np.pad(np.ones_like(y), room)
    return np.pad(x, (*room, (0, 0))), np.pad(y, room), valid


def _cues(
    shots: Sequence[Shot], known: Known, variant: int, empty: int, chance: Chance | None
) -> tuple[Floats, Whole]:
    ground = ground_in(shots, empty)
    samples, bare = samples_of(shots, known, ground), bare_of(shots, ground, empty)
    inputs, kinds = [], []
    for shot in shots:
        if shot.name == "calib_empty" and chance is None:
            continue
        patches = shot.places[variant]
        look, mine = CellSamples(patches, see_places(patches, shot.shape, ground)), samples
        if chance is not None:
            if chance.random() < 0.6:
                look, mine = camouflaged(shot, look, bare, samples, chance)
            patches = relit(look.patches, shot.shape.rows, shot.shape.cols, samples.white, chance)
            look = CellSamples(patches, see_places(patches, shot.shape, ground))
        kind = np.array([1 if letter == "." else 0 for letter in shot.letters])
        kind[shot.visible < GONE] = 2
        used = (shot.visible >= SEEN) | (shot.visible < GONE)
        if chance is None and shot.name in known:
            used &= kind == 1
        inputs.append(hole_inputs(compare(look.features, bare, mine), look.patches)[used])
        kinds.append(kind[used])
    return np.concatenate(inputs), np.concatenate(kinds)


def _key_inputs(
    shots: Sequence[Shot], known: Known, variant: int, empty: int, chance: Chance | None
) -> tuple[Floats, Whole]:
    ground = ground_in(shots, empty)
    look = key_look_of(shots, known, ground, empty)
    inputs, kinds = [], []
    for shot in shots:
        places, holes, shape = shot.places[variant], shot.holes[variant], shot.shape
        kind = np.array([KEY_CLASSES.index(key) for key, _ in shot.keys])
        used = np.array([part >= SEEN for _, part in shot.keys])
        mine = look
        if chance is not None:
            if chance.random() < 0.5:
                holes, mine = repainted(shots, holes, kind, look, ground, chance)
            places, holes = relit_both(places, holes, shape, look.samples.white, chance)
        seen = see_keys(places, holes, shape, ground).relit(mine.empty, free_of(shot))
        if chance is None and shot.name in known:
            used &= kind == KEY_CLASSES.index(".")
        inputs.append(key_inputs(compare(seen, mine.empty, mine.samples))[used])
        kinds.append(kind[used])
    return np.concatenate(inputs), np.concatenate(kinds)
