"""What `.ci/run` runs: each stage finds what it is for."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUN = (ROOT / ".ci" / "run").read_text()


def path_of(module):
    """Return the file of one of our modules, or of a helper beside the tests; None otherwise."""
    parts = module.split(".")
    for base in (ROOT, ROOT / "tests"):
        for file in (
            base.joinpath(*parts).with_suffix(".py"),
            base.joinpath(*parts, "__init__.py"),
        ):
            if file.is_file():
                return file
    return None


@cache
def reached_by(path):
    """Return the files of ours that importing `path` imports, it among them."""
    reached, waiting = set(), [path]
    while waiting:
        if (file := waiting.pop()) not in reached:
            reached.add(file)
            waiting += _imported_by(file)
    return reached


@cache
def _imported_by(path):
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return [file for file in map(path_of, names) if file]


def calls_opencv(path):
    return bool(re.search(r"^ *import cv2$", path.read_text(), re.MULTILINE))


def test_every_module_that_calls_opencv_is_reached_on_opencv_4_too():
    mark = re.compile(re.search(r"grep -rlE '(\S+ = \S+)' ", RUN)[1], re.MULTILINE)
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    marked = [file for file in files if mark.search(file.read_text())]
    assert len(marked) > 10
    reached = set().union(*map(reached_by, marked))
    ours = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "calibration").rglob("*.py")]
    assert [file for file in ours if calls_opencv(file) and file not in reached] == []


def test_what_is_long_or_needs_a_browser_is_run_there():
    left_out = re.search(r'-m "(.+)" "\$@"', (ROOT / "run").read_text())[1]
    assert left_out == "not long and not browser"
    assert 'pytest -q -m "long or browser" ' in RUN


def test_what_runs_beside_the_rest_is_waited_for():
    begun = re.findall(r"^job (\w+) ", RUN, re.MULTILINE)
    assert len(begun) > 2
    assert sorted(begun) == sorted(re.findall(r"^joined (\w+)", RUN, re.MULTILINE))


@pytest.mark.parametrize("ending", ["true", "false; true"])
def test_it_fails_when_one_of_them_does_whenever_it_ends(tmp_path, ending):
    # the two functions as they stand there, around a job of our own
    top = RUN[RUN.index("logs=") : RUN.index("# the chip's compiler")]
    script = tmp_path / "run"
    script.write_text(
        f"set -euo pipefail\n{top}\nours() {{ echo why; {ending}; }}\njob a ours\njoined a\n"
    )
    done = subprocess.run(["bash", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == ((0, "") if ending == "true" else (1, "why\n"))
