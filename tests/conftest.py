"""Settings for every test: the same on every machine, in English, property tests thorough."""

import os
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, settings

from companion import i18n

# One thread a process: the tests fill all cores with processes, and threads that wait for each
# other on a core that is taken cost a third more. Before NumPy and OpenCV are imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# whatever the language of the system is, what is said is compared in English
os.environ["KEYPEG_LANGUAGE"] = "en"
# a script's background job ignores Ctrl-C, and so would all that a test starts and interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)


def _waits_for_no_disk(handle):
    """Stand in for a sync: no test cuts the power, and a disk takes milliseconds for each line."""
    os.fstat(handle)


# that a file is synced, and when, is proven by those who put their own in its place
os.fsync = os.fdatasync = _waits_for_no_disk

settings.register_profile(
    "keypeg",
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("keypeg")


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    """Give a folder that all processes of this run of the tests share, empty at first."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def _firmware_is_built_once(run_folder):
    """Let all processes of this run share what `tests/avr/harness.py` builds."""
    os.environ["KEYPEG_RUN_FOLDER"] = str(run_folder)


@pytest.fixture(scope="session")
def walk(tmp_path_factory):
    """Teach Keypeg the board of the pictures in data/walk, as one does; give their folder."""
    from companion.cli import cli

    pictures = Path(__file__).parent / "data" / "walk"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        args = ["calibrate", "hasbro-2004", "--photos", str(pictures / "calibrate")]
        result = CliRunner().invoke(cli, [*args, "--name", "walk"], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        yield pictures


@pytest.fixture(autouse=True)
def _english_afterwards():
    """Let no test leave the language that a command chose to the next one."""
    yield
    i18n.use("en")
