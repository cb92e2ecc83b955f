"""The table: what lies on the board against what is recorded, and what is therefore due. Pure.

In: sightings and what people say. Out: what is to be posted, asked or told.
May import: sightings, game and below.
"""

from companion.table.common.messages import (
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
from companion.table.common.watched import TableQuestion, WatchedTable
from companion.table.parts.table import PartsTable
from companion.table.pegs.questions import Question
from companion.table.pegs.state import Confirm
from companion.table.pegs.table import PegTable
from companion.table.tiles.table import TilesTable

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
