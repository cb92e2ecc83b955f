"""Board files written from a list of measures: the way back of `board_files.load`. Pure.

A board file is tables of numbers and words; a measure is named by its path in it, "holes.pitch".
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.board_files.load import board_file, load_board
from calibration.board_files.parse import parse_board
from companion.errors import BadNotation
from companion.i18n import N_, _, number
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title

__all__ = [
    "QUESTIONS",
    "MeasurePrompt",
    "adapted",
    "check_answer",
    "described",
    "format_answer",
    "measures_of",
    "parse_answer",
    "parse_measure",
    "questions_about",
    "written",
]

Measures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MeasurePrompt:
    """A measure by its path, and how it is asked for."""

    path: str
    words: str


# what a ruler and a look at the box can answer, asked where the board that it is like has it; the
# rest is taken over from that board
QUESTIONS = (
    MeasurePrompt("title", N_("What is the board called?")),
    MeasurePrompt(
        "palette", N_("Letters of its colours, in the order in which you will place them")
    ),
    MeasurePrompt("holes.rows", N_("How many rows?")),
    MeasurePrompt("holes.cols", N_("How many places in a row?")),
    MeasurePrompt("holes.pitch", N_("mm from one place to the next in a row, centre to centre")),
    MeasurePrompt("holes.row_pitch", N_("mm from one row to the next")),
    MeasurePrompt("holes.radius", N_("Radius of a hole (or a stud) in mm")),
    MeasurePrompt("pegs.height", N_("mm from the board up to the widest part of a peg's head")),
    MeasurePrompt("pegs.radius", N_("Radius of a peg's head in mm")),
    MeasurePrompt(
        "keys.centre_x", N_("mm from the first hole to the middle of its row's key holes")
    ),
    MeasurePrompt("keys.pitch", N_("mm between key holes of a row, sideways and away, as 5.6 5.6")),
    MeasurePrompt("sliders.zero_x", N_("mm from the first hole to where a slider points to 0")),
    MeasurePrompt("sliders.step", N_("mm from one number of a slider to the next")),
    MeasurePrompt("code.y", N_("mm from row 1 to the row of the hidden code; 0 if there is none")),
    MeasurePrompt(
        "outline.x", N_("Left and right edge of the board, from the first hole, as -11 67")
    ),
    MeasurePrompt(
        "outline.y", N_("Near and far edge of the board, from the first hole, as -29 194")
    ),
)

# measures that are the same on every box met: they follow the other one where only it is given
FOLLOWS = {
    "code.pitch": "holes.pitch",
    "code.peg.height": "pegs.height",
    "code.peg.radius": "pegs.radius",
}


def questions_about(measures: Mapping[str, Any]) -> tuple[MeasurePrompt, ...]:
    """Return what is asked of a board that is like one of these `measures`."""
    return tuple(question for question in QUESTIONS if question.path in measures)


def adapted(like: Mapping[str, Any], own: Mapping[str, Any]) -> Measures:
    """Return the measures of a board that is `like` another but for its `own`."""
    measures: Measures = {**like, **own}
    for path, other in FOLLOWS.items():
        if path in like and path not in own and like[path] == like.get(other):
            measures[path] = measures[other]
    if not measures.get("code.y", True):
        measures["code"] = None
    return measures


def measures_of(name: str) -> Measures:
    """Return a board's measures by path, its title as it is said.

    Raises UnknownName for a name that is not there, CalibrationError for an unusable file.
    """
    title = said_title(load_board(name))
    measures = dict(_flat(tomllib.loads(board_file(name).read_text("utf-8")), ""))
    own = {path: value for path, value in measures.items() if not path.startswith("titles.")}
    return own | {"title": title}


def parse_measure(text: str) -> tuple[str, Any]:
    """Read ``"holes.pitch=14.2"``, ``"outline.x=[-11, 67]"`` or ``"title=Ours"``.

    Raises BadNotation when there is no ``=``.
    """
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise BadNotation(
            _("'{text}' is not a measure.").format(text=text),
            hint=_("Write it as holes.pitch=14.2"),
        )
    return path.strip(), _value(value.strip())


def parse_answer(text: str, usual: Any) -> Any:
    """Read what is answered where a measure is `usual` else: words, a number, or two of them.

    A number may have a comma for its point. Two numbers stand with a space, a semicolon or a comma
    between, in brackets or not: ``"5,6 5,6"``, ``"[-11, 67]"``. What is no number comes back as
    words, which loading the board refuses by name.
    """
    said = text.strip()
    if isinstance(usual, str):
        return said
    if not isinstance(usual, list):
        return _value(said.replace(",", "."))
    parts = [part.strip(",") for part in re.split(r"[;\s]+", said.strip("[] "))]
    if len(parts) == 1:
        parts = parts[0].split(",")
    values = [_value(part.replace(",", ".")) for part in parts]
    return values if all(map(_is_number, values)) else said


def format_answer(usual: Any) -> str:
    """Return a measure as `parse_answer` reads it, its numbers as the language writes them."""
    if isinstance(usual, str):
        return usual
    return " ".join(map(number, usual if isinstance(usual, list) else [usual]))


def check_answer(answer: Any, usual: Any) -> None:
    """Raise BadNotation if `answer`, from `parse_answer`, is no number or two where `usual` is."""
    if isinstance(usual, str) or (_is_number(answer) and not isinstance(usual, list)):
        return
    if isinstance(usual, list) and isinstance(answer, list) and len(answer) == len(usual):
        return
    raise BadNotation(
        _("'{text}' is not a measure.").format(text=answer),
        hint=_("Give two numbers, as {example}.").format(example=format_answer(usual))
        if isinstance(usual, list)
        else _("Give a number of millimetres."),
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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
