"""What a person types for ``keypeg`` here: a clone that was never installed has ``./run``."""

import os

__all__ = ["command_name"]


def command_name() -> str:
    """Return the command that this one was typed as; `run` says its own name."""
    return os.environ.get("KEYPEG_COMMAND") or "keypeg"
