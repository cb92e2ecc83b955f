"""The hidden code's own file: readable by its user alone, and gone when the code is shown."""

import os
from pathlib import Path

from companion.session.code_keeper import Secret
from companion.session.secret_file import Vault

SECRET = Secret(("Ada",), ("rgby",), ("5a17",))


def test_a_secret_is_kept_for_its_user_alone_and_found_again(tmp_path):
    log = tmp_path / "match.keypeg"
    Vault.beside(log).store(SECRET)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert Vault.beside(log).load() == SECRET


def test_nothing_is_left_of_a_secret_also_after_a_power_cut_while_storing_it(tmp_path):
    vault = Vault.beside(tmp_path / "match.keypeg")
    vault.store(SECRET)
    (tmp_path / "match.secret-new").write_text("half of a sec")
    vault.clear()
    assert list(tmp_path.iterdir()) == []
    assert vault.load() is None


def test_a_secret_is_on_the_disk_before_it_takes_its_name(tmp_path, monkeypatch):
    synced = []
    really = os.fsync

    def sync(handle):
        really(handle)
        named = Path(f"/proc/self/fd/{handle}").readlink()
        synced.append((named.name, named.read_text() if named.is_file() else ""))

    monkeypatch.setattr(os, "fsync", sync)
    Vault.beside(tmp_path / "match.keypeg").store(SECRET)
    assert ("match.secret-new", SECRET.to_text()) in synced
