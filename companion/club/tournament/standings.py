"""Who stands where, and by what: points, then tie-breaks in an order that is said. Pure.

A game gives 2 points for each player that one has beaten and 1 for each with the same score, so
for two it is 2, 1 or 0, and for more it is as many games of two. A bye gives 2, as a win does. Who
does not come beats nobody. Buchholz and Sonneborn-Berger are those of chess: the points of all
opponents, and of those beaten (half of those drawn with), https://handbook.fide.com/chapter/C07.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.club.tournament.events import System
from companion.i18n import N_, _

__all__ = ["TIE_BREAKS", "Encounter", "Standing", "duel_points", "standings"]

WIN, DRAW = 2, 1  # points of an encounter; chosen, so that a half is a whole number


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game with its result; None is the score of somebody who did not come."""

    players: tuple[str, ...]
    scores: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place (from 1); `breaks` go with `TIE_BREAKS` of the system.

    `parted_by` names the tie-break that put him behind the one before; nothing if it was points.
    """

    place: int
    player: str
    points: int
    breaks: tuple[int, ...]
    parted_by: str = ""


def duel_points(mine: int | None, others: int | None) -> int:
    """Return what a player gets against one other: 2, 1 or 0."""
    if mine is None:
        return 0
    if others is None or mine > others:
        return WIN
    return DRAW if mine == others else 0


@dataclass(frozen=True, slots=True)
class _Table:
    """Points of everyone, and against whom: ``against[a][b]`` is what a got against b."""

    points: Mapping[str, int]
    against: Mapping[str, Mapping[str, int]]
    difference: Mapping[str, int]


def _table(players: Sequence[str], encounters: Sequence[Encounter]) -> _Table:
    points = dict.fromkeys(players, 0)
    difference = dict.fromkeys(players, 0)
    against: dict[str, dict[str, int]] = {player: {} for player in players}
    for each in encounters:
        if len(each.players) == 1:
            points[each.players[0]] += WIN
            continue
        for i, mine in enumerate(each.players):
            for k, other in enumerate(each.players):
                if i == k:
                    continue
                got = duel_points(each.scores[i], each.scores[k])
                points[mine] += got
                against[mine][other] = against[mine].get(other, 0) + got
                difference[mine] += (each.scores[i] or 0) - (each.scores[k] or 0)
    return _Table(points, against, difference)


Break = Callable[[_Table, str, frozenset[str]], int]


def _direct(table: _Table, player: str, tied: frozenset[str]) -> int:
    return sum(got for other, got in table.against[player].items() if other in tied)


def _buchholz(table: _Table, player: str, _tied: frozenset[str]) -> int:
    return sum(table.points[other] for other in table.against[player])


def _sonneborn_berger(table: _Table, player: str, _tied: frozenset[str]) -> int:
    return sum(got * table.points[other] for other, got in table.against[player].items())


def _difference(table: _Table, player: str, _tied: frozenset[str]) -> int:
    return table.difference[player]


NAMES: Mapping[Break, str] = {
    _direct: N_("games among those who are level"),
    _buchholz: N_("points of the opponents (Buchholz)"),
    _sonneborn_berger: N_("points of those beaten (Sonneborn-Berger)"),
    _difference: N_("difference of the scores"),
}
ORDER: Mapping[System, tuple[Break, ...]] = {
    System.SWISS: (_buchholz, _direct, _difference),
    System.ROUND_ROBIN: (_direct, _sonneborn_berger, _difference),
    System.GROUPS: (_buchholz, _direct, _difference),
}
# what each system parts those by who have the same points; after them, the seeding
TIE_BREAKS: Mapping[System, tuple[str, ...]] = {
    system: tuple(NAMES[each] for each in order) for system, order in ORDER.items()
}
SEEDING = N_("order of entry")


def standings(
    players: Sequence[str], system: System, encounters: Sequence[Encounter]
) -> tuple[Standing, ...]:
    """Return the standing of each of `players`, who are in the order of their seeding."""
    table = _table(players, encounters)
    by_points = sorted(players, key=lambda player: -table.points[player])
    found: list[Standing] = []
    for points, level in groupby(by_points, key=lambda player: table.points[player]):
        tied = list(level)
        among = frozenset(tied)
        breaks = {p: tuple(b(table, p, among) for b in ORDER[system]) for p in tied}
        tied.sort(key=lambda player: [-value for value in breaks[player]])
        for n, player in enumerate(tied):
            parted = _parted_by(breaks[tied[n - 1]], breaks[player], system) if n else ""
            found.append(Standing(len(found) + 1, player, points, breaks[player], parted))
    return tuple(found)


def _parted_by(before: tuple[int, ...], own: tuple[int, ...], system: System) -> str:
    """Name what put one behind the other."""
    names = (*TIE_BREAKS[system], SEEDING)
    differs = (n for n, (a, b) in enumerate(zip(before, own, strict=True)) if a != b)
    return _(names[next(differs, len(names) - 1)])
