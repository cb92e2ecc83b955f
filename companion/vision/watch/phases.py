"""The states of a watcher: what a frame of each kind makes of each, and what is said. Pure."""

from enum import StrEnum

from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    HandGone,
    HandSeen,
    LightBack,
    LightLost,
    Sighting,
)

__all__ = ["TRANSITIONS", "FrameKind", "WatchPhase", "phase_table"]


class FrameKind(StrEnum):
    """What one frame is like, before anything is read."""

    STILL = "still"
    HAND = "hand"
    MOVED = "moved"
    DARK = "dark"


class WatchPhase(StrEnum):
    """The state of the watcher."""

    READING = "reading"
    HANDS = "hands"
    AWAY = "away"
    DARKNESS = "darkness"


# (phase, kind of frame) -> (the next phase, what is said, what this means)
TRANSITIONS: dict[tuple[WatchPhase, FrameKind], tuple[WatchPhase, type[Sighting] | None, str]] = {
    (WatchPhase.READING, FrameKind.STILL): (
        WatchPhase.READING,
        None,
        "cells, keys and code are read",
    ),
    (WatchPhase.READING, FrameKind.HAND): (WatchPhase.HANDS, HandSeen, "nothing is read"),
    (WatchPhase.READING, FrameKind.MOVED): (WatchPhase.AWAY, BoardMoved, "the board is looked for"),
    (WatchPhase.READING, FrameKind.DARK): (WatchPhase.DARKNESS, LightLost, "nothing is read"),
    (WatchPhase.HANDS, FrameKind.STILL): (WatchPhase.READING, HandGone, "reading begins anew"),
    (WatchPhase.HANDS, FrameKind.HAND): (WatchPhase.HANDS, None, "nothing is read"),
    (WatchPhase.HANDS, FrameKind.MOVED): (
        WatchPhase.AWAY,
        BoardMoved,
        "a hand turned or lifted the board",
    ),
    (WatchPhase.HANDS, FrameKind.DARK): (WatchPhase.DARKNESS, LightLost, "nothing is read"),
    (WatchPhase.AWAY, FrameKind.STILL): (WatchPhase.READING, BoardFound, "reading begins anew"),
    (WatchPhase.AWAY, FrameKind.HAND): (WatchPhase.AWAY, None, "the board is still looked for"),
    (WatchPhase.AWAY, FrameKind.MOVED): (WatchPhase.AWAY, None, "the board is still looked for"),
    (WatchPhase.AWAY, FrameKind.DARK): (WatchPhase.DARKNESS, LightLost, "nothing is read"),
    (WatchPhase.DARKNESS, FrameKind.STILL): (WatchPhase.READING, LightBack, "reading begins anew"),
    (WatchPhase.DARKNESS, FrameKind.HAND): (WatchPhase.HANDS, LightBack, "nothing is read"),
    (WatchPhase.DARKNESS, FrameKind.MOVED): (WatchPhase.AWAY, LightBack, "the board is looked for"),
    (WatchPhase.DARKNESS, FrameKind.DARK): (WatchPhase.DARKNESS, None, "nothing is read"),
}


def phase_table() -> str:
    """Return `TRANSITIONS` as the Markdown table that the docs carry."""
    lines = ["| phase | a look is | then | said | |", "|---|---|---|---|---|"]
    for (phase, kind), (after, said, means) in TRANSITIONS.items():
        name = f"`{said.__name__}`" if said else ""
        lines.append(f"| {phase} | {kind} | {after} | {name} | {means} |")
    return "\n".join(lines) + "\n"
