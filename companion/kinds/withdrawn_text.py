"""Rows, answers and calls that were taken back, said openly. Pure."""

from companion.game.core.withdrawn import Withdrawn
from companion.game.match import Round
from companion.i18n import N_, _

__all__ = ["CANCELLED", "withdrawn_sentences"]

CANCELLED = N_("A step was taken back after the code was seen: the round is void.")


def withdrawn_sentences(played: Round) -> list[str]:
    """Return a sentence for each row, answer or call that was taken back."""
    return [_sentence(gone) for gone in played.withdrawn]


def _sentence(gone: Withdrawn) -> str:
    if gone.is_call:
        said = _("Taken back: {player}'s call {code}.")
    elif gone.keys is not None:
        said = _("Taken back: {player}'s answer {answer} to row {row}, {code}.")
    elif gone.counts:
        said = _("Taken back: row {row} of {player}, {code}; it counts as a row used.")
    else:
        said = _("Taken back: row {row} of {player}, {code}.")
    answer = gone.keys or ""
    return said.format(row=gone.number, player=gone.player, code=gone.code, answer=answer)
