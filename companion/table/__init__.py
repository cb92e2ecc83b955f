"""The table: what lies on the board against what is recorded, and what is therefore due. Pure.

In: sightings and what people say. Out: what is to be posted, asked or told.
May import: sightings, game and below.
"""

from companion.table.messages import (
    CameraBack,
    CameraLost,
    Correct,
    Deed,
    Done,
    Expect,
    Happening,
    No,
    Post,
    Tell,
    TellEyes,
    TypedRow,
    Undo,
    Yes,
)
from companion.table.parts import PartsTable
from companion.table.pegs import PegTable
from companion.table.pegs_state import Confirm
from companion.table.questions import Question
from companion.table.tiles import TilesTable
from companion.table.watched import TableQuestion, WatchedTable

__all__ = [
    "CameraBack",
    "CameraLost",
    "Confirm",
    "Correct",
    "Deed",
    "Done",
    "Expect",
    "Happening",
    "No",
    "PartsTable",
    "PegTable",
    "Post",
    "Question",
    "TableQuestion",
    "Tell",
    "TellEyes",
    "TilesTable",
    "TypedRow",
    "Undo",
    "WatchedTable",
    "Yes",
]
