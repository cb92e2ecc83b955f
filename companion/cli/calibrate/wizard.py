"""`keypeg calibrate BOARD --camera ...`: the terminal's side of the wizard."""

from __future__ import annotations

from dataclasses import dataclass

import click

from calibration.store import calibrations
from calibration.wizard.drafts import Draft
from calibration.wizard.guide import Guide
from calibration.wizard.stills import measure
from companion.cli.calibrate.camera_still import take_still
from companion.cli.calibrate.focusing import show_focus
from companion.cli.calibrate.learn import save_wizard
from companion.cli.common.photo import Photo, write_overlay
from companion.errors import KeypegError
from companion.game.core.spoken import folded
from companion.i18n import N_, _
from companion.kinds.typed_words import is_word
from companion.observers.posed_board import Poser
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.vision.locate.find_board import Lens
from companion.vision.open_camera import Camera

__all__ = ["Sitting", "sit"]

# what may be typed at a step; each also as it is called in the language spoken
WORDS = (N_("yes"), N_("no"), N_("again"), N_("back"), N_("skip"), N_("restart"), N_("focus"))
BAR = 24  # letters that the bar of progress is wide, chosen to leave room for a title


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """What a user gave: a camera, a board, names and words; `sure` answers each question yes.

    `poser` sets on a drawn board what a step asks for; None before a real camera.
    """

    camera: Camera
    spec: str
    shape: BoardShape
    name: str
    light: str
    lens: Lens | None
    corners: str
    sure: bool
    poser: Poser | None = None


def sit(sitting: Sitting) -> None:
    """Lead through all steps, from where a draft stopped; save at the end."""
    calibrations.check_name(sitting.name)
    draft = Draft(sitting.shape.name, sitting.name)
    fresh = Guide(sitting.shape, sitting.lens, corners=sitting.corners)
    guide = draft.resumed(fresh)
    if guide.at:
        click.echo(
            _("You stopped at {number}; going on. To begin anew: {restart}").format(
                number=_number(guide), restart=_("restart")
            )
        )
    for note in sitting.camera.notes:
        click.echo(note)
    try:
        while isinstance(after := _step(sitting, draft, guide, fresh), Guide):
            guide = after
        click.echo(after)
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo(
            _("\nStopped at {number}. The same command goes on from there.").format(
                number=_number(guide)
            )
        )
        raise click.exceptions.Exit(1) from None


def _step(sitting: Sitting, draft: Draft, guide: Guide, fresh: Guide) -> Guide | str:
    """Ask for one picture or word and return what came of it; the same guide when it was refused.

    Return a sentence when the wizard is left, saved or not.
    """
    try:
        if guide.is_over:
            return _end(sitting, draft, guide)
        word = _ask(sitting, guide)
        if word == "quit":
            return _("Left at {number}. The same command goes on from there.").format(
                number=_number(guide)
            )
        if word == "restart":
            draft.clear()
            return fresh
        if word == "focus" and _may_focus(sitting, guide):
            show_focus(sitting.camera)
            return guide
        given: Image | str = word or ("yes" if guide.question else _picture(sitting, guide))
        after = guide.on(given)
        draft.keep(given)
        _show(draft, guide, after)
        return after
    except KeypegError as error:
        if sitting.sure:
            raise
        click.echo(f"✗ {error}")
        return guide


def _ask(sitting: Sitting, guide: Guide) -> str:
    """Return what the user types, a word in English; empty for the usual."""
    step = guide.step
    if guide.question:
        ways = [_("Enter for yes"), _("again")]
        click.echo(guide.question)
    else:
        done, all_ = guide.at + 1, len(guide.names)
        bar = "#" * (BAR * done // all_)
        click.echo(
            _("\nStep {done} of {all} [{bar}] {title}").format(
                done=done, all=all_, bar=f"{bar:-<{BAR}}", title=step.title
            )
        )
        for line in step.asks:
            click.echo(line)
        ways = [_("Enter takes the picture")]
    ways += [_("focus")] * _may_focus(sitting, guide)
    ways += [_("back")] * bool(guide.at) + [_("skip")] * step.may_be_skipped + [_("quit")]
    return "" if sitting.sure else _typed(ways)


def _may_focus(sitting: Sitting, guide: Guide) -> bool:
    """Whether this is the step in which a lens is turned; a drawn board has none."""
    return guide.step.name == "camera" and sitting.poser is None


def _typed(ways: list[str]) -> str:
    """Ask for one of `ways`; return a word in English, and anything else as it was typed."""
    asked = click.prompt(", ".join(ways), default="", show_default=False, prompt_suffix=" > ")
    typed = str(asked).strip()
    if is_word(typed, "quit"):
        return "quit"
    known = {folded(_(word)): word for word in WORDS} | {word: word for word in WORDS}
    return known.get(folded(typed), typed)


def _picture(sitting: Sitting, guide: Guide) -> Image:
    """Return a still picture of what the step asks for, or raise CalibrationError."""
    if sitting.poser:
        sitting.poser.pose_for(guide.step)
    still, frames = take_still(sitting.camera)
    if guide.step.name == "camera":
        for line in measure(frames).report():
            click.echo(line)
    return still


def _show(draft: Draft, before: Guide, after: Guide) -> None:
    """Say what is new, and write the picture of the step."""
    name = before.step.name
    shot = after.shots.get(name)
    if shot is None or shot is before.shots.get(name):
        return
    for line in after.said:
        click.echo(line)
    if shot.found:
        out = draft.folder / f"step-{before.at + 1}-{name}.png"
        write_overlay(Photo(out, shot.image, shot.found), out, shot.reading)
        click.echo(_("Look at {out}").format(out=out))


def _end(sitting: Sitting, draft: Draft, guide: Guide) -> Guide | str:
    """Say what is safe, ask, and save; return the guide to go back in, or a last sentence."""
    click.echo(f"\n{_number(guide).capitalize()}. {guide.step.title}")
    outcome = guide.outcome()
    for line in (*guide.safety(), *outcome.warnings):
        click.echo(line)
    there = calibrations.versions(sitting.name)
    number = there[-1] + 1 if there else 1
    click.echo(
        _("It is saved as '{name}', version {number}; older versions stay.").format(
            name=sitting.name, number=number
        )
    )
    if not sitting.sure:
        word = _typed([_("Enter saves"), _("back"), _("quit")])
        if word == "back":
            draft.keep("back")
            return guide.on("back")
        if word:
            return _("Nothing is saved yet. The same command goes on from here.")
    save_wizard(guide, outcome, name=sitting.name, camera=sitting.spec, light=sitting.light)
    draft.clear()
    return _what_now(sitting)


def _what_now(sitting: Sitting) -> str:
    board = sitting.shape.name
    if sitting.poser:
        return _("That was a drawn board. Yours: keypeg calibrate {board} --camera usb:0").format(
            board=board
        )
    return _("Watch it: keypeg watch --camera {spec} --board {board} --calibration {name}").format(
        spec=sitting.spec, board=board, name=sitting.name
    )


def _number(guide: Guide) -> str:
    return _("step {done} of {all}").format(done=guide.at + 1, all=len(guide.names))
