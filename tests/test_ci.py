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
def brings_cv2(path):
    """Whether importing `path` imports cv2: itself, or what it imports when it is imported."""
    wanted = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            wanted |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    if any(each.split(".")[0] == "cv2" for each in wanted):
        return True
    files = (path_of(each) for each in wanted)
    return any(brings_cv2(file) for file in files if file and file != path)


def test_all_tests_that_import_cv2_are_run_on_opencv_4_too():
    pattern = re.search(r"^pictures='(.+)'$", RUN, re.MULTILINE)[1]
    files = sorted((ROOT / "tests").glob("test_*.py"))
    found = {file.name for file in files if re.search(pattern, file.read_text(), re.MULTILINE)}
    assert {file.name for file in files if brings_cv2(file)} <= found


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
