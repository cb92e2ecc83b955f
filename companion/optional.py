"""Parts that a table may do without, and how the one that is wanted gets installed.

A table of keyboard and Arduino needs neither OpenCV nor NumPy nor a web server, which are ten times
as large as all the rest. They are imported where they are used and never earlier.
"""

import shlex
import sys
from importlib import import_module
from pathlib import Path

from companion.errors import MissingPart
from companion.i18n import _

__all__ = ["PARTS", "install_command", "is_installed", "missing_part", "require"]

# part, an extra of pyproject.toml -> the modules that it brings
PARTS = {
    "hints": ("numpy",),
    "camera": ("numpy", "cv2", "anyascii"),
    "club": ("paho",),
    "postgres": ("psycopg",),
    "pi": ("gpiozero",),
    "page": ("numpy", "cv2", "anyascii", "starlette", "uvicorn", "jinja2", "segno"),
}


def require(part: str) -> None:
    """Raise `MissingPart` unless all modules of `part`, one of `PARTS`, can be imported."""
    try:
        for module in PARTS[part]:
            import_module(module)
    except ModuleNotFoundError as error:
        raise _missing(part, str(error.name)) from error


def is_installed(part: str) -> bool:
    """Say whether all modules of `part`, one of `PARTS`, can be imported."""
    try:
        require(part)
    except MissingPart:
        return False
    return True


def missing_part(error: ModuleNotFoundError, wanted: str = "") -> MissingPart | None:
    """Return what to say of a failed import; None if it is of no module that a part brings.

    `wanted` is the part that was asked for: several bring NumPy.
    """
    module = (error.name or "").partition(".")[0]
    parts = [part for part, modules in PARTS.items() if module in modules]
    part = wanted if wanted in parts else next(iter(parts), None)
    return _missing(part, module) if part else None


def _missing(part: str, module: str) -> MissingPart:
    return MissingPart(
        _("This needs the part '{part}', which is not installed ({module} is missing).").format(
            part=part, module=module
        ),
        hint=_("Run: {command}").format(command=install_command(part)),
    )


def install_command(part: str) -> str:
    """Return the command that adds `part` to the environment that runs."""
    here = Path(sys.prefix)
    if here.name == ".venv" and (here.parent / "run").is_file():
        return f"./run install {part}"
    packages = shlex.join(_packages(part))
    if "pipx" in here.parts:
        return f"pipx inject keypeg {packages}"
    if "uv" in here.parts:
        return f"uv pip install --python {shlex.quote(str(here))} {packages}"
    return f"{shlex.quote(sys.executable)} -m pip install {packages}"


def _packages(part: str) -> list[str]:
    """Return the packages of `part` with their bounds, as the installed metadata has them."""
    # only when something is missing: this import takes as long as all of click
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("keypeg") or []
    except PackageNotFoundError:
        return [f"keypeg[{part}]"]
    found = [
        line.partition(";")[0].strip()
        for line in lines
        if f'extra == "{part}"' in line.replace("'", '"')
    ]
    return [
        each
        for line in found
        for each in (_packages(_extra(line)) if line.startswith("keypeg[") else [line])
    ]


def _extra(requirement: str) -> str:
    return requirement.partition("[")[2].partition("]")[0]
