"""The service: what systemd is given, what it is told, and that it can be taken out again."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.hardware.service import closed_folders
from companion.cli.hardware.service_files import unit_text
from companion.cli.hardware.service_taken import Owner, owner
from companion.config import Settings, load_settings
from companion.errors import KeypegError, SettingsError
from companion.session.sd_notify import Watchdog, notify

GROUPS = ("video", "gpio", "dialout")


def run(*args):
    return CliRunner().invoke(cli, ["install-service", *map(str, args)])


@pytest.fixture
def card(tmp_path):
    """The root of a card that is being prepared."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("root:x:0:\nvideo:x:44:\ngpio:x:993:\ndialout:x:20:\n")
    return tmp_path


def files(root):
    return {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()}


def test_it_is_installed_for_the_groups_there_are_and_taken_out_again(card):
    before = files(card)
    assert run("--root", card, "--no-lan").exit_code == 0
    unit = (card / "etc/systemd/system/keypeg.service").read_text()
    assert "SupplementaryGroups=video gpio dialout\n" in unit
    assert re.search(r"^ExecStart=/.*keypeg serve$", unit, re.MULTILINE)
    rule = (card / "etc/udev/rules.d/60-keypeg.rules").read_text()
    assert 'ATTRS{idVendor}=="2341"' in rule
    # the unit names the settings, and a file that is named must be there
    settings = card / "etc/keypeg/settings.toml"
    assert "KEYPEG_SETTINGS=/etc/keypeg/settings.toml" in unit
    assert load_settings(settings) == Settings()
    settings.write_text('language = "nl"\n')
    assert run("--root", card, "--undo").exit_code == 0
    assert files(card) == before | {"etc/keypeg/settings.toml"}
    assert run("--root", card).exit_code == 0
    assert settings.read_text() == 'language = "nl"\n'


def test_printing_changes_nothing(card):
    before = files(card)
    assert "Type=notify" in run("--root", card, "--print").stdout
    assert files(card) == before


def test_who_is_not_root_is_told_how(monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    result = run()
    assert isinstance(result.exception, KeypegError)
    assert "sudo" in str(result.exception)


def test_a_home_that_is_closed_to_the_services_user_is_named(tmp_path):
    home, opened = tmp_path / "home", tmp_path / "open"
    command = home / "keypeg" / ".venv" / "bin" / "keypeg"
    command.parent.mkdir(parents=True)
    command.touch()
    for folder in (home, *command.parents):
        if folder.is_relative_to(home):
            folder.chmod(0o755)
    opened.mkdir(mode=0o755)
    link = opened / "keypeg"
    link.symlink_to(command)
    # pytest's own folders are closed, as homes are
    ours = [folder for folder in closed_folders(link) if folder.is_relative_to(home)]
    assert ours == []
    home.chmod(0o700)
    (home / "keypeg" / ".venv").chmod(0o750)
    ours = [folder for folder in closed_folders(link) if folder.is_relative_to(home)]
    assert ours == [home, home / "keypeg" / ".venv"]


def test_settings_and_what_was_measured_are_given_to_the_service_once(tmp_path, monkeypatch):
    home, data = tmp_path / "home", tmp_path / "data"
    settings = home / ".config/keypeg/settings.toml"
    measured = home / ".local/share/keypeg/calibrations/mine"
    for folder in (settings.parent, measured, data):
        folder.mkdir(parents=True)
    settings.write_text('display = ["gpio"]\n')
    (measured / "1.json").write_text("{}")
    (measured / "link").symlink_to("/etc/hostname")
    (home / ".local/share/keypeg/games").mkdir()
    giver = Owner(home)
    assert giver.settings() == settings
    assert list(giver.give(data)) == [measured.parent]
    assert files(data) == {"calibrations/mine/1.json"}
    # what the service has measured since then stays
    (data / "calibrations/mine/1.json").write_text('{"later": 1}')
    assert list(giver.give(data)) == []
    assert (data / "calibrations/mine/1.json").read_text() == '{"later": 1}'
    settings.write_text("display = gpio\n")
    with pytest.raises(SettingsError):
        giver.settings()
    assert Owner(tmp_path / "nobody").settings() is None
    monkeypatch.setenv("SUDO_USER", "root")
    assert owner().home == Path("/root")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_systemd_finds_it_safe(tmp_path):
    unit = tmp_path / "keypeg.service"
    unit.write_text(unit_text(Path("/usr/bin/true"), GROUPS, is_lan=True))
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=35", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    overall = re.search(r"Overall exposure level for keypeg\.service: ([\d.]+)", said.stdout)
    assert overall, said.stderr
    assert float(overall[1]) <= 3.5


def test_what_is_plugged_in_for_the_first_time_later_is_allowed_by_its_number():
    unit = unit_text(Path("/usr/bin/true"), GROUPS, is_lan=True)
    # Documentation/admin-guide/devices.txt of Linux
    for name, number in (("video4linux", 81), ("ttyACM", 166), ("ttyUSB", 188), ("alsa", 116)):
        assert f"DeviceAllow=char-{name} rw\n" in unit
        assert f"DeviceAllow=char-{number} rw\n" in unit


def test_systemd_is_told_over_its_socket(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert notify("READY=1")
        assert systemd.recv(100) == b"READY=1"
    assert not notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    assert not notify("READY=1")


def test_the_watchdog_is_fed_at_half_its_time_and_only_while_the_loop_turns(monkeypatch):
    clock, told = [100.0], []
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    watchdog = Watchdog(
        now=lambda: clock[0], tell=lambda text: told.append((clock[0], text)) or True
    )
    for now in (100.0, 101.0, 114.9, 115.0, 120.0, 160.0):
        clock[0] = now
        watchdog.alive()
    assert told == [(at, "WATCHDOG=1") for at in (100.0, 115.0, 160.0)]
    monkeypatch.delenv("WATCHDOG_USEC")
    Watchdog(now=lambda: clock[0], tell=lambda text: pytest.fail(text)).alive()


def test_the_served_page_says_that_it_is_ready_and_alive(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--games", "games"]
        with subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, **told, "PYTHONPATH": str(Path(__file__).parents[1])},
            stdout=subprocess.DEVNULL,
        ) as served:
            heard = {systemd.recv(100)}
            while len(heard) < 2:
                heard.add(systemd.recv(100))
            served.send_signal(signal.SIGINT)
            try:
                served.wait(60)
            finally:
                served.kill()
    assert heard == {b"READY=1", b"WATCHDOG=1"}
    assert served.returncode in (0, 1)
