"""Looking back on a match: what each guess was worth, as a table."""

from typing import Any

from rich.table import Table

from companion.cli.common import render
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound

__all__ = ["analysis_table"]


def analysis_table(facts: list[dict[str, Any]], kind: type) -> Table:
    """Draw the facts of a round."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    columns = _COLUMNS[kind]
    for heading in columns:
        table.add_column(heading, justify="right" if heading != "guess" else "left")
    for fact in facts:
        table.add_row(*(say(fact) for say in columns.values()))
    return table


def _percent(value: float) -> str:
    return f"{value:.0%}"


_COLUMNS: dict[type, dict[str, Any]] = {
    PegRound: {
        "row": lambda f: str(f["row"]),
        "guess": lambda f: render.pegs(f["guess"]),
        "said": lambda f: f["answer"],
        "left": lambda f: f"{f['left_before']}→{f['left_after']}",
        "expected": lambda f: f"{f['expected']:.1f}",
        "best": lambda f: f"{f['best_guess']} {f['best_expected']:.1f}",
        "luck": lambda f: f"{f['luck']:+.1f}",
        "true": lambda f: f["true_answer"] or "",
    },
    PartsRound: {
        "player": lambda f: f["player"],
        "guess": lambda f: render.pegs(f.get("call") or f["guess"]),
        "": lambda f: "" if "guess" in f else f"call: {'right' if f['right'] else 'wrong'}",
        "left": lambda f: f"{f['left_before']}→{f['left_after']}",
        "bits": lambda f: f"{f['bits']:.1f}",
    },
    TileRound: {
        "player": lambda f: f["player"],
        "claim": lambda f: f"{f['owner']} {f['position']} {f['number']}",
        "chance": lambda f: _percent(f["chance"]),
        "": lambda f: "right" if f.get("right") else "wrong",
        "best": lambda f: f"{f['best']} {_percent(f['best_chance'])}",
    },
}
