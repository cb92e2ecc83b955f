"""What each step of a calibration before a camera asks for, in words and as a board. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.wizard.light_map import UNEVEN_EV, LightMap
from calibration.wizard.notation import standard_clicks, standard_rows
from companion.game.core.codes import COLOURS, EMPTY, spell
from companion.i18n import N_, _
from companion.vision.board.shape import BoardShape

__all__ = ["Step", "in_words", "names_of", "step_of"]

# key pegs in the first two rows that have pegs: none of a pair alike, so that a swap is noticed
KEYS = ("kkww", "kw..")
OPTIONAL = ("other", "keys", "sliders", "trial")
# step -> its title
TITLES = {
    "camera": N_("Is the camera good enough?"),
    "board": N_("Where the board lies"),
    "empty": N_("The empty board"),
    "pegs": N_("Each colour once"),
    "other": N_("Each colour once, in another place"),
    "keys": N_("Key pegs"),
    "sliders": N_("Sliders"),
    "trial": N_("A trial"),
    "end": N_("What is safe"),
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
    step = Step(
        name, _(TITLES[name]), tuple(map(_, ASKS.get(name, ()))), may_be_skipped=name in OPTIONAL
    )
    if name == "pegs":
        return replace(step, asks=(_("Set one peg of each colour:"), *in_words(first)), rows=first)
    if name == "other":
        return replace(step, asks=(_("Move the same pegs to:"), *in_words(second)), rows=second)
    if name == "keys":
        keys = dict(zip(sorted(second), KEYS, strict=False))
        asks = (_("Leave the colours. Set key pegs, the far holes first:"), *_keys_in_words(keys))
        return replace(step, asks=asks, rows=second, keys=keys)
    if name == "sliders":
        clicks = standard_clicks(shape) or {}
        asks = (_("Leave the pegs. Pull the sliders:"), *_clicks_in_words(clicks))
        return replace(step, asks=asks, rows=second, clicks=clicks)
    return step


def in_words(rows: Mapping[int, str]) -> tuple[str, ...]:
    """Say what lies where, a line a row: ``row 1  r b . w  red, blue, -, white``."""
    return tuple(
        f"  {_('row')} {row:2}  {' '.join(line)}   {', '.join(map(_colour, line))}"
        for row, line in sorted(rows.items(), reverse=True)
    )


def _colour(letter: str) -> str:
    return spell(letter) if letter in COLOURS else _("empty")


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
    names = {"k": _("black"), "w": _("white"), EMPTY: _("none")}
    return tuple(
        f"  {_('row')} {row:2}  {' '.join(line)}   {', '.join(names[x] for x in line)}"
        for row, line in sorted(keys.items(), reverse=True)
    )


def _clicks_in_words(clicks: Mapping[int, tuple[int, int]]) -> tuple[str, ...]:
    return tuple(
        "  " + _("row {row}  red {red}, white {white}").format(row=f"{row:2}", red=red, white=white)
        for row, (red, white) in sorted(clicks.items(), reverse=True)
    )


# step -> what it asks for, where that is the same on all boards
ASKS = {
    "camera": (
        N_("Fix the camera so that it sees the whole board, from above rather than from the side."),
        N_("Nothing may shine in the plastic. Lock its exposure and white balance if it can."),
    ),
    "board": (N_("Put the empty board before the camera, its shield closed."),),
    "empty": (N_("Leave the board empty, the shield closed, all sliders in."),),
    "trial": (
        N_("Set some rows as in a game, of mixed colours, where you have not set any yet."),
        N_("They are read; what you confirm or correct is learned too."),
    ),
    "end": (),
}
