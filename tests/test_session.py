"""A match being played: the companion as maker, secrets, take-backs, resume, lost logs."""

import errno
import os
import shutil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.core.commit import commit
from companion.game.core.events import Answered, CodeSet, CodeShown, Ended, Guessed, Seated, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.match import replay
from companion.game.record import Header, format_entry, format_header, parse_log
from companion.rulebooks.shelf import SHELF
from companion.session.journal import Journal
from companion.session.log_files import read_log
from companion.session.secret_file import Vault
from companion.session.session import Session
from tests.games import begin, play, played, robots_for, step
from tests.stages import each_kind

SEATED = Seated(("Ada", "Ben"), 2, Way.COMPANION, "Ada")


def session(tmp_path, way=Way.COMPANION, book="bouwblokje", seed=4):
    seated = Seated(("Ada", "Ben"), 2, way, "Ada")
    return Session.begin(book, {}, seated, folder=tmp_path, rng=Random(seed))


def test_the_companion_draws_answers_and_shows(tmp_path):
    table = session(tmp_path)
    (code,) = table.secret.codes
    given_at_the_start = table.match.round.commitment
    table.post(Guessed("Ben", code), "keyboard")
    kinds = [type(entry.event) for entry in table.entries]
    assert kinds == [Seated, CodeSet, Guessed, Answered, CodeShown, CodeSet]
    shown = table.entries[4].event
    assert shown.codes == (code,)
    assert commit(code, shown.salts[0]) == given_at_the_start
    assert table.match.totals() == {"Ada": 1, "Ben": 0}
    assert table.match.round.maker == "Ben"


@pytest.mark.parametrize("way", [Way.COMPANION, Way.TOLD])
@pytest.mark.parametrize("book", ["bouwblokje", "hasbro-2", "hasbro-group", "invicta-4"])
def test_a_secret_is_nowhere_in_the_log_before_it_is_shown(tmp_path, book, way):
    table = begin(book, 11, folder=tmp_path, way=way)
    robots = robots_for(11)
    while not table.match.is_over:
        secret = table.secret
        if secret:
            log = table.path.read_text()
            shown = [e for e in table.entries if isinstance(e.event, CodeShown)]
            assert not any(salt in log for salt in secret.salts)
            assert len(shown) == sum(r.is_over for r in table.match.rounds)
        step(table, robots)


def test_the_secret_has_a_file_of_its_own_that_only_its_user_reads(tmp_path):
    table = session(tmp_path)
    vault = table.path.with_suffix(".secret")
    assert vault.stat().st_mode & 0o777 == 0o600
    while not table.match.is_over:
        table.post(Guessed(table.match.turn.player, table.secret.codes[0]), "keyboard")
    table.close()
    assert [p.suffix for p in tmp_path.iterdir()] == [".keypeg"]


def test_the_secrets_file_is_gone_as_soon_as_the_code_was_shown(tmp_path):
    table = session(tmp_path, Way.TOLD)
    vault = table.path.with_suffix(".secret")
    table.tell(("rgby",), "keyboard")
    assert vault.exists()
    table.post(Guessed("Ben", "rgby"), "keyboard")
    assert isinstance(table.entries[-1].event, CodeShown)
    assert not vault.exists()
    # the next maker has not told his yet
    assert table.match.turn.need is Need.CODE
    assert table.secret is None


def test_the_code_told_is_checked_and_never_repeated_in_the_log(tmp_path):
    table = session(tmp_path, Way.TOLD, "hasbro-2")
    for wrong in ("prrb", "pry", "prxb"):
        with pytest.raises(BadNotation):
            table.tell((wrong,), "keyboard")
    assert table.match.turn.need is Need.CODE
    table.tell(("PRYB",), "keyboard")
    table.post(Guessed("Ben", "bryw"), "keyboard")
    assert table.match.round.rows[0].keys == Keys(2, 1)
    assert "pryb" not in table.path.read_text()


def test_taking_back_the_winning_row_wins_nothing_from_a_code_that_was_seen(tmp_path):
    table = session(tmp_path)
    (code,) = table.secret.codes
    table.post(Guessed("Ben", code), "keyboard")
    assert table.match.round.maker == "Ben"
    table.take_back("keyboard")
    assert table.match.rounds[0].is_void
    assert table.match.round.maker == "Ada"
    assert table.secret.codes != (code,)
    assert table.match.totals() == {"Ada": 0, "Ben": 0}
    with pytest.raises(IllegalMove, match="nothing to take back"):
        table.take_back("keyboard")


def test_taking_back_a_row_takes_back_its_answer(tmp_path):
    table = session(tmp_path)
    wrong = "rrrr" if table.secret.codes[0] != "rrrr" else "gggg"
    table.post(Guessed("Ben", wrong), "keyboard")
    table.take_back("keyboard")
    assert table.match.round.rows == ()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        table.take_back("keyboard")


