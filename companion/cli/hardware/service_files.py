"""The files of the service, as text: its unit and the rule for boards at a USB plug. Pure."""

from pathlib import Path

from companion.displays.options import USB_MAKERS

__all__ = ["USER", "udev_text", "unit_text"]

USER = "keypeg"
# seconds in which the table's loop must turn; a read on a Raspberry Pi Zero 2 W takes about three
WATCHDOG_S = 30
# seconds until its page is served, more than the 90 of systemd: at a load of 40 on two cores
# it took longer, was stopped and begun anew for ever
START_S = 300


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
# the same by number (video4linux, ttyACM, ttyUSB, alsa): a name whose driver is not loaded when the
# service starts is skipped, and what is plugged in for the first time later would be refused
DeviceAllow=char-81 rw
DeviceAllow=char-166 rw
DeviceAllow=char-188 rw
DeviceAllow=char-116 rw

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
