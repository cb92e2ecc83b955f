"""What `.ci/run` runs: each stage finds what it is for."""

import ast
import re
from functools import cache
from pathlib import Path

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


def test_what_is_long_is_run_there():
    assert "pytest -q -m long" in RUN
