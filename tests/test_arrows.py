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

# from the top down; a module may import its own layer and every layer below it
LAYERS = [
    ("companion.cli", "companion.web", "companion.__main__"),
    (
        "companion.drawn_parts",
        "companion.drawn_people",
        "companion.drawn_tiles",
        "companion.robots",
        "companion.robot_tiles",
    ),
    ("companion.evening",),
    ("companion.session",),
    ("companion.config", "companion.language", "companion.toolchain"),
    ("companion.displays", "calibration", "companion.journal", "companion.vault"),
    ("companion.vision",),
    ("companion.maker", "companion.mending"),
    ("companion.scene",),
    ("companion.table",),
    ("companion.sightings", "companion.tile_sightings"),
    ("companion.rulebooks",),
    ("companion.game",),
    ("companion.errors",),
    ("companion.words",),
    ("companion",),
]
EDGES = ("companion.displays", "companion.vision", "companion.journal", "companion.web")
ONLY_IN = {
    "cv2": ("companion.vision", "calibration"),
    "gpiozero": ("companion.displays.gpio",),
    "lgpio": ("companion.displays.gpio",),
    "serial": ("companion.displays.arduino",),
    "numpy": ("companion.vision", "calibration", "companion.game"),
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


def layer_of(name):
    return next(
        i for i, names in enumerate(LAYERS) if any(within(name, prefix) for prefix in names)
    )


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_down_only(name):
    for wanted in imports_of(MODULES[name]):
        if wanted in MODULES and wanted != "companion":
            assert layer_of(wanted) >= layer_of(name), f"{name} imports {wanted}"


@pytest.mark.parametrize("name", MODULES)
def test_edges_do_not_know_each_other(name):
    mine = [edge for edge in EDGES if within(name, edge)]
    for wanted in imports_of(MODULES[name]):
        theirs = [edge for edge in EDGES if within(wanted, edge)]
        if mine and theirs:
            assert mine == theirs, f"{name} imports {wanted}"


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
