"""What is kept of a match in the index: who played what, and how it ended. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.kinds.facts import match_facts

__all__ = ["Break", "MatchSummary", "summary_of"]


@dataclass(frozen=True, slots=True)
class Break:
    """A code that was broken: by whom, in which row (from 1), and who had hidden it."""

    player: str
    row: int
    maker: str


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One match. `at` is ISO 8601 as in its log; `error` says why a log could not be read.

    `totals` are points in seating order. `unbroken` counts the codes that nobody broke, by breaker.
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

    @classmethod
    def from_plain(cls, plain: Sequence[Any]) -> "MatchSummary":
        """Return the summary that `to_plain` wrote; raises TypeError for anything else."""
        log, book, at, players, totals, winners, is_over, breaks, unbroken, error = plain
        return cls(
            log,
            book,
            at,
            tuple(players),
            tuple(totals),
            tuple(winners),
            is_over,
            tuple([Break(*each) for each in breaks]),
            tuple(unbroken),
            error,
        )

    def to_plain(self) -> list[Any]:
        """Return a list of the fields, as JSON has them."""
        return [
            self.log,
            self.book,
            self.at,
            self.players,
            self.totals,
            self.winners,
            self.is_over,
            [[each.player, each.row, each.maker] for each in self.breaks],
            self.unbroken,
            self.error,
        ]


def summary_of(log: str, at: str, match: Any) -> MatchSummary:
    """Return the summary of `match`, whose log is called `log` and begins at `at`."""
    facts = match_facts(match)
    breaks, unbroken = [], []
    for each in facts["rounds"]:
        # a round whose code is held in parts, or of tiles, has no row in which it was broken
        if each["void"] or not each["over"] or "broken_on" not in each:
            continue
        if each["broken_on"]:
            # not by its number: a row taken back counts as one of the rows used
            row = next(row for row in each["rows"] if row["guess"] == each["code"])
            breaks.append(Break(row["player"], each["broken_on"], each["maker"]))
        else:
            unbroken += sorted({row["player"] for row in each["rows"]})
    return MatchSummary(
        log=log,
        book=facts["book"],
        at=at,
        players=tuple(facts["players"]),
        totals=tuple(facts.get("totals", {}).values()),
        winners=tuple(facts.get("winners", ())),
        is_over=facts.get("over", False),
        breaks=tuple(breaks),
        unbroken=tuple(unbroken),
    )
