"""Imports go down only; hardware and cv2 stay where they belong; public names are listed."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("companion", "calibration")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

# rooms from the top down; a module may import its own room and every room of a lower level
LEVELS = [
    ("companion.__main__",),
    ("companion.cli",),
    ("companion.simulator",),
    ("companion.session", "calibration"),
    ("companion.config",),
    ("companion.displays", "companion.vision", "companion.table"),
    ("companion.scene",),
    ("companion.sightings", "companion.rulebooks"),
    ("companion.game",),
    ("companion.errors",),
    ("companion.i18n",),
    ("companion",),
]
ONLY_IN = {
    "cv2": ("companion.vision", "companion.simulator", "calibration"),
    "gpiozero": ("companion.displays.gpio",),
    "lgpio": ("companion.displays.gpio",),
    "serial": ("companion.displays.arduino",),
    "numpy": ("companion.vision", "companion.simulator", "calibration", "companion.game"),
}


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name, prefix):
    return name == prefix or name.startswith(prefix + ".")


def level_of(name):
    """Return the level of a module's room, and the room."""
    return next(
        (i, prefix) for i, rooms in enumerate(LEVELS) for prefix in rooms if within(name, prefix)
    )


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down_only(name):
    for wanted in imports_of(MODULES[name]):
        if wanted in MODULES and wanted != "companion":
            mine, theirs = level_of(name), level_of(wanted)
            assert theirs[0] > mine[0] or theirs == mine, f"{name} imports {wanted}"


@pytest.mark.parametrize("name", [n for n in MODULES if n.startswith("companion.game")])
def test_the_game_is_pure(name):
    allowed = set(sys.stdlib_module_names) | {"companion", "numpy"}
    forbidden = {"time", "random", "secrets", "os", "pathlib", "datetime", "socket", "threading"}
    for wanted in imports_of(MODULES[name]):
        top = wanted.split(".")[0]
        assert top in allowed - forbidden, f"{name} imports {wanted}"


@pytest.mark.parametrize("name", MODULES)
def test_packages_stay_where_they_belong(name):
    for wanted in imports_of(MODULES[name]):
        places = ONLY_IN.get(wanted.split(".")[0])
        assert places is None or any(within(name, place) for place in places), (
            f"{name} imports {wanted}"
        )


@pytest.mark.parametrize("name", MODULES)
def test_public_names_are_listed_and_exist(name):
    listed = [
        node
        for node in ast.parse(MODULES[name].read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    has_code = any(
        not isinstance(node, ast.Expr) for node in ast.parse(MODULES[name].read_text()).body
    )
    if not has_code or name.endswith("__main__"):
        return
    assert listed, f"{name} has no __all__"
    names = ast.literal_eval(listed[0].value)
    module = importlib.import_module(name)
    assert len(set(names)) == len(names)
    for public in names:
        assert hasattr(module, public), f"{name}.{public}"


def test_help_imports_neither_numpy_nor_cv2():
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from companion.cli import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "print(sorted({'numpy', 'cv2', 'serial', 'gpiozero', 'rich'} & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert run.stdout.strip() == "[]"
