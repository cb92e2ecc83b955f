"""The log on disk: what was acknowledged survives, and trouble is one clear sentence."""

import os
import random
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import JournalError, LogError
from companion.game.core.events import Entry, Guessed
from companion.game.record import Header
from companion.session.journal import Journal, recover
from companion.session.log_files import read_log
from companion.session.log_names import games_folder, list_logs, log_order
from tests.stages import quick

AT = datetime(2026, 1, 5, 19, 30, tzinfo=UTC)
HEADER = Header("bouwblokje", {"variation": "A"})


def entry(number):
    return Entry(number, "2026-01-05T19:30:00.000Z", "keyboard", Guessed("Ada", "rgby"))


def test_what_is_appended_is_read_back(tmp_path):
    journal = Journal.create(tmp_path / "new" / "folder", HEADER, AT)
    assert journal.path.name == "0001-2026-01-05-bouwblokje.keypeg"
    for number in (1, 2, 3):
        journal.append(entry(number))
        assert read_log(journal.path).entries[-1] == entry(number)
    journal.close()
    journal.close()
    assert read_log(journal.path).header == HEADER


def test_a_new_log_is_on_the_disk_with_its_name_and_each_event_before_it_is_acknowledged(
    tmp_path, monkeypatch
):
    synced = []

    def noted(really):
        def sync(handle):
            really(handle)
            named = Path(f"/proc/self/fd/{handle}").readlink()
            synced.append((named, named.stat().st_size))

        return sync

    for name in ("fsync", "fdatasync"):
        monkeypatch.setattr(os, name, noted(getattr(os, name)))
    journal = Journal.create(tmp_path, HEADER, AT)
    # first what is in the file, then that there is such a file
    assert [named for named, _ in synced] == [journal.path, tmp_path]
    journal.append(entry(1))
    assert synced[-1] == (journal.path, journal.path.stat().st_size)
    journal.close()


def test_a_disk_that_takes_a_few_bytes_at_a_time_gets_all_of_them(tmp_path, monkeypatch):
    really = os.write
    monkeypatch.setattr(os, "write", lambda file, data: really(file, data[:7]))
    journal = Journal.create(tmp_path, HEADER, AT)
    journal.append(entry(1))
    journal.close()
    assert read_log(journal.path).entries == (entry(1),)


def test_two_matches_in_one_second_get_two_names(tmp_path):
    names = [Journal.create(tmp_path, HEADER, AT).path.name for _ in range(3)]
    assert [p.name for p in list_logs(tmp_path)] == names[::-1]


def test_the_order_of_matches_is_that_of_a_counter_whatever_the_clock_says(tmp_path):
    (tmp_path / "2027-01-01-120000-hasbro-2.keypeg").write_bytes(b"")  # of before: the oldest
    later = Journal.create(tmp_path, HEADER, AT).path
    set_back = Journal.create(tmp_path, HEADER, datetime(1970, 1, 1, tzinfo=UTC)).path
    assert [log_order(path.stem)[0] for path in list_logs(tmp_path)] == [2, 1, 0]
    assert list(list_logs(tmp_path))[:2] == [set_back, later]


def test_what_stands_before_the_damage_is_saved_beside_it(tmp_path):
    journal = Journal.create(tmp_path, HEADER, AT)
    for number in (1, 2, 3):
        journal.append(entry(number))
    journal.close()
    with pytest.raises(LogError, match="is whole"):
        recover(journal.path)
    bad = journal.path.read_bytes().replace(b'"seq":3', b'"seq":4')
    journal.path.write_bytes(bad)
    saved, log = recover(journal.path)
    assert saved.name == "0001-2026-01-05-bouwblokje-recovered.keypeg"
    assert read_log(saved).entries == log.entries == (entry(1), entry(2))
    assert journal.path.read_bytes() == bad


