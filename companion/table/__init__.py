"""The table: what lies on the board against what is recorded, and what is therefore due. Pure."""

from companion.table.deeds import Correct, Deed, Expect, Post, Tell, TellEyes, Undo
from companion.table.happenings import CameraBack, CameraLost, Done, Happening, No, Told, Yes
from companion.table.parts import PartsTable
from companion.table.questions import Question
from companion.table.table import Confirm, Table
from companion.table.tiles import TilesTable

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
    "Post",
    "Question",
    "Table",
    "Tell",
    "TellEyes",
    "TilesTable",
    "Told",
    "Undo",
    "Yes",
]
