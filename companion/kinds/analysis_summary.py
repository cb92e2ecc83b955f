"""A round looked back on as chess players do: accuracy, best and worst guess, luck, a curve. Pure.

The measure is that of a hint: how many codes a guess leaves on average. A guess is as accurate as
the hint's is to it: 100% if it is the hint's, or leaves no more codes than that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean
from typing import Any

from companion.i18n import _, ngettext, number, percent

__all__ = ["PlayerSummary", "curve", "summaries_of", "summary_sentences"]

BARS = "▁▂▃▄▅▆▇█"
FEW = 2  # codes left that are worth a word, if more guesses followed


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One breaker in one round. `accuracy` is 0 to 1, `luck` in bits; rows count from 1."""

    player: str
    accuracy: float
    luck: float
    best_row: int
    worst_row: int


def summaries_of(facts: Sequence[dict[str, Any]]) -> list[PlayerSummary]:
    """Return a summary for each breaker of a round, from the facts of its analysis.

    Nothing where guesses have no measure of that kind: parts and tiles.
    """
    judged = [fact for fact in facts if "best_expected" in fact and fact["left_before"]]
    players = dict.fromkeys(fact["player"] for fact in judged)
    return [_summary(p, [fact for fact in judged if fact["player"] == p]) for p in players]


def curve(facts: Sequence[dict[str, Any]]) -> str:
    """Return how the possible codes dwindled, a bar before the first guess and after each."""
    left = [fact["left_before"] for fact in facts[:1]] + [fact["left_after"] for fact in facts]
    bits = [log2(max(count, 1)) for count in left]
    most = max(bits, default=0) or 1
    return "".join(BARS[round(bit / most * (len(BARS) - 1))] for bit in bits)


def summary_sentences(facts: Sequence[dict[str, Any]]) -> list[str]:
    """Return the sentences that say all this, the curve first."""
    summaries = summaries_of(facts)
    if not summaries:
        return []
    said = [_("Codes left: {curve}").format(curve=curve(facts))]
    said += [_sentence(summary) for summary in summaries]
    few = [fact for fact in facts[:-1] if 0 < fact["left_after"] <= FEW]
    if few:
        where = ngettext(
            "After row {row} only one code was left.",
            "After row {row} only {left} codes were left.",
            few[0]["left_after"],
        )
        said.append(where.format(row=few[0]["row"], left=few[0]["left_after"]))
    return said


def _summary(player: str, facts: list[dict[str, Any]]) -> PlayerSummary:
    scores = {fact["row"]: _accuracy(fact) for fact in facts}
    return PlayerSummary(
        player,
        accuracy=fmean(scores.values()),
        luck=sum(fact["luck"] for fact in facts),
        best_row=max(facts, key=lambda fact: fact["luck"] + scores[fact["row"]])["row"],
        worst_row=min(scores, key=lambda row: scores[row]),
    )


def _accuracy(fact: dict[str, Any]) -> float:
    return min(fact["best_expected"] / fact["expected"], 1.0) if fact["expected"] else 1.0


def _sentence(summary: PlayerSummary) -> str:
    said = _(
        "{player}: {accuracy} accurate, luck {luck} bits; best guess in row {best}, weakest in "
        "row {worst}."
    )
    if summary.best_row == summary.worst_row:
        said = _("{player}: {accuracy} accurate, luck {luck} bits.")
    return said.format(
        player=summary.player,
        accuracy=percent(summary.accuracy),
        luck=("+" if summary.luck > 0 else "") + number(summary.luck, digits=1),
        best=summary.best_row,
        worst=summary.worst_row,
    )
