"""`keypeg watch`: what happens on a board before a camera, as it happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import click

from companion.errors import CameraEnded, CameraError

if TYPE_CHECKING:
    from companion.sightings import Sighting
    from companion.vision.camera import Camera
    from companion.vision.limits import Limits
    from companion.vision.lookout import Lookout
    from companion.vision.shape import BoardShape
    from companion.vision.steady import Pace

__all__ = ["watch"]

# seconds to wait for a frame
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class _Setup:
    """What is watched, and how."""

    camera: Camera
    lookout: Lookout
    limits: Limits
    pace: Pace


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--camera",
    "spec",
    required=True,
    help="usb:0, csi, url:http://..., photos:DIR, video:FILE or sim:BOOK?seed=1.",
)
@click.option("--board", help="The board's name, or the path of its file (.toml).")
@click.option("--calibration", "name", help="Its name; without it the one called like the board.")
@click.option("--corners", metavar="'x,y x,y x,y x,y'", help="The outer holes in the first frame.")
@click.option("--book", help="A rulebook: its colours and its number of pegs are kept to.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each event.")
def watch(
    spec: str,
    board: str | None,
    name: str | None,
    corners: str | None,
    book: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Watch a board and print what happens until the camera ends or Ctrl-C is pressed.

    A drawn game (sim:) needs neither board nor calibration.
    """
    say = _once_each()
    setup = _setup(spec, board, name, corners, book, say)
    click.echo(f"{setup.camera.title}. Ctrl-C ends.", err=True)
    for note in setup.camera.notes:
        click.echo(note, err=True)
    try:
        _run(setup, as_json=as_json, say=say)
    except KeyboardInterrupt:
        click.echo("", err=True)
    finally:
        setup.camera.close()


def _run(setup: _Setup, *, as_json: bool, say: Callable[[str], None]) -> None:
    from companion.sightings import as_dict
    from companion.vision.watcher import Watcher

    watcher = Watcher.before(setup.limits, pace=setup.pace)
    while True:
        try:
            frame = setup.camera.read(PATIENCE)
        except CameraEnded as end:
            click.echo(str(end), err=True)
            return
        except CameraError as error:
            say(str(error))
            continue
        watcher, seen = watcher.on(setup.lookout.look(frame))
        for sighting in seen:
            if as_json:
                line = json.dumps({"at": round(frame.at, 2), **as_dict(sighting)})
            else:
                line = f"{frame.at:8.1f} s  {_words(sighting)}"
            click.echo(line)


def _setup(
    spec: str,
    board: str | None,
    name: str | None,
    corners: str | None,
    book: str | None,
    say: Callable[[str], None],
) -> _Setup:
    from companion.vision.camera import open_camera, parse_spec
    from companion.vision.onlook import MOTION
    from companion.vision.simulate import SimCamera
    from companion.vision.steady import PHOTOS, VIDEO

    kind = parse_spec(spec).kind
    if kind != "sim" and board is None:
        raise click.UsageError(f"--camera {spec} needs --board: see 'keypeg board list'.")
    if kind == "sim" and board is not None:
        raise click.UsageError("A drawn game has its own board: leave --board out.")
    # what cannot be read is said before a camera is opened
    # photos differ in everything from one to the next
    motion = inf if kind == "photos" else MOTION
    known = _calibrated(board, name, corners, motion) if board else None
    camera = open_camera(spec, say=say)
    if known is None:
        if not isinstance(camera, SimCamera):
            raise CameraError(
                f"{camera.title} has tiles on it; what is watched here is a board of pegs.",
                hint="Take sim:hasbro-2 or sim:bouwblokje.",
            )
        known = _drawn(camera)
        book = book or parse_spec(spec).place
    shape, lookout = known
    return _Setup(camera, lookout, _limits(shape, book), PHOTOS if kind == "photos" else VIDEO)


