"""Looking back on a match: what each guess was worth, as facts and as a table."""

from typing import Any

from rich.table import Table

from companion.cli.common import render
from companion.game.core.events import Called, Claimed, Guessed
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound

__all__ = ["analysis_facts", "analysis_table"]


def analysis_facts(match: Match, number: int) -> list[dict[str, Any]]:
    """Give a dictionary for each guess, call or claim of round `number` (from 1)."""
    current = match.rounds[number - 1]
    match current:
        case PegRound():
            return _peg_facts(current)
        case PartsRound():
            return _parts_facts(match, current, number)
        case TileRound():
            return _tile_facts(match, current, number)


def _peg_facts(current: PegRound) -> list[dict[str, Any]]:
    from companion.game.solve.analysis import analyse
    from companion.game.solve.possible import Space

    rules = current.rules
    space = Space(rules.colours, rules.holes, rules.repeats)
    rows = analyse(space, current.answered(), current.code)
    return [
        {
            "row": row.number,
            "player": current.rows[row.number - 1].player,
            "guess": row.guess,
            "answer": str(row.keys),
            "left_before": row.before,
            "left_after": row.after,
            "expected": round(row.expected, 2),
            "best_guess": row.best_guess,
            "best_expected": round(row.best, 2),
            "luck": round(row.luck, 2),
            "was_possible": row.was_possible,
            "true_answer": str(row.truth) if row.is_wrong else None,
        }
        for row in rows
    ]


def _parts_facts(match: Match, played: PartsRound, number: int) -> list[dict[str, Any]]:
    from companion.game.solve.parts import PartsSpace, Said, analyse_parts

    rows, calls = iter(played.rows), iter(played.calls)
    facts: list[dict[str, Any]] = []
    said: list[Said] = []
    for _, move in match.moves_of_round(number):
        if isinstance(move, Guessed):
            row = next(rows)
            said.append(Said(row.code, dict(row.answers)))
            answers = {str(board): format_part_answer(keys) for board, keys in row.answers}
            facts.append({"player": row.player, "guess": row.code, "answers": answers})
        elif isinstance(move, Called) and (call := next(calls)).right is not None:
            said.append(Said.of_call(call.row, right=call.right))
            facts.append({"player": call.player, "call": call.row, "right": call.right})
    space = PartsSpace(played.rules.colours, played.rules.holes, len(played.owners))
    return [
        fact | {"left_before": step.before, "left_after": step.after, "bits": round(step.bits, 2)}
        for fact, step in zip(facts, analyse_parts(space, said), strict=True)
    ]


def _tile_facts(match: Match, played: TileRound, number: int) -> list[dict[str, Any]]:
    from companion.game.solve.tiles import best_claims, likelihood

    state = TileRound.begin(played.rules, match.players)
    facts = []
    for _, move in match.moves_of_round(number):
        if isinstance(move, Claimed):
            best = best_claims(state, move.player)[0]
            facts.append(
                {
                    "player": move.player,
                    "owner": move.owner,
                    "position": move.position,
                    "number": move.number,
                    "chance": float(likelihood(state, move)),
                    "best": f"{best.owner} {best.position} {best.number}",
                    "best_chance": float(best.chance),
                }
            )
        state = state.on(move)
    for fact, verdict in zip(facts, state.claims, strict=False):
        fact["right"] = verdict.right
    return facts


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
