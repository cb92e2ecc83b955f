"""What many matches add up to for a player. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.game.core.companion_seat import COMPANION
from companion.game.core.names import name_key
from companion.history.selection import seat_of
from companion.history.summary import MatchSummary

__all__ = ["BookRecord", "PlayerRecord", "Rival", "players_of", "record_of"]

RECENT = 10  # codes that "lately" means; chosen: an evening or two


@dataclass(frozen=True, slots=True)
class BookRecord:
    """One box: its name and title, matches that are over, how many of them were won."""

    book: str
    title: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Matches against one other player: won by the player, by the other, and by neither alone.

    Those that a third player won are in none of these.
    """

    name: str
    wins: int
    losses: int
    drawn: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's matches. `rows` are those in which he broke a code, the oldest first.

    `shared` counts the wins that others had too, `unbroken` the codes that he did not break.
    Matches played alone are neither won nor lost; they count among `alone`.
    """

    name: str
    matches: int
    wins: int
    shared: int
    alone: int
    rows: tuple[int, ...]
    unbroken: int
    books: tuple[BookRecord, ...]
    rivals: tuple[Rival, ...]
    last: str

    @property
    def best(self) -> int | None:
        """Return the fewest rows for a code; None before the first one."""
        return min(self.rows, default=None)

    @property
    def mean(self) -> float | None:
        """Return the mean of rows for a code that was broken."""
        return _mean(self.rows) if self.rows else None

    @property
    def recent_mean(self) -> float | None:
        """Return the mean of the last ten codes."""
        return _mean(self.rows[-RECENT:]) if self.rows else None


def players_of(matches: Iterable[MatchSummary]) -> list[tuple[str, int]]:
    """Return each name with its number of matches that are over, the most first.

    A name is the same in capitals and small letters, as at a table; it is spelled as lately.
    """
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for match in matches:
        for name in match.players if match.is_over else ():
            if name != COMPANION:
                counts[name_key(name)] += 1
                spelled.setdefault(name_key(name), name)
    return [(spelled[key], number) for key, number in counts.most_common()]


def record_of(matches: Sequence[MatchSummary], name: str) -> PlayerRecord:
    """Return what `matches`, the newest first, say of `name`; only those that are over."""
    # no list of what is counted: ten thousand small objects set the garbage collector to work
    spelling, last = name, ""
    rows: list[int] = []
    unbroken, alone, wins, shared = 0, 0, 0, 0
    books: dict[tuple[str, str], list[int]] = {}
    rivals: dict[str, list[int]] = {}
    spelled: dict[str, str] = {}
    for match, me, others in _seated(matches, name):
        spelling, last, winners = me, match.at, match.winners
        is_alone = not others
        alone += is_alone
        won = me in winners and not is_alone
        wins += won
        shared += me in winners and len(winners) > 1
        tally = books.setdefault((match.book, match.title), [0, 0])
        tally[0] += 1
        tally[1] += won
        rows += [row for player, row, _maker in match.breaks if player == me]
        unbroken += match.unbroken.count(me)
        for other in others:
            key = name_key(other)
            spelled[key] = other
            _count(rivals.setdefault(key, [0, 0, 0]), _result(match, me, other))
    return PlayerRecord(
        name=spelling,
        matches=sum(number for number, _ in books.values()),
        wins=wins,
        shared=shared,
        alone=alone,
        rows=tuple(rows),
        unbroken=unbroken,
        books=tuple(BookRecord(*book, *tally) for book, tally in books.items()),
        rivals=tuple(Rival(spelled[key], *tally) for key, tally in rivals.items()),
        last=last,
    )


def _seated(
    matches: Sequence[MatchSummary], name: str
) -> Iterator[tuple[MatchSummary, str, list[str]]]:
    """Yield each match of `name` that is over, the oldest first, his name there, and the others."""
    # the same people sit down again and again
    tables: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for match in reversed(matches):
        if not match.is_over:
            continue
        if match.players not in tables:
            me = seat_of(match, name)
            tables[match.players] = me, [p for p in match.players if p not in (me, COMPANION)]
        me, others = tables[match.players]
        if me:
            yield match, me, others


def _count(tally: list[int], result: int | None) -> None:
    if result is not None:
        tally[result] += 1


def _mean(rows: Sequence[int]) -> float:
    return sum(rows) / len(rows)  # `statistics` takes longer to import than to be asked


def _result(match: MatchSummary, me: str, other: str) -> int | None:
    """Return 0 if `me` won and `other` did not, 1 the other way round, 2 if neither did alone.

    None where a third player won: between these two it says nothing.
    """
    won, lost = me in match.winners, other in match.winners
    if won != lost:
        return 0 if won else 1
    return 2 if won or not match.winners else None
