"""The table of Da Vinci Code in `keypeg read`, `keypeg calibrate` and `keypeg evaluate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from calibration.evaluation.tiles import TileScore
    from calibration.store.tile_tables import MeasuredTable
    from companion.vision.tiles.reading import TileReading

__all__ = ["TILES", "calibrate_tiles", "print_tiles", "read_tiles"]

# what stands for a board's name
TILES = "davinci"


def read_tiles(
    picture: Path,
    *,
    name: str | None,
    lens_name: str | None,
    overlay: Path | None,
    write: str,
) -> None:
    """Print the rows of tiles in a picture, as ``"json"`` or ``"text"``."""
    from calibration.store.lenses import load_lens
    from calibration.store.tile_tables import load_table
    from companion.vision.camera.image_files import load_picture
    from companion.vision.tiles.overlay import draw_tiles_read
    from companion.vision.tiles.reader import read_table

    table = load_table(name) if name else None
    pose = table.pose if table else None
    lens = load_lens(lens_name).lens if lens_name else None
    image = load_picture(picture).pixels
    if pose is not None and pose.size != (image.shape[1], image.shape[0]):
        pose = pose.resized((image.shape[1], image.shape[0]))
    reading = read_table(image, pose=pose, lens=lens, faces=table.net if table else None)
    if overlay:
        _write(overlay, draw_tiles_read(image, reading))
    if write == "json":
        plain = {"picture": str(picture), "board": TILES, **reading.as_dict()}
        click.echo(json.dumps(plain, indent=1))
        return
    for number, row in enumerate(reading.rows, start=1):
        click.echo(f"row {number}  {row}")
    for note in reading.notes:
        click.echo(note, err=True)


def calibrate_tiles(
    photos: tuple[Path, ...],
    *,
    name: str | None,
    lens_name: str | None,
    overlay: Path | None,
) -> None:
    """Measure the camera over the table from one picture of open tiles, and save it."""
    from datetime import datetime

    from calibration.store.lenses import load_lens
    from calibration.store.tile_tables import measure_table, save_table
    from companion.vision.camera.image_files import load_picture
    from companion.vision.tiles.overlay import draw_tiles_read

    lens = load_lens(lens_name).lens if lens_name else None
    image = load_picture(_photo_of_tiles(photos)).pixels
    measured = measure_table(image, lens=lens)
    date = datetime.now().astimezone().isoformat(timespec="seconds")
    file = save_table(name or TILES, measured, date=date)
    assert measured.reading is not None
    out = overlay or file.with_suffix(".png")
    _write(out, draw_tiles_read(image, measured.reading))
    _print_measured(measured, measured.reading)
    click.echo(f"Saved '{name or TILES}': {file}")
    click.echo(f"Look whether the boxes lie on the tiles in {out}")
    click.echo(f"Read a photo: keypeg read IMAGE --board {TILES} --calibration {name or TILES}")


def _photo_of_tiles(photos: tuple[Path, ...]) -> Path:
    """Give the first photo that is not one of the empty table."""
    from companion.vision.camera.image_files import pictures_in

    if not photos:
        raise click.UsageError(
            "Say --photos: one photo of all tiles open, black ones in a row from 0 at the left, "
            "white ones in a row below."
        )
    files = [file for each in photos for file in (pictures_in(each) if each.is_dir() else [each])]
    return next((file for file in files if "empty" not in file.stem), files[0])


def _print_measured(measured: MeasuredTable, reading: TileReading) -> None:
    """Print what was seen of open tiles, and what was learned of their print."""
    for row in reading.rows:
        click.echo(f"seen: {row}")
    unsure = [str(t) for row in reading.rows for t in row.tiles if "?" in str(t)]
    if unsure:
        click.echo(f"note: {len(unsure)} of these are not read surely; in play they are asked.")
    if measured.faces:
        click.echo(f"learned: {_list(measured.faces.known)}")
    else:
        click.echo("note: no face is learned, as too few could be told apart; lay all tiles open.")


def _list(tiles: tuple[str, ...]) -> str:
    return " ".join(sorted(tiles, key=lambda tile: (tile[0], len(tile), tile)))


def print_tiles(scores: dict[str, TileScore]) -> None:
    """Print a line a session of tiles."""
    click.echo(f"{'tiles':18} found   colour  in order  open right  wrong  hidden told  false")
    for name, score in scores.items():
        found, coloured = (part / max(1, score.tiles) for part in (score.found, score.coloured))
        right, wrong = (part / max(1, score.open) for part in (score.right, score.wrong))
        order, told = f"{score.ordered}/{score.pictures}", f"{score.told}/{score.hidden}"
        click.echo(
            f"{name:18} {found:6.1%}  {coloured:6.1%}  {order:8}  {right:6.1%}     {wrong:6.1%} "
            f"{told:11} {score.false}"
        )


def _write(out: Path, drawing: object) -> None:
    from companion.vision.camera.image_files import encode_png

    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(encode_png(drawing))  # type: ignore[arg-type]
    except OSError as error:
        raise click.FileError(str(out), error.strerror or "it cannot be written") from error
