"""What went wrong at real tables, told again through the real commands."""

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion import i18n
from companion.cli import cli
from companion.cli.common.load_log import nothing_played
from companion.errors import KeypegError
from companion.game.core.events import Guessed
from companion.game.core.key_pegs import Keys
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.secret_file import Vault

ROOT = Path(__file__).parent.parent


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
    yield run
    i18n.typed_as("keypeg", ())


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
    # who copied it short has not found a forgery
    for short in ("", first[:9], "o123 4567 89ab cdef"):
        assert f"'{short}' is no anchor." in keypeg("verify", "last", "--anchor", short)


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


def test_a_recovered_match_goes_on_with_the_code_that_was_hidden(keypeg):
    keypeg(*TOLD, typed=["rgby", "rrrr", "gggg"])
    bad = newest(keypeg)
    bad.write_bytes(bad.read_bytes().replace(b'"row":"gggg"', b'"row":"gggr"'))
    keypeg("recover", bad.stem)
    saved = f"{bad.stem}-recovered"
    assert (keypeg.folder / f"{saved}.secret").stat().st_mode & 0o777 == 0o600
    said = keypeg("play", "--resume", typed=["rgby"])
    assert f"Record {saved}, anchor" in said
    assert "The code was broken on row 2." in said


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


def test_an_answer_corrected_late_is_asked_about_and_voids_the_round_as_a_mistake(keypeg):
    rows = ["", "rgby", "1 0", "rrrr", "1 0"]
    noted = keypeg(*KEPT, typed=[*rows, "correct 1 keys 2 0", "yes"])
    assert "only noted wrongly?" in noted
    assert "void" not in noted
    wrong = keypeg(*KEPT, typed=[*rows, "correct 1 keys 2 0", "no"])
    assert "Ada's answer to row 1 was wrong." in wrong
    assert "Ben gets 3 extra points" in wrong
    assert "+3: Ben 3" in wrong
    at_once = keypeg(*KEPT, typed=["", "rgby", "1 0", "correct 1 keys 2 0"])
    assert "only noted wrongly?" not in at_once


def test_a_correction_offers_to_take_back_the_rows_that_would_not_fit(keypeg):
    rows = ["", "rgby", "1 0", "rrrr", "1 0", "gggg", "1 0"]
    play = ("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept", "--rounds", "2")
    said = keypeg(*play, typed=[*rows, "correct 1 keys 4 0", "yes"])
    assert "What came after row 1 would not fit any more. Take back rows 2-3?" in said
    assert "show the code" in said
    said = keypeg(*play, typed=[*rows[:5], "correct 1 keys 4 0", "no", "board"])
    assert "Take back row 2? (yes/no): \nNothing was changed.\n" in said
    assert re.search(r" 2 +Ben +r +r +r +r +●", said)


@pytest.mark.parametrize(
    ("maker", "rows", "wrong"),
    [("told", ["rgby"], "correct 1 rrrr"), ("kept", ["rrrr", "1 0", "rgby", "4 0"], None)],
)
def test_what_ended_a_round_stays_once_its_code_was_shown(keypeg, maker, rows, wrong):
    play = ("play", "bouwblokje", "--players", "Ada,Ben", "--maker", maker)
    typed = ["rgby" if maker == "told" else "", *rows, *(["rgby"] if maker == "kept" else [])]
    said = keypeg(*play, typed=[*typed, wrong or "correct 1 keys 4 0"])
    assert "The code has been shown since: what ended that round stays." in " ".join(said.split())


def test_at_the_first_prompt_of_a_round_the_row_meant_is_that_which_lies_there(keypeg):
    typed = ["rgby", "nnnn", "rgby", "correct 1 yyyy"]
    said = keypeg(*TOLD, typed=typed)
    assert "no round 2" not in said
    assert read_log(newest(keypeg)).entries[-1].event.changes[0].event.row == "yyyy"


def test_other_words_do_not_end_a_match_that_is_over_and_q_does(keypeg, monkeypatch):
    monkeypatch.setattr("companion.cli.common.prompt.Asker.is_interactive", True)
    monkeypatch.setattr("companion.cli.common.prompt.Asker._typed", lambda self: self._piped())
    typed = ["", "rgby", "4 0", "rgby", "", "bbbb", "4 0", "bbbb", "whatever", "score", "q"]
    said = keypeg(*KEPT, typed=typed)
    assert "'whatever' is not what is asked for." in said
    assert said.count("Score card") >= 3


