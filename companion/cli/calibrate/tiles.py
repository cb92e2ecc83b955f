"""A table of Da Vinci Code in `keypeg calibrate`, from two photos; what both ways of it share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import i18n
from companion.errors import CalibrationError
from companion.i18n import _, headed, told

if TYPE_CHECKING:
    from calibration.store.tile_tables import MeasuredTable
    from companion.vision.geometry.arrays import Image

__all__ = ["TILES", "calibrate_tiles", "corners_of", "save_measured"]

# what stands for a board's name
TILES = "davinci"


def calibrate_tiles(
    photos: tuple[Path, ...],
    *,
    name: str | None,
    lens_name: str | None,
    overlay: Path | None,
    corners: tuple[str, ...] = (),
) -> None:
    """Measure a table from the photo of it empty and the one of all tiles open, and save it."""
    from calibration.store.lenses import load_lens
    from calibration.store.tile_tables import measure_table
    from companion.vision.camera.image_files import load_picture

    lens = load_lens(lens_name).lens if lens_name else None
    empty_file, open_file = _photos_of_tiles(photos)
    image = load_picture(open_file).pixels
    empty = load_picture(empty_file).pixels if empty_file else None
    measured = measure_table(
        image, empty, lens=lens, corners=corners_of(corners[-1]) if corners else None
    )
    save_measured(measured, image, name=name or TILES, overlay=overlay)
    click.echo(
        _("Read a photo: {command}").format(
            command=told(f"keypeg read IMAGE --board {TILES} --calibration {name or TILES}")
        )
    )


def save_measured(
    measured: MeasuredTable, image: Image, *, name: str, overlay: Path | None = None
) -> None:
    """Save a measured table, draw what was seen on its picture of open tiles, and say both."""
    from datetime import datetime

    from calibration.store.tile_tables import save_table
    from companion.cli.common.photo import write_png
    from companion.vision.tiles.overlay import draw_tiles_read

    date = datetime.now().astimezone().isoformat(timespec="seconds")
    file = save_table(name, measured, date=date)
    out = overlay or file.with_suffix(".png")
    seen = measured.reading
    write_png(out, draw_tiles_read(image, seen))
    box = measured.box
    for row in seen.rows:
        click.echo(headed(_("seen"), str(row)))
    high, thick = box.height / box.width, box.thickness / box.width
    click.echo(
        _("Tiles {high} times as high as wide, and {thick} times as thick.").format(
            high=i18n.number(high, digits=2), thick=i18n.number(thick, digits=2)
        )
    )
    if measured.empty is None:
        click.echo(
            _("note: without a picture of the empty table more is missed: take that one too.")
        )
    click.echo(_("Saved '{name}': {file}").format(name=name, file=file))
    click.echo(_("Look whether the boxes lie on the tiles in {out}").format(out=out))


def corners_of(text: str) -> Sequence[tuple[float, float]]:
    """Return the four corners (px) around all tiles as they were typed; raises BadNotation."""
    from calibration.wizard.notation import parse_corners

    return parse_corners(text)


def _photos_of_tiles(photos: tuple[Path, ...]) -> tuple[Path | None, Path]:
    """Return the photo of the empty table, if there is one, and that of all tiles open."""
    from companion.vision.camera.image_files import pictures_in

    files = [file for each in photos for file in (pictures_in(each) if each.is_dir() else [each])]
    empty = [file for file in files if "empty" in file.stem]
    tiles = [file for file in files if file not in empty]
    if not tiles:
        raise click.UsageError(
            _(
                'Say --photos: one photo of the empty table ("empty" in its name), and one of all '
                "tiles open, black ones in a row from 0 at the left, white ones in a row below."
            )
        )
    if len(empty) > 1:
        raise CalibrationError(
            _("Several photos are of the empty table: {names}.").format(
                names=", ".join(file.name for file in empty)
            ),
            hint=_("Give the one taken last."),
        )
    if not empty and len(tiles) == 2:
        # in the order in which they are asked for
        return tiles[0], tiles[1]
    return (empty[0] if empty else None), tiles[0]
