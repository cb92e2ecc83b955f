"""Rows, answers and calls that were taken back, said openly. Pure."""

from collections.abc import Callable

from companion.game.core.key_pegs import Keys
from companion.game.core.withdrawn import Withdrawn
from companion.game.match import Round
from companion.i18n import N_, _

__all__ = ["CANCELLED", "withdrawn_sentences"]

CANCELLED = N_("A step was taken back after the code was seen: the round is void.")


def withdrawn_sentences(played: Round, say_keys: Callable[[Keys], str]) -> list[str]:
    """Return a sentence for each row, answer or call that was taken back; `say_keys` an answer."""
    return [_sentence(gone, say_keys) for gone in played.withdrawn]


def _sentence(gone: Withdrawn, say_keys: Callable[[Keys], str]) -> str:
    if gone.is_call:
        said = _("Taken back: {player}'s call {code}.")
    elif gone.keys is not None:
        said = _("Taken back: {player}'s answer {answer} to row {row}, {code}.")
    elif gone.counts:
        said = _("Taken back: row {row} of {player}, {code}; it counts as a row used.")
    else:
        said = _("Taken back: row {row} of {player}, {code}.")
    answer = "" if gone.keys is None else say_keys(gone.keys)
    return said.format(row=gone.number, player=gone.player, code=gone.code, answer=answer)