def test_correcting_a_guess_corrects_the_companions_answer(tmp_path):
    table = session(tmp_path, Way.TOLD)
    table.tell(("rgby",), "keyboard")
    for guess in ("rrrr", "gggg"):
        table.post(Guessed("Ben", guess), "keyboard")
    table.correct_guess(1, 1, "rgyo", "keyboard")
    assert table.match.round.rows[0].keys == Keys(2, 1)
    assert table.match.round.rows[1].keys == Keys(1, 0)
    with pytest.raises(IllegalMove, match="gives the answers"):
        table.correct_answer(1, 1, Keys(0, 0), "keyboard")
    with pytest.raises(IllegalMove, match="what came after"):
        table.correct_guess(1, 1, "rgby", "keyboard")


def test_undo_puts_back_what_was_corrected_and_then_goes_on_backwards(tmp_path):
    table = session(tmp_path, Way.TOLD)
    table.tell(("rgby",), "keyboard")
    for guess in ("rrrr", "gggg"):
        table.post(Guessed("Ben", guess), "keyboard")
    before = table.match.round.rows
    table.correct_guess(1, 1, "yyyy", "keyboard")
    table.take_back("keyboard")
    assert table.match.round.rows == before
    # what was answered meanwhile is known: both codes count beside the rows that stand
    assert [gone.code for gone in table.match.round.withdrawn] == ["rrrr", "yyyy"]
    table.take_back("keyboard")
    assert [row.code for row in table.match.round.rows] == ["rrrr"]
    table.take_back("keyboard")
    table.take_back("keyboard")
    assert table.match.turn.need is Need.CODE


def test_a_log_that_cannot_be_written_is_gone_on_with_unkept(tmp_path, monkeypatch):
    table = session(tmp_path)
    table.post(Guessed("Ben", "rrrr"), "keyboard")
    table.close()
    really = os.open

    def read_only(path, flags, *mode, **more):
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, "Read-only file system")
        return really(path, flags, *mode, **more)

    monkeypatch.setattr(os, "open", read_only)
    again, _ = Session.resume(table.path)
    assert "Read-only file system" in again.trouble
    again.post(Guessed("Ben", "gggg"), "keyboard")
    assert len(again.match.round.rows) == 2
    assert again.match.round.rows[1].keys is not None


def test_the_result_is_the_last_line_of_a_match_that_was_played_out(tmp_path):
    table = play(session(tmp_path), 3)
    table.close()
    end = read_log(table.path).entries[-1].event
    assert end == Ended(table.match.winners(), tuple(table.match.totals().values()))
    again, _ = Session.resume(table.path)
    again.take_back("keyboard")
    assert not again.match.is_over
    play(again, 3)
    again.close()
    assert isinstance(read_log(again.path).entries[-1].event, Ended)


def test_a_result_that_does_not_fit_is_refused(tmp_path):
    table = play(session(tmp_path), 3)
    with pytest.raises(IllegalMove, match="not how the match ended"):
        table.post(Ended(("Zed",), (99, 0)), "keyboard")
    early = session(tmp_path)
    with pytest.raises(IllegalMove, match="not how the match ended"):
        early.post(early.match.result, "keyboard")


def test_correcting_a_guess_of_a_round_that_is_over(tmp_path):
    table = session(tmp_path, Way.TOLD)
    table.tell(("rgby",), "keyboard")
    for guess in ("rrrr", "rgby"):
        table.post(Guessed("Ben", guess), "keyboard")
    table.tell(("nnnn",), "keyboard")
    table.correct_guess(1, 1, "yyyy", "keyboard")
    assert table.match.rounds[0].rows[0].keys == Keys(1, 0)
    assert table.match.rounds[0].mistakes == ()


def test_correcting_an_answer_that_was_mistyped(tmp_path):
    table = session(tmp_path, Way.KEPT)
    table.post(CodeSet(("Ada",)), "keyboard")
    for keys in (Keys(1, 0), Keys(0, 0)):
        table.post(Guessed("Ben", "rgby"), "keyboard")
        table.post(Answered("Ada", keys), "keyboard")
    table.correct_answer(1, 1, Keys(0, 0), "keyboard")
    assert [row.keys for row in table.match.round.rows] == [Keys(0, 0)] * 2
    with pytest.raises(IllegalMove, match="no row 3"):
        table.correct_answer(1, 3, Keys(0, 0), "keyboard")


