"""Board files written from a list of measures: the way back of `board_files.load`. Pure.

A board file is tables of numbers and words; a measure is named by its path in it, "holes.pitch".
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.board_files.load import SHIPPED, board_names, parse_board
from companion.errors import BadNotation, UnknownName, did_you_mean
from companion.vision.board.shape import BoardShape

__all__ = ["QUESTIONS", "MeasurePrompt", "described", "measures_of", "parse_measure", "written"]

Measures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MeasurePrompt:
    """A measure by its path, and how it is asked for."""

    path: str
    words: str


# what a ruler and a look at the box can answer; the rest is taken over from the board it is like
QUESTIONS = (
    MeasurePrompt("title", "What is the board called?"),
    MeasurePrompt("palette", "Letters of its colours, in the order in which you will place them"),
    MeasurePrompt("holes.rows", "How many rows?"),
    MeasurePrompt("holes.cols", "How many places in a row?"),
    MeasurePrompt("holes.pitch", "mm from one place to the next in a row, centre to centre"),
    MeasurePrompt("holes.row_pitch", "mm from one row to the next"),
    MeasurePrompt("holes.radius", "Radius of a hole (or a stud) in mm"),
    MeasurePrompt("pegs.height", "mm from the board up to the widest part of a peg's head"),
    MeasurePrompt("pegs.radius", "Radius of a peg's head in mm"),
    MeasurePrompt(
        "outline.x", "Left and right edge of the board, from the first hole, as [-11, 67]"
    ),
    MeasurePrompt(
        "outline.y", "Near and far edge of the board, from the first hole, as [-29, 194]"
    ),
)


def measures_of(name: str) -> Measures:
    """Return a shipped board's measures by path; raises UnknownName."""
    if name not in board_names():
        raise UnknownName(f"There is no board '{name}'.", hint=did_you_mean(name, board_names()))
    data = tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))
    return dict(_flat(data, ""))


def parse_measure(text: str) -> tuple[str, Any]:
    """Read ``"holes.pitch=14.2"``, ``"outline.x=[-11, 67]"`` or ``"title=Ours"``.

    Raises BadNotation when there is no ``=``.
    """
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise BadNotation(f"'{text}' is not a measure.", hint="Write it as holes.pitch=14.2")
    return path.strip(), _value(value.strip())


def written(measures: Mapping[str, Any]) -> str:
    """Return the text of a board file; a value of None leaves that measure, or its table, out."""
    kept = {path: value for path, value in measures.items() if value is not None}
    gone = [f"{path}." for path, value in measures.items() if value is None]
    tables: dict[str, list[str]] = {"": []}
    for path, value in kept.items():
        if any(path.startswith(prefix) for prefix in gone):
            continue
        table, _, key = path.rpartition(".")
        tables.setdefault(table, []).append(f"{key} = {_toml(value)}")
    parts = ["\n".join(tables.pop(""))]
    parts += ["\n".join([f"[{table}]", *lines]) for table, lines in tables.items()]
    return "\n\n".join(parts) + "\n"


def described(name: str, measures: Mapping[str, Any]) -> tuple[str, BoardShape]:
    """Return the text of board `name` and the shape it loads as.

    Raises CalibrationError, naming the measure, when the board could not be loaded.
    """
    text = written(measures)
    return text, parse_board(text, name=name)


def _flat(data: Mapping[str, Any], prefix: str) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", value))
    return pairs


def _toml(value: Any) -> str:
    """Return a value as TOML has it; strings and numbers are as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _value(text: str) -> Any:
    """Read a number or a list of them; what is neither is words; nothing at all is None."""
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
