"""What the commands that look at photos share: a picture, where the board is in it, the overlay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from calibration.store.calibrations import EmptyBoard
    from companion.vision.board.shape import BoardShape
    from companion.vision.geometry.arrays import Image
    from companion.vision.locate.find_board import BoardFit, Lens
    from companion.vision.read.reading import Reading

__all__ = ["OVERLAY", "Photo", "look", "look_at_all", "write_overlay"]


class _PngFile(click.Path):
    """The path of a PNG to be written; another ending would name what it is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if not str(value).lower().endswith(".png"):
            self.fail(f"'{value}' does not end in .png: the picture is a PNG, name it so.")
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
    files: Sequence[Path], shape: BoardShape, corners: Sequence[str], lens: Lens | None
) -> list[Photo]:
    """Find the board in photos of one board; `corners` are of none, the first, or each of them.

    Markers that are seen in the first photo lead in the others; without any, the camera is taken
    to stand still.
    """
    from companion.vision.locate.marker_survey import learn_markers

    if len(corners) == len(files):
        return [
            look(file, shape, corners=where, lens=lens)
            for file, where in zip(files, corners, strict=True)
        ]
    where = corners[0] if corners else None
    first = look(files[0], shape, corners=where, lens=lens)
    markers = learn_markers(first.image, first.found)
    if markers:
        known = replace(first.found.shape, markers=markers)
        return [first, *(look(file, known, lens=lens) for file in files[1:])]
    return [first, *(look(file, shape, corners=where, lens=lens) for file in files[1:])]


def write_overlay(photo: Photo, out: Path, reading: Reading | None = None) -> None:
    """Write a PNG of the grid found, and of what was read; a board that is small is shown alone."""
    from companion.vision.camera.image_files import encode_png
    from companion.vision.read.overlay import cropped_to_board, draw_overlay

    shape = photo.found.shape
    image, pose = cropped_to_board(photo.image, shape, photo.found.pose)
    drawing = draw_overlay(image, shape, pose, reading)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(encode_png(drawing))
    except OSError as error:
        raise click.FileError(str(out), error.strerror or "it cannot be written") from error
