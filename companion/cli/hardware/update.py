"""``keypeg update-service``: the service gets a newer Keypeg, or goes back to the one before.

Each version is an environment of its own, ``/opt/keypeg/1``, ``2`` and so on, and the service runs
``/opt/keypeg/current``, a link that is exchanged in one step. A version that does not start leaves
the link where it was, so a power cut in mid-update changes nothing.
"""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import click

from companion.cli.hardware.service import UNIT, run_command
from companion.errors import KeypegError
from companion.i18n import _

__all__ = ["update_service"]

HOME = "opt/keypeg"
# the parts that a table with a page may want; NumPy and OpenCV come with the page
PARTS = "page,pi"


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of the service on a machine whose file system begins at `root`."""

    root: Path

    @property
    def home(self) -> Path:
        """The folder of all versions."""
        return self.root / HOME

    @property
    def current(self) -> Path:
        """The link to the version that the service runs."""
        return self.home / "current"

    @property
    def unit(self) -> Path:
        """The service's unit."""
        return self.root / UNIT

    def numbers(self) -> list[int]:
        """Return the versions that are there, oldest first."""
        return sorted(int(path.name) for path in self.home.glob("[0-9]*") if path.name.isdigit())

    def running(self) -> int | None:
        """Return the version that the service runs; None before the first update."""
        return int(self.current.readlink().name) if self.current.is_symlink() else None

    def point_at(self, number: int) -> None:
        """Have the service run version `number` from its next start on."""
        draft = self.home / "current.new"
        draft.unlink(missing_ok=True)
        draft.symlink_to(str(number))
        draft.replace(self.current)


@click.command("update-service")
@click.argument("source", required=False, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--back", is_flag=True, help="Go back to the version before; a second time, forward again."
)
@click.option("--root", default="/", hidden=True, type=click.Path(path_type=Path))
def update_service(source: Path | None, back: bool, root: Path) -> None:  # noqa: FBT001
    """Give the service the Keypeg of SOURCE, a clone or a wheel; --back takes the one before.

    A match in progress goes on after the restart; a version that does not start is undone.
    """
    versions = Versions(root)
    if back == (source is not None):
        raise KeypegError(_("Name a clone or a wheel, or say --back."))
    if not versions.unit.is_file():
        raise KeypegError(_("No service is installed."), hint=_("Run: keypeg install-service"))
    if root == Path("/") and os.geteuid() != 0:
        raise KeypegError(
            _("A service is updated by root."), hint=_("Put sudo before the command.")
        )
    if source:
        _keep_the_first(versions)
        number = _built(versions, source.absolute())
    else:
        number = _other(versions)
    _start(versions, number)
    _tidy(versions)
    click.echo(
        _("The service runs version {number}. Back: keypeg update-service --back").format(
            number=number
        )
    )


def _keep_the_first(versions: Versions) -> None:
    """Make the Keypeg that the unit names version 0, and have the unit run ``current``."""
    if versions.running() is not None:
        return
    text = versions.unit.read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=(\S+)/bin/keypeg( .*)$", text, re.MULTILINE)
    if command is None:
        raise KeypegError(
            _("/{unit} does not start a command called keypeg.").format(unit=UNIT),
            hint=_("Run: keypeg install-service, then this again."),
        )
    versions.home.mkdir(parents=True, exist_ok=True)
    first = versions.home / "0"
    first.unlink(missing_ok=True)
    first.symlink_to(command[1])
    versions.point_at(0)
    started = f"ExecStart=/{HOME}/current/bin/keypeg{command[2]}"
    draft = versions.unit.with_suffix(".new")
    draft.write_text(text.replace(command[0], started), encoding="utf-8")
    draft.replace(versions.unit)
    run_command("systemctl", "daemon-reload")


def _built(versions: Versions, source: Path) -> int:
    """Install `source` as the next version; nothing is left of one that cannot be installed."""
    number = max(versions.numbers()) + 1
    folder = versions.home / str(number)
    click.echo(
        _("Installing {source} as version {number} ...").format(source=source, number=number)
    )
    try:
        # the pins come as the system's python3-lgpio
        run_command("python3", "-m", "venv", "--system-site-packages", str(folder))
        pip = (str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet")
        run_command(*pip, f"{source}[{PARTS}]")
        run_command(str(folder / "bin" / "keypeg"), "--version")
    except KeypegError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return number


def _other(versions: Versions) -> int:
    """Return the version to go back to, or forward again: the newest but the running one."""
    running = versions.running()
    others = [number for number in versions.numbers() if number != running]
    if running is None or not others:
        raise KeypegError(_("There is no version before this one."), hint=_("Nothing was changed."))
    return others[-1]


def _start(versions: Versions, number: int) -> None:
    """Restart the service as version `number`; as it was before if that does not come up."""
    before = versions.running()
    # all of it is on the disk before the link is: a power cut leaves the version before or this one
    os.sync()
    versions.point_at(number)
    try:
        # of a unit of Type=notify, this waits until the page is served
        run_command("systemctl", "restart", "keypeg.service")
    except KeypegError as error:
        assert before is not None
        versions.point_at(before)
        run_command("systemctl", "restart", "keypeg.service")
        raise KeypegError(
            _("Version {number} does not start; version {before} runs again.").format(
                number=number, before=before
            ),
            hint=_("journalctl -u keypeg tells why."),
        ) from error


def _tidy(versions: Versions) -> None:
    """Take away all versions but the running one and the newest beside it; 0 is not ours."""
    running = versions.running()
    beside = [number for number in versions.numbers() if number != running]
    for number in beside[:-1]:
        folder = versions.home / str(number)
        if folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
