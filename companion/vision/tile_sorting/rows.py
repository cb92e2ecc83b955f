"""Which tiles on a table form the rows of its players, which is the clue tile, and which the pool.

A row's tiles stand, or lie open, side by side; hidden tiles that lie are the pool, but for one
before a row, away from the others: the clue tile. Pure geometry on the table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tile_faces.boxes import TileBox, TilePlace
from companion.vision.tile_sorting.clue_tile import clue_tiles

__all__ = ["Rows", "sort_table"]


# neighbours: tile widths between their middles along the row, tile heights across it, degrees;
# guesses
ALONG, ACROSS, TURNED = 2.6, 0.85, 32.0
# parts of one row: tile widths of a gap between them, tile heights that they are out of line;
# guesses
GAP, ASIDE = 5.0, 1.0
# a hidden tile in the line of a row is one of it, laid open, whose print is not seen: tile widths
# to the next one along the row, tile heights across it; the clue tile lies further before it;
# a guess
INSIDE, IN_LINE = 1.5, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Numbers of the tiles: `rows` from their owners' left, `clues` by row, `pool`, `stray`.

    `turns` are the owners' right (radians). A hidden tile that lies in a row's line is of that row;
    a stray one stands or lies open in no row.
    """

    rows: tuple[tuple[int, ...], ...]
    turns: tuple[float, ...]
    clues: dict[int, int]
    pool: tuple[int, ...]
    stray: tuple[int, ...]


def sort_table(
    places: Sequence[TilePlace],
    in_rows: Sequence[bool],
    box: TileBox,
    unsure: Collection[int] = (),
) -> Rows:
    """Sort tiles, of which `in_rows` says whether they stand or lie open.

    `unsure` are numbers of tiles that seem to lie open, but are not read: only beside others of a
    row they are of one.
    """
    own = [i for i, is_own in enumerate(in_rows) if is_own]
    linked = [g for g in _linked(places, own, box) if not all(i in unsure for i in g)]
    groups = _joined(places, linked, box)
    stray = tuple(i for group in groups if len(group) < 2 for i in group)
    groups = [group for group in groups if len(group) > 1]
    in_groups = {i for group in groups for i in group}.union(stray)
    hidden = [i for i in range(len(places)) if i not in in_groups]
    hidden = [i for i in hidden if not _taken_in(places, groups, i, box)]
    if not groups:
        return Rows((), (), {}, tuple(hidden), stray)
    middles = np.array([np.mean([_at(places[i]) for i in group], axis=0) for group in groups])
    centre = middles.mean(axis=0) if len(groups) > 1 else _middle(places, middles[0])
    turns = [_owners_right(places, group, centre) for group in groups]
    rows = [_ordered(places, group, turn) for group, turn in zip(groups, turns, strict=True)]
    clues = clue_tiles(places, hidden, rows, turns, box)
    pool = tuple(i for i in hidden if i not in clues.values())
    return Rows(tuple(map(tuple, rows)), tuple(turns), clues, pool, stray)


def _at(place: TilePlace) -> F64:
    return np.array([place.x, place.y])


def _middle(places: Sequence[TilePlace], row: F64) -> F64:
    """Return the middle of what lies beside the only row; the table's own if nothing does."""
    others = np.array([_at(place) for place in places])
    far = others[np.linalg.norm(others - row, axis=1) > 1.0]
    return np.asarray(far.mean(axis=0) if len(far) else np.zeros(2))


def _between(a: float, b: float) -> float:
    """Return the degrees between two directions without a sense."""
    return float(np.degrees(abs(np.arcsin(np.clip(np.sin(a - b), -1, 1)))))


def _linked(places: Sequence[TilePlace], own: list[int], box: TileBox) -> list[list[int]]:
    """Return the groups of tiles that stand side by side."""
    groups: list[list[int]] = []
    for i in own:
        near = [g for g in groups if any(_is_beside(places[i], places[j], box) for j in g)]
        groups = [g for g in groups if g not in near] + [[i, *(j for g in near for j in g)]]
    return groups


def _is_beside(a: TilePlace, b: TilePlace, box: TileBox) -> bool:
    if _between(a.turn, b.turn) > TURNED:
        return False
    offset = _at(b) - _at(a)
    for turn in (a.turn, b.turn):
        along = abs(offset @ (np.cos(turn), np.sin(turn)))
        across = abs(offset @ (-np.sin(turn), np.cos(turn)))
        if along < ALONG * box.width and across < min(ACROSS * box.height, 0.8 * along + 4.0):
            return True
    return False


def _joined(places: Sequence[TilePlace], groups: list[list[int]], box: TileBox) -> list[list[int]]:
    """Join groups that lie in one line: a row with a wide gap."""
    groups = sorted(groups, key=len, reverse=True)
    joined: list[list[int]] = []
    for group in groups:
        home = next((g for g in joined if _is_in_line(places, g, group, box)), None)
        if home is None:
            joined.append(list(group))
        else:
            home.extend(group)
    return joined


def _is_in_line(
    places: Sequence[TilePlace], group: list[int], other: list[int], box: TileBox
) -> bool:
    turn = _axis(places, group)
    if any(_between(places[i].turn, turn) > TURNED for i in other):
        return False
    u, v = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    ours, theirs = (np.array([_at(places[i]) for i in g]) for g in (group, other))
    if abs((theirs.mean(axis=0) - ours.mean(axis=0)) @ v) > ASIDE * box.height:
        return False
    a, b = ours @ u, theirs @ u
    return bool(max(b.min() - a.max(), a.min() - b.max()) < GAP * box.width)


def _taken_in(places: Sequence[TilePlace], groups: list[list[int]], i: int, box: TileBox) -> bool:
    """Add a hidden tile to the row in whose line it lies; say whether there is one."""
    for group in groups:
        turn = _axis(places, group)
        u, v = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        offsets = np.array([_at(places[i]) - _at(places[j]) for j in group])
        is_beside = (np.abs(offsets @ u) < INSIDE * box.width) & (
            np.abs(offsets @ v) < IN_LINE * box.height
        )
        if is_beside.any() and _between(places[i].turn, turn) < TURNED:
            group.append(i)
            return True
    return False


def _axis(places: Sequence[TilePlace], group: Sequence[int]) -> float:
    """Return the direction of a row: that of its tiles, and of their line where it is long."""
    twice = np.mean([(np.cos(2 * places[i].turn), np.sin(2 * places[i].turn)) for i in group], 0)
    return float(np.arctan2(twice[1], twice[0]) / 2)


def _owners_right(places: Sequence[TilePlace], group: list[int], centre: F64) -> float:
    """Return the direction of the owner's right: he sits outside and looks to the centre."""
    turn = _axis(places, group)
    middle = np.mean([_at(places[i]) for i in group], axis=0)
    ahead = np.array([-np.sin(turn), np.cos(turn)])
    return turn if ahead @ (centre - middle) > 0 else turn + np.pi


def _ordered(places: Sequence[TilePlace], group: list[int], turn: float) -> list[int]:
    right = np.array([np.cos(turn), np.sin(turn)])
    return sorted(group, key=lambda i: float(_at(places[i]) @ right))
