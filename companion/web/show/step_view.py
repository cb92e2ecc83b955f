"""A step of a calibration as a page shows it: what is asked, how the board shall look."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log

from calibration.store.calibrations import versions
from calibration.wizard.notation import format_rows
from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.vision.learn.confusable import confusable
from companion.vision.read.reading import UNSURE
from companion.web.show.boards.board_svg import BoardPicture, board_svg
from companion.web.table.calibrating import Calibrating

__all__ = ["Dot", "StepView", "drawn_step", "step_view"]

# units of the colour plot a factor of e in the ratio of two channels, and its half width; chosen by
# eye
PLOT, PLOT_HALF = 25.0, 60.0
# level added to both channels of a ratio, so that black is not anywhere; chosen by eye
PLOT_FLOOR = 0.02


@dataclass(frozen=True, slots=True)
class Dot:
    """A sample in the plot: its letter, blue against green to the right, red against green up."""

    letter: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StepView:
    """What is shown of the step `number` of `count`; `safety` and `dots` at the end alone.

    `is_taken` tells that its own picture was taken, `has_picture` that there is an earlier one;
    `seen` are the rows that are read in it, where they differ from what was asked for.
    """

    number: int
    count: int
    name: str
    title: str
    asks: tuple[str, ...]
    svg: str
    said: tuple[str, ...]
    question: str
    may_be_skipped: bool
    is_taken: bool
    has_picture: bool
    takes_rows: bool
    seen: str = ""
    size: tuple[int, int] = (0, 0)
    is_over: bool = False
    saved: str = ""
    called: str = ""
    version: int = 1
    safety: tuple[str, ...] = ()
    dots: tuple[Dot, ...] = ()
    close: tuple[str, ...] = field(default=())
    template: str = "step.html"


def step_view(calibrating: Calibrating) -> StepView:
    """Return what is shown of the step that is due."""
    guide, step = calibrating.guide, calibrating.guide.step
    shots = [guide.shots[name] for name in guide.names[: guide.at + 1] if name in guide.shots]
    size = (shots[-1].image.shape[1], shots[-1].image.shape[0]) if shots else (0, 0)
    there = versions(calibrating.name)
    view = StepView(
        number=guide.at + 1,
        count=len(guide.names),
        name=step.name,
        title=step.title,
        asks=step.asks,
        svg=_asked_board(calibrating),
        said=guide.said,
        question=guide.question,
        may_be_skipped=step.may_be_skipped,
        is_taken=guide.shot is not None or (guide.is_over and bool(shots)),
        has_picture=bool(shots),
        takes_rows=step.name in ("pegs", "other", "trial") and guide.shot is not None,
        seen=_seen_rows(calibrating),
        size=size,
        is_over=guide.is_over,
        saved=calibrating.saved,
        called=calibrating.name,
        version=there[-1] + 1 if there else 1,
    )
    return _with_outcome(view, calibrating) if guide.is_over else view


def _seen_rows(calibrating: Calibrating) -> str:
    """Return the rows that are read in a picture of pegs set otherwise, as they could be typed."""
    guide, shot = calibrating.guide, calibrating.guide.shot
    if guide.step.name != "other" or not guide.question or shot is None or shot.reading is None:
        return ""
    lines = enumerate(shot.reading.rows, start=1)
    return format_rows({n: line for n, line in lines if line.strip(EMPTY) and UNSURE not in line})


def _asked_board(calibrating: Calibrating) -> str:
    """Return the board as it shall look, drawn; nothing where no pegs are asked for."""
    guide, step = calibrating.guide, calibrating.guide.step
    if not step.rows:
        return ""
    rows = tuple(step.rows.get(row, "") for row in range(1, guide.shape.rows + 1))
    return board_svg(guide.shape, BoardPicture(rows=rows, answers=_answers(calibrating)))


def _answers(calibrating: Calibrating) -> Sequence[Keys | None]:
    guide, step = calibrating.guide, calibrating.guide.step
    keys = {row: Keys(line.count("k"), line.count("w")) for row, line in (step.keys or {}).items()}
    keys |= {row: Keys(red, white) for row, (red, white) in (step.clicks or {}).items()}
    return tuple(keys.get(row) for row in range(1, guide.shape.rows + 1))


def _with_outcome(view: StepView, calibrating: Calibrating) -> StepView:
    guide = calibrating.guide
    outcome = guide.outcome()
    samples = outcome.calibration.samples
    dots = tuple(
        Dot(letter, _ratio(blue, green), _ratio(red, green))
        for letter, (blue, green, red) in zip(samples.letters, samples.features.colour, strict=True)
    )
    pairs = tuple(first + second for first, second, _margin in confusable(outcome.calibration))
    safety = (*guide.safety(), *outcome.warnings)
    return replace(view, safety=safety, dots=dots, close=pairs)


def _ratio(one: float, other: float) -> float:
    """Return the logarithm of the ratio of two channels in units of the plot, within its frame."""
    value = PLOT * log((float(one) + PLOT_FLOOR) / (float(other) + PLOT_FLOOR))
    return round(max(-PLOT_HALF, min(PLOT_HALF, value)), 1)


def drawn_step(calibrating: Calibrating, *, is_whole: bool) -> bytes | None:
    """Return the picture of this step as JPEG, None without one: the board alone, or the whole.

    Corners are set in a whole one, with nothing drawn into it.
    """
    from companion.vision.camera.image_files import encode_jpeg
    from companion.vision.read.overlay import draw_overlay
    from companion.vision.watch.shown_picture import shrunk, within_outline

    guide = calibrating.guide
    named = [guide.shots[name] for name in guide.names[: guide.at + 1] if name in guide.shots]
    if not named:
        return None
    shot = named[-1]
    if shot.found is None or is_whole:
        return encode_jpeg(shot.image, quality=80)
    shape, pose = shot.found.shape, shot.found.pose
    whole = draw_overlay(shot.image, shape, pose, shot.reading)
    scale = whole.shape[1] / shot.image.shape[1]
    wide = (round(pose.size[0] * scale), round(pose.size[1] * scale))
    return encode_jpeg(shrunk(within_outline(whole, shape, pose.resized(wide)), 900), quality=80)