def test_a_file_too_large_for_a_log_is_refused_unread(tmp_path):
    path = tmp_path / "newlines.keypeg"
    path.write_bytes(b"\n" * (17 << 20))
    with pytest.raises(LogError, match="larger than any log"):
        read_log(path)
    path.write_bytes(b"\n" * (15 << 20))
    with pytest.raises(LogError, match="not a log of Keypeg"):
        read_log(path)


def test_a_torn_end_is_cut_off_before_going_on(tmp_path):
    journal = Journal.create(tmp_path, HEADER, AT)
    journal.append(entry(1))
    journal.close()
    with journal.path.open("ab") as file:
        file.write(b'{"seq":2,"at":"20')
    again, log = Journal.reopen(journal.path)
    assert log.entries == (entry(1),)
    assert log.dropped == "Line 3 broke off after 17 bytes and is dropped."
    again.append(entry(2))
    again.close()
    assert read_log(journal.path).entries == (entry(1), entry(2))
    assert not read_log(journal.path).dropped


def test_one_process_at_a_time_writes_a_log(tmp_path):
    journal = Journal.create(tmp_path, HEADER, AT)
    with pytest.raises(JournalError, match="Another Keypeg is playing"):
        Journal.reopen(journal.path)
    journal.close()
    Journal.reopen(journal.path)[0].close()


def test_a_damaged_log_is_not_written_on(tmp_path):
    journal = Journal.create(tmp_path, HEADER, AT)
    journal.append(entry(1))
    journal.close()
    bad = journal.path.read_bytes().replace(b"rgby", b"rgbb")
    journal.path.write_bytes(bad)
    with pytest.raises(LogError, match="Line 2 of the log"):
        Journal.reopen(journal.path)
    assert journal.path.read_bytes() == bad


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalError, match="cannot be kept") as caught:
        Journal.create(tmp_path / "file" / "games", HEADER, AT)
    assert "--games" in caught.value.hint


def test_a_full_disk_is_told(tmp_path):
    journal = Journal(Path("/dev/full"), os.open("/dev/full", os.O_WRONLY))
    with pytest.raises(JournalError, match="No space left"):
        journal.append(entry(1))
    journal.close()


def test_a_log_that_is_not_there_is_told(tmp_path):
    with pytest.raises(LogError, match=r"cannot be read: No such file.*keypeg games"):
        read_log(tmp_path / "none.keypeg")
    with pytest.raises(LogError, match="directory"):
        read_log(tmp_path)
    assert list(list_logs(tmp_path / "none")) == []


def test_the_folder_of_the_games_can_be_named(monkeypatch):
    monkeypatch.setenv("KEYPEG_GAMES", "/some/where")
    assert games_folder() == Path("/some/where")
    monkeypatch.delenv("KEYPEG_GAMES")
    assert games_folder().name == "games"


def killed_at_random(folder, rng):
    """Append in a child that is killed; give what it acknowledged and what is in the log."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        journal = Journal.create(folder, HEADER, AT)
        for number in range(1, 100_000):
            journal.append(entry(number))
            os.write(writer, b"x")
    os.close(writer)
    wanted = rng.randrange(1, 60)
    acknowledged = 0
    while acknowledged < wanted:
        acknowledged += len(os.read(reader, wanted - acknowledged))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(reader, 65536):
        acknowledged += len(more)
    os.close(reader)
    return acknowledged


@pytest.mark.parametrize("kills", quick([40, 200]))
def test_no_acknowledged_event_is_lost_in_so_many_kills(kills, tmp_path):
    rng = random.Random(7)
    for number in range(kills):
        folder = tmp_path / str(number)
        acknowledged = killed_at_random(folder, rng)
        (path,) = list_logs(folder)
        log = read_log(path)
        # the last write may have reached the disk before its acknowledgement reached us
        assert len(log.entries) in (acknowledged, acknowledged + 1)
        assert log.entries == tuple(entry(n) for n in range(1, len(log.entries) + 1))
