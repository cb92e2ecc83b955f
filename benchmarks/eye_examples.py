"""Pictures of one board that teach the eyes' networks: all of their places together.

Of each picture the places are sampled at poses that are a bit off, against one or both of the
pictures that calibrate, some in the light of the picture and some in other light, made up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

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
    keys_at,
    samples_of,
    see_keys,
    see_places,
)
from benchmarks.relit import camouflaged, relit, relit_both, relit_heads, repainted, unlit
from companion.game.core.codes import EMPTY
from companion.vision.features.board import CellSamples
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import compare
from companion.vision.read.colour_classifier import colour_inputs
from companion.vision.read.hole_classifier import EMPTY as HOLE
from companion.vision.read.hole_classifier import HIDDEN, PEG, hole_inputs
from companion.vision.read.key_classifier import KEY_CLASSES, key_inputs
from companion.vision.read.reading import UNSURE
from companion.vision.read.unseen_colours import with_unseen

__all__ = ["Examples", "PegPicture", "PlacePicture", "examples_of", "some_pegs"]

Floats = npt.NDArray[np.float32]
Truths = npt.NDArray[np.bool_]
Chance = np.random.Generator
Known = tuple[str, ...]

ONE, TWO, BOTH = ("calib_pegs",), ("calib_pegs2",), ("calib_pegs", "calib_pegs2")
GONE = 0.5  # visible part under which a place is hidden
OF_NO_KIND = -1
POSES = (0, 1, 2)  # of `Shot.places`, for heads
# known pictures, the pose and that of the empty board, whether in other light
LOOKS = ((ONE, 1, 0, False), (BOTH, 2, 0, False), (ONE, 2, 1, True), (BOTH, 1, 2, True))
LOOKS += ((TWO, 1, 0, True),)
KEY_LOOKS = (*LOOKS, (ONE, 1, 2, True), (TWO, 2, 0, True), (ONE, 2, 0, True))
KEY_LOOKS += ((TWO, 0, 1, True), (ONE, 0, 2, True))


@dataclass(frozen=True)
class PegPicture:
    """The n heads of a picture, and those things lie over: `tables` as `CellFeatures`, a pose each.

    `letters` is their truth, `is_open` (n,) which can be seen; `samples` are what calibrated,
    where the `palette` may have more; `is_blind` without a picture of the empty board.
    """

    tables: Sequence[Floats]
    letters: npt.NDArray[np.str_]
    is_open: Truths
    samples: ColourSamples
    palette: str
    is_blind: bool


@dataclass(frozen=True)
class PlacePicture:
    """What tells of n places in rows of `cols`, (n, d), and their `kinds`, -1 if not to be told."""

    inputs: npt.NDArray[np.float16]
    kinds: npt.NDArray[np.int64]
    cols: int


@dataclass(frozen=True)
class Examples:
    """What one board's pictures teach: colours, empty holes or not, key pegs."""

    colours: list[PegPicture]
    empties: list[PlacePicture]
    keys: list[PlacePicture]


def examples_of(shots: Sequence[Shot], chance: Chance) -> Examples:
    """Make all examples of one board."""
    holes = [each for look in LOOKS for each in _hole_pictures(shots, *look, chance)]
    keys = [each for look in KEY_LOOKS for each in _key_pictures(shots, *look, chance)]
    return Examples(list(_peg_pictures(shots)), holes, keys)


def _peg_pictures(shots: Sequence[Shot]) -> Iterator[PegPicture]:
    ground, palette = ground_in(shots), shots[0].shape.palette
    for is_blind, known in product((False, True), (ONE, TWO, BOTH)):
        if is_blind and "w" not in palette:
            continue
        samples = samples_of(shots, known, None if is_blind else ground)
        for shot in shots:
            letters = np.array(list(shot.letters))
            at = np.flatnonzero((letters != EMPTY) | (shot.visible < GONE))
            if shot.name in known or not len(at) or shot.name == "calib_empty":
                continue
            tables = [see_places(shot.places[k], shot.shape, ground).table[at] for k in POSES]
            is_open = np.array([is_peg(shot, i) and shot.places[0].inside[i] for i in at])
            yield PegPicture(tables, letters[at], is_open, samples, palette, is_blind)


