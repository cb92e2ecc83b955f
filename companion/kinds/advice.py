"""Help while playing: a good next step, and answers of a human maker that cannot all be true."""

from typing import Any

from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.i18n import _
from companion.kinds.all_kinds import kind_of

__all__ = ["advice_facts", "contradiction_note", "is_choice", "say_advice"]

# what is done by what lies on the table: nobody chooses, so nothing is advised
NO_CHOICE = (Need.CODE, Need.DEAL, Need.JUDGE, Need.REPLY, Need.SHOW, Need.SHOW_ROW)


def is_choice(match: Match) -> bool:
    """Say whether somebody has to choose something now, which can be advised on."""
    return not match.is_over and match.turn.need not in NO_CHOICE


def advice_facts(match: Match) -> dict[str, Any]:
    """Return a good next step from what all can see, nothing where there is nothing to choose.

    Raises `IllegalMove` if no code fits.
    """
    return kind_of(match.rules).advice(match.round) if is_choice(match) else {}


def say_advice(match: Match) -> str:
    """Say a good next step in a sentence."""
    facts = advice_facts(match)
    if not facts:
        return _("There is nothing to hint at: {turn}.").format(turn=match.turn)
    return kind_of(match.rules).say_advice(facts)


def contradiction_note(current: Round) -> str:
    """Say which answers cannot all be true and what would mend it; nothing if all is well."""
    return "" if current.is_over else kind_of(current.rules).contradiction(current)
