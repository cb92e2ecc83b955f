"""What `keypeg calibrate` does once it knows what it was given: learn, show, ask, save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calibration.store import calibrations
from calibration.wizard.guide import Guide
from calibration.wizard.learn_from_photos import Known, Outcome, assemble, expand, learn
from calibration.wizard.learned import saved_from
from companion.cli.common.photo import Photo, write_overlay
from companion.cli.common.prompt import confirmed
from companion.i18n import _, headed, number
from companion.vision.camera.image_files import encode_jpeg, load_picture
from companion.vision.learn.calibrate import with_samples
from companion.vision.learn.known_picture import Confirmed
from companion.vision.locate.marker_survey import learn_markers
from companion.vision.read.reader import read

if TYPE_CHECKING:
    from companion.vision.board.shape import BoardShape

__all__ = ["Job", "add_samples", "learn_and_save", "measure_and_save_lens", "save_wizard"]


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A calibration to be made: its name, the board, photos with what lies in them.

    `board` is how its user names it: a board's name or the path of its file.
    """

    name: str
    board: str
    shape: BoardShape
    empty: Photo | None
    pegs: tuple[tuple[Photo, Known], ...]
    camera: str
    light: str
    overlay: Path | None
    ask: bool


def learn_and_save(job: Job) -> None:
    """Calibrate, say what is doubtful, and save it as a new version after asking."""
    pictures = [assemble(photo.image, photo.found, known) for photo, known in job.pegs]
    empty = (job.empty.image, job.empty.found) if job.empty else None
    outcome = learn(pictures, empty)
    _say(outcome)
    if outcome.doubts and job.ask:
        _ask(_("Is that as you set the pegs? Save it all the same?"))
    _ask_before_a_new_version(job)
    first = job.empty or job.pegs[0][0]
    width, height = first.found.pose.size
    saved = calibrations.Saved(
        name=job.name,
        date=_now(),
        board=job.shape.name,
        calibration=outcome.calibration,
        camera=job.camera or f"{width} x {height}",
        light=job.light,
        empty=_empty_board(job.empty),
        stretch=first.found.shape.row_pitch / job.shape.row_pitch,
        markers=learn_markers(first.image, first.found),
        notes=outcome.warnings,
    )
    _save_and_show(saved, job)


def add_samples(job: Job) -> None:
    """Add confirmed pegs to the newest version and save it as the next one."""
    saved = calibrations.load(job.name, board=job.shape.name)
    calibration = saved.calibration
    for photo, known in job.pegs:
        confirmed = [
            Confirmed(row, col, letter)
            for row, line in known.rows.items()
            for col, letter in enumerate(line, start=1)
        ]
        calibration = with_samples(calibration, photo.image, photo.found, confirmed)
    _save_and_show(replace(saved, calibration=calibration, date=_now()), job)


def save_wizard(guide: Guide, outcome: Outcome, *, name: str, camera: str, light: str) -> None:
    """Save what the wizard has learned as a new version, with the picture of its result."""
    saved = saved_from(guide, outcome, name=name, camera=camera, light=light, date=_now())
    file = calibrations.save(saved)
    shot, there = guide.taught()
    reading = read(shot, there, saved.calibration)
    overlay = file.with_suffix(".png")
    write_overlay(Photo(file, shot, there), overlay, reading)
    click.echo(
        _("Saved '{name}', version {stem}: {file}").format(name=name, stem=file.stem, file=file)
    )
    click.echo(_("Look at the grid and the letters in {overlay}").format(overlay=overlay))


def measure_and_save_lens(photos: Sequence[Path], name: str) -> None:
    """Measure a lens from photos of the sheet and save it under a new name."""
    from calibration.store.lenses import save_lens
    from companion.vision.fit.lens_calibration import measure_lens

    pictures = [load_picture(file).pixels for file in expand(photos)]
    measured = measure_lens(pictures)
    file = save_lens(name, measured, date=_now())
    click.echo(
        _(
            "{name}: focal length {focal} of the width, k1 {k1}, {error} px "
            "left over {pictures} photos."
        ).format(
            name=name,
            focal=number(measured.lens.fx, digits=3),
            k1=number(measured.lens.dist[0], digits=3),
            error=number(measured.error, digits=2),
            pictures=measured.pictures,
        )
    )
    click.echo(_("Saved as {file}").format(file=file))


def _say(outcome: Outcome) -> None:
    for warning in outcome.warnings:
        click.echo(headed(_("note"), warning), err=True)
    for doubt in outcome.doubts:
        click.echo(headed(_("doubt"), doubt), err=True)


def _ask_before_a_new_version(job: Job) -> None:
    there = calibrations.versions(job.name)
    if there and job.ask:
        _ask(
            _(
                "There is a calibration '{name}', version {newest}. Save this one as version "
                "{next}, to be used from now on?"
            ).format(name=job.name, newest=there[-1], next=there[-1] + 1)
        )


def _ask(question: str) -> None:
    if not confirmed(question):
        raise click.Abort


def _save_and_show(saved: calibrations.Saved, job: Job) -> None:
    file = calibrations.save(saved)
    photo = job.pegs[0][0]
    reading = read(photo.image, photo.found, saved.calibration)
    overlay = job.overlay or file.with_suffix(".png")
    write_overlay(photo, overlay, reading)
    click.echo(
        _("Saved '{name}', version {stem}: {file}").format(
            name=saved.name, stem=file.stem, file=file
        )
    )
    click.echo(_("Look at the grid and the letters in {overlay}").format(overlay=overlay))
    click.echo(
        _("Read a photo: keypeg read IMAGE --board {board} --calibration {name}").format(
            board=job.board, name=saved.name
        )
    )


def _empty_board(photo: Photo | None) -> calibrations.EmptyBoard | None:
    return calibrations.EmptyBoard(encode_jpeg(photo.image), photo.found.pose) if photo else None


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