def test_help_lists_only_what_applies_and_the_letters_in_words(keypeg):
    begun = keypeg(*TOLD, typed=["rgby"])
    assert re.search(r"Type 'help' .* 'quit'", begun)
    said = keypeg(*TOLD, typed=["rgby", "?"])
    assert "undo " in said
    assert "Colours: r red, b blue" in said
    assert "Da Vinci" not in said
    assert "call NAME" not in said
    assert "mistake ROW" not in said
    assert "mistake ROW" in keypeg(*KEPT, typed=["", "rgby", "h"])


def test_help_lists_no_word_about_rows_before_there_are_any(keypeg):
    said = keypeg(*KEPT, typed=["h"])  # the code is being made
    assert "undo " in said
    for word in ("correct ROW", "correct 1/3", "mistake ROW", "a good next step"):
        assert word not in said, word
    said = keypeg(*KEPT, typed=["", "rgby", "1 0", "h"])
    for word in ("correct ROW PEGS", "correct ROW keys", "mistake ROW", "a good next step"):
        assert word in said, word
    assert "correct 1/3" not in said


def test_the_digits_of_a_commitment_are_only_where_they_are_asked_for(keypeg):
    said = keypeg(*TOLD, typed=["rgby", "rrrr"])
    assert not re.search(r"[0-9a-f]{20}", said)
    assert not re.search(r"[0-9a-f]{20}", keypeg("show"))
    assert re.search(r"[0-9a-f]{64}", keypeg("show", "--full").replace("\n", ""))


def test_a_mistyped_part_is_asked_again_alone(keypeg, monkeypatch):
    monkeypatch.setattr("companion.cli.common.prompt.Asker.is_interactive", True)
    monkeypatch.setattr("companion.cli.common.prompt.Asker._typed", lambda self: self._piped())
    players = ("--players", "Ada,Ben", "--maker", "kept")
    typed = ["", "call Ada rb...", "yes", "yes", "1r", "9b", "card", "2b"]
    said = keypeg("play", "invicta-4", *players, typed=typed)
    assert "There is no hole 9" in said
    assert said.count("Ada, show your part") == 1
    assert "Ada has called the code and wins." in said
    said = keypeg("play", "invicta-4", *players, typed=["", "call Ada rb...", "yes", "yes"])
    assert "The owners must show their parts." in keypeg("show")


def test_a_word_that_is_refused_loses_nothing_that_was_typed(keypeg, monkeypatch):
    monkeypatch.setattr("companion.cli.common.prompt.Asker.is_interactive", True)
    monkeypatch.setattr("companion.cli.common.prompt.Asker._typed", lambda self: self._piped())
    typed = ["BWWB", "WWBB", "tiles", "correct 3 rgby", "Ben"]
    said = keypeg("play", "davinci", "--players", "Ada,Ben", typed=typed)
    assert "No tiles are dealt yet" in said
    assert said.count("Ada's 4 tiles") == 1
    assert "Ben draws a clue tile" in said


def test_a_row_taken_back_counts_and_the_row_that_broke_is_named_as_it_stands(keypeg):
    typed = ["rgby", "rrrr", "undo", "rrrr", "rgby"]
    said = " ".join(keypeg(*TOLD, "--rounds", "1", typed=typed).split())
    assert "The code was broken on row 2; with what was taken back it counts as row 3." in said
    assert "+3: Ada 3" in said
    said = keypeg(*TOLD, "--rounds", "1", typed=["rgby", "rrrr", "rgby"])
    assert "The code was broken on row 2.\n" in said


def test_rounds_are_counted_alike_on_the_card_in_show_and_in_what_is_typed(keypeg):
    """A void round has no number of its own: the one played again has it."""
    typed = ["", "rrrr", "1 0", "mistake 1", "", "nnnn", "0 0", "rgby", "4 0", "rgby"]
    said = keypeg(*KEPT, typed=typed)
    assert "round 2 of 2" in said
    for line, told in (
        ("mistake 1", "not in round 1. Name a row of the round being played."),
        ("correct 3/1 rrrr", "There is no round 3 yet. Name one from 1 to 2."),
        ("correct 1/9 rrrr", "Round 1 has no row 9. Name a row from 1 to 2."),
        ("correct 1/1 oooo", "Row 1 of round 1 is corrected."),
    ):
        assert told in " ".join(keypeg(*KEPT, typed=[*typed, line]).split()), line
    heads = re.findall(r"Het Bouwblokje · (round [^─]+?) ─", keypeg("show"))
    assert heads == ["round 1, void", "round 1", "round 2"]
    assert re.findall(r"^Round (.)", keypeg("verify"), re.MULTILINE) == ["1", "1"]
    assert re.findall(r" · (round \d(?:, void)?)", keypeg("analyse")) == heads[:2]


