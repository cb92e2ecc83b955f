"""The hidden code's own file: readable by its user alone, and gone when the code is shown."""

import os
from pathlib import Path

import pytest

from companion.errors import LogError
from companion.session.code_maker import Secret
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


DAMAGED = [
    b"\xff\xfe\x00",
    b"[" * 5000,
    b'{"owners":["Ada"],"codes":["rgby","bbbb"],"salts":["1"]}',
    b'{"owners":["Ada"],"codes":"rgby","salts":["1"]}',
    b'{"owners":["Ada"],"codes":[["rgby"]],"salts":["1"]}',
    b"[]",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_secret_is_one_sentence(tmp_path, text):
    (tmp_path / "match.secret").write_bytes(text)
    with pytest.raises(LogError, match="hidden code"):
        Vault.beside(tmp_path / "match.keypeg").load()


def test_a_folder_in_the_secret_s_place_is_one_sentence(tmp_path):
    (tmp_path / "match.secret").mkdir()
    with pytest.raises(LogError, match="cannot be read"):
        Vault.beside(tmp_path / "match.keypeg").load()


def test_a_secret_is_written_whole_also_when_the_disk_takes_it_in_pieces(tmp_path, monkeypatch):
    really = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: really(handle, bytes(data)[:7]))
    vault = Vault.beside(tmp_path / "match.keypeg")
    vault.store(SECRET)
    assert Vault.beside(tmp_path / "match.keypeg").load() == SECRET
