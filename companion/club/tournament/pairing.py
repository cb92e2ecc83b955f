"""Who plays whom in the next round. Pure, and the same for the same state: nothing is drawn by lot.

* Swiss: those with the same points, upper half against lower half, nobody twice while that can be
  avoided: a search that goes back, by the fewest points apart (after the FIDE Dutch system, without
  its rules for colours). The last who has had none gets the bye.
* Round robin: the circle method (Kirkman, 1847).
* Groups: those who stand side by side; who has met some of a group changes with the next.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from companion.club.tournament.events import Drawn, Game

__all__ = ["circle_round", "group_round", "group_sizes", "swiss_round"]

# of the search, after which one may meet an opponent again; chosen, as it takes about 0.1 s
STEPS = 20_000


def swiss_round(
    ranked: Sequence[str], points: Mapping[str, int], drawn: Sequence[Drawn]
) -> tuple[Game, ...]:
    """Return the games of the next round for players who are `ranked`, the best first."""
    met, firsts = _met(drawn), _firsts(drawn)
    free = _bye(ranked, drawn) if len(ranked) % 2 else None
    left = [player for player in ranked if player != free]
    pairs = _Search(points, met).pairs(left) or _least_met(left, met)
    games = tuple(Game(_in_turn(pair, firsts)) for pair in pairs)
    return (*games, Game((free,))) if free else games


def circle_round(
    players: Sequence[str], number: int, out: Collection[str] = ()
) -> tuple[Game, ...]:
    """Return round `number` (from 0) of everyone with everyone; who is `out` leaves a bye."""
    seats: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    turning = seats[1:]
    shift = number % len(turning)
    circle = [seats[0], *turning[shift:], *turning[:shift]]
    half = len(circle) // 2
    games = []
    for place, pair in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True)):
        here = tuple(player for player in pair if player is not None and player not in out)
        # the seats turn from one half into the other; the one that stands still is turned by hand
        turned = here[::-1] if place == 0 and number % 2 else here
        games += [Game(turned)] if here else []
    return tuple(sorted(games, key=lambda game: game.is_bye))


def group_round(
    ranked: Sequence[str], drawn: Sequence[Drawn], least: int, most: int
) -> tuple[Game, ...]:
    """Return groups of `least` to `most` for players who are `ranked`, sizes at most one apart."""
    met, firsts = _met(drawn), _firsts(drawn)
    sizes = group_sizes(len(ranked), least, most)
    order = list(ranked) if drawn else _snake(ranked, sizes)
    groups: list[list[str]] = []
    for size in sizes:
        group: list[str] = []
        while len(group) < size:
            fewest = min(order, key=lambda p: (sum(met[p, o] for o in group), order.index(p)))
            group.append(fewest if sum(met[order[0], o] for o in group) else order[0])
            order.remove(group[-1])
        groups.append(group)
    return tuple(Game(_in_turn(group, firsts)) for group in groups)


def group_sizes(count: int, least: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the fewest groups that `count` players can be put into, largest first."""
    groups = -(-count // most)
    if count < least * groups:
        return (count,)
    larger = count % groups
    return tuple(count // groups + (n < larger) for n in range(groups))


def _snake(ranked: Sequence[str], sizes: Sequence[int]) -> list[str]:
    """Return players dealt to groups forth and back, so that the seeding is spread."""
    groups: list[list[str]] = [[] for _ in sizes]
    place, step = 0, 1
    for player in ranked:
        while len(groups[place]) >= sizes[place]:
            place, step = _next(place, step, len(sizes))
        groups[place].append(player)
        place, step = _next(place, step, len(sizes))
    return [player for group in groups for player in group]


def _next(place: int, step: int, count: int) -> tuple[int, int]:
    """Return the next place forth and back; each end comes twice."""
    return (place + step, step) if 0 <= place + step < count else (place, -step)


class _Search:
    """Looks for pairs of which nobody has met: depth first, the fewest points apart first."""

    def __init__(self, points: Mapping[str, int], met: Counter[tuple[str, str]]) -> None:
        self._points = points
        self._met = met
        self._steps = STEPS

    def pairs(self, left: list[str]) -> list[tuple[str, str]]:
        """Return pairs of all who are `left`, in the order of standing; none if none was found."""
        found: list[tuple[str, str]] = []
        return found if self._fill(left, found) else []

    def _fill(self, left: list[str], found: list[tuple[str, str]]) -> bool:
        if not left:
            return True
        self._steps -= 1
        if self._steps < 0:
            return False
        first = left[0]
        for other in self._candidates(left):
            found.append((first, other))
            if self._fill([player for player in left[1:] if player != other], found):
                return True
            found.pop()
        return False

    def _candidates(self, left: list[str]) -> list[str]:
        """Return who may meet the first, the fittest first: of his points, half the group away."""
        first, points = left[0], self._points
        level = [player for player in left if points[player] == points[first]]
        half = len(level) // 2

        def fitness(other: str) -> tuple[int, int]:
            return points[first] - points[other], abs(left.index(other) - half)

        return sorted((o for o in left[1:] if not self._met[first, o]), key=fitness)


def _least_met(left: Sequence[str], met: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs where somebody must meet an opponent again: each the one met least."""
    rest, pairs = list(left), []
    while rest:
        first = rest.pop(0)
        other = min(rest, key=lambda player: (met[first, player], rest.index(player)))
        rest.remove(other)
        pairs.append((first, other))
    return pairs


def _bye(ranked: Sequence[str], drawn: Sequence[Drawn]) -> str:
    """Return the last player with the fewest byes."""
    had = Counter(game.players[0] for each in drawn for game in each.games if game.is_bye)
    return min(reversed(ranked), key=lambda player: had[player])


def _met(drawn: Sequence[Drawn]) -> Counter[tuple[str, str]]:
    """Return how often each has met each."""
    return Counter(
        (mine, other)
        for each in drawn
        for game in each.games
        for mine in game.players
        for other in game.players
        if mine != other
    )


def _firsts(drawn: Sequence[Drawn]) -> Counter[str]:
    return Counter(game.players[0] for each in drawn for game in each.games if not game.is_bye)


def _in_turn(players: Sequence[str], firsts: Counter[str]) -> tuple[str, ...]:
    """Return `players`, who began least often first."""
    return tuple(sorted(players, key=lambda player: firsts[player]))