def test_a_claim_may_name_the_tile_s_face_and_the_dash_in_words(keypeg):
    deal = ["BWWB", "WWBB", "Ada", "B"]
    play = ("play", "davinci", "--players", "Ada,Ben")
    assert "Ada: Ben's tile 3, is it 4?" in keypeg(*play, typed=[*deal, "ben 3 b4"])
    assert "Tile 3 of Ben is black." in keypeg(*play, typed=[*deal, "Ben 3 W4"])
    dashes = ("--rule", "dashes=yes")
    assert "Ben's tile 3, is it a dash?" in keypeg(*play, *dashes, typed=[*deal, "Ben 3 dash"])
    assert "'dash' is no number" not in keypeg(*play, typed=[*deal, "Ben 3 dash"])


@pytest.mark.parametrize(
    ("book", "begun"),
    [
        ("davinci", ["BWWB", "WWBB", "Ada"]),
        ("invicta-4", ["", "rrrrr", "white"]),
        ("hasbro-2", ["", "rrrr", "1 0"]),
    ],
)
def test_a_box_that_voids_no_round_says_so(keypeg, book, begun):
    play = ("play", book, "--players", "Ada,Ben", "--maker", "kept")
    for line in ("mistake 1", "mistake"):
        if (book, line) != ("hasbro-2", "mistake"):
            assert "does not void a round for a wrong answer" in keypeg(*play, typed=[*begun, line])
    said = keypeg(*play, typed=[*begun, "call Ada rgby"])
    assert (book == "invicta-4") or "nobody calls the code. See 'help'." in said


def test_of_backs_in_words_the_word_is_named_that_is_neither(keypeg):
    play = ("play", "davinci", "--players", "Ada,Ben")
    assert "'blue' is neither black nor white" in keypeg(*play, typed=["black blue white white"])
    assert "Ben's 4 tiles" in keypeg(*play, typed=["Black, b w WHITE"])
    assert "Ben's 4 tiles" in keypeg(*play, typed=["b,w w b"])
    assert "'Ben 1 4' is not a row of backs" in keypeg(*play, typed=["Ben 1 4"])


def test_a_claim_that_waits_for_its_answer_is_neither_right_nor_wrong(keypeg):
    play = ("play", "davinci", "--players", "Ada,Ben")
    keypeg(*play, typed=["BWWB", "WWBB", "Ada", "B", "Ben 3 4"])
    (row,) = [line for line in keypeg("analyse").splitlines() if "Ben 3 4" in line]
    assert "…" in row
    assert "wrong" not in row


def test_a_call_judged_right_that_the_parts_contradict_is_named_by_verify(keypeg):
    play = ("play", "invicta-4", "--players", "Ada,Ben", "--maker", "kept")
    keypeg(*play, typed=["", "call Ada rb...", "yes", "yes", "1r", "2y"])
    said = keypeg("verify", "last")
    assert "Ada's call rb... was judged wrongly by Ben." in " ".join(said.split())
    assert "every answer was right" not in said
    assert CliRunner().invoke(cli, ["verify", "last"]).exit_code == 1


def test_a_row_answered_as_broken_that_is_not_the_code_is_never_said_to_break_it(keypeg):
    play = ("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept")
    played = keypeg(*play, typed=["", "prbs", "4 0", "prby", "yes"])
    for said in (played, keypeg("show"), keypeg("verify", "last")):
        said = " ".join(said.split())
        assert "Row 1 was answered as broken, but it is not the code." in said
        assert "roken on row" not in said
    assert CliRunner().invoke(cli, ["verify", "last"]).exit_code == 1
    said = keypeg(*play, typed=["", "prby", "4 0", "prby", "yes"])
    assert "roken on row 1" in said


