"""`keypeg watch`: what happens on a board before a camera, as it happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from companion.cli.common.once_each import once_each
from companion.errors import CameraAway, CameraEnded, CameraError
from companion.i18n import N_, _, headed, ngettext, number
from companion.kinds.all_kinds import kind_of
from companion.observers.open_board import open_board
from companion.observers.open_boards import open_boards
from companion.observers.options import CameraOptions
from companion.rulebooks.shelf import find_book

if TYPE_CHECKING:
    from companion.observers.observer import Observer
    from companion.sightings.boards import OnBoard, Sighting
    from companion.vision.board.shape import BoardShape
    from companion.vision.watch.box_limits import Limits

__all__ = ["watch"]

# seconds to wait for a frame: longer than a silent camera takes to say so itself
PATIENCE = 8.0


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--camera",
    "spec",
    required=True,
    help="usb:0, csi, url:http://..., photos:DIR, video:FILE or sim:BOOK?seed=1.",
)
@click.option("--board", help="The board's name, or the path of its file (.toml).")
@click.option("--calibration", "name", help="Its name (default: the one named after the board).")
@click.option("--corners", metavar="'x,y x,y x,y x,y'", help="The outer holes in the first frame.")
@click.option(
    "--boards",
    type=click.IntRange(2, 4),
    help="How many boards alike, each with its own set of markers (keypeg sheets markers --set 2).",
)
@click.option("--book", help="A rulebook: only its colours and its number of pegs are read.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each event.")
def watch(
    spec: str,
    board: str | None,
    name: str | None,
    corners: str | None,
    boards: int | None,
    book: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Watch a board and print what happens until the camera ends or Ctrl-C is pressed.

    A drawn game (sim:) needs neither board nor calibration.
    """
    from companion.simulator.open import book_of

    say = once_each()
    if boards and corners:
        raise click.UsageError(_("Several boards are told apart by markers: leave --corners out."))

    def limits(shape: BoardShape) -> Limits:
        return _limits(shape, book or book_of(spec))

    options = CameraOptions(spec, board, name, corners)
    observer: Observer[Sighting] | Observer[OnBoard] = (
        open_boards(options, boards, limits, say) if boards else open_board(options, limits, say)
    )
    click.echo(_("{title}. Ctrl-C ends.").format(title=observer.camera.title), err=True)
    for note in observer.camera.notes:
        click.echo(note, err=True)
    try:
        _run(observer, as_json=as_json, say=say)
    except KeyboardInterrupt:
        click.echo("", err=True)
    finally:
        observer.camera.close()


def _run(
    observer: Observer[Sighting] | Observer[OnBoard], *, as_json: bool, say: Callable[[str], None]
) -> None:
    begun: float | None = None
    while True:
        try:
            frame = observer.camera.read(PATIENCE)
        except CameraEnded as end:
            click.echo(str(end), err=True)
            return
        except CameraAway:
            continue
        except CameraError as error:
            say(str(error))
            continue
        begun = frame.at if begun is None else begun
        at = frame.at - begun
        for sighting in observer.eyes.look(frame):
            click.echo(_as_json(at, sighting) if as_json else _as_line(at, sighting))


def _as_json(at: float, seen: Sighting | OnBoard) -> str:
    from companion.sightings.boards import OnBoard, as_dict

    board = {"board": seen.board} if isinstance(seen, OnBoard) else {}
    sighting = seen.seen if isinstance(seen, OnBoard) else seen
    return json.dumps({"at": round(at, 2), **board, **as_dict(sighting)})


def _as_line(at: float, seen: Sighting | OnBoard) -> str:
    from companion.sightings.boards import OnBoard

    if isinstance(seen, OnBoard):
        told = headed(_("board {board}").format(board=seen.board), _words(seen.seen))
    else:
        told = _words(seen)
    return f"{number(at, digits=1):>8} s  {told}"


def _limits(shape: BoardShape, book: str | None) -> Limits:
    """Return what is kept to: the colours and pegs of `book`, or those of the board alone."""
    from companion.vision.watch.box_limits import Limits

    if not book:
        return Limits(shape.rows, shape.cols, shape.palette)
    rules = find_book(book)
    return kind_of(rules).limits(rules, shape.rows, shape.cols, shape.palette)


def _words(sighting: Sighting) -> str:
    """Give a sighting as a person would say it."""
    from companion.sightings.boards import as_dict

    fields = as_dict(sighting)
    for name, said in FIELDS.items():
        if name in fields:
            fields[name] = said(fields[name])
    return _(WORDS[fields["saw"]]).format(**fields)


def _places(places: Sequence[int | Sequence[int]]) -> str:
    """Name holes, or (row, hole) pairs."""
    if not places:
        return _("the row")
    named = [f"{p[0]}/{p[1]}" if isinstance(p, Sequence) else str(p) for p in places]
    return ngettext("hole {holes}", "holes {holes}", len(named)).format(holes=", ".join(named))


# what is seen -> how it is told
WORDS = {
    "HandSeen": N_("a hand"),
    "HandGone": N_("the hand is gone"),
    "BoardMoved": N_("the board is not where it was; looking for it"),
    "BoardRead": N_("the board is read"),
    "BoardFound": N_("the board is found (turned: {turned})"),
    "LightLost": N_("too dark to read"),
    "LightBack": N_("light enough again"),
    "LightChanged": N_("the light changed by {stops} stops"),
    "RowSeen": N_("row {row}: {letters}  ({confidence})"),
    "RowChanged": N_("row {row} is now {letters}, it was {before}"),
    "RowTaken": N_("row {row} is taken back, it was {before}"),
    "KeysSeen": N_("row {row}: {black} black, {white} white"),
    "CodeSeen": N_("the code: {letters}"),
    "CodeCovered": N_("the code is covered"),
    "BoardCleared": N_("the board is cleared"),
    "PictureUnfit": N_("not read: {why}"),
    "PictureFit": N_("the picture can be read again"),
    "StaysCovered": N_("something lies on the board: {cells}"),
    "ClearedUp": N_("row {row} is no longer unclear"),
    "Unsure": N_("row {row}: perhaps {likely}? Please say: {why} ({cols})"),
}

# fields of what is seen -> how they are told
FIELDS: dict[str, Callable[[Any], str]] = {
    "cols": _places,
    "cells": _places,
    "confidence": lambda share: number(share, digits=2),
    "stops": lambda stops: ("+" if stops > 0 else "") + number(stops, digits=1),
    "turned": lambda is_turned: _("yes") if is_turned else _("no"),
    "why": _,
}
