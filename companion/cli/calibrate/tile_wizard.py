"""`keypeg calibrate davinci --camera ...`: a table of tiles measured in two steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from calibration.store.tile_tables import measure_table
from calibration.wizard.stills import measure
from calibration.wizard.tile_steps import TileStep
from companion.cli.calibrate.camera_still import take_still
from companion.cli.calibrate.tiles import TILES, corners_of, save_measured
from companion.errors import CalibrationError, KeypegError
from companion.i18n import _, told
from companion.observers.posed_tiles import lay_for
from companion.simulator.open import open_camera
from companion.vision.open_camera import parse_spec

if TYPE_CHECKING:
    from companion.vision.camera.frames import Camera
    from companion.vision.geometry.arrays import Image
    from companion.vision.geometry.lens_priors import Lens

__all__ = ["sit_at_tiles"]


@dataclass(frozen=True, slots=True)
class _Sitting:
    camera: Camera
    sure: bool


def sit_at_tiles(
    spec: str, *, name: str | None, lens: Lens | None, corners: tuple[str, ...], yes: bool
) -> None:
    """Lead through both pictures before the camera `spec`, and save what they tell."""
    if parse_spec(spec).kind in ("photos", "video"):
        raise click.UsageError(
            _("{spec} is no live camera: give the pictures with --photos.").format(spec=spec)
        )
    camera = open_camera(spec, say=lambda text: click.echo(text, err=True))
    try:
        sitting = _Sitting(camera, yes)
        empty = _asked(sitting, TileStep.EMPTY)
        _measured(sitting, empty, name or TILES, lens, "".join(corners[-1:]))
    finally:
        camera.close()
    command = told(f"keypeg play {TILES} --camera {spec} --calibration {name or TILES}")
    click.echo(_("Play: {command}").format(command=command))


def _measured(sitting: _Sitting, empty: Image, name: str, lens: Lens | None, corners: str) -> None:
    """Ask for the open tiles until they prove that they were seen right."""
    sentence = ""
    while True:
        image = _asked(sitting, TileStep.OPEN, sentence)
        try:
            tapped = corners_of(corners) if corners else None
            measured = measure_table(image, empty, lens=lens, corners=tapped)
        except KeypegError as error:
            if sitting.sure:
                raise
            click.echo(f"✗ {error}")
            sentence = _("Put that right, and this picture is taken again.")
            corners = str(
                click.prompt(
                    _("Corners around the tiles as 'x,y x,y x,y x,y', Enter for none"),
                    default=corners,
                    show_default=False,
                )
            )
            continue
        save_measured(measured, image, name=name)
        return


def _asked(sitting: _Sitting, step: TileStep, sentence: str = "") -> Image:
    """Say what is to be done, wait for Enter, and give a still picture."""
    at = _("Step {number} of {count}").format(number=step.number, count=len(TileStep))
    click.echo(sentence or f"{at}: {step.heading}. {step.asks}")
    while True:
        if not sitting.sure:
            click.prompt(_("Enter takes the picture"), default="", show_default=False)
        lay_for(step, sitting.camera)
        try:
            return _still(sitting.camera)
        except CalibrationError as error:
            if sitting.sure:
                raise
            click.echo(f"✗ {error}")


def _still(camera: Camera) -> Image:
    """Return a still picture, and say how good it is."""
    still, frames = take_still(camera)
    for line in measure(frames).report():
        click.echo(line)
    return still