def test_a_row_for_another_of_one_s_boards_is_told_how(keypeg):
    play = ("play", "invicta-4", "--players", "Ada,Ben", "--maker", "kept", "--rule", "boards=2")
    said = keypeg(*play, typed=["", "board 2 rrrrr", "white", "-"])
    assert "or 'board 2 ROW'" in said
    assert "board 2" in said
    assert read_log(newest(keypeg)).entries[2].event.board == 2
    said = keypeg(*play, typed=["", "board 3 rrrrr"])
    assert "Board 3 is not Ada's. Set the row on one of the boards 1, 2." in said
    assert "a row for another of your boards" in keypeg(*play, typed=["", "help"])
    said = keypeg(*play[:-2], typed=["", "2: rrrrr", "help"])
    assert "Board 2 is not Ada's. Set the row on board 1." in said
    assert "another of your boards" not in said


def test_whose_part_and_whose_answer_is_asked_for_where_there_are_some(keypeg):
    kept = ("play", "invicta-4", "--players", "Ada,Ben", "--maker", "kept")
    assert "The companion knows no parts here." in keypeg(*kept, typed=["", "part"])
    assert "Whose part? As in: part Ada." in keypeg(*kept[:4], typed=["", "", "part"])
    said = keypeg(*kept, typed=["", "rrrrr", "white", "correct 1 keys black board 9"])
    assert "Board 9 has no answer to row 1. Answers are there of: 2." in said


def test_a_part_is_said_in_letters_or_words_whichever_comes_first(keypeg):
    play = ("--language", "nl", "play", "invicta-4", "--players", "Ada,Ben,Cleo", "--maker", "told")
    keypeg(*play, typed=["rood 2", "3, Geel", "4B", "rrr.."])
    vault = Vault.beside(newest(keypeg)).load()
    assert vault.codes == (".r...", "..y..", "...b.")
    said = keypeg(*play, typed=["roze 2", "r9", "2"])
    assert said.count("Dat kan in dit spel niet de code zijn.") >= 1


WORDS_IN_DUTCH = {
    "bouwblokje": (["", "Rood, geel BLAUW groen"], "rybg"),
    "hasbro-2": (["", "roze zilver r b"], "psrb"),
    "hasbro-group": (["", "wit, rood, geel, blauw"], "wryb"),
    "invicta-4": (["", "R Y B O G"], "rybog"),
}


@pytest.mark.parametrize("book", WORDS_IN_DUTCH)
def test_a_row_said_in_words_is_noted_in_letters_so_that_anyone_can_read_the_log(keypeg, book):
    typed, row = WORDS_IN_DUTCH[book]
    players = "Ada,Ben,Cleo" if book == "hasbro-group" else "Ada,Ben"
    keypeg(
        *("--language", "nl", "play", book, "--players", players, "--maker", "kept"), typed=typed
    )
    assert read_log(newest(keypeg)).entries[2].event.row == row
    assert " ".join(row[:2]) in " ".join(keypeg("--language", "fr", "show", "last").split())


def test_a_row_in_words_that_is_taken_back_looks_like_any_other(keypeg):
    typed = ["rybg", "red yellow blue brown", "g y b r", "undo", "quit"]
    said = keypeg(*TOLD, typed=typed)
    assert re.search(r" g +y +b +r .*taken back", said)


def test_a_call_in_words_by_a_player_whose_name_has_spaces(keypeg):
    play = ("play", "invicta-4", "--players", "Ada,Ben de Boer", "--maker", "kept")
    keypeg(*play, typed=["", "call Ben de Boer red blue . . ."])
    called = read_log(newest(keypeg)).entries[2].event
    assert (called.player, called.row) == ("Ben de Boer", "rb...")


@pytest.mark.parametrize("word", ["card", "score", "stand", "points", "poeng", "Stilling", "kaart"])
def test_who_leads_is_told_by_the_word_of_any_language(keypeg, word):
    said = keypeg(*KEPT, typed=["", "rgby", "1 0", word])
    assert "Score card" in said
    assert "is no colour" not in said


@pytest.mark.parametrize("word", ["pass", "klaar", "montrer", "code", "tiret", "antwoord"])
def test_a_word_of_another_moment_is_not_said_to_be_no_colour(keypeg, word):
    said = keypeg(*KEPT, typed=["", word])
    assert f"'{word}' was not asked for. See 'help'." in said
    assert "is no colour" not in said
    assert "is no colour" in keypeg(*KEPT, typed=["", "rgbx"])


