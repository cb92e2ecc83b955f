"""A plugin for pytest: the tests that are run must call every function of ours that uses OpenCV.

The stage on OpenCV 4 is run with it (``-p tests.opencv_reach``). What each function takes of `cv2`
is noted while the tests run: to import a module is not enough. What was reached by none is named
at the end, and the run fails. All tests run in one process, as it only sees its own.
"""

import dis
import sys
from pathlib import Path
from types import CodeType, ModuleType

__all__ = ["NotedModule", "functions_using", "unreached"]

ROOT = Path(__file__).parent.parent
HOUSES = ("companion", "calibration")
# what is refused in words on OpenCV 4 before it is called: it draws no letter beyond ASCII
SCORE_CARD = ROOT / "calibration" / "sheets" / "score_card_png.py"
ONLY_ON_5 = {f"{SCORE_CARD}: {drawing}" for drawing in ("_tried", "_write")}


class NotedModule(ModuleType):
    """Stands in for `module`: whatever is taken of it is the same, and `users` have taken some."""

    def __init__(self, module):
        super().__init__(module.__name__)
        self.__dict__.update((k, v) for k, v in vars(module).items() if k.startswith("__"))
        self._module, self.users = module, set()

    def __getattr__(self, name):
        user = sys._getframe(1).f_code
        self.users.add((user.co_filename, outermost(user)))
        return getattr(self._module, name)


def outermost(code):
    """Return the name of the function or method that `code` is in, whatever is nested in it."""
    return code.co_qualname.partition(".<locals>")[0]


def functions_using(module, path):
    """Return the names of functions and methods in `path` in which `module` is used."""
    waiting, found = [compile(path.read_text(), path, "exec")], set()
    while waiting:
        code = waiting.pop()
        waiting += [const for const in code.co_consts if isinstance(const, CodeType)]
        for step in dis.get_instructions(code):
            # the module itself is only named to import it
            if step.argval == module and step.opname.startswith("LOAD_"):
                found.add(outermost(code))
    return found


def unreached(module, folders, users):
    """Return the functions in `folders` that use `module` and are not among `users` of it."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [
        f"{path}: {name}"
        for path in paths
        for name in sorted(functions_using(module, path))
        if (str(path), name) not in users
    ]


def pytest_configure(config):
    import cv2

    config.noted_opencv = sys.modules["cv2"] = NotedModule(cv2)


def pytest_sessionfinish(session, exitstatus):
    cv2 = session.config.noted_opencv
    left_out = unreached("cv2", [ROOT / house for house in HOUSES], cv2.users)
    refused = ONLY_ON_5 if cv2.__version__ < "5" else ()
    session.config.unreached = [function for function in left_out if function not in refused]
    if session.config.unreached and not exitstatus:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    for function in config.unreached:
        name = function.removeprefix(f"{ROOT}/")
        terminalreporter.line(f"no test run here reaches {name}")
