"""What each step of a calibration before a camera asks for, in words and as a board. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.wizard.light_map import UNEVEN_EV, LightMap
from calibration.wizard.notation import standard_clicks, standard_rows
from companion.game.core.codes import COLOURS, EMPTY
from companion.vision.board.shape import BoardShape

__all__ = ["Step", "in_words", "names_of", "step_of"]

# key pegs in the first two rows that have pegs: none of a pair alike, so that a swap is noticed
KEYS = ("kkww", "kw..")
OPTIONAL = ("other", "keys", "sliders", "trial")
TITLES = {
    "camera": "Is the camera good enough?",
    "board": "Where the board lies",
    "empty": "The empty board",
    "pegs": "Each colour once",
    "other": "Each colour once, in another place",
    "keys": "Key pegs",
    "sliders": "Sliders",
    "trial": "A trial",
    "end": "What is safe",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its `name`, a `title`, what it asks for, and how the board then looks.

    `rows` are letters by row; key holes and clicks likewise.
    """

    name: str
    title: str
    asks: tuple[str, ...]
    rows: Mapping[int, str] = field(default_factory=dict)
    keys: Mapping[int, str] | None = None
    clicks: Mapping[int, tuple[int, int]] | None = None
    may_be_skipped: bool = False


def names_of(shape: BoardShape) -> tuple[str, ...]:
    """Return the names of the steps of a board, in their order."""
    keys = ("keys",) if shape.keys and len(shape.keys.offsets) == len(KEYS[0]) else ()
    sliders = ("sliders",) if shape.sliders else ()
    return ("camera", "board", "empty", "pegs", "other", *keys, *sliders, "trial", "end")


def step_of(
    name: str,
    shape: BoardShape,
    *,
    light: LightMap | None = None,
    placed: Mapping[str, Mapping[int, str]],
) -> Step:
    """Return the step `name`; `light` is of the empty board.

    `placed` has the rows of the steps whose pegs lie otherwise than is asked for.
    """
    first, second = (placed.get(n, rows) for n, rows in _two_places(shape, light).items())
    step = Step(name, TITLES[name], _ASKS.get(name, ()), may_be_skipped=name in OPTIONAL)
    if name == "pegs":
        return replace(step, asks=("Set one peg of each colour:", *in_words(first)), rows=first)
    if name == "other":
        return replace(step, asks=("Move the same pegs to:", *in_words(second)), rows=second)
    if name == "keys":
        keys = dict(zip(sorted(second), KEYS, strict=False))
        asks = ("Leave the colours. Set key pegs, the far holes first:", *_keys_in_words(keys))
        return replace(step, asks=asks, rows=second, keys=keys)
    if name == "sliders":
        clicks = standard_clicks(shape) or {}
        asks = ("Leave the pegs. Pull the sliders:", *_clicks_in_words(clicks))
        return replace(step, asks=asks, rows=second, clicks=clicks)
    return step


def in_words(rows: Mapping[int, str]) -> tuple[str, ...]:
    """Say what lies where, a line a row: ``row 1  r b . w  red, blue, -, white``."""
    return tuple(
        f"  row {row:2}  {' '.join(line)}   {', '.join(COLOURS.get(x, 'empty') for x in line)}"
        for row, line in sorted(rows.items(), reverse=True)
    )


def _two_places(shape: BoardShape, light: LightMap | None) -> dict[str, dict[int, str]]:
    """Return rows for "pegs" and "other": in the most light and the least, else near and far."""
    lines = list(standard_rows(shape).values())
    last = max(1, shape.rows - len(lines) + 1)
    near, far = 1, last
    if light is not None and light.spread >= UNEVEN_EV:
        reach = (len(lines) - 1) // 2
        near, far = (
            min(max(1, row - reach), last) for row in (light.brightest_row, light.darkest_row)
        )
        if abs(near - far) < len(lines):
            near, far = (1, last) if near <= far else (last, 1)
    return {"pegs": _from_row(near, lines), "other": _from_row(far, lines)}


def _from_row(first: int, lines: list[str]) -> dict[int, str]:
    return dict(enumerate(lines, start=first))


def _keys_in_words(keys: Mapping[int, str]) -> tuple[str, ...]:
    names = {"k": "black", "w": "white", EMPTY: "none"}
    return tuple(
        f"  row {row:2}  {' '.join(line)}   {', '.join(names[x] for x in line)}"
        for row, line in sorted(keys.items(), reverse=True)
    )


def _clicks_in_words(clicks: Mapping[int, tuple[int, int]]) -> tuple[str, ...]:
    return tuple(
        f"  row {row:2}  red {red}, white {white}"
        for row, (red, white) in sorted(clicks.items(), reverse=True)
    )


_ASKS = {
    "camera": (
        "Fix the camera so that it sees the whole board, from above rather than from the side.",
        "Nothing may shine in the plastic. Lock its exposure and white balance if it can.",
    ),
    "board": ("Put the empty board before the camera, its shield closed.",),
    "empty": ("Leave the board empty, the shield closed, all sliders in.",),
    "trial": (
        "Set some rows as in a game, of mixed colours, where you have not set any yet.",
        "They are read; what you confirm or correct is learned too.",
    ),
    "end": (),
}
