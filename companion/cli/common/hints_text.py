"""Help while playing: a good next step, and answers of a human maker that cannot all be true."""

from typing import TYPE_CHECKING, Any

from companion.cli.common.render import words
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _, joined

if TYPE_CHECKING:
    from companion.game.solve.parts import Said

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
        return _("There is nothing to hint at: {turn}.").format(turn=match.turn)
    if "bits" in facts:
        return _say_parts(facts)
    left = (
        _("{remaining} codes remain").format(remaining=facts["remaining"])
        if facts["remaining"] != 1
        else _("1 code remains")
    )
    if facts["remaining"] == 1 and facts["is_possible"]:
        return f"{left}: {facts['guess']}."
    also = (
        _("it may be the code itself")
        if facts["is_possible"]
        else _("it cannot be the code itself")
    )
    return _("{left}. Try {guess}: about {expected:.1f} would be left on average ({also}).").format(
        left=left, guess=facts["guess"], expected=facts["expected"], also=also
    )


def _code_advice(current: PegRound) -> dict[str, Any]:
    from companion.game.solve.hint import hint
    from companion.game.solve.possible import Space

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
    from companion.game.solve.tiles import best_claims

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
        _("{owner}'s tile {position} is {what} ({chance:.0%})").format(
            owner=c["owner"],
            position=c["position"],
            what=_("a dash") if c["number"] == "-" else c["number"],
            chance=c["chance"],
        )
        for c in facts["claims"]
    )
    return _("From what all can see, the likeliest: {said}.").format(said=said)


def contradiction_note(current: Round) -> str:
    """Say which answers cannot all be true and what would mend it; nothing if all is well."""
    if current.is_over:
        return ""
    match current:
        case PegRound():
            return _code_contradiction(current)
        case PartsRound():
            return _parts_contradiction(current)
        case TileRound():
            return ""


def _code_contradiction(current: PegRound) -> str:
    from companion.game.solve.contradiction import one_key_fixes, smallest_contradiction
    from companion.game.solve.possible import Space

    rules, answered = current.rules, current.answered()
    space = Space(rules.colours, rules.holes, rules.repeats)
    rows = smallest_contradiction(space, answered)
    if not rows:
        return ""
    fixes = one_key_fixes(space, answered)
    remedy = _("; or ").join(
        _("row {row} is {words} ('correct {row} keys {black} {white}')").format(
            row=row, words=words(keys, rules.key_words), black=keys.black, white=keys.white
        )
        for row, keys, __ in fixes[:NAMED]
    )
    mend = (
        _("One key mends it: {remedy}.").format(remedy=remedy)
        if fixes
        else _("No change of one key mends it.")
    )
    return _("No code fits any more: {which}. Look at the key pegs again. {mend}").format(
        which=_rows(rows), mend=mend
    )


def _parts_contradiction(current: PartsRound) -> str:
    from companion.game.solve.parts import PartsSpace, smallest_parts_contradiction

    space = PartsSpace(current.rules.colours, current.rules.holes, len(current.owners))
    answers = smallest_parts_contradiction(space, said_by_all(current))
    if not answers:
        return ""
    named = ", ".join(
        _("{owner}'s to row {row}").format(owner=current.owners[board - 1], row=row)
        for row, board in answers
    )
    return _(
        "No parts fit any more: of these answers at least one is wrong: {named}. "
        "Look at the chips again, and correct it ('correct ROW keys white board "
        "N')."
    ).format(named=named)


def said_by_all(current: PartsRound) -> "list[Said]":
    """Give all rows with their answers, then the calls that were judged."""
    from companion.game.solve.parts import Said

    rows = [Said(row.code, dict(row.answers)) for row in current.rows]
    return rows + [Said.of_call(c.row, right=c.right) for c in current.calls if c.right is not None]


def _rows(rows: tuple[int, ...]) -> str:
    if len(rows) == 1:
        return _("the answer to row {row} cannot be true").format(row=rows[0])
    return _("the answers to rows {rows} cannot all be true").format(rows=joined(map(str, rows)))


def _parts_advice(current: PartsRound) -> dict[str, Any]:
    from companion.game.solve.parts import PartsSpace, parts_hint

    rules, player = current.rules, current.turn.player
    space = PartsSpace(rules.colours, rules.holes, len(current.owners))
    found = parts_hint(space, said_by_all(current), asker=current.boards_of(player))
    return {
        "player": player,
        "guess": found.code or found.row,
        "remaining": found.left,
        "bits": found.bits,
        "is_code": found.code is not None,
    }


def _say_parts(facts: dict[str, Any]) -> str:
    if facts["is_code"]:
        return _("1 code remains: {guess}. Call it.").format(guess=facts["guess"])
    return _(
        "From what all can see, {remaining} codes remain. {guess} would tell {player} most."
    ).format(
        remaining=facts["remaining"],
        guess=facts["guess"],
        player=facts["player"],
    )
