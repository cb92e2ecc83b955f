"""What went wrong at real tables, told again through the real commands."""

import re

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import KeypegError
from companion.session.journal import list_logs, read_log


@pytest.fixture
def keypeg(tmp_path, monkeypatch):
    """Run a command with typed lines in this process; what is refused is its output."""
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments, typed=()):
        result = CliRunner().invoke(cli, arguments, input="".join(f"{t}\n" for t in typed))
        if result.exception and not isinstance(result.exception, KeypegError | SystemExit):
            raise result.exception
        refused = str(result.exception) if isinstance(result.exception, KeypegError) else ""
        return result.output + refused

    run.folder = tmp_path / "games"
    return run


TOLD = ("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "told")
KEPT = ("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept")


def newest(keypeg):
    return next(list_logs(keypeg.folder))


def test_the_anchor_is_said_at_the_start_and_the_end_and_verify_knows_it(keypeg):
    said = keypeg(*TOLD, typed=["rgby", "rrrr"])
    first, last = re.findall(r"anchor ((?:[0-9a-f]{4} ?){4})\.", said)
    assert f"Anchor: {last}; after event 1 it was the one you have." in keypeg(
        "verify", "last", "--anchor", first
    )
    assert "after event 4" in keypeg("verify", "last", "--anchor", last.replace(" ", ""))
    refused = keypeg("verify", "last", "--anchor", "0123 4567 89ab cdef")
    assert "This log never had the anchor" in refused


def test_a_match_killed_before_the_seating_is_said_and_the_next_one_taken(keypeg):
    keypeg(*TOLD, typed=["rgby", "rrrr"])
    played = newest(keypeg)
    empty = keypeg.folder / "0002-2026-11-28-bouwblokje.keypeg"
    empty.write_bytes(played.read_bytes().splitlines(keepends=True)[0])
    assert "nothing was played" in keypeg("play", "--resume", "--log", str(empty))
    assert "Resumed: Het Bouwblokje" in keypeg("play", "--resume")


def test_a_damaged_newest_match_is_said_before_an_older_one_is_taken(keypeg):
    for code in ("rgby", "bbbb"):
        keypeg(*TOLD, typed=[code, "rrrr"])
    bad = newest(keypeg)
    bad.write_bytes(bad.read_bytes().replace(b'"row":"rrrr"', b'"row":"rrrg"'))
    said = keypeg("play", "--resume")
    assert "Passed over:" in said
    assert bad.name in said
    assert "keypeg recover" in said
    assert "Resumed:" in said
    assert "Saved: 2 events" in keypeg("recover", bad.stem)
    assert len(read_log(bad.with_name(f"{bad.stem}-recovered.keypeg")).entries) == 2


@pytest.mark.parametrize("name", ["last", "stem"])
def test_resume_finds_a_log_as_show_does(keypeg, name):
    keypeg(*TOLD, typed=["rgby", "rrrr"])
    log = newest(keypeg).stem if name == "stem" else name
    assert "Resumed:" in keypeg("play", "--resume", "--log", log)


def test_a_row_taken_back_is_shown_on_the_board_the_card_and_by_verify(keypeg):
    said = keypeg(*TOLD, typed=["rgby", "nnnn", "undo", "rgby"])
    assert "taken back" in said
    for command in ("show", "verify"):
        assert "Taken back: row 1 of Ben, nnnn; it counts as a row used." in keypeg(command, "last")
    assert "ROUND 1, taken back: 1" in keypeg("show", "last")


def test_the_clue_tile_is_asked_a_place_when_the_last_opponent_is_out(keypeg):
    typed = ["BBBB", "WWWW", "", "B"]
    for place, number in enumerate((0, 1, 2, 3), start=1):
        typed += [f"Ben {place} {number}", "yes"]
    said = keypeg("play", "davinci", "--players", "Ada,Ben", typed=[*typed, "1"])
    assert "puts the clue tile hidden into the row, at place" in said
    assert "Ada wins" in said
