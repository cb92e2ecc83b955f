"""Settings changed from the command line; matches and calibrations backed up and put back."""

import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import KeypegError, SettingsError


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("KEYPEG_GAMES", raising=False)
    (tmp_path / "settings.toml").write_text('# ours\ncamera = "usb:0"  # the lamp side\n')
    return tmp_path


def run(*args):
    result = CliRunner().invoke(cli, [str(a) for a in args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_a_setting_is_changed_and_the_rest_of_the_file_stays(home):
    assert run("config", "get", "camera") == '"usb:0"\n'
    run("config", "set", "serial.brightness", "40")
    run("config", "set", "display", "terminal,gpio")
    assert run("config", "get", "display") == '["terminal", "gpio"]\n'
    text = (home / "settings.toml").read_text()
    assert text.startswith('# ours\ncamera = "usb:0"  # the lamp side\n')
    assert "[serial]\nbrightness = 40" in text
    run("config", "unset", "serial.brightness")
    assert run("config", "get", "serial.brightness") == "64\n"
    assert "gpio.turn = [8, 7]" in run("config", "list")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("camra", "usb:1", "Did you mean 'camera'"),
        ("serial.brightness", "999", "out of range"),
        ("serial.brightness", "much", "must be a whole number"),
        ("gpio.done", "5", "both use GPIO5"),
        ("gpio", "5", "no setting 'gpio'"),
    ],
)
def test_what_cannot_be_set_changes_nothing(home, name, value, said):
    before = (home / "settings.toml").read_text()
    with pytest.raises(SettingsError, match=said):
        run("config", "set", name, value)
    assert (home / "settings.toml").read_text() == before


@pytest.fixture
def kept(home):
    log = home / "data/keypeg/games/2026-01-01.keypeg"
    calibration = home / "data/keypeg/calibrations/kitchen/1.json"
    for path, text in ((log, "a match"), (calibration, "{}")):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    run("backup", home / "all.zip")
    return home, log, calibration


def test_a_backup_puts_back_what_is_gone_and_only_its_user_reads_it(kept):
    home, log, calibration = kept
    assert stat.S_IMODE((home / "all.zip").stat().st_mode) == 0o600
    log.unlink()
    calibration.unlink()
    assert run("restore", home / "all.zip").startswith("2 of 3 files put back")
    assert (log.read_text(), calibration.read_text()) == ("a match", "{}")
    assert run("restore", home / "all.zip").startswith("0 of 3")


def test_a_backup_changes_nothing_that_is_here(kept):
    home, log, calibration = kept
    log.write_text("a match that went on")
    calibration.unlink()
    with pytest.raises(KeypegError, match=r"games/2026-01-01\.keypeg.*Nothing was put back"):
        run("restore", home / "all.zip")
    assert not calibration.exists()
    with pytest.raises(KeypegError, match="is there already"):
        run("backup", home / "all.zip")


def test_a_backup_leaves_the_hidden_code_out_unless_it_is_asked_for(kept):
    """A backup lay among files that were handed on, with the code of a match that was played."""
    home, log, _ = kept
    codes = [log.with_suffix(".secret"), log.with_suffix(".secret-new")]
    for file in codes:
        file.write_text("rgby salt")
    said = run("backup", home / "handed-on.zip")
    assert "3 files" in said
    assert "Left out: the hidden code of a match that is being played." in said
    with zipfile.ZipFile(home / "handed-on.zip") as archive:
        assert not any(b"rgby" in archive.read(name) for name in archive.namelist())
    said = run("backup", home / "own.zip", "--codes")
    assert "5 files" in said
    assert "Left out" not in said
    for file in codes:
        file.unlink()
    run("restore", home / "own.zip")
    assert [file.read_text() for file in codes] == ["rgby salt"] * 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in codes} == {0o600}


def test_a_backup_that_cannot_be_finished_leaves_no_half_file(kept, monkeypatch):
    home, _, _ = kept

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(KeypegError, match=r"half\.zip' cannot be written"):
        run("backup", home / "half.zip")
    assert not (home / "half.zip").exists()


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "games/../../evil", "evil", "x/y"])
def test_a_backup_writes_only_where_keypeg_does(home, name):
    with zipfile.ZipFile(home / "evil.zip", "w") as archive:
        archive.writestr(name, "evil")
    with pytest.raises(KeypegError, match="not from a Keypeg backup"):
        run("restore", home / "evil.zip")
    assert not list(Path(home).rglob("evil"))


def test_what_is_no_backup_is_said(home):
    (home / "no.zip").write_text("no zip")
    with pytest.raises(KeypegError, match="no backup that can be read"):
        run("restore", home / "no.zip")


def test_a_backup_where_no_folder_is_and_a_damaged_setting_are_one_sentence(tmp_path):
    (tmp_path / "settings.toml").write_text("camera = 3\n")
    (tmp_path / "games").mkdir()
    (tmp_path / "games/0001.keypeg").write_bytes(b"kept whatever it is")
    for words, said in (
        (
            ("backup", str(tmp_path / "none/x.zip")),
            "x.zip' kan niet worden geschreven: bestand of map bestaat niet. Noem een ander",
        ),
        (("config", "get", "camera"), "'camera' moet tekst zijn, niet 3. Verander het."),
    ):
        ended = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            env={
                **os.environ,
                "KEYPEG_GAMES": str(tmp_path / "games"),
                "KEYPEG_SETTINGS": str(tmp_path / "settings.toml"),
                "KEYPEG_LANGUAGE": "nl",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 2
        assert said in ended.stderr
        assert len(ended.stderr.splitlines()) == 1
