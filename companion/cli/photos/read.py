"""`keypeg read`: one picture becomes rows of letters, key pegs and clicks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.common.photo import OVERLAY
from companion.errors import PictureError

if TYPE_CHECKING:
    from calibration.store.calibrations import Saved
    from companion.cli.common.photo import Photo
    from companion.vision.board.shape import BoardShape
    from companion.vision.read.reading import Reading, RowKeys

__all__ = ["read"]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("picture", metavar="IMAGE", type=click.Path(path_type=Path))
@click.option("--board", required=True, help="The board's name, or the path of its file (.toml).")
@click.option(
    "--calibration",
    "name",
    help="Its name, NAME@version or file; without it the one that is called like the board.",
)
@click.option(
    "--corners",
    metavar="'x,y x,y x,y x,y'",
    help="The outer holes in pixels: far left, far right, near right, near left.",
)
@click.option(
    "--set",
    "number",
    type=click.IntRange(1, 4),
    help="Which set of markers is on the board, where several lie before the camera.",
)
@click.option("--lens", "lens_name", help="A lens measured by `keypeg calibrate lens`.")
@click.option(
    "--overlay",
    type=OVERLAY,
    help="Write a PNG that shows the grid found and what was read.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def read(
    picture: Path,
    board: str,
    name: str | None,
    corners: str | None,
    number: int | None,
    lens_name: str | None,
    overlay: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Read the board in a picture: a letter a peg, `.` an empty hole, `?` what is not sure.

    With --board davinci: rows of tiles from their owners' left, B and W, the faces of open tiles,
    `?` a hidden tile and `??` a face that is not sure; a clue tile, and how many lie in the middle.
    """
    from companion.cli.photos.tiles import TILES, read_tiles

    write = "json" if as_json else "text"
    if board == TILES:
        read_tiles(picture, name=name, overlay=overlay, write=write)
        return
    saved, photo = _looked_at(picture, board, name, corners, number, lens_name)
    _read(photo, saved, overlay, write)


def _looked_at(
    picture: Path,
    board: str,
    name: str | None,
    corners: str | None,
    number: int | None,
    lens_name: str | None,
) -> tuple[Saved, Photo]:
    """Return the calibration, and the picture with the place of the board in it."""
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load
    from calibration.store.lenses import load_lens
    from companion.cli.common.photo import look

    shape = load_board(board)
    saved = load(name or shape.name, board=shape.name)
    lens = load_lens(lens_name).lens if lens_name else None
    fitted = saved.fitted(shape)
    marked = fitted.with_marker_set(number) if number else fitted
    return saved, look(picture, marked, corners=corners, lens=lens, empty=saved.empty)


def _read(photo: Photo, saved: Saved, overlay: Path | None, write: str) -> None:
    """Print what is read in `photo` as ``"json"`` or ``"text"``, and draw it if asked."""
    from companion.cli.common.photo import write_overlay
    from companion.vision.read import reader

    reading = reader.read(photo.image, photo.found, saved.calibration)
    if reading.fault:
        raise PictureError(reading.fault)
    if overlay:
        write_overlay(photo, overlay, reading)
    if write == "json":
        click.echo(json.dumps(_plain(photo, reading, saved), indent=1))
    else:
        _print(photo, reading)


def _print(photo: Photo, reading: Reading) -> None:
    for line in _lines(photo.found.shape, reading):
        click.echo(line)
    for note in reading.notes:
        click.echo(note, err=True)


def _plain(photo: Photo, reading: Reading, saved: Saved) -> dict[str, Any]:
    found = photo.found
    corners = found.pose.project(found.shape.corners())
    return {
        "picture": str(photo.file),
        "board": found.shape.name,
        "calibration": f"{saved.name}@{saved.version}",
        "found": found.how,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
        **reading.as_dict(),
    }


def _lines(shape: BoardShape, reading: Reading) -> list[str]:
    """Give the board as the breaker sees it: the code and the last row on top, row 1 below."""
    lines = []
    if shape.code:
        lines.append(f"code  {_code(reading)}")
    kept = reading.sliders if shape.sliders else reading.keys
    for row in range(shape.rows, 0, -1):
        answer = _answer(kept[row - 1]) if row <= len(kept) else ""
        lines.append(f"{row:4}  {reading.rows[row - 1]}  {answer}".rstrip())
    return lines


def _code(reading: Reading) -> str:
    if reading.code.covered is None:
        return "?"
    return "covered" if reading.code.covered else reading.code.letters


def _answer(answer: RowKeys) -> str:
    from companion.game.core.key_pegs import Keys

    if answer.black is None or answer.white is None:
        return "?"
    return str(Keys(answer.black, answer.white)) if answer.black + answer.white else ""
