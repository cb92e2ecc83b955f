"""What is said of the photos of a calibration: the pegs in each, and corners. Checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from calibration.wizard.learn_from_photos import Known
    from companion.vision.board.shape import BoardShape
from companion.i18n import _

__all__ = ["checked_corners", "known_pegs"]


def known_pegs(
    shape: BoardShape,
    photos: list[str],
    pegs: tuple[str, ...],
    keys: str | None,
    sliders: str | None,
    *,
    add: bool,
) -> list[Known]:
    """Give what lies in each photo of pegs: as written, else for the first one as is usual.

    Raises BadNotation, and UsageError for a photo of which nothing is known.
    """
    from calibration.wizard.learn_from_photos import Known, standard
    from calibration.wizard.notation import parse_clicks, parse_key_rows, parse_rows

    if len(pegs) > len(photos):
        raise click.UsageError(f"--pegs is given {len(pegs)} times for {len(photos)} photo(s).")
    written = [Known(parse_rows(text, shape)) for text in pegs]
    if not written and not add:
        written = [Known(standard(shape).rows)]
    if len(written) < len(photos):
        raise click.UsageError(
            _(
                "What lies in {what}? Say it with --pegs, once a photo, in the order of their "
                "names: {what2}."
            ).format(what=photos[len(written)], what2=", ".join(photos))
        )
    usual = standard(shape)
    key_rows, clicks = usual.keys, usual.clicks
    if keys is not None:
        key_rows = None if keys == "none" else parse_key_rows(keys, shape)
    if sliders is not None:
        clicks = None if sliders == "none" else parse_clicks(sliders, shape)
    return [Known(written[0].rows, key_rows, clicks), *written[1:]]


def checked_corners(files: list[Path], corners: tuple[str, ...]) -> tuple[str, ...]:
    """Give the corners back: none, those of the first photo, or one for each."""
    if len(corners) not in (0, 1, len(files)):
        raise click.UsageError(
            f"--corners is given {len(corners)} times for {len(files)} photos: give it once, or "
            f"once for each of {', '.join(file.name for file in files)}."
        )
    return corners
