"""A calibration from photos: which is which, where the board lies on each, and what is learned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.calibrate.given import checked_corners, known_pegs

if TYPE_CHECKING:
    from companion.cli.common.photo import Photo
    from companion.vision.board.shape import BoardShape

__all__ = ["calibrate_by_photos"]


def calibrate_by_photos(
    board: str,
    camera: str,
    photos: tuple[Path, ...],
    *,
    empty: Path | None,
    pegs: tuple[str, ...],
    keys: str | None,
    sliders: str | None,
    corners: tuple[str, ...],
    number: int,
    lens_name: str | None,
    add: bool,
    **kept: Any,
) -> None:
    """Calibrate `board` from `photos`; all else as the command `calibrate` is given it."""
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import check_name
    from calibration.wizard.learn_from_photos import sort_photos
    from companion.cli.calibrate.learn import Job, add_samples, learn_and_save

    shape = load_board(board).with_marker_set(number)
    name = check_name(kept["name"] or shape.name)
    order = sort_photos(photos, empty=empty)
    known = known_pegs(shape, [file.name for file in order.known], pegs, keys, sliders, add=add)
    files = [*([order.empty] if order.empty else []), *order.known]
    looked = _look_at(files, shape, corners, lens_name, least=2 if order.empty else 1)
    shown = zip(looked[len(files) - len(known) :], known, strict=True)
    job = Job(
        name=name,
        board=board,
        shape=shape,
        empty=looked[0] if order.empty else None,
        pegs=tuple((photo, there) for photo, there in shown if photo),
        camera=camera,
        light=kept["light"],
        overlay=kept["overlay"],
        ask=not kept["yes"],
    )
    (add_samples if add else learn_and_save)(job)


def _look_at(
    files: list[Path],
    shape: BoardShape,
    corners: tuple[str, ...],
    lens_name: str | None,
    *,
    least: int,
) -> list[Photo | None]:
    """Return the pictures, each with the place of the board in it; None where it was not found."""
    from calibration.store.lenses import load_lens
    from companion.cli.common.photo import look_at_all

    lens = load_lens(lens_name).lens if lens_name else None
    return look_at_all(files, shape, checked_corners(files, corners), lens, least=least)