def _calibrated(
    board: str, name: str | None, corners: str | None, motion: float
) -> tuple[BoardShape, Lookout]:
    """Give the board and how to look at it, by a calibration that was saved."""
    from calibration.boards import load_board
    from calibration.locate import locate
    from calibration.notation import parse_corners
    from calibration.store import load
    from companion.vision import reader
    from companion.vision.find import Found
    from companion.vision.lookout import Lookout

    shape = load_board(board)
    saved = load(name or shape.name, board=shape.name)
    fitted = saved.fitted(shape)
    clicked = parse_corners(corners) if corners else None

    def find(image: Any, last: Any) -> Any:
        # clicks say where it was in the first frame
        at = None if last else clicked
        found = locate(image, fitted, corners=at, last=last, empty=saved.empty)
        return found.shape, found.pose

    def read(image: Any, there: BoardShape, pose: Any) -> Any:
        return reader.read(image, Found(pose, there, "watched", 1.0), saved.calibration)

    return shape, Lookout(find, read, motion=motion)


def _drawn(camera: Any) -> tuple[BoardShape, Lookout]:
    """Give a drawn game's board, calibrated by drawn pictures."""
    from companion.vision import reader
    from companion.vision.find import Found
    from companion.vision.lookout import Lookout
    from companion.vision.simulate import known_pictures

    pictures, empty = known_pictures(camera.shape, camera.pose)
    calibration = reader.calibrate(pictures, (empty.image, empty.found))

    def find(*_: Any) -> Any:
        return camera.shape, camera.seen_from()

    def read(image: Any, there: BoardShape, pose: Any) -> Any:
        return reader.read(image, Found(pose, there, "drawn", 1.0), calibration)

    return camera.shape, Lookout(find, read)


def _limits(shape: BoardShape, book: str | None) -> Limits:
    from companion.game.peg_rules import PegRules
    from companion.rulebooks import find_book
    from companion.vision.limits import Limits

    rules = find_book(book) if book else None
    if not isinstance(rules, PegRules):
        return Limits(shape.rows, shape.cols, shape.palette, blanks=rules is not None)
    return Limits(
        shape.rows, shape.cols, rules.colours, stock=rules.pegs_a_colour, blanks=rules.empties
    )


def _once_each() -> Callable[[str], None]:
    """Give a way to say things on standard error, none twice in a row."""
    last = ""

    def say(text: str) -> None:
        nonlocal last
        if text != last:
            click.echo(text, err=True)
        last = text

    return say


def _words(sighting: Sighting) -> str:
    """Give a sighting as a person would say it."""
    from companion.sightings import as_dict

    fields = as_dict(sighting)
    for name in ("cols", "cells"):
        if name in fields:
            fields[name] = _places(fields[name])
    return WORDS[fields["saw"]].format(**fields)


def _places(places: Sequence[int | Sequence[int]]) -> str:
    """Name holes, or (row, hole) pairs."""
    if not places:
        return "the row"
    named = [f"{p[0]}/{p[1]}" if isinstance(p, Sequence) else str(p) for p in places]
    return f"hole{'s' if len(named) > 1 else ''} {', '.join(named)}"


WORDS = {
    "HandSeen": "a hand",
    "HandGone": "the hand is gone",
    "BoardMoved": "the board is not where it was; looking for it",
    "BoardFound": "the board is found (turned: {turned})",
    "LightLost": "too dark to read",
    "LightBack": "light enough again",
    "LightChanged": "the light changed by {stops:+.1f} stops",
    "RowSeen": "row {row}: {letters}  ({confidence:.2f})",
    "RowChanged": "row {row} is now {letters}, it was {before}",
    "RowTaken": "row {row} is taken back, it was {before}",
    "KeysSeen": "row {row}: {black} black, {white} white",
    "CodeSeen": "the code: {letters}",
    "CodeCovered": "the code is covered",
    "BoardCleared": "the board is cleared",
    "StaysCovered": "something lies on the board: {cells}",
    "Unsure": "row {row}: perhaps {likely}? Please say: {why} ({cols})",
}