@pytest.mark.parametrize("book", each_kind(SHELF))
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60))
def test_a_match_broken_off_anywhere_goes_on_where_it_stood(tmp_path_factory, book, seed, steps):
    folder = tmp_path_factory.mktemp("games")
    robots = robots_for(seed)
    table = begin(book, seed, folder=folder)
    for _ in range(steps):
        if not table.match.is_over:
            step(table, robots)
    broken_off = table.match
    os.close(table._kept.journal._file)  # as a kill does: nothing is said to anyone
    again, dropped = Session.resume(table.path)
    assert not dropped
    assert again.match == broken_off
    while not again.match.is_over:
        step(again, robots)
    again.close()
    assert read_log(table.path).events == tuple(entry.event for entry in again.entries)


@pytest.mark.parametrize("book", each_kind(SHELF))
@given(seed=st.integers(0, 2**32))
def test_take_backs_at_random_leave_a_log_that_replays(book, seed):
    rng, table, robots = Random(seed), begin(book, seed, way=None), robots_for(seed)
    for _ in range(40):
        if table.match.is_over:
            break
        step(table, robots)
        if rng.random() < 0.2 and book != "davinci":
            try:
                table.take_back("keyboard")
            except IllegalMove:
                continue
            if table.match.seated.way is Way.KEPT and table.match.turn.need is Need.CODE:
                break
    data = format_header(Header(book)) + b"".join(map(format_entry, table.entries))
    log = parse_log(data)
    assert log.entries == tuple(table.entries)
    assert replay(table.match.rules, log.events) == table.match


def test_killed_between_the_guess_and_its_answer_the_answer_is_given_on_resume(tmp_path):
    table = session(tmp_path)
    table._post(Guessed("Ben", "rgby"), "keyboard")
    os.close(table._kept.journal._file)
    again, _ = Session.resume(table.path)
    assert again.match.round.rows[0].keys is not None
    assert again.match.turn.need is Need.GUESS


def test_a_full_disk_is_said_and_the_game_goes_on(tmp_path, monkeypatch):
    table = session(tmp_path)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdatasync", full)
    table.post(Guessed("Ben", "rgby"), "keyboard")
    assert "cannot be kept" in table.trouble
    assert "No space left" in table.trouble
    monkeypatch.undo()
    # there is space again: what could not be written is, with the next step
    play(table, 1)
    assert table.match.is_over
    assert not table.trouble
    table.close()
    assert read_log(table.path).entries == tuple(table.entries)


def test_a_folder_removed_in_mid_game_is_made_again_with_the_whole_log(tmp_path):
    table = session(tmp_path / "games")
    shutil.rmtree(tmp_path / "games")
    table.post(Guessed("Ben", "rrrr"), "keyboard")
    assert not table.trouble
    assert read_log(table.path).entries == tuple(table.entries)
    assert Vault.beside(table.path).load() == table.secret
    table.close()


def test_a_folder_that_cannot_be_written_is_said_and_the_game_is_played(tmp_path):
    (tmp_path / "file").write_text("")
    table = Session.begin("bouwblokje", {}, SEATED, folder=tmp_path / "file", rng=Random(1))
    assert "cannot be kept" in table.trouble
    assert table.path is None
    play(table, 1)
    assert table.match.is_over


def test_a_match_that_cannot_begin_writes_nothing(tmp_path):
    for book, rules, seated in [
        ("nosuch", {}, SEATED),
        ("bouwblokje", {"rows": "many"}, SEATED),
        ("hasbro-group", {}, SEATED),
    ]:
        with pytest.raises(KeypegError):
            Session.begin(book, rules, seated, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["of another round", "gone", "torn"])
def test_without_the_secrets_file_the_round_begins_anew_and_nothing_is_answered(tmp_path, damage):
    table, other = session(tmp_path), session(tmp_path, seed=5)
    table.post(Guessed("Ben", "rrrr"), "keyboard")
    table.close()
    other.close()
    vault = table.path.with_suffix(".secret")
    match damage:
        case "of another round":
            vault.write_bytes(other.path.with_suffix(".secret").read_bytes())
        case "gone":
            vault.unlink()
        case "torn":
            vault.write_bytes(vault.read_bytes()[:20])
    again, _ = Session.resume(table.path)
    again.post(Guessed("Ben", "rgby"), "keyboard")
    assert again.match.turn.need is Need.ANSWER
    assert again.has_lost_the_code
    again.begin_round_anew("keyboard")
    assert not again.has_lost_the_code
    assert again.match.round.rows == ()
    again.post(Guessed("Ben", "rgby"), "keyboard")
    assert again.match.round.rows[0].keys is not None
    again.close()


def test_the_vault_remembers_over_a_restart(tmp_path):
    table = session(tmp_path)
    secret = table.secret
    table.close()
    assert Vault.beside(table.path).load() == secret
    assert Journal.reopen(table.path)[1].entries == tuple(table.entries)


@pytest.mark.parametrize("book", SHELF)
def test_robots_play_every_book_to_its_end(book):
    for seed in range(5):
        match = played(book, seed).match
        assert match.is_over
        assert match.turn.need is Need.NOTHING
