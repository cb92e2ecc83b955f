"""The rooms: imports go down only, never in a circle; each says what it is for, and is small.

Hardware and cv2 stay where they belong; public names are listed.
"""

import ast
import importlib
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.our_code import nodes_of

ROOT = Path(__file__).parent.parent
FOLDERS = ("companion", "calibration")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
}

# rooms from the top down; a module may import its own room and every room of a lower level
LEVELS = [
    ("companion.__main__",),
    ("companion.cli", "companion.hall"),
    ("companion.web",),
    ("companion.club",),
    ("companion.observers",),
    ("companion.simulator",),
    ("companion.history",),
    ("companion.session", "calibration"),
    ("companion.config",),
    ("companion.kinds",),
    ("companion.displays", "companion.vision", "companion.table"),
    ("companion.scene",),
    ("companion.sightings", "companion.rulebooks"),
    ("companion.game",),
    ("companion.optional", "companion.settings_file"),
    ("companion.errors", "companion.spoken_help", "companion.durable", "companion.terminal"),
    ("companion.i18n",),
    ("companion",),
]
# and inside the rooms that have rooms of their own
INSIDE = {
    "companion.cli": [
        ("companion.cli",),
        (
            "companion.cli.play",
            "companion.cli.review",
            "companion.cli.calibrate",
            "companion.cli.photos",
            "companion.cli.hardware",
        ),
        ("companion.cli.game_loop",),
        ("companion.cli.kinds",),
        ("companion.cli.common", "companion.cli.choose_language"),
    ],
    "companion.vision": [
        ("companion.vision",),
        ("companion.vision.tile_watch",),
        ("companion.vision.tile_rows",),
        ("companion.vision.tiles",),
        ("companion.vision.tile_sorting",),
        ("companion.vision.tile_faces",),
        ("companion.vision.locate", "companion.vision.watch"),
        ("companion.vision.learn", "companion.vision.match"),
        ("companion.vision.fit", "companion.vision.csi", "companion.vision.read"),
        ("companion.vision.camera",),
        ("companion.vision.checks", "companion.vision.sliders", "companion.vision.score"),
        ("companion.vision.features",),
        ("companion.vision.board",),
        ("companion.vision.geometry",),
    ],
    "calibration": [
        ("calibration",),
        ("calibration.wizard", "calibration.evaluation"),
        ("calibration.store", "calibration.board_files", "calibration.sheets"),
        ("calibration.names",),
    ],
    "companion.simulator": [
        ("companion.simulator",),
        ("companion.simulator.parts", "companion.simulator.tiles"),
        ("companion.simulator.pegs",),
        ("companion.simulator.common",),
    ],
    "companion.game": [
        ("companion.game",),
        ("companion.game.match", "companion.game.record"),
        ("companion.game.correction",),
        (
            "companion.game.seats",
            "companion.game.solve",
            "companion.game.take_back",
            "companion.game.event_fields",
            "companion.game.log_line",
            "companion.game.first_rounds",
        ),
        ("companion.game.pegs", "companion.game.parts", "companion.game.tiles"),
        ("companion.game.core",),
    ],
    "companion.table": [
        ("companion.table",),
        ("companion.table.parts", "companion.table.tiles"),
        ("companion.table.pegs",),
        ("companion.table.common",),
    ],
    "companion.club": [
        ("companion.club",),
        ("companion.club.sending", "companion.club.collecting", "companion.club.duel"),
        ("companion.club.mqtt", "companion.club.broker"),
        (
            "companion.club.wire",
            "companion.club.tournament",
            "companion.club.broker_address",
            "companion.club.connection",
        ),
    ],
    "companion.web": [
        ("companion.web",),
        ("companion.web.pages",),
        ("companion.web.serving",),
        ("companion.web.show",),
        ("companion.web.show.kinds",),
        ("companion.web.show.boards",),
        ("companion.web.moves",),
        ("companion.web.table",),
        ("companion.web.door",),
    ],
}
# modules in a room, its `__init__` not counted: what one sitting can read
MOST_MODULES = 14
CROWDED: dict[str, int] = {}

ONLY_IN = {
    "cv2": ("companion.vision", "companion.simulator", "calibration"),
    "gpiozero": ("companion.displays.gpio", "companion.displays.pins"),
    "lgpio": ("companion.displays.pins",),
    "paho": ("companion.club.mqtt",),
    "serial": ("companion.displays.arduino.port",),
    "numpy": ("companion.vision", "companion.simulator", "calibration", "companion.game.solve"),
}


@cache
def tree_of(name):
    return nodes_of(MODULES[name])[0]


@cache
def imports_of(name):
    """Return what module `name` imports, anywhere in it: modules of ours, or a package's name."""
    wanted = set()
    for node in nodes_of(MODULES[name]):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: write imports in full"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            wanted |= inner & MODULES.keys()
            if not inner <= MODULES.keys():
                wanted.add(node.module)
    return frozenset(wanted)


def ours(name):
    """Return the modules of ours that `name` imports; the package's own name is its version."""
    return [each for each in imports_of(name) if each in MODULES and each != "companion"]


