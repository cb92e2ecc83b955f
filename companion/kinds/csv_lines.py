"""A match as a table: a line a guess, call or claim. Pure."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from companion.game.match import Match
from companion.kinds.facts import match_facts

__all__ = ["match_csv"]

COLUMNS = (
    "round",
    "what",
    "row",
    "player",
    "board",
    "guess",
    "black",
    "white",
    "owner",
    "position",
    "number",
    "right",
)


def match_csv(match: Match) -> str:
    """Return `match` as CSV with a line of headings."""
    with io.StringIO(newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(_lines(match))
        return out.getvalue()


def _lines(match: Match) -> Iterator[dict[str, Any]]:
    for number, played in enumerate(match_facts(match)["rounds"], start=1):
        rows = played["rows"] if isinstance(played["rows"], list) else []
        for row in rows:
            yield {"round": number, "what": "guess"} | _counted(row)
        for call in played.get("calls", ()):
            yield {"round": number, "what": "call"} | call | {"guess": call["row"], "row": ""}
        for claim in played.get("claims", ()):
            yield {"round": number, "what": "claim"} | claim


def _counted(row: dict[str, Any]) -> dict[str, Any]:
    answers = row.pop("answers", None)
    if answers is None:
        return row
    return row | {name: sum(a[name] for a in answers) for name in ("black", "white")}
