"""Keypeg installed as a newcomer does: ``installs.py [SUITE ...]``, as root, on Debian.

In fresh roots of Debian 12 and 13, by a new user, without a compiler: `./run` in a clone, `pipx`
and `uv tool`, with nothing but the keyboard and with a camera. Each must say its version, play rows
that are typed at a terminal, and, with a camera, play the demo. Prints a line for each: seconds
until it is installed and megabytes on the disk.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.device.fresh_root import USER, FreshRoot, make_root

__all__ = ["main"]

TOP = Path(__file__).parents[2]
PLACE = Path("/var/tmp/keypeg-install")
SUITES = ("bookworm", "trixie")
# what hardware.md has one install, on the smallest Debian
PACKAGES = "sudo,ca-certificates,git,pipx,python3-venv"
# rows that are typed, and what must be shown of them
ROWS = "rbyg\rrbyn\rquit\r"
PLAY = "play bouwblokje --players Ada,Ben"
TOOLS = "~/.local/bin"


def plays(root: FreshRoot, keypeg: str) -> None:
    """Play rows at a terminal, and leave."""
    shown = root.typed(f"{keypeg} {PLAY}", ROWS)
    assert "row 3" in shown, shown
    assert "Left off" in shown, shown


def plays_demo(root: FreshRoot, keypeg: str) -> float:
    """Have the robots play; give the seconds."""
    said, seconds = root.as_user(f"{keypeg} demo --pause 0")
    assert "broken" in said, said
    return seconds


def by_run(root: FreshRoot) -> str:
    """Use the clone itself."""
    said, first = root.as_user("cd keypeg && ./run --version")
    assert "0.1.0" in said, said
    size = root.megabytes("keypeg/.venv")
    plays(root, "cd keypeg && ./run")
    demo = plays_demo(root, "cd keypeg && ./run")
    return (
        f"{first:.0f} s, {size} MB; with the first demo {demo:.0f} s more, "
        f"{root.megabytes('keypeg/.venv')} MB"
    )


def by_tool(command: str, part: str, folder: str) -> Callable[[FreshRoot], str]:
    """Return how it is installed by `command`, with `part` or none."""

    def installed(root: FreshRoot) -> str:
        if command.startswith("uv"):
            root.as_user("pipx install uv")
        _, seconds = root.as_user(f"PATH={TOOLS}:$PATH {command} './keypeg{part}'")
        size = root.megabytes(folder)  # with use, compiled Python comes to it
        said, _ = root.as_user("cd / && keypeg --version")
        assert "0.1.0" in said, said
        plays(root, "keypeg")
        demo = f", demo {plays_demo(root, 'keypeg'):.0f} s" if part else ""
        return f"{seconds:.0f} s, {size} MB{demo}"

    return installed


def by_system_pipx(root: FreshRoot) -> str:
    """Install as hardware.md has it, then take what a new terminal has on its path."""
    _, seconds = root.as_user(
        "cd keypeg && pipx install --system-site-packages '.[camera,page,pi]' && pipx ensurepath"
    )
    size = root.megabytes(".local")
    plays(root, "keypeg")
    return f"{seconds:.0f} s, {size} MB, demo {plays_demo(root, 'keypeg'):.0f} s"


WAYS = {
    "./run": by_run,
    "pipx install ./keypeg": by_tool("pipx install", "", ".local"),
    "pipx install './keypeg[camera]'": by_tool("pipx install", "[camera]", ".local"),
    "pipx install --system-site-packages, in the folder": by_system_pipx,
    "uv tool install ./keypeg": by_tool("uv tool install", "", ".local/share/uv/tools/keypeg"),
    "uv tool install './keypeg[camera,page]'": by_tool(
        "uv tool install", "[camera,page]", ".local/share/uv/tools/keypeg"
    ),
}


def main(*suites: str) -> None:
    """Try every way in each suite."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for suite in suites or SUITES:
        debian = make_root(PLACE, suite, PACKAGES)
        for name, way in WAYS.items():
            root = FreshRoot(debian, PLACE / "scratch")
            try:
                assert root.as_user("command -v cc gcc || echo none")[0] == "none\n"
                python = root.as_user("python3 --version")[0].split()[1]
                clone = ["git", "clone", "--quiet", str(TOP), str(root.home / "keypeg")]
                subprocess.run(clone, check=True)
                root.as_root(f"chown -R {USER}:{USER} /home/{USER}/keypeg")
                print(f"{suite}, Python {python}, {name}: {way(root)}", flush=True)
            finally:
                root.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
