"""The table of Da Vinci Code in `keypeg read` and `keypeg evaluate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from calibration.evaluation.tiles import TileScore

__all__ = ["TILES", "print_tiles", "read_tiles"]

# what stands for a board's name
TILES = "davinci"
# the words stand above columns of these widths, in every language
HEADING = N_("found   all     false  in order  pool    open right  wrong  hidden told  size")


def read_tiles(picture: Path, *, name: str | None, overlay: Path | None, write: str) -> None:
    """Print the rows of tiles in a picture, as ``"json"`` or ``"text"``."""
    from calibration.store.tile_tables import load_table
    from companion.cli.common.photo import write_png
    from companion.vision.camera.image_files import load_picture
    from companion.vision.tiles.overlay import draw_tiles_read
    from companion.vision.tiles.reader import read_table
    from companion.vision.tiles.seat_order import by_sides

    image = load_picture(picture).pixels
    reading = by_sides(read_table(image, load_table(name or TILES).known))
    if overlay:
        write_png(overlay, draw_tiles_read(image, reading))
    if write == "json":
        plain = {"picture": str(picture), "board": TILES, **reading.as_dict()}
        click.echo(json.dumps(plain, indent=1))
        return
    for number, row in enumerate(reading.rows, start=1):
        click.echo(f"{_('row {number}').format(number=number)}  {row}")
    for tile in reading.clues:
        click.echo(f"{_('clue')}   {tile}")
    black, white = reading.pool_counts
    click.echo(_("pool   {black} black, {white} white").format(black=black, white=white))
    for note in reading.notes:
        click.echo(note, err=True)


def print_tiles(scores: dict[str, TileScore]) -> None:
    """Print a line a session of tiles, and the sum of several."""
    click.echo(f"{_('tiles'):18} {_(HEADING)}")
    for name, score in scores.items():
        _print_score(name, score)
    if len(scores) > 1:
        total = None
        for score in scores.values():
            total = score if total is None else total + score
        assert total
        _print_score(_("all"), total)
        click.echo(
            ngettext(
                "{count} of {all} tables measured from its two pictures",
                "{count} of {all} tables measured from their two pictures",
                total.measured,
            ).format(count=total.measured, all=total.tables)
        )


def _print_score(name: str, score: TileScore) -> None:
    every = max(1, score.tiles)
    found, coloured, false = (n / every for n in (score.found, score.coloured, score.false))
    right, wrong = (part / max(1, score.open) for part in (score.right, score.wrong))
    order, told = f"{score.ordered}/{score.pictures}", f"{score.told}/{score.hidden}"
    pool = f"{score.counted}/{score.pooled}"
    size = f"{score.size:.1%}" if score.measured else _("not measured")
    click.echo(
        f"{name:18} {found:6.1%}  {coloured:6.1%}  {false:5.1%}  {order:8}  {pool:6}  "
        f"{right:6.1%}     {wrong:6.1%} {told:11} {size}"
    )
