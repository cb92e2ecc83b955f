"""``keypeg install-service``: the page starts with the machine, and comes back by itself."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from companion.displays.options import USB_MAKERS
from companion.errors import KeypegError

__all__ = ["UNIT", "Machine", "install_service", "run_command", "unit_text"]

UNIT = "etc/systemd/system/keypeg.service"
UDEV = "etc/udev/rules.d/60-keypeg.rules"
SETTINGS = "etc/keypeg/settings.toml"
USER = "keypeg"
# groups that own what a table is made of; only those that the machine has are joined
GROUPS = ("video", "gpio", "dialout", "audio")
# seconds in which the table's loop must turn; a read on a Raspberry Pi Zero 2 W takes about three
WATCHDOG_S = 30
# seconds until its page is served, more than the 90 of systemd: at a load of 40 on two cores
# it took longer, was stopped and begun anew for ever
START_S = 300


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

    Matches lie in /var/lib/keypeg then, settings in /etc/keypeg/settings.toml.
    """
    machine = Machine(root, _command(), _groups(root))
    files = {UNIT: unit_text(machine.command, machine.groups, is_lan=lan), UDEV: udev_text()}
    if only_print:
        for name, text in files.items():
            click.echo(f"# /{name}\n{text}")
        return
    if machine.is_real and os.geteuid() != 0:
        raise KeypegError(
            "A service is installed by root.", hint=f"Run: sudo {machine.command} install-service"
        )
    for line in _removed(machine, files) if undo else _installed(machine, files):
        click.echo(line)


def unit_text(command: Path, groups: tuple[str, ...], *, is_lan: bool) -> str:
    """Return the unit: `command` serves the page as a user who may do nothing else.

    `systemd-analyze security --offline=yes` gives it at most 3.5 of 10 (a test asks it).
    """
    home = (
        "read-only" if command.is_relative_to("/home") or command.is_relative_to("/root") else "yes"
    )
    return UNIT_TEXT.format(
        command=f"{command} serve" + (" --lan" if is_lan else ""),
        user=USER,
        groups=" ".join(groups),
        home=home,
        start=START_S,
        watchdog=WATCHDOG_S,
    )


UNIT_TEXT = """\
[Unit]
Description=Keypeg, the companion of the table
Documentation=man:keypeg(1)
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
ExecStart={command}
User={user}
SupplementaryGroups={groups}
StateDirectory=keypeg
ConfigurationDirectory=keypeg
RuntimeDirectory=keypeg
Environment=XDG_DATA_HOME=/var/lib KEYPEG_SETTINGS=/etc/keypeg/settings.toml
Environment=XDG_CACHE_HOME=/var/lib/keypeg/cache LG_WD=/run/keypeg
Restart=always
RestartSec=1
TimeoutStartSec={start}
WatchdogSec={watchdog}
KillSignal=SIGINT
TimeoutStopSec=10
UMask=0077

NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
DevicePolicy=closed
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
DeviceAllow=char-gpiochip rw
DeviceAllow=char-ttyACM rw
DeviceAllow=char-ttyUSB rw
DeviceAllow=char-alsa rw

[Install]
WantedBy=multi-user.target
"""


def udev_text() -> str:
    """Return the rule: an Arduino is for the group dialout, and ModemManager keeps off it."""
    lines = ["# Keypeg: boards with the lights' firmware, and USB adapters"]
    for vendor in sorted(USB_MAKERS):
        lines.append(
            f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", GROUP="dialout", MODE="0660", '
            'ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"'
        )
    return "\n".join(lines) + "\n"


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


def _installed(machine: Machine, files: Mapping[str, str]) -> Iterator[str]:
    for name, text in files.items():
        place = machine.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        yield f"/{name} is written."
    settings = machine.root / SETTINGS
    if not settings.exists():
        # the unit names it, and a file that is named must be there
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(
            "# as in hardware.md; without any setting, the defaults hold\n", encoding="utf-8"
        )
    if not machine.is_real:
        return
    if subprocess.run(["id", USER], capture_output=True, check=False).returncode:  # noqa: S603,S607
        run_command(
            "useradd",
            "--system",
            "--home-dir",
            "/var/lib/keypeg",
            "--shell",
            "/usr/sbin/nologin",
            USER,
        )
        yield f"The user {USER} is made."
    run_command("systemctl", "daemon-reload")
    try:
        run_command("udevadm", "control", "--reload")
    except KeypegError:
        # no udev runs in a container, and the rule is read anyway when one starts
        yield f"/{UDEV} takes hold when the machine is started again."
    run_command("systemctl", "enable", "--now", "keypeg.service")
    # a card whose power is cut in the next half minute would have an empty unit
    os.sync()
    yield "Keypeg runs, and starts with this machine. Its address: journalctl -u keypeg"
    yield "Out again with: keypeg install-service --undo"


def _removed(machine: Machine, files: Mapping[str, str]) -> Iterator[str]:
    if machine.is_real and (machine.root / UNIT).exists():
        run_command("systemctl", "disable", "--now", "keypeg.service")
    there = [name for name in files if (machine.root / name).exists()]
    for name in there:
        (machine.root / name).unlink()
        yield f"/{name} is gone."
    if machine.is_real and there:
        run_command("systemctl", "daemon-reload")
    yield "Matches and settings are still there: /var/lib/keypeg, /etc/keypeg."


def run_command(*command: str) -> None:
    """Run a program of the system; raise `KeypegError` with what it says if it fails."""
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if ended.returncode:
        raise KeypegError(
            f"'{' '.join(command)}' failed: {ended.stderr.strip()}",
            hint="What was installed goes with: keypeg install-service --undo",
        )
