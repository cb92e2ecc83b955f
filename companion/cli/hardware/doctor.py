"""``keypeg doctor``: what is attached, what is missing, and what to do about it."""

import sys
from collections.abc import Iterator
from dataclasses import asdict

import click

from companion.cli.common.json_output import echo_json, json_option
from companion.cli.hardware import attached_devices, this_computer
from companion.cli.hardware.finding import Finding
from companion.config import Settings, load_settings
from companion.errors import KeypegError
from companion.i18n import _
from companion.settings_file import settings_path

__all__ = ["doctor", "examine"]


@click.command()
@json_option
def doctor(as_json: bool) -> None:  # noqa: FBT001
    """Look at this computer and say what is attached, what is missing, and what to do.

    Exit 1 if something that the settings ask for is not there.
    """
    findings = list(examine())
    if as_json:
        echo_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            _say(finding)
        click.echo(_conclusion(findings))
    if _missing(findings):
        sys.exit(1)


def _missing(findings: list[Finding]) -> list[Finding]:
    """Return what the settings ask for and is not there."""
    return [finding for finding in findings if finding.wanted and not finding.ok]


def _conclusion(findings: list[Finding]) -> str:
    if _missing(findings):
        return _("Mend what is MISSING: the line under it says how.")
    return _("Nothing is wrong. What has a - is not there, and a game at the keyboard needs none.")


def _say(finding: Finding) -> None:
    mark = _("ok") if finding.ok else _("MISSING") if finding.wanted else "-"
    click.echo(f"{mark:8}{finding.label:16}{finding.text}")
    if finding.hint and not finding.ok:
        click.echo(f"{'':24}{finding.hint}")


def examine() -> Iterator[Finding]:
    """Yield all findings; nothing that is missing raises."""
    try:
        settings = load_settings()
        yield Finding("settings", ok=True, text=_settings_text())
    except KeypegError as error:
        settings = Settings()
        yield Finding("settings", ok=False, text=error.message, hint=error.hint, wanted=True)
    yield this_computer.computer()
    yield from this_computer.groups()
    yield from attached_devices.pins(settings)
    yield from attached_devices.boards(settings)
    yield from attached_devices.cameras(settings)
    yield from this_computer.parts(settings)
    yield attached_devices.speech(settings)
    yield from this_computer.pages()
    yield this_computer.folder()
    yield this_computer.disk()
    yield from this_computer.power()
    yield this_computer.calibration()


def _settings_text() -> str:
    path = settings_path()
    return (
        str(path)
        if path.exists()
        else _("{path} is not there; all settings have their defaults").format(path=path)
    )
