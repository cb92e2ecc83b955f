"""`keypeg sheets`: markers, a card, the lens sheet and a score card to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.spoken_help import SpokenGroup

if TYPE_CHECKING:
    from calibration.sheets.elements import Sheet
from companion.errors import os_reason
from companion.i18n import _

__all__ = ["sheets"]

# mm, what the shipped board files take for stickers; chosen by the sizes in them
DEFAULT_MARKER = 14.5


@click.group(cls=SpokenGroup, context_settings={"help_option_names": ["-h", "--help"]})
def sheets() -> None:
    """Print sheets as SVG or PDF (the file's ending decides), with a ruler of 100 mm.

    Print at 100 %, without "fit to page", and measure the ruler.
    """


OUT = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file; ends in .svg or .pdf.",
)


@sheets.command()
@click.option("--board", help="Take the size of the markers from this board.")
@click.option("--size", type=float, help="The side of the black square in mm.")
@click.option(
    "--set",
    "number",
    default=1,
    show_default=True,
    help="Which set, 1 to 4: one for each board that one camera sees.",
)
@OUT
def markers(board: str | None, size: float | None, number: int, out: Path | None) -> None:
    """Four markers to stick on the board, one at each corner."""
    from calibration.board_files.load import load_board
    from calibration.sheets import sheets

    if size is None and board is not None:
        on_board = load_board(board).markers
        size = on_board.size if on_board else None
    name = "markers.pdf" if number == 1 else f"markers-{number}.pdf"
    _write(sheets.markers(size or DEFAULT_MARKER, of_board=number), out or Path(name))


@sheets.command()
@click.option("--board", required=True, help="A board whose file has markers beside it.")
@OUT
def card(board: str, out: Path | None) -> None:
    """A page to lie under the board, with markers beside it."""
    from calibration.board_files.load import load_board
    from calibration.sheets import sheets

    _write(sheets.card(load_board(board)), out or Path("card.pdf"))


@sheets.command()
@OUT
def charuco(out: Path | None) -> None:
    """The sheet that `keypeg calibrate lens` wants to see."""
    from calibration.sheets import sheets

    _write(sheets.charuco(), out or Path("lens-sheet.pdf"))


@sheets.command()
@click.option("--players", default=2, show_default=True, help="Columns, 1 to 6.")
@click.option("--rounds", default=12, show_default=True, help="Lines, 1 to 20.")
@OUT
def scorecard(players: int, rounds: int, out: Path | None) -> None:
    """A table to write the scores on."""
    from calibration.sheets import sheets

    _write(sheets.scorecard(players=players, rounds=rounds), out or Path("scorecard.pdf"))


@sheets.command()
@OUT
def davinci(out: Path | None) -> None:
    """The strip of 0 to 11 and the dash: claims are made by pawns on it and before a tile."""
    from calibration.sheets.claim_strip import claim_strip

    _write(claim_strip(), out or Path("numbers.pdf"))


def _write(sheet: Sheet, out: Path) -> None:
    from calibration.sheets.svg_pdf import as_pdf, as_svg

    ending = out.suffix.casefold()
    if ending not in (".pdf", ".svg"):
        raise click.BadParameter(
            _("'{out}' must end in .svg or .pdf.").format(out=out), param_hint="--out"
        )
    try:
        out.write_bytes(as_pdf(sheet) if ending == ".pdf" else as_svg(sheet).encode())
    except OSError as error:
        raise click.FileError(str(out), os_reason(error)) from error
    click.echo(
        _("{out}: {title}. Print at 100 % and measure the ruler: 100 mm.").format(
            out=out, title=sheet.title
        )
    )
