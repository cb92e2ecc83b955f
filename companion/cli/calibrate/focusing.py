"""How sharp a camera sees while its lens is turned by hand: the word `focus` of the wizard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from calibration.wizard.stills import measure
from companion.i18n import _, number

if TYPE_CHECKING:
    from companion.vision.camera.frames import Camera

__all__ = ["show_focus"]

# looks, and frames from one to the next: a lens is turned there and back in about 15 s, at ten
# frames a second; a guess
LOOKS, APART = 30, 5
WAIT = 5.0  # seconds for a frame, as for a still picture; a guess
BAR = 40  # letters of a picture that could not be sharper; a guess
# looks may differ by so much when nothing is turned: 0.01 of 1, by the camera's noise
STEADY = 0.02


def show_focus(camera: Camera) -> None:
    """Say how sharp the picture is, look after look, and at the end what was the sharpest.

    Raises CameraError when it gives no pictures.
    """
    click.echo(_("Turn the lens slowly to one end and to the other, then back to the longest bar."))
    best = now = 0.0
    for _look in range(LOOKS):
        for _frame in range(APART):
            image = camera.read(WAIT).image
        now = 1 - measure([image]).blur
        bar = "#" * round(BAR * now)
        mark = f"  {_('sharpest so far')}" if now > best else ""
        best = max(best, now)
        click.echo(f"  {number(now, digits=2)} {bar:-<{BAR}}{mark}")
    if now < best - STEADY:
        click.echo(
            _("Now it is {now} of 1, the sharpest was {best}: '{focus}' once more.").format(
                now=number(now, digits=2), best=number(best, digits=2), focus=_("focus")
            )
        )
    else:
        click.echo(
            _("It is as sharp as it was at best: {now} of 1. Leave the lens so.").format(
                now=number(now, digits=2)
            )
        )
