"""What is kept of a match in the index: who played what, and how it ended. Pure.

Tuples, not dataclasses: thousands are made at each start of `keypeg stats`, three times as fast.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["Break", "MatchSummary"]


class Break(NamedTuple):
    """A code that was broken: by whom, in which row (from 1), and who had hidden it."""

    player: str
    row: int
    maker: str


class MatchSummary(NamedTuple):
    """One match. `at` is ISO 8601 as in its log; `error` says why a log could not be read.

    `title` is its rulebook's, in English; `totals` are points in seating order. `unbroken` counts
    the codes that nobody broke, by breaker.
    """

    log: str
    book: str = ""
    at: str = ""
    players: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    is_over: bool = False
    breaks: tuple[Break, ...] = ()
    unbroken: tuple[str, ...] = ()
    error: str = ""
    title: str = ""

    @classmethod
    def from_plain(cls, plain: Sequence[Any]) -> "MatchSummary":
        """Return the summary that JSON made a list of; raises ValueError for anything else."""
        log, book, at, players, totals, winners, is_over, breaks, unbroken, error, title = plain
        return cls(
            log,
            book,
            at,
            tuple(players),
            tuple(totals),
            tuple(winners),
            is_over,
            tuple(map(Break._make, breaks)),
            tuple(unbroken),
            error,
            title,
        )
