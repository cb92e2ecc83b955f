"""What a reading says of a row's keys, of the code and of its worst cell, as plain values. Pure."""

from companion.game.core.codes import EMPTY
from companion.vision.read.reading import UNSURE, Reading, RowKeys
from companion.vision.watch.box_limits import Limits, has_pegs

__all__ = ["code_of", "counts_of", "worst_of"]


def worst_of(reading: Reading, r: int) -> float:
    """Give the confidence of the worst cell of row `r`, from 0."""
    return round(min(reading.confidence[r]), 3)


def counts_of(answer: RowKeys) -> tuple[int, int] | None:
    """Give (black, white), None when the picture does not say."""
    if answer.black is None or answer.white is None:
        return None
    return answer.black, answer.white


def code_of(reading: Reading, limits: Limits) -> str | None:
    """Give the open code, nothing ("") for a covered one, None when neither is clear."""
    code = reading.code
    if code.covered:
        return ""
    whole = EMPTY not in code.letters or (limits.blanks and has_pegs(code.letters))
    clear = code.letters and UNSURE not in code.letters and whole
    return code.letters if code.covered is False and clear else None
