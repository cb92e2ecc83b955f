"""What the commands that look at photos share: a picture, where the board is in it, the overlay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.errors import BoardNotFound, os_reason
from companion.i18n import _

if TYPE_CHECKING:
    from calibration.store.calibrations import EmptyBoard
    from companion.vision.board.shape import BoardShape
    from companion.vision.geometry.arrays import Image
    from companion.vision.locate.find_board import BoardFit, Lens
    from companion.vision.read.reading import Reading

__all__ = ["OVERLAY", "Photo", "look", "look_at_all", "write_overlay", "write_png"]


class _PngFile(click.Path):
    """The path of a PNG to be written; another ending would name what it is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if not str(value).lower().endswith(".png"):
            self.fail(
                _("'{value}' does not end in .png: the picture is a PNG, name it so.").format(
                    value=value
                )
            )
        return path


# the type of an option that names a picture to be written
OVERLAY = _PngFile(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A picture in which the board was found."""

    file: Path
    image: Image
    found: BoardFit


def look(
    file: Path,
    shape: BoardShape,
    *,
    corners: str | None = None,
    lens: Lens | None = None,
    empty: EmptyBoard | None = None,
) -> Photo:
    """Load a photo and find the board in it.

    `corners` is what a user wrote, in pixels of the file; `empty` a calibration's picture of the
    empty board. Raises PictureError, BoardNotFound and BadNotation.
    """
    from calibration.wizard.locate import locate
    from calibration.wizard.notation import parse_corners
    from companion.vision.camera.image_files import check_colours, load_picture

    picture = load_picture(file)
    clicked = parse_corners(corners) if corners else None
    if clicked and picture.reduced > 1:
        a, b, c, d = ((x / picture.reduced, y / picture.reduced) for x, y in clicked)
        clicked = a, b, c, d
    found = locate(picture.pixels, shape, corners=clicked, lens=lens, empty=empty)
    check_colours(picture.pixels, name=str(file))
    return Photo(file, picture.pixels, found)


def look_at_all(
    files: Sequence[Path],
    shape: BoardShape,
    corners: Sequence[str],
    lens: Lens | None,
    *,
    least: int,
) -> list[Photo | None]:
    """Find the board in photos of one board; `corners` are of none, the first, or each of them.

    Markers that are seen in the first photo lead in the others; without any, the camera is taken
    to stand still. A photo after the first in which it is not found is None, and said to be left
    out, as long as `least` photos are left.
    """
    from companion.vision.locate.marker_survey import learn_markers

    each: list[str | None] = [*corners] if len(corners) == len(files) else []
    each = each or [corners[0] if corners else None] * len(files)
    first = look(files[0], shape, corners=each[0], lens=lens)
    markers = learn_markers(first.image, first.found)
    if markers and len(corners) < len(files):
        shape, each = replace(first.found.shape, markers=markers), [None] * len(files)
    photos: list[Photo | None] = [first]
    for k, (file, where) in enumerate(zip(files[1:], each[1:], strict=True), start=2):
        try:
            photos.append(look(file, shape, corners=where, lens=lens))
        except BoardNotFound as error:
            there = sum(photo is not None for photo in photos)
            if there + len(files) - k < least:
                raise
            click.echo(_("{file} is left out: {why}").format(file=file.name, why=error), err=True)
            photos.append(None)
    return photos


def write_overlay(photo: Photo, out: Path, reading: Reading | None = None) -> None:
    """Write a PNG of the grid found, and of what was read; a board that is small is shown alone."""
    from companion.vision.read.overlay import cropped_to_board, draw_overlay

    shape = photo.found.shape
    image, pose = cropped_to_board(photo.image, shape, photo.found.pose)
    write_png(out, draw_overlay(image, shape, pose, reading))


def write_png(out: Path, drawing: Image) -> None:
    """Write a picture, and the folder it is in; raises click.FileError where that cannot be."""
    from companion.vision.camera.image_files import encode_png

    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(encode_png(drawing))
    except OSError as error:
        raise click.FileError(str(out), os_reason(error)) from error
