"""What `.ci/run` runs: each stage finds what it is for."""

import math
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.opencv_reach import NotedModule, functions_using, unreached

ROOT = Path(__file__).parent.parent
RUN = (ROOT / ".ci" / "run").read_text()


def stage(name):
    """Return the lines of a function of `.ci/run`."""
    return re.search(rf"^{name}\(\) {{\n(.*?)^}}", RUN, re.MULTILINE | re.DOTALL)[1]


def test_the_tests_on_opencv_4_must_reach_all_that_uses_it():
    on_4 = stage("eyes_on_opencv_4")
    assert "-p tests.opencv_reach" in on_4
    # what is used in another process is not noted
    assert "--numprocesses" not in on_4


MODULE = """
import math
def at_once(): return math.pi
def inside(): return [math.e for _ in (1,)]
class Kind:
    def method(self): return math.tau
def none(): return math
def other(): return 1
"""


def test_a_function_that_only_was_imported_is_not_reached(tmp_path, monkeypatch):
    path = tmp_path / "some.py"
    path.write_text(MODULE)
    noted = NotedModule(math)
    monkeypatch.setitem(sys.modules, "math", noted)
    some = runpy.run_path(str(path))
    everything = {"at_once", "inside", "Kind.method", "none"}
    assert functions_using("math", path) == everything
    some["at_once"]()
    some["Kind"]().method()
    left = unreached("math", [tmp_path], noted.users)
    assert left == [f"{path}: inside", f"{path}: none"]
    assert some["inside"]() == [math.e]
    assert unreached("math", [tmp_path], noted.users) == [f"{path}: none"]


def test_a_run_that_leaves_a_function_out_fails_and_names_it():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.opencv_reach"]
    run = subprocess.run(
        [*command, "-p", "no:cacheprovider", "tests/test_pose.py"],
        capture_output=True, text=True, cwd=ROOT, timeout=120,
    )  # fmt: skip
    assert re.search(r"\d+ passed", run.stdout), run.stdout + run.stderr
    assert (
        "no test run here reaches companion/vision/match/empty_search.py: _templates" in run.stdout
    )
    assert "pose.py: Pose.on_plane" not in run.stdout
    assert run.returncode == 1


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
    top = RUN[RUN.index("logs=") : RUN.index("# the chips' compilers")]
    script = tmp_path / "run"
    script.write_text(
        f"set -euo pipefail\n{top}\nours() {{ echo why; {ending}; }}\njob a ours\njoined a\n"
    )
    done = subprocess.run(["bash", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == ((0, "") if ending == "true" else (1, "why\n"))
