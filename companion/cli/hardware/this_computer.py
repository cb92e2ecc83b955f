"""What the computer itself is found to be: groups, parts installed, disk, power, what is kept."""

import grp
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_data_path

from companion.cli.hardware.finding import Finding
from companion.config import Settings
from companion.errors import MissingPart
from companion.i18n import N_, _, ngettext
from companion.optional import require

__all__ = ["calibration", "computer", "disk", "folder", "groups", "pages", "parts", "power"]

OPENCV = ("opencv-python-headless", "opencv-contrib-python-headless", "opencv-python")
ENOUGH_MIB = 200  # a match with its kept frames takes 20, a calibration 1
# bits of `vcgencmd get_throttled`, from Raspberry Pi's documentation of vcgencmd
THROTTLED = {
    0: N_("the supply is too weak now"),
    2: N_("it runs slower now, to keep cool or for want of power"),
    16: N_("the supply was too weak since it was switched on"),
    18: N_("it has run slower since it was switched on"),
}


def computer() -> Finding:
    """Return what computer this is."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        text = model.read_bytes().decode(errors="replace").strip("\0 ")
        return Finding("computer", ok="Raspberry Pi" in text, text=text)
    return Finding(
        "computer",
        ok=False,
        text=_("no Raspberry Pi"),
        hint=_("Any computer will do; only lights that are wired to pins need one."),
    )


def groups() -> Iterator[Finding]:
    """Yield for each group that hardware belongs to whether this user is in it."""
    mine = {*os.getgroups(), os.getegid()}
    for name, what in (
        ("gpio", N_("pins")),
        ("dialout", N_("serial ports")),
        ("video", N_("cameras")),
    ):
        try:
            member = grp.getgrnam(name).gr_gid in mine or os.geteuid() == 0
        except KeyError:
            continue
        hint = _("Run 'sudo usermod -aG {name} $USER', then log out and in again.").format(
            name=name
        )
        is_in = _("yes") if member else _("no")
        text = _("for {what}: {is_in}").format(what=_(what), is_in=is_in)
        yield Finding(f"group {name}", ok=member, text=text, hint=hint)


def parts(settings: Settings) -> Iterator[Finding]:
    """Yield which parts are installed that a table may do without."""
    for part in ("hints", "camera", "page"):
        wanted = part == "camera" and bool(settings.camera)
        try:
            require(part)
        except MissingPart as error:
            yield Finding(f"part {part}", ok=False, text=_("no"), hint=error.hint, wanted=wanted)
        else:
            yield Finding(f"part {part}", ok=True, text=_("yes") + _opencv(part), wanted=wanted)


def _opencv(part: str) -> str:
    """Return which OpenCV reads the pictures; nothing for another part than the camera's."""
    for package in OPENCV if part == "camera" else ():
        try:
            return f", {package} {version(package)}"
        except PackageNotFoundError:
            continue
    return ""


def pages() -> Iterator[Finding]:
    """Yield where hardware.md and the other pages lie: in a clone, or where they were installed."""
    for folder in (Path(__file__).parents[3], Path(sys.prefix) / "share/doc/keypeg"):
        if (folder / "hardware.md").is_file():
            yield Finding("pages", ok=True, text=str(folder / "hardware.md"))
            return


def folder() -> Finding:
    """Return where matches are kept, and whether that can be."""
    folder = user_data_path("keypeg")
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    ok = os.access(nearest, os.W_OK)
    hint = _("Make {nearest} writable: matches are kept there.").format(nearest=nearest)
    return Finding("folder", ok=ok, text=str(folder), hint=hint, wanted=True)


def disk() -> Finding:
    """Return how much room there is for matches."""
    folder = user_data_path("keypeg")
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(nearest).free // 2**20
    hint = _("Make room where {nearest} is: matches and calibrations are kept there.").format(
        nearest=nearest
    )
    return Finding(
        "disk",
        ok=free >= ENOUGH_MIB,
        text=_("{free} MiB free").format(free=free),
        hint=hint,
        wanted=True,
    )


def power() -> Iterator[Finding]:
    """Yield what a Raspberry Pi says of its supply and heat; nothing on other computers."""
    if shutil.which("vcgencmd") is None:
        return
    said = subprocess.run(
        ["vcgencmd", "get_throttled"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    bits = int(found[1], 16) if (found := re.search(r"0x([0-9a-fA-F]+)", said)) else 0
    troubles = [_(words) for bit, words in THROTTLED.items() if bits & 1 << bit]
    hint = _("Use the supply made for it (5 V, 3 A or more) and a short cable; give it air.")
    yield Finding("power", ok=not troubles, text="; ".join(troubles) or _("steady"), hint=hint)


def calibration() -> Finding:
    """Return which boards are calibrated, and when the last one was."""
    folder = user_data_path("keypeg") / "calibrations"
    kept = list(folder.glob("*/*.json"))
    newest = max((path.stat().st_mtime for path in kept), default=None)
    if newest is None:
        hint = _("Run 'keypeg calibrate' with your board before the camera.")
        return Finding("calibration", ok=False, text=_("none yet"), hint=hint)
    days = (date.today() - date.fromtimestamp(newest)).days
    when = {0: _("today"), 1: _("yesterday")}.get(
        days, ngettext("{days} day ago", "{days} days ago", days).format(days=days)
    )
    names = ", ".join(sorted({path.parent.name for path in kept}))
    return Finding(
        "calibration",
        ok=True,
        text=_("{names}; the newest of {when}").format(names=names, when=when),
    )
