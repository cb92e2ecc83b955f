"""``keypeg install-service``: the page starts with the machine, and comes back by itself."""

import os
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

from companion.cli.hardware.service_files import USER, udev_text, unit_text
from companion.cli.hardware.service_taken import Owner, owner
from companion.errors import KeypegError
from companion.i18n import _

__all__ = ["UNIT", "Machine", "closed_folders", "install_service", "run_command"]

UNIT = "etc/systemd/system/keypeg.service"
UDEV = "etc/udev/rules.d/60-keypeg.rules"
SETTINGS = "etc/keypeg/settings.toml"
DATA = "var/lib/keypeg"
# groups that own what a table is made of; only those that the machine has are joined
GROUPS = ("video", "gpio", "dialout", "audio")


@dataclass(frozen=True, slots=True)
class Machine:
    """Where it is installed: the root of the file system, the command, its groups."""

    root: Path
    command: Path
    groups: tuple[str, ...]

    @property
    def is_real(self) -> bool:
        """Whether this is the machine that runs, not a folder that is looked into."""
        return self.root == Path("/")


@click.command("install-service")
@click.option("--lan/--no-lan", default=True, show_default=True, help="Phones may reach the page.")
@click.option("--undo", is_flag=True, help="Remove the service again; matches stay.")
@click.option("--print", "only_print", is_flag=True, help="Print the files; change nothing.")
@click.option(
    "--root",
    default="/",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Another root folder, such as that of a card being prepared.",
)
def install_service(lan: bool, undo: bool, only_print: bool, root: Path) -> None:  # noqa: FBT001
    """Have `keypeg serve` start with this machine, as a user of its own, watched over by systemd.

    Matches lie in /var/lib/keypeg then, settings in /etc/keypeg/settings.toml. The first time your
    settings and calibrations are copied there.
    """
    machine = Machine(root, _command(), _groups(root))
    files = {UNIT: unit_text(machine.command, machine.groups, is_lan=lan), UDEV: udev_text()}
    if only_print:
        for name, text in files.items():
            click.echo(f"# /{name}\n{text}")
        return
    if machine.is_real and os.geteuid() != 0:
        raise KeypegError(
            _("A service is installed by root."),
            hint=_("Run: sudo {command} install-service").format(command=machine.command),
        )
    if machine.is_real and not undo:
        python = (Path(sys.executable), Path(sys.prefix), Path(sys.base_prefix, "lib"))
        _check_reachable(machine.command, Path(__file__), *python)
    giver = owner() if machine.is_real and not undo else None
    mine = giver.settings() if giver else None
    if undo:
        lines = _removed(machine, files)
    else:
        lines = chain(_written(machine, files, mine), _started(machine, giver) if giver else ())
    for line in lines:
        click.echo(line)


def _check_reachable(*paths: Path) -> None:
    """Raise `KeypegError` if the service's user cannot get to what it is to run."""
    closed = closed_folders(*paths)
    if closed:
        folders = shlex.join(map(str, closed))
        raise KeypegError(
            _("The service's user could not reach Keypeg: closed to others: {folders}.").format(
                folders=folders
            ),
            hint=_(
                "Let others pass through, without looking inside: sudo chmod o+x {folders}"
            ).format(folders=folders),
        )


def closed_folders(*paths: Path) -> list[Path]:
    """Return the folders on the way to `paths`, links followed too, that only their owner passes.

    Home folders are so on Debian since 12.
    """
    ways = {folder for path in paths for way in (path, path.resolve()) for folder in way.parents}
    return sorted(folder for folder in ways if not folder.stat().st_mode & stat.S_IXOTH)


def _command() -> Path:
    """Return the command as systemd will start it, links followed only to its folder."""
    typed = Path(sys.argv[0])
    found = typed if typed.name == "keypeg" and typed.exists() else shutil.which("keypeg")
    beside = Path(sys.executable).with_name("keypeg")
    return Path(found or beside).absolute()


def _groups(root: Path) -> tuple[str, ...]:
    try:
        lines = (root / "etc/group").read_text().splitlines()
    except OSError:
        return ()
    there = {line.partition(":")[0] for line in lines}
    return tuple(group for group in GROUPS if group in there)


def _written(machine: Machine, files: Mapping[str, str], mine: Path | None) -> Iterator[str]:
    for name, text in files.items():
        place = machine.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        yield _("/{name} is written.").format(name=name)
    settings = machine.root / SETTINGS
    if settings.exists():
        return
    # the unit names it, and a file that is named must be there
    settings.parent.mkdir(parents=True, exist_ok=True)
    if mine is None:
        settings.write_text(
            "# as in hardware.md; without any setting, the defaults hold\n", encoding="utf-8"
        )
        return
    # a broker's password may be in them
    settings.touch(mode=0o640)
    settings.write_bytes(mine.read_bytes())
    yield _("{file} is copied, for the service.").format(file=mine)


def _started(machine: Machine, giver: Owner) -> Iterator[str]:
    if subprocess.run(["id", USER], capture_output=True, check=False).returncode:  # noqa: S603,S607
        home = ("--home-dir", f"/{DATA}", "--shell", "/usr/sbin/nologin")
        run_command("useradd", "--system", *home, USER)
        yield _("The user {user} is made.").format(user=USER)
    data = machine.root / DATA
    data.mkdir(parents=True, exist_ok=True)
    for folder in giver.give(data):
        yield _("{file} is copied, for the service.").format(file=folder)
    run_command("chown", "--recursive", f"{USER}:", str(data))
    run_command("chgrp", USER, str(machine.root / SETTINGS))
    run_command("systemctl", "daemon-reload")
    try:
        run_command("udevadm", "control", "--reload")
    except KeypegError:
        # no udev runs in a container, and the rule is read anyway when one starts
        yield _("/{udev} takes hold when the machine is started again.").format(udev=UDEV)
    run_command("systemctl", "enable", "--now", "keypeg.service")
    # a card whose power is cut in the next half minute would have an empty unit
    os.sync()
    yield _("Keypeg runs, and starts with this machine. Its address: journalctl -u keypeg")
    yield _("Out again with: keypeg install-service --undo")


def _removed(machine: Machine, files: Mapping[str, str]) -> Iterator[str]:
    if machine.is_real and (machine.root / UNIT).exists():
        run_command("systemctl", "disable", "--now", "keypeg.service")
    there = [name for name in files if (machine.root / name).exists()]
    for name in there:
        (machine.root / name).unlink()
        yield _("/{name} is gone.").format(name=name)
    if machine.is_real and there:
        run_command("systemctl", "daemon-reload")
    yield _("Matches and settings are still there: /var/lib/keypeg, /etc/keypeg.")


def run_command(*command: str) -> None:
    """Run a program of the system; raise `KeypegError` with what it says if it fails."""
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if ended.returncode:
        raise KeypegError(
            _("'{command}' failed: {why}").format(
                command=" ".join(command), why=ended.stderr.strip()
            ),
            hint=_("What was installed goes with: keypeg install-service --undo"),
        )
