"""A log becomes the summary that is kept in the index."""

from pathlib import Path
from typing import Any

from companion.errors import KeypegError
from companion.history.summary import Break, MatchSummary
from companion.kinds.facts import match_facts
from companion.session.log_files import read_log
from companion.session.log_names import SUFFIX
from companion.session.replay import matches_of

__all__ = ["read_summary", "summary_of"]


def read_summary(folder: Path, name: str) -> MatchSummary:
    """Return the summary of log `name`; what cannot be read has one too, with its `error`."""
    path = folder / f"{name}{SUFFIX}"
    try:
        log = read_log(path)
        *_all, match = matches_of(log)
    except KeypegError as error:
        return MatchSummary(name, error=error.message.removeprefix(f"{path}: "))
    return summary_of(name, log.entries[0].at if log.entries else "", match)


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
        title=match.rules.title,
        at=at,
        players=tuple(facts["players"]),
        totals=tuple(facts.get("totals", {}).values()),
        winners=tuple(facts.get("winners", ())),
        is_over=facts.get("over", False),
        breaks=tuple(breaks),
        unbroken=tuple(unbroken),
    )
