"""Help while playing: a good next step, and answers of a human maker that cannot all be true."""

from typing import Any

from companion.cli.draw import words
from companion.game.match import Match
from companion.game.parts import PartsRound
from companion.game.pegs import PegRound
from companion.game.tiles import TileRound
from companion.game.turn import Need

__all__ = ["advice_facts", "contradiction_note", "say_advice"]

NAMED = 3  # claims named in a hint


def advice_facts(match: Match) -> dict[str, Any]:
    """Give a good next step from what all can see; raise `IllegalMove` if no code fits."""
    current = match.round
    if match.is_over or current.turn.need in (Need.CODE, Need.DEAL, Need.SHOW):
        return {}
    match current:
        case PegRound():
            return _code_advice(current)
        case PartsRound():
            return _parts_advice(current)
        case TileRound():
            return _tile_advice(current)


def say_advice(match: Match) -> str:
    """Say a good next step in a sentence."""
    facts = advice_facts(match)
    if "claims" in facts:
        return _say_claims(facts)
    if not facts:
        return f"There is nothing to hint at: {match.turn}."
    if "bits" in facts:
        return _say_parts(facts)
    left = f"{facts['remaining']} codes remain" if facts["remaining"] != 1 else "1 code remains"
    if facts["remaining"] == 1 and facts["is_possible"]:
        return f"{left}: {facts['guess']}."
    also = "it may be the code itself" if facts["is_possible"] else "it cannot be the code itself"
    return (
        f"{left}. Try {facts['guess']}: about {facts['expected']:.1f} would be left on average "
        f"({also})."
    )


def _code_advice(current: PegRound) -> dict[str, Any]:
    from companion.game.solve import Space
    from companion.game.strategy import hint

    rules = current.rules
    found = hint(Space(rules.colours, rules.holes, rules.repeats), current.answered())
    return {
        "guess": found.guess,
        "remaining": found.remaining,
        "expected": found.expected,
        "worst": found.worst,
        "is_possible": found.is_possible,
    }


def _tile_advice(current: TileRound) -> dict[str, Any]:
    from companion.game.deduce import best_claims

    if current.winner:
        return {}
    claims = best_claims(current, current.mover)[:NAMED]
    return {
        "player": current.mover,
        "claims": [
            {
                "owner": claim.owner,
                "position": claim.position,
                "number": claim.number,
                "chance": float(claim.chance),
            }
            for claim in claims
        ],
    }


def _say_claims(facts: dict[str, Any]) -> str:
    said = "; ".join(
        f"{c['owner']}'s tile {c['position']} is {'a dash' if c['number'] == '-' else c['number']} "
        f"({c['chance']:.0%})"
        for c in facts["claims"]
    )
    return f"From what all can see, the likeliest: {said}."


def contradiction_note(current: PegRound) -> str:
    """Say which answers cannot all be true and what would mend it; nothing if all is well."""
    answered = current.answered()
    if not answered or current.is_over:
        return ""
    from companion.game.solve import Space
    from companion.game.solve_conflicts import one_key_fixes, smallest_contradiction

    rules = current.rules
    space = Space(rules.colours, rules.holes, rules.repeats)
    rows = smallest_contradiction(space, answered)
    if not rows:
        return ""
    fixes = one_key_fixes(space, answered)
    remedy = "; or ".join(
        f"row {row} is {words(keys, rules.key_words)} ('correct {row} keys {keys.black} "
        f"{keys.white}')"
        for row, keys, _ in fixes[:NAMED]
    )
    mend = f" One key mends it: {remedy}." if fixes else " No change of one key mends it."
    return f"No code fits any more: {_rows(rows)}. Look at the key pegs again.{mend}"


def _rows(rows: tuple[int, ...]) -> str:
    if len(rows) == 1:
        return f"the answer to row {rows[0]} cannot be true"
    named = ", ".join(map(str, rows[:-1])) + f" and {rows[-1]}"
    return f"the answers to rows {named} cannot all be true"


def _parts_advice(current: PartsRound) -> dict[str, Any]:
    from companion.game.solve_parts import PartsSpace, Said, parts_hint

    rules, player = current.rules, current.turn.player
    said = [Said(row.code, dict(row.answers)) for row in current.rows]
    said += [Said.of_call(c.row, right=c.right) for c in current.calls if c.right is not None]
    space = PartsSpace(rules.colours, rules.holes, len(current.owners))
    found = parts_hint(space, said, asker=current.boards_of(player))
    return {
        "player": player,
        "guess": found.code or found.row,
        "remaining": found.left,
        "bits": found.bits,
        "is_code": found.code is not None,
    }


def _say_parts(facts: dict[str, Any]) -> str:
    if facts["is_code"]:
        return f"1 code remains: {facts['guess']}. Call it."
    return (
        f"From what all can see, {facts['remaining']} codes remain. "
        f"{facts['guess']} would tell {facts['player']} most ({facts['bits']:.1f} bits)."
    )
