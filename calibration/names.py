"""What a board of one's own, a calibration and all else that is measured may be called. Pure."""

import re

__all__ = ["is_name"]

# a calibration is called as its board is if nothing else is said, so one rule holds for both
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def is_name(text: str) -> bool:
    """Whether `text` could be the name of a file or a folder everywhere."""
    return NAME.fullmatch(text) is not None
