"""The service's newer version, and the way back; the system's programs are stood in for."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.hardware import update
from companion.cli.hardware.service import UNIT
from companion.cli.hardware.service_files import unit_text
from companion.errors import KeypegError


class System:
    """Remembers what is run; what is named in `broken` fails. Building makes a command."""

    def __init__(self, root):
        self.root, self.ran, self.broken = root, [], ()

    def __call__(self, *command):
        self.ran.append(command)
        if any(each in " ".join(command) for each in self.broken):
            self.broken = ()
            raise KeypegError(f"{command[0]} failed.")
        if "venv" in command:
            (Path(command[-1]) / "bin").mkdir(parents=True)

    @property
    def restarts(self):
        return self.ran.count(("systemctl", "restart", "keypeg.service"))


@pytest.fixture
def system(tmp_path, monkeypatch):
    stand_in = System(tmp_path)
    monkeypatch.setattr(update, "run_command", stand_in)
    unit = tmp_path / UNIT
    unit.parent.mkdir(parents=True)
    unit.write_text(unit_text(Path("/usr/local/pipx/keypeg/bin/keypeg"), ("video",), is_lan=True))
    return stand_in


def run(system, *words):
    return CliRunner().invoke(cli, ["update-service", *words, "--root", str(system.root)])


def running(system):
    return (system.root / "opt/keypeg/current").readlink().name


def there(system):
    return sorted(path.name for path in (system.root / "opt/keypeg").iterdir())


def test_an_update_is_started_and_goes_back_to_what_was_there_before(system, tmp_path):
    assert run(system, str(tmp_path)).exit_code == 0
    assert running(system) == "1"
    unit = (system.root / UNIT).read_text()
    assert "\nExecStart=/opt/keypeg/current/bin/keypeg serve --lan\n" in unit
    first = system.root / "opt/keypeg/0"
    assert str(first.readlink()) == "/usr/local/pipx/keypeg"
    assert run(system, "--back").exit_code == 0
    assert running(system) == "0"
    assert run(system, "--back").exit_code == 0
    assert running(system) == "1"
    assert system.restarts == 3


def test_two_versions_are_kept(system, tmp_path):
    for number in "123":
        assert run(system, str(tmp_path)).exit_code == 0
        assert running(system) == number
    assert there(system) == ["2", "3", "current"]


@pytest.mark.parametrize("step", ["-m venv", "pip install", "keypeg --version"])
def test_what_cannot_be_installed_changes_nothing(system, tmp_path, step):
    assert run(system, str(tmp_path)).exit_code == 0
    before, restarts = there(system), system.restarts
    system.broken = (step,)
    assert isinstance(run(system, str(tmp_path)).exception, KeypegError)
    assert (there(system), running(system), system.restarts) == (before, "1", restarts)


def test_what_does_not_start_gives_way_to_the_version_before(system, tmp_path):
    assert run(system, str(tmp_path)).exit_code == 0
    system.broken = ("systemctl restart",)
    result = run(system, str(tmp_path))
    assert "version 1 runs again" in str(result.exception)
    assert running(system) == "1"
    assert system.ran[-1] == ("systemctl", "restart", "keypeg.service")


def test_without_a_service_or_a_version_before_it_says_so(system, tmp_path):
    assert "no version before" in str(run(system, "--back").exception)
    (system.root / UNIT).unlink()
    assert "No service is installed" in str(run(system, str(tmp_path)).exception)
    assert "or say --back" in str(run(system).exception)