def test_a_hint_that_needs_a_part_says_where_it_is_installed(keypeg, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setenv("COLUMNS", "200")
    said = keypeg(*TOLD, typed=["rgby", "hint"])
    assert re.search(r"In another window, or after 'quit': .*(install|inject)", said)


def test_leaving_says_the_command_that_this_table_types(keypeg, monkeypatch):
    monkeypatch.setenv("KEYPEG_COMMAND", "./run")
    said = keypeg(*TOLD, typed=["rybg", "quit"])
    assert f"./run play --resume --log {newest(keypeg).stem}" in said


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_command_that_is_told_is_the_one_typed_here(keypeg, monkeypatch, language):
    """In a clone there is no `keypeg`: what is typed as it was told would not be found."""
    monkeypatch.setenv("KEYPEG_COMMAND", "./run")
    keypeg(*TOLD, typed=["rgby", "rrrr"])
    lost = newest(keypeg)
    lost.write_bytes(lost.read_bytes() + b"spoilt\n")
    told = [
        keypeg("--language", language, *words)
        for words in (
            ("show", "nothing"),
            ("show", "last"),
            ("calibrate", "--help"),
            ("read", "x.jpg", "--board", "classic", "--calibration", "nothing"),
        )
    ]
    assert [said for said in told if "./run " not in said] == []
    assert [said for said in told if re.search(r"keypeg [a-z]+ ", said)] == []
    monkeypatch.delenv("KEYPEG_COMMAND")
    assert "'keypeg games'" in keypeg("--language", "en", "show", "nothing")


def test_a_player_is_named_first_in_any_case(keypeg):
    assert "Ben makes the code" in keypeg(*KEPT, "--first", "ben", typed=[""])


def test_who_plays_alone_has_a_record_to_beat(keypeg, monkeypatch):
    monkeypatch.setattr("companion.session.session.SystemRandom", lambda: Random(7))
    alone = ("play", "bouwblokje", "--player", "Ada", "--rounds", "1")
    assert "your best" not in keypeg(*alone, typed=["rrrr"] * 10)
    *_played, shown, _end = read_log(newest(keypeg)).entries
    (code,) = shown.event.codes
    assert code != "rrrr"
    first = " ".join(keypeg(*alone, typed=["rrrr", code]).split())
    assert "Ada, your best is 2 rows, your mean 2.0; lately: 2." in first
    second = " ".join(keypeg(*alone, typed=[code]).split())
    assert "Ada, your best is 1 row, your mean 1.5; lately: 2 1." in second


def test_a_full_disk_behind_the_output_and_no_input_at_all_end_quietly(tmp_path):
    keypeg = f"{sys.executable} -m companion"
    for line in (f"{keypeg} rules >/dev/full", f"{keypeg} play bouwblokje <&-"):
        ended = subprocess.run(
            ["/bin/sh", "-c", line],
            env={**os.environ, "KEYPEG_GAMES": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in ended.stderr
        assert "Exception ignored" not in ended.stderr


def test_a_disk_that_is_full_for_a_while_is_said_and_so_is_that_it_is_free_again(
    keypeg, monkeypatch
):
    synced, really = count(1), os.fdatasync

    def full(handle):
        if 5 <= next(synced) <= 7:
            raise OSError(errno.ENOSPC, "No space left on device")
        really(handle)

    monkeypatch.setattr(os, "fdatasync", full)
    said = keypeg(*TOLD, typed=["rgby", "rrrr", "gggg", "bbbb", "yyyy"])
    monkeypatch.undo()
    assert said.count("NOT KEPT: The match cannot be kept") == 1
    assert said.count("NOT KEPT") == 1
    assert said.count("Kept again: nothing of the match is missing.") == 1
    rows = [e.event.row for e in read_log(newest(keypeg)).entries if isinstance(e.event, Guessed)]
    assert rows == ["rrrr", "gggg", "bbbb", "yyyy"]


def interrupted(command):
    """Start a command with Ctrl-C held back, as `./run` does; press it before Python is there."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        begun = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    begun.send_signal(signal.SIGINT)
    said, _ = begun.communicate()
    return begun.returncode, said.decode()


def test_ctrl_c_while_python_starts_is_a_quiet_end():
    assert interrupted([sys.executable, "-m", "companion", "rules"]) == (-signal.SIGINT, "")


def test_ctrl_c_amid_the_imports_is_a_quiet_end():
    press = (
        "import os, signal, sys\n"
        "class Press:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'companion.errors':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Press())\n"
        "from companion.__main__ import run\n"
        "run()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", press, "rules"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


def test_a_command_multiplies_on_one_thread():
    counted = (
        "import atexit, os, sys\n"
        "from companion.__main__ import run\n"
        "def count():\n"
        "    import numpy\n"
        "    print(len(os.listdir('/proc/self/task')))\n"
        "atexit.register(count)\n"
        "run()\n"
    )
    env = {name: kept for name, kept in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    words = [sys.executable, "-c", counted, "--version"]
    ended = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "1"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en_GB.UTF-8", "There is no part 'nonsense'."),
        ("nl_NL.UTF-8", "Er is geen onderdeel 'nonsense'."),
        ("fr_CH.UTF-8", "Il n'y a pas de module « nonsense »."),
        ("nn_NO.UTF-8", "Det finnes ingen del «nonsense»."),
        ("C", "There is no part 'nonsense'."),
    ],
)
def test_run_speaks_the_language_before_keypeg_can(language, said):
    env = {"PATH": os.environ["PATH"], "LANG": language}
    run = subprocess.run(
        ["sh", "run", "install", "nonsense"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert run.stderr.startswith(said)


def test_run_holds_ctrl_c_back_until_python_can_take_it(tmp_path):
    (tmp_path / ".venv/bin").mkdir(parents=True)
    shutil.copy(ROOT / "run", tmp_path)
    command = tmp_path / ".venv/bin/keypeg"
    asks = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    command.write_text(f"#!{sys.executable}\n{asks}\n")
    command.chmod(0o755)
    (tmp_path / "pyproject.toml").touch()
    for stamp in ("play", "hints", "camera", "pi"):
        (tmp_path / f".venv/{stamp}.stamp").touch()
    said = subprocess.run([tmp_path / "run", "games"], capture_output=True, text=True, check=True)
    assert said.stdout == "True\n"


@pytest.mark.parametrize(
    ("language", "answer"), [("en", "2b2w"), ("nl", "2z2w"), ("fr", "2n2b"), ("nb", "2s2h")]
)
def test_an_answer_in_letters_has_those_of_the_language(keypeg, language, answer):
    """To a Frenchman `2b2w` says *2 blancs*; what is shown is understood when it is typed."""
    typed = ["", "rgby", "1 1", f"correct 1 keys {answer}"]
    keypeg("--language", language, *KEPT, typed=typed)
    corrected = read_log(newest(keypeg)).entries[-1].event
    assert corrected.changes[0].event.keys == Keys(2, 2)
    for command in ("analyse", "replay"):
        said = keypeg("--language", language, command, "last")
        assert answer in said
        assert (language == "en") or "b2w" not in said
    assert f"({answer})" in keypeg("--language", language, "mark", "rgby", "rgyb")
    i18n.use("en")


def test_a_round_that_has_not_begun_is_not_verified(keypeg):
    said = keypeg(*TOLD, typed=["rgby", "rgby"])
    assert "round 2 of 2" in said
    assert re.findall(r"^Round (.)", keypeg("verify"), re.MULTILINE) == ["1"]


# what stands above each column, language by language: `analyse` of pegs, of parts and of tiles,
# `players`, and the rows of the score card
HEADS = {
    "nl": (
        "rij poging antwoord over verwacht beste geluk juist",
        "speler poging over bits",
        "speler gok kans beste",
        "speler partijen gewonnen rijen per code",
        ("Scorekaart", "RONDE 1", "TOTAAL"),
    ),
    "fr": (
        "rangée proposition réponse reste attendu meilleure chance exact",
        "joueur proposition reste bits",
        "joueur proposition probabilité meilleure",
        "joueur parties gagnées rangées par combinaison",
        ("Fiche de score", "MANCHE 1", "TOTAL"),
    ),
    "nb": (
        "rad forsøk svar igjen forventet beste flaks riktig",
        "spiller forsøk igjen bit",
        "spiller gjetning sjanse beste",
        "spiller partier vunnet rader per kode",
        ("Poengkort", "RUNDE 1", "SUM"),
    ),
}


@pytest.mark.parametrize("language", HEADS)
def test_the_heads_of_every_table_are_in_the_language_spoken(keypeg, language):
    pegs, parts, tiles, players, card = HEADS[language]

    def said(*words):
        told = keypeg("--language", language, *words)
        i18n.use("en")
        return told, [" ".join(line.split()) for line in told.splitlines()]

    keypeg(*TOLD, "--rounds", "1", typed=["rgby", "rrgg", "rgby", ""])
    told, lines = said("analyse")
    assert pegs in lines
    assert re.search(r" \d+,\d ", told)
    assert not re.search(r"\d\.\d", told)
    assert players in said("players")[1]
    shown, _lines = said("show")
    assert [word for word in card if word not in shown] == []
    keypeg("play", "invicta-4", "--players", "Ada,Ben", "--maker", "kept", typed=["", "rbyg.", "-"])
    assert parts in said("analyse")[1]
    davinci = ["BWWB", "WWBB", "Ada", "B", "Ben 3 4"]
    keypeg("play", "davinci", "--players", "Ada,Ben", typed=davinci)
    assert tiles in said("analyse")[1]


@pytest.mark.parametrize(
    ("language", "called", "wrong", "two_black", "dash"),
    [
        ("nl", "Ada riep de code", "code geroepen: fout", "2 zwart 1 wit", "een streepje"),
        ("fr", "Ada a annoncé", "annonce : fausse", "2 noirs 1 blanc", "un tiret"),
        ("nb", "Ada ropte koden", "rop: galt", "2 sorte 1 hvit", "en fribrikke"),
    ],
)
def test_calls_answers_and_dashes_are_told_as_the_language_does(
    keypeg, language, called, wrong, two_black, dash
):
    def said(*words, typed=()):
        told = keypeg("--language", language, *words, typed=typed)
        i18n.use("en")
        return " ".join(told.replace("\N{NO-BREAK SPACE}", " ").split())

    play = ("play", "invicta-4", "--players", "Ada,Ben", "--maker", "kept")
    shown = said(*play, typed=["", "call Ada rb...", "no", "help"])
    assert f"{called} r b . . ." in shown
    assert "call" not in shown
    assert wrong in said("analyse")
    assert two_black in said(*KEPT, typed=["", "rgby", "2 1", "quit"])
    deal = ["BWWB", "WWBB", "Ada", "B"]
    dashes = ("play", "davinci", "--players", "Ada,Ben", "--rule", "dashes=yes")
    asked = said(*dashes, typed=[*deal, "Ben 3 dash"])
    assert dash.split()[1] in asked
    assert "dash" not in asked.partition("(B/W)")[2].replace("dashes", "")
    assert dash in said(*dashes, typed=[*deal, "Ben 3 99"])


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_was_not_played_is_said_wherever_it_is_looked_back_on(keypeg, language):
    keypeg(*TOLD, typed=["rgby", "rrrr"])
    empty = keypeg.folder / "0002-2026-11-28-bouwblokje.keypeg"
    empty.write_bytes(newest(keypeg).read_bytes().splitlines(keepends=True)[0])
    with i18n.speaking(language):
        nothing = " ".join(nothing_played(empty).split())
        nobody = i18n._("Nobody is seated yet.")
    for words in (["show"], ["replay"], ["analyse"], ["export", "--to", "text"]):
        said = keypeg("--language", language, *words, str(empty))
        assert nothing.partition(str(empty))[2] in " ".join(said.split()), words
    assert nobody in keypeg("--language", language, "export", str(empty), "--to", "svg")
    keypeg(*TOLD, typed=["rgby", "quit"])
    said = keypeg("--language", language, "analyse")
    with i18n.speaking(language):
        assert i18n._("There is nothing to look back on in this round yet.") in said
    i18n.use("en")


def test_lights_of_the_settings_that_are_unplugged_do_not_keep_a_match_from_starting(
    keypeg, monkeypatch, tmp_path
):
    settings = tmp_path / "settings.toml"
    settings.write_text('display = ["serial:auto"]\n')
    monkeypatch.setenv("KEYPEG_SETTINGS", str(settings))
    monkeypatch.setattr("companion.displays.arduino.port.attached_ports", list)
    said = " ".join(keypeg(*TOLD, typed=["rgby", "rrrr", "quit"]).split())
    assert said.count("No Arduino is plugged in.") == 1
    assert "The game begins; its lights come on when it is there." in said
    assert "0 black 0 white" in said or "1 black 0 white" in said
    # asked for by hand, it is not there: that is said instead of playing without it
    said = keypeg(*TOLD, "--display", "serial:auto", typed=["rgby", "rrrr"])
    assert "No Arduino is plugged in." in said
    assert "row 1" not in said