def within(name, prefix):
    return name == prefix or name.startswith(prefix + ".")


@cache
def place_of(name, house):
    """Return the level of a module's room in `house`, and the room: the one named most closely."""
    levels = INSIDE.get(house, LEVELS)
    fits = [(len(room), i, room) for i, rooms in enumerate(levels) for room in rooms]
    _, level, room = max(each for each in fits if within(name, each[2]))
    return level, room


def runs_down(name, wanted, house=""):
    mine, theirs = place_of(name, house), place_of(wanted, house)
    return theirs[0] > mine[0] or theirs == mine


def arrows_up():
    """Return each import that does not go down: (who, whom)."""
    return {
        (name, wanted)
        for name in MODULES
        for wanted in ours(name)
        if not runs_down(name, wanted)
        or any(
            within(name, house) and within(wanted, house) and not runs_down(name, wanted, house)
            for house in INSIDE
        )
    }


def circles():
    """Return the modules of each circle of imports, by Tarjan's strongly connected components."""
    number, low, stack, found = {}, {}, [], []

    def visit(name):
        number[name] = low[name] = len(number)
        stack.append(name)
        for wanted in ours(name):
            if wanted not in number:
                visit(wanted)
                low[name] = min(low[name], low[wanted])
            elif wanted in stack:
                low[name] = min(low[name], number[wanted])
        if low[name] == number[name]:
            at = stack.index(name)
            found.append(stack[at:])
            del stack[at:]

    for name in MODULES:
        if name not in number:
            visit(name)
    return [circle for circle in found if len(circle) > 1]


def test_imports_go_down_only():
    assert sorted(arrows_up()) == []


def test_no_import_is_in_a_circle_also_none_inside_a_function():
    assert circles() == []


ROOMS = [name for name, path in MODULES.items() if path.name == "__init__.py"]


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "companion"])
def test_a_room_says_what_it_is_for_and_what_it_may_import(room):
    said = ast.get_docstring(tree_of(room)) or ""
    first, *rest = said.splitlines()
    assert first.endswith(".")
    assert any(line.startswith("May import: ") for line in rest), said


def named_in(body):
    """Return the names that statements at the top of a module give to what is not a module."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield from (
                alias.asname or alias.name
                for alias in node.names
                if f"{node.module}.{alias.name}" not in MODULES
            )


@pytest.mark.parametrize("room", ROOMS)
def test_no_name_in_a_room_is_overlaid_by_a_module_of_that_room(room):
    # importing room.x sets the name x in room, over a function of that name
    assert [n for n in named_in(tree_of(room).body) if f"{room}.{n}" in MODULES] == []


def test_a_room_is_read_in_one_sitting():
    rooms = Counter(
        name.rpartition(".")[0] for name, path in MODULES.items() if path.name != "__init__.py"
    )
    crowded = {room: count for room, count in rooms.items() if count > MOST_MODULES}
    assert {r: c for r, c in crowded.items() if c > CROWDED.get(r, 0)} == {}
    assert CROWDED.keys() <= crowded.keys(), "no longer crowded: leave it out here"


def test_the_game_is_pure():
    allowed = set(sys.stdlib_module_names) | {"companion", "numpy"}
    forbidden = {"time", "random", "secrets", "os", "pathlib", "datetime", "socket", "threading"}
    impure = [
        (name, wanted)
        for name in MODULES
        if within(name, "companion.game")
        for wanted in imports_of(name)
        if wanted.split(".")[0] not in allowed - forbidden
    ]
    assert impure == []


def test_packages_stay_where_they_belong():
    strayed = [
        (name, wanted)
        for name in MODULES
        for wanted in imports_of(name)
        if (places := ONLY_IN.get(wanted.split(".")[0]))
        and not any(within(name, place) for place in places)
    ]
    assert strayed == []


def test_public_names_are_listed_and_exist():
    for name in MODULES:
        body = tree_of(name).body
        if name.endswith("__main__") or all(isinstance(node, ast.Expr) for node in body):
            continue
        listed = [
            node.value
            for node in body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        assert listed, f"{name} has no __all__"
        names = ast.literal_eval(listed[0])
        module = importlib.import_module(name)
        assert len(set(names)) == len(names), name
        assert [each for each in names if not hasattr(module, each)] == [], name


def test_help_imports_neither_numpy_nor_cv2():
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from companion.cli import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "print(sorted({'numpy', 'cv2', 'serial', 'gpiozero'} & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert run.stdout.strip() == "[]"


def test_what_tests_and_benchmarks_import_of_us_is_there():
    gone = []
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    for path in files:
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and node.module in MODULES:
                module = importlib.import_module(node.module)
                names = [alias.name for alias in node.names if not hasattr(module, alias.name)]
                gone += [
                    f"{path.relative_to(ROOT)}: {node.module}.{name}"
                    for name in names
                    if f"{node.module}.{name}" not in MODULES
                ]
            elif isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in FOLDERS:
                gone.append(f"{path.relative_to(ROOT)}: {node.module}")
    assert gone == []
