"""What must outlive a power cut is on the disk before its name is: never an empty file."""

import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from calibration.board_files.own_boards import save_own_board
from calibration.board_files.write import measures_of
from calibration.store.envelope import write_new
from calibration.wizard.drafts import Draft
from companion.cli import cli
from companion.cli.hardware import service, service_files, update
from companion.cli.hardware.service_taken import Owner
from companion.club.sending.ledger import Ledger
from companion.durable import write_durably
from companion.history.titles import give_title
from companion.web.door.access import Access, Role
from companion.web.table.last_match import LastMatch, recall, remember


class Disk:
    """Notes what is brought onto the disk, and which files get a new name before they were."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.synced: set[int] = set()
        self.named: list[Path] = []
        self.too_early: list[Path] = []
        really_sync, really_replace = os.fsync, Path.replace

        def fsync(handle: int) -> None:
            really_sync(handle)
            self.synced.add(os.fstat(handle).st_ino)

        def replace(path: Path, target: Path) -> Path:
            if path.stat().st_ino not in self.synced:
                self.too_early.append(target)
            self.named.append(target)
            # the new name is not on the disk yet
            self.synced.discard(target.parent.stat().st_ino)
            return really_replace(path, target)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(Path, "replace", replace)

    def holds(self, path: Path) -> bool:
        """Whether a power cut now would leave `path` as it was written."""
        was_named = path in self.named and path not in self.too_early
        return was_named and path.parent.stat().st_ino in self.synced


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_which_match_goes_on_by_itself_is_on_the_disk(disk: Disk, tmp_path: Path) -> None:
    remember(tmp_path, LastMatch("0001-2026-11-29-bouwblokje"))
    assert disk.holds(tmp_path / "page-match.json")
    found = recall(tmp_path)
    assert found is not None
    assert found.log == "0001-2026-11-29-bouwblokje"


def test_who_was_let_in_is_on_the_disk(disk: Disk, tmp_path: Path) -> None:
    file = tmp_path / "page.json"
    access = Access(file)
    cookie, _login = access.enter(access.invite(Role.OWNER), "test")
    assert disk.holds(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert Access(file).login_of(cookie) is not None


def test_what_is_told_to_a_club_is_on_the_disk(disk: Disk, tmp_path: Path) -> None:
    Ledger(tmp_path, "oslo").note("0001-2026-11-29-bouwblokje")
    assert disk.holds(tmp_path / "club-oslo.json")


def test_a_board_and_a_calibration_s_draft_are_on_the_disk(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save_own_board("oma", measures_of("classic"))
    assert disk.holds(tmp_path / "keypeg/boards/oma.toml")
    picture = np.zeros((6, 8, 3), np.uint8)
    draft = Draft("oma", "oma", tmp_path)
    draft.keep(picture)
    assert disk.holds(draft.folder / "1.png")
    assert disk.holds(draft.folder / "draft.json")
    write_new(tmp_path / "1.json", b"{}")
    assert disk.holds(tmp_path / "1.json")


def test_titles_and_settings_are_on_the_disk(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_title(tmp_path / "0001-2026-11-29-bouwblokje.keypeg", "The long one")
    assert disk.holds(tmp_path / "titles.json")
    settings = tmp_path / "settings.toml"
    settings.write_text("")
    monkeypatch.setenv("KEYPEG_SETTINGS", str(settings))
    assert CliRunner().invoke(cli, ["config", "set", "language", "nl"]).exit_code == 0
    assert disk.holds(settings)


def test_what_cannot_be_written_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    write_durably(file, "before")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_durably(file, "after")
    assert file.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_a_service_is_on_the_disk_before_it_is_said_to_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    machine = service.Machine(tmp_path, Path("/usr/bin/keypeg"), ("video",))
    monkeypatch.setattr(service.Machine, "is_real", True)
    monkeypatch.setattr(service, "run_command", lambda *words: done.append(" ".join(words)))
    monkeypatch.setattr(os, "sync", lambda: done.append("sync"))
    said = list(service._written(machine, {service.UNIT: "[Unit]\n"}, None))
    said += service._started(machine, Owner(tmp_path / "nobody"))
    assert done[-2:] == ["systemctl enable --now keypeg.service", "sync"]
    assert said[-2].startswith("Keypeg runs")


def test_a_new_version_is_on_the_disk_before_the_service_is_pointed_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = tmp_path / service.UNIT
    unit.parent.mkdir(parents=True)
    command = Path("/usr/local/pipx/keypeg/bin/keypeg")
    unit.write_text(service_files.unit_text(command, (), is_lan=True))
    pointed: list[str] = []

    def stand_in(*words: str) -> None:
        if "venv" in words:
            (Path(words[-1]) / "bin").mkdir(parents=True)

    def sync() -> None:
        pointed.append((tmp_path / "opt/keypeg/current").readlink().name)

    monkeypatch.setattr(update, "run_command", stand_in)
    monkeypatch.setattr(os, "sync", sync)
    words = ["update-service", str(tmp_path), "--root", str(tmp_path)]
    assert CliRunner().invoke(cli, words, catch_exceptions=False).exit_code == 0
    assert pointed == ["0"]
    assert (tmp_path / "opt/keypeg/current").readlink().name == "1"