def some_pegs(picture: PegPicture, chance: Chance) -> tuple[Floats, Truths, Floats] | None:
    """Return some heads against some samples, in some light: inputs, truth, and their shares.

    These are (n, m, d), (n, m), (n,), as `SetEnsemble.of_pairs` takes them; None if no head is
    left. Colours that are dropped are not there, or have never been shown.
    """
    letters, names = picture.letters, np.array(list(picture.samples.letters))
    known = _some_colours(names, chance)
    kept = _some_heads(picture, chance)
    samples = replace(
        picture.samples,
        features=picture.samples.features[known],
        letters="".join(names[known]),
    )
    if not known.all() and chance.random() < 0.3:
        samples = with_unseen(samples, picture.palette)
        letters = np.where(np.isin(letters, list(samples.letters)), letters, UNSURE)
    else:
        kept &= np.isin(letters, names[known]) | ~picture.is_open
    if not (kept & picture.is_open).any():
        return None
    cells = _bare(picture.tables[chance.integers(len(picture.tables))][kept])
    if chance.random() < 0.45:
        cells = relit_heads(cells, samples.white, chance)
    cells = unlit(cells, chance) if picture.is_blind else cells
    is_open = picture.is_open[kept]
    true = (letters[kept][:, None] == np.array(list(samples.letters))) & is_open[:, None]
    shares = np.where(is_open, 1, chance.random(len(is_open))).astype(np.float32)
    return colour_inputs(cells, samples), true, shares


def _some_colours(names: npt.NDArray[np.str_], chance: Chance) -> Truths:
    """Choose samples: now and then a colour or two are dropped, so that any palette will do."""
    each = np.unique(names)
    if len(each) <= 3 or chance.random() > 0.35:
        return np.ones(len(names), bool)
    count = chance.integers(1, min(3, len(each) - 2) + 1)
    return ~np.isin(names, chance.choice(each, count, replace=False))


def _some_heads(picture: PegPicture, chance: Chance) -> Truths:
    """Choose heads: all or some, and now and then a few that things lie over."""
    is_open, count = picture.is_open, len(picture.is_open)
    kept = is_open | ((chance.random(count) < 0.15) & (chance.random() < 0.5))
    if chance.random() < 0.6:
        some = chance.permutation(count)[: chance.integers(3, max(4, count + 1))]
        kept &= np.isin(np.arange(count), some)
    return np.asarray(kept)


def _bare(table: Floats) -> CellFeatures:
    """Return heads of which only the colours are asked."""
    none = np.zeros((len(table), 0), np.float32)
    return CellFeatures(table, none, none)


def _hole_pictures(
    shots: Sequence[Shot], known: Known, pose: int, empty: int, is_relit: bool, chance: Chance
) -> Iterator[PlacePicture]:
    ground = ground_in(shots, empty)
    samples, bare = samples_of(shots, known, ground), bare_of(shots, ground, empty)
    for shot in shots:
        if shot.name == "calib_empty" and not is_relit:
            continue
        patches, shape = shot.places[pose], shot.shape
        look, mine = CellSamples(patches, see_places(patches, shape, ground)), samples
        if is_relit:
            if chance.random() < 0.4:
                look, mine = camouflaged(shot, look, bare, samples, chance)
            patches = relit(look.patches, shape.rows, shape.cols, samples.white, chance)
            look = CellSamples(patches, see_places(patches, shape, ground))
        kinds = np.where(np.array(list(shot.letters)) == EMPTY, HOLE, PEG)
        kinds[shot.visible < SEEN] = OF_NO_KIND
        kinds[shot.visible < GONE] = HIDDEN
        if shot.name in known and not is_relit:
            kinds[kinds != HOLE] = OF_NO_KIND
        inputs = hole_inputs(compare(look.features, bare, mine), look.patches)
        yield PlacePicture(inputs.astype(np.float16), kinds, shape.cols)


def _key_pictures(
    shots: Sequence[Shot], known: Known, pose: int, empty: int, is_relit: bool, chance: Chance
) -> Iterator[PlacePicture]:
    if not shots[0].holes:
        return
    ground, free = ground_in(shots, empty), KEY_CLASSES.index(EMPTY)
    look = key_look_of(shots, known, ground, empty)
    for shot in shots:
        places, shape = shot.places[pose], shot.shape
        holes = keys_at(shot, pose, ground, look.empty, look.samples.features).patches
        kinds, mine = np.array([KEY_CLASSES.index(key) for key, _ in shot.keys]), look
        if is_relit:
            if chance.random() < 0.5:
                holes, mine = repainted(shots, empty, holes, kinds, look, ground, chance)
            places, holes = relit_both(places, holes, shape, look.samples.white, chance)
        seen = see_keys(places, holes, shape, ground).relit(mine.empty, free_of(shot))
        kinds[np.array([part for _, part in shot.keys]) < SEEN] = OF_NO_KIND
        if shot.name in known and not is_relit:
            kinds[kinds != free] = OF_NO_KIND
        cols = len(kinds) // shape.rows
        asked = cols * _used_rows(shot)
        if asked:
            inputs = key_inputs(compare(seen, mine.empty, mine.samples))[:asked]
            yield PlacePicture(inputs.astype(np.float16), kinds[:asked], cols)


def _used_rows(shot: Shot) -> int:
    """Return the last row with a peg: no others have answers."""
    pegs = np.array(list(shot.letters)).reshape(shot.shape.rows, -1) != EMPTY
    return int(np.flatnonzero(pegs.any(axis=1)).max(initial=-1)) + 1
