"""A match as a table: a line a guess, answer, call or claim, and how each round ended. Pure.

`what` says what a line is. A guess has all its key pegs, an answer those of its owner alone. At the
end of a round stand who hid a code, with the code once it was shown, and each player's points of
the round; at the end of the match each player's total, the sum of those points, and who has won.

Rounds have the numbers of the score card: one that is void, as each of its lines says, that of the
round played again. `counts` says whether a row that was taken back is one of the rows used.
"""

import csv
import io
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from companion.game.match import Match
from companion.kinds.facts import match_facts

__all__ = ["harmless", "match_csv"]

COLUMNS = (
    "round",
    "void",
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
    "code",
    "points",
    "counts",
)


def match_csv(match: Match) -> str:
    """Return `match` as CSV with a line of headings."""
    with io.StringIO(newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(
            {column: harmless(value) for column, value in line.items()} for line in _lines(match)
        )
        return out.getvalue()


def harmless(value: Any) -> Any:
    """Return `value`, a text so that a spreadsheet takes it for text and not for a formula."""
    is_formula = isinstance(value, str) and value[1:] and value[0] in "=+-@\t"
    return f"'{value}" if is_formula else value


def _lines(match: Match) -> Iterator[dict[str, Any]]:
    facts = match_facts(match)
    for played in facts["rounds"]:
        for line in (*_moves(played), *_end(played)):
            yield {"round": played["number"], "void": played["void"]} | line
    for player, total in facts.get("totals", {}).items():
        won = facts["over"] and player in facts["winners"]
        yield {"what": "total", "player": player, "points": total, "right": won}


def _moves(played: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for row in played["rows"] if isinstance(played["rows"], list) else []:
        answers = row.pop("answers", ())
        counted = {name: sum(a[name] for a in answers) for name in ("black", "white")}
        yield {"what": "guess"} | row | (counted if answers else {})
        for answer in answers:
            owner = played["owners"][answer["board"] - 1]
            yield {"what": "answer", "row": row["row"], "owner": owner} | answer
    for gone in played["taken_back"]:
        yield {"what": "withdrawn"} | gone
    for call in played.get("calls", ()):
        yield {"what": "call"} | call | {"guess": call["row"], "row": ""}
    for claim in played.get("claims", ()):
        yield {"what": "claim"} | claim


def _end(played: dict[str, Any]) -> Iterator[dict[str, Any]]:
    owners = played.get("owners") or [played.get("maker")]
    codes = played.get("codes") or [played.get("code")]
    for owner, code in zip_longest(owners, codes):
        if owner:
            yield {"what": "code", "owner": owner, "code": code}
    if played["over"]:
        for player, points in played["points"].items():
            yield {"what": "points", "player": player, "points": points}
