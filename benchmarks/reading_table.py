"""Prints the table of docs/figures.md on how well boards are read, from `keypeg evaluate`.

    keypeg evaluate DIR --find auto --json >auto.json
    keypeg evaluate DIR --find corners --json >corners.json
    python -m benchmarks.reading_table auto.json corners.json

DIR holds the sessions that nothing was chosen on. A cell that is not read counts, also where the
board was not found or the session could not be calibrated.
"""

import json
import sys
from pathlib import Path
from typing import Any

WAYS = {
    "auto": "by markers, else by the picture of the empty board, else unaided",
    "corners": "by four clicks 5 px off",
    "unaided": "without any help",
    "markers": "by markers",
    "empty": "by the picture of the empty board",
}
KINDS = {"cells": "pegs and empty holes", "keys": "answers by key pegs", "sliders": "sliders"}


def share(counts: dict[str, int], part: str) -> str:
    total = sum(counts.values())
    return f"{100 * counts[part] / total:.1f}" if total else "-"


def rows(measured: dict[str, Any]) -> list[str]:
    """Return the table's lines for one way to find the board."""
    way, total = WAYS[measured["plan"]["find"]], measured["total"]
    found = total["found"]
    pictures = sum(found.values())
    lines = [
        f"| {name}, {way} | {share(total[kind], 'right')} | {share(total[kind], 'wrong')} |"
        for kind, name in KINDS.items()
    ]
    right, wrong = (f"{100 * found[what] / pictures:.1f}" for what in ("found", "found wrongly"))
    return [*lines, f"| the board found, of {pictures} pictures, {way} | {right} | {wrong} |"]


def main() -> None:
    print("| % of places | right | wrong |\n|---|---|---|")
    for file in sys.argv[1:]:
        print("\n".join(rows(json.loads(Path(file).read_text("utf-8")))))


if __name__ == "__main__":
    main()
