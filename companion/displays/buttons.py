"""The buttons at the table."""

from enum import StrEnum

__all__ = ["Press"]


class Press(StrEnum):
    """Which button was pressed."""

    DONE = "done"  # the row is complete: read it
    TAKE_BACK = "take back"  # the newest row was a mistake
