"""Stories at the keyboard: what a new user types, sees and gets told."""

import json
import os
import pty
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from stages import quick

from companion.cli import cli
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from tests import command

ROOT = Path(__file__).parent.parent


@pytest.fixture
def keypeg(tmp_path, monkeypatch):
    """Run the command with typed lines, in a folder of its own."""
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments, typed=()):
        return command.run(*arguments, typed=typed)

    run.folder = tmp_path / "games"
    return run


def facts(keypeg, log="last"):
    return json.loads(keypeg("show", log, "--json").stdout)


def test_a_kept_bouwblokje_match_with_a_mistake(keypeg):
    typed = ["", "rgby", "1 0", "nnnn", "-", "rgbo", "4 0", "rgbo"]  # row 1 is 3 black: a mistake
    typed += ["", "rgbo", "4 0", "rgbo", "", "yyyy", "bbbb", "yyyy"]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert run.returncode == 0, run.stderr
    assert "Row 1 was answered 1 black 0 white, but it is 3 black 0 white." in run.stdout
    assert "The round is void and played again; Ben gets 3 extra points." in run.stdout
    assert "The match is over: Ben wins." in run.stdout
    match = facts(keypeg)
    assert match["totals"] == {"Ada": 1, "Ben": 4}
    assert [r["void"] for r in match["rounds"]] == [True, False, False]


def test_impossible_answers_are_named_at_once_with_the_key_that_mends_them(keypeg):
    typed = ["", "rrrr", "1 0", "gggg", "1 0", "yyyy", "1 0", "bbbb", "0 0", "nnnn", "2 0"]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert "No code fits any more" in run.stdout
    assert "('correct 5 keys 1 0')" in run.stdout
    keypeg("play", "--resume", typed=["correct 5 keys 1 0"])
    assert facts(keypeg)["rounds"][0]["rows"][4]["black"] == 1


def test_a_code_told_is_neither_echoed_nor_repeated_in_an_error(keypeg):
    typed = ["prrb", "prys", "bryp", "wsgo"]
    run = keypeg("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "told", typed=typed[:1])
    assert run.returncode == 2
    assert "all different" in run.stderr
    assert "prrb" not in run.stdout + run.stderr
    run = keypeg("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "told", typed=typed[1:])
    assert "prys" not in run.stdout
    assert "Left off" in run.stdout


def test_a_whole_group_match_told_with_its_score_card(keypeg):
    typed = ["pryb", "wsgo", "pryb", "wsgo", "wsgo", "ybsg", "prwo", "ybsw", "ybsg"]
    run = keypeg(
        "play", "hasbro-group", "--players", "Tim,Ben,Lotte", "--maker", "told", typed=typed
    )
    assert run.returncode == 0, run.stderr
    assert "Lotte wins" in run.stdout
    card = run.stdout[run.stdout.rindex("Score card") :]
    assert re.search(r"ROUND 1 +│ +6 │ +0 │ +10", card)
    assert re.search(r"TOTAL +│ +16 │ +11 │ +27", card)
    assert facts(keypeg)["totals"] == {"Tim": 16, "Ben": 11, "Lotte": 27}


def test_the_four_player_game_kept_with_calls(keypeg):
    typed = ["", "rbrgw", "white", "nothing", "black"]  # Ada's row, answered by Ben, Cleo, Dirk
    typed += ["call Ben rbr.g", "no"]
    typed += ["call cl wbr.g", "yes", "yes", "yes", "yes", "1w", "2b", "3r", "5g"]
    run = keypeg(
        "play", "invicta-4", "--players", "Ada,Ben,Cleo,Dirk", "--maker", "kept", typed=typed
    )
    assert run.returncode == 0, run.stderr
    assert "Cleo has called the code and wins." in run.stdout
    assert "Ben's answer to row 1 was wrong" in run.stdout
    assert facts(keypeg)["winners"] == ["Cleo"]


def test_owners_whose_answers_cannot_all_be_true_are_named(keypeg):
    typed = ["", "rrrrr", "b", "-", "-", "rrrrr", "b", "-", "white"]  # Ben's part is red; so Ben
    run = keypeg(
        "play", "invicta-4", "--players", "Ada,Ben,Cleo,Dirk", "--maker", "kept", typed=typed
    )
    assert "at least one is wrong: Ada's to row 2" in run.stdout


def test_the_parts_of_the_four_player_game_are_not_printed_into_a_pipe(keypeg):
    run = keypeg(
        "play", "invicta-4", "--players", "Ada,Ben,Cleo", typed=["", "", "", "rbgyo", "quit"]
    )
    assert run.stdout.count("(Not shown: this is not a terminal.)") == 3
    assert run.returncode == 0


DAVINCI = [
    "BWBW", "WWBB", "Ada",  # deal
    "W", "Ben 1 0", "yes", "Ben 2 3", "no", "2 2",  # Ada: right, then wrong: W2 open at 2
    "B", "Ada 1 1", "yes", "stop", "3",  # Ben: right, stops, hidden at 3
]  # fmt: skip


def test_da_vinci_code_is_refereed(keypeg):
    run = keypeg("play", "davinci", "--players", "Ada,Ben", typed=[*DAVINCI, "quit"])
    assert run.returncode == 0, run.stderr
    match = facts(keypeg)["rounds"][0]
    assert match["rows"] == {
        "Ada": ["B1", "W2", "W?", "B?", "W?"],
        "Ben": ["W0", "W?", "B?", "B?", "B?"],
    }
    assert [claim["right"] for claim in match["claims"]] == [True, False, True]
    assert "likeliest" in keypeg("hint", "last").stdout
    assert "chance" in keypeg("analyse", "last").stdout


# Ada's W5 stands open at 2, then Ben's B3 at 1
TURNS = ["W", "Ben 4 0", "no", "2 5", "B", "Ada 1 9", "no", "1 3"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["W", "Ada 1 0"], "himself|own"),
        (["W", "Ben 9 0"], "Ben"),
        (["W", "Ben 1 12"], "12"),
        (["W", "Ben 1 -"], "dash"),
        (["W", "Ben 1 0", "yes", "Ben 1 1"], "open"),
        (["W", "Ben 4 0", "no", "9 2"], "place|position|row"),
        (["B", "Ben 4 0", "no", "5 0"], "The row of Ada cannot be"),
        ([*TURNS, "B", "Ben 2 0", "no", "3 4"], "W5 cannot stand left of B4"),
        ([*TURNS, "W", "Ben 2 0", "no", "3 5"], "W5"),
        (["X"], "X"),
    ],
)
def test_what_cannot_be_on_the_table_is_refused_with_exit_2(keypeg, typed, said):
    run = keypeg("play", "davinci", "--players", "Ada,Ben", typed=[*DAVINCI[:3], *typed])
    assert run.returncode == 2
    assert re.search(said, run.stderr), run.stderr


def test_no_mistake_before_an_answer(keypeg):
    run = keypeg(
        "play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=["mistake 1"]
    )
    assert run.returncode == 2
    assert "A mistake of the maker cannot be now: Ada must set a code." in run.stderr


@pytest.mark.parametrize("face", ["7", "B7", "b7"])
def test_an_open_clue_tile_is_typed_as_its_number_or_its_face(keypeg, face):
    typed = ["BBWW", "BBWW", "", "B", "Ben 1 5", "no", f"3 {face}"]
    run = keypeg("play", "davinci", "--players", "Ada,Ben", typed=typed)
    assert run.returncode == 0, run.stderr
    assert facts(keypeg)["rounds"][0]["rows"]["Ada"] == ["B?", "B?", "B7", "W?", "W?"]


def test_undo_and_correct_and_the_scores_follow(keypeg):
    typed = ["rgby", "nnnn", "undo", "rrrr", "correct 1 rgyb", "rgby"]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "told", typed=typed)
    assert run.returncode == 0, run.stderr
    rows = facts(keypeg)["rounds"][0]["rows"]
    assert [(r["guess"], r["black"], r["white"]) for r in rows] == [("rgyb", 2, 2), ("rgby", 4, 0)]
    # nnnn was answered: taken back, it still counts as a row
    assert facts(keypeg)["totals"] == {"Ada": 3, "Ben": 0}


def test_a_code_shown_from_the_wrong_side(keypeg):
    typed = ["", "pryb", "4 0", "byrp", "yes", "quit"]
    run = keypeg("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert "read backwards, pryb, it fits every answer" in run.stdout
    assert facts(keypeg)["rounds"][0]["code"] == "pryb"


def test_resume_goes_on_at_the_same_row_player_and_score(keypeg):
    names = ("--players", "Tim,Ben,Lotte")
    keypeg("play", "hasbro-group", *names, typed=["wsgo", "pryb", "wsgp"])
    before = facts(keypeg)
    (log,) = list_logs(keypeg.folder)
    with log.open("ab") as file:
        file.write(b'{"seq":99,"at"')
    run = keypeg("play", "hasbro-group", *names, "--resume", typed=["quit"])
    assert run.returncode == 0, run.stderr
    assert "broke off after 14 bytes and is dropped" in run.stdout
    assert "Resumed: Hasbro Mastermind 2004 for 3-5 · round 1 of 3" in run.stdout
    assert facts(keypeg) | {"dropped": None} == before | {"dropped": None}


def test_what_was_agreed_stays_agreed_on_resume(keypeg):
    keypeg("play", "bouwblokje", "--players", "Ada,Ben", typed=["rgby"])
    run = keypeg("play", "--resume", "--rounds", "9")
    assert run.returncode == 2
    assert "--rounds was agreed at the start" in run.stderr


def test_a_player_may_be_called_like_a_word(keypeg):
    run = keypeg(
        "play", "davinci", "--players", "Card,Ben", typed=["BWBW", "WWBB", "Ben", "W", "Card 1 0"]
    )
    assert run.returncode == 0, run.stderr
    assert "Ben: Card's tile 1, is it 0?" in run.stdout


def test_resume_with_nothing_to_resume(keypeg):
    run = keypeg("play", "--resume")
    assert run.returncode == 2
    assert "no unfinished match" in run.stderr


def test_a_log_in_use_and_a_file_that_is_no_log_are_told(keypeg, tmp_path):
    (tmp_path / "x.keypeg").write_text("hello\n")
    run = keypeg("play", "--resume", "--log", str(tmp_path / "x.keypeg"))
    assert run.returncode == 2
    assert "not a log of Keypeg" in run.stderr


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(keypeg, tmp_path):
    (tmp_path / "file").write_text("")
    arguments = ("play", "bouwblokje", "--players", "Ada", "--games", str(tmp_path / "file"))
    run = keypeg(*arguments, typed=["rgby", "quit"])
    assert run.returncode == 0
    assert "NOT KEPT: The match cannot be kept" in run.stdout
    assert "row 2" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "bouwblokj"], "Did you mean 'bouwblokje'"),
        (["play"], "Which game"),
        (["play", "bouwblokje", "--players", "Ada,Ben,Cleo"], "for 2 players; named: Ada, Ben and"),
        (
            ["play", "hasbro-2", "--players", "Ada", "--maker", "told"],
            "plays with '--maker companion'",
        ),
        (["play", "hasbro-2", "--players", "Ada,Ben", "--rounds", "-1"], "-1 rounds are no match"),
        (
            ["play", "hasbro-group", "--players", "A,B,C", "--rounds", "2"],
            "Leave '--rounds' out, or say '--rounds 3'.",
        ),
        (["play", "invicta-4", "--players", "A,B,C", "--rule", "boards=2"], "'--rule boards=2'"),
        (["play", "bouwblokje", "--players", "Ada,Ada"], "Two players are called"),
        (["play", "bouwblokje", "--rule", "row=8"], "Did you mean 'rows'"),
        (["play", "bouwblokje", "--rule", "rows"], "Write it as rows=8"),
        (["play", "bouwblokje", "--rule", "rows=99"], "99 rows"),
        (["play", "bouwblokje", "--rule", "colours=rx"], "'x' is no colour"),
        (["play", "bouwblokje", "--rule", "variation=C"], "no variation 'C'"),
        (["play", "hasbro-2", "--rule", "variation=A"], "has no house rule 'variation'"),
        (["play", "hasbro-group", "--players", "A,B,C", "--rule", "rows=13"], "13 rows"),
        (["play", "davinci", "--players", "A,B", "--maker", "told"], "Leave '--maker' out"),
        (["play", "bouwblokje", "--log", "x.keypeg"], "Add --resume"),
        (["play", "invicta-4", "--players", "A,B", "--rule", "boards=²"], "boards=²' is no number"),
        (["mark", "rgby", "rgb"], "3 pegs"),
        (["mark", "", ""], "no pegs in that row"),
        (["mark", "rgby", "rgbx"], "'x' at place 4"),
        (["show", "none"], "cannot be read"),
        (["rules", "hasbro"], "no rulebook 'hasbro'"),
        (["shw"], "Did you mean 'show'"),
    ],
)
def test_bad_input_is_one_clear_sentence_and_exit_2(keypeg, arguments, said):
    run = keypeg(*arguments)
    assert run.returncode == 2
    assert said in run.stderr
    assert not run.stdout
    assert not keypeg.folder.exists() or not list(keypeg.folder.iterdir())


def test_names_are_any_text_and_never_a_path(keypeg):
    run = keypeg(
        "play",
        "bouwblokje",
        "--player",
        '../x, the "first"',
        "--player",
        "Zoë 👩‍🚀",
        typed=["quit"],
    )
    assert run.returncode == 0, run.stderr
    assert facts(keypeg)["players"] == ['../x, the "first"', "Zoë 👩‍🚀"]
    (log,) = keypeg.folder.glob("*.keypeg")
    assert re.fullmatch(r"[0-9-]+-bouwblokje\.keypeg", log.name)


def test_names_are_no_markup(keypeg):
    names = ["[/red]", "[bold]Zoë[/bold]", ":smile:"]
    run = keypeg(
        "play", "hasbro-group", *(w for n in names for w in ("--player", n)), "--maker", "told",
        typed=["pryb", "wsgo"],
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "[bold]Zoë[/bold]" in run.stdout
    for words in (
        ["games"],
        ["show", "last"],
        ["replay", "last"],
        ["export", "last", "--to", "text"],
    ):
        shown = keypeg(*words)
        assert shown.returncode == 0, shown.stderr
        joined = re.sub(r"\s", "", shown.stdout)
        assert all(name in joined for name in names), words


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("correct ² rgby", "'²' is no row"),
        ("correct 1111 rgby", "'1111' is no row"),
        ("mistake 2/1", "There is no round 2 yet"),
        ("mistake x", "'x' is no row"),
        ("mistake", "As in: mistake 3."),
        ("correct", "As in: correct 3 rgby"),
        ("correct 1", "As in: correct 3 rgby"),
        ("call Ada rgby", "In Het Bouwblokje nobody calls the code."),
    ],
)
def test_a_row_that_is_no_number_is_refused(keypeg, typed, said):
    lines = ["", "rgby", "1 1", typed]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=lines)
    assert run.returncode == 2
    assert said in run.stderr


def test_before_the_first_row_none_can_be_corrected(keypeg):
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", typed=["correct 1 rgby"])
    assert "Round 1 has no row 1. Nobody has set one yet." in run.stderr


def test_a_code_that_is_kept_is_not_typed(keypeg):
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=["rgby"])
    assert run.returncode == 2
    assert "Set one that nobody has seen, then press Enter alone." in run.stderr


def test_a_played_again_round_is_counted_as_on_the_card(keypeg):
    typed = ["", "rgby", "1 0", "mistake 1", ""]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert "void" in run.stdout
    assert "ROUND 1" in run.stdout
    assert "round 1 of 2, played again" in run.stdout


@pytest.mark.parametrize("book", ["bouwblokje", "hasbro-2", "invicta-4"])
def test_stop_leaves_where_it_ends_no_turn(keypeg, book):
    run = keypeg("play", book, "--players", "Ada,Ben", "--maker", "kept", typed=["stop", "rgby"])
    assert run.returncode == 0
    assert "Left off. Go on with: keypeg play --resume" in run.stdout


def test_two_parts_in_one_hole_are_said_without_whose_they_are(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = [("Ada, type your part", "1r"), ("Ben, type your part", "blue 1")]
    typed += [("Ada, type your part", "quit")]
    arguments = ["play", "invicta-4", "--players", "Ada,Ben", "--maker", "told"]
    arguments += ["--rule", "boards=1"]
    seen, code = on_a_terminal(arguments, typed, env)
    assert code == 0
    assert "Two parts have the same hole. Look at the chips: all type theirs again." in seen


def test_an_answer_that_was_a_mistake_is_not_said_to_be_corrected(keypeg):
    typed = ["", "rgby", "1 0", "bbbb", "1 0", "correct 1 keys 2 0", "no"]
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert "Ada's answer to row 1 was wrong." in run.stdout
    assert "corrected" not in run.stdout


def test_resume_says_that_others_play(keypeg):
    keypeg("play", "bouwblokje", "--players", "Ada,Ben", typed=["rgby"])
    run = keypeg("play", "bouwblokje", "--resume", "--players", "Ben,Ada")
    assert "There is no unfinished match of Ben and Ada, in this order" in run.stderr


def test_a_terminal_that_knows_no_cursor_is_as_wide_as_it_is_and_shows_nothing_hidden(keypeg):
    env = os.environ | {"TERM": "dumb", "COLUMNS": "101"}
    typed = [
        ("Ada, alone", ""),
        ("Ben, alone", ""),
        ("Cleo, alone", ""),
        ("row on board 1", "quit"),
    ]
    seen, code = on_a_terminal(["play", "invicta-4", "--players", "Ada,Ben,Cleo"], typed, env)
    assert code == 0, seen
    assert {len(line) for line in seen.splitlines() if line.endswith("──")} == {101}
    # what stood there could be read by all: no part is on the screen
    assert "your part on board" not in seen
    assert seen.count("(Not shown: this terminal cannot wipe it afterwards.)") == 3


def test_rows_are_whole_on_a_narrow_terminal(keypeg, monkeypatch):
    monkeypatch.setenv("COLUMNS", "36")
    run = keypeg("play", "bouwblokje", "--players", "Ada,Ben", typed=["rgby"])
    assert re.search(r" 1  Ben   r   g   b   y   [●○-]", run.stdout)


def on_a_terminal(arguments, typed, env):
    """Run the command on a pseudo-terminal; give all that was on the screen."""
    child, master = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-m", "companion", *arguments], env)
    seen = b""
    for prompt, line in typed:
        while prompt.encode() not in seen.rsplit(b"\0", 1)[-1]:
            seen += os.read(master, 4096)
        seen += b"\0"
        os.write(master, line.encode() + b"\n")
    try:
        while more := os.read(master, 4096):
            seen += more
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    return seen.decode(), os.waitstatus_to_exitcode(status)


def test_on_a_terminal_a_refused_line_is_asked_again_and_a_code_is_not_echoed(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = [
        ("type the code", "prrb"),
        ("type the code", "prys"),
        ("row 1", "prxb"),
        ("row 1", "wsgo"),
        ("row 2", "quit"),
    ]
    arguments = ["play", "hasbro-2", "--players", "Ada,Ben", "--maker", "told"]
    seen, code = on_a_terminal(arguments, typed, env)
    assert code == 0
    assert "prrb" not in seen
    assert "prys" not in seen
    assert "'x' at place 3" in seen
    assert "0 red 1 white" in seen
    assert "Left off" in seen


def test_the_command_alone_on_a_terminal_leads_to_a_row(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = [
        ("What shall be done?", "1"),
        ("Number or name", "hasbro-2"),
        ("Who plays?", "Ada"),
        ("row 1", "quit"),
    ]
    seen, code = on_a_terminal([], typed, env)
    assert code == 0, seen
    assert "keypeg play hasbro-2 --players Ada" in seen
    assert "Left off" in seen
    assert "Traceback" not in seen


def test_the_last_showing_can_be_taken_back_after_the_end(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = [
        ("set the code", ""),
        ("row 1", "wsgo"),
        ("answer to wsgo", "1 0"),
        ("row 2", "pryb"),
        ("answer to pryb", "4 0"),
        ("show the code", "sgow"),
        ("Enter to end", "undo"),
        ("show the code", "pryb"),
        ("Enter to end", "correct 9 rgby"),
        ("Enter to end", "help"),
        ("Enter to end", ""),
    ]
    arguments = ["play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept", "--rounds", "1"]
    seen, code = on_a_terminal(arguments, typed, env)
    assert code == 0, seen
    assert "Row 1 was answered 1 red 0 white, but it is 0 red 0 white." in seen
    assert "Round 1 has no row 9." in seen
    told = seen.partition("at any time:")[2]
    assert "leave" in told
    assert not re.search("can be resumed|good next step", told)
    assert "Left off" not in seen
    assert facts(keypeg)["rounds"][0]["code"] == "pryb"


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (
            ["davinci", "--players", "Ada,Ben,Cleo,Dirk"],
            [
                ("Ada's 3 tiles", "BBW"),
                ("Ben's 3 tiles, backs from the left (B/W), as in BWW", "B1"),
                ("Ben's", "BW"),
                ("Ben's", "bwb"),
                ("Cleo's", "W W B"),
                ("Dirk's", "WWW"),
                ("Who begins", ""),
            ],
        ),
        (
            ["invicta-4", "--players", "Ada,Ben", "--maker", "told"],
            [("Ada, type", "1r"), ("Ben, type", "x"), ("Ben, type", ""), ("Ben, type", "2g")],
        ),
    ],
)
def test_what_one_player_types_wrongly_is_not_asked_of_all_again(keypeg, arguments, typed):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    seen, code = on_a_terminal(["play", *arguments], [*typed, ("Ada", "quit")], env)
    assert code == 0, seen
    assert seen.count("✗") == 2


def test_words_are_heeded_where_a_code_is_told(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    arguments = ["play", "hasbro-2", "--players", "Ada,Ben", "--maker", "told"]
    typed = [("type the code", "help"), ("type the code", "quit")]
    seen, code = on_a_terminal(arguments, typed, env)
    assert code == 0
    assert "take back the last step" in seen
    assert "Left off" in seen


def test_each_owner_sees_his_part_alone_and_it_is_wiped(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = []
    for name in ("Ada", "Ben", "Cleo"):
        typed += [(f"{name}, alone", ""), ("Press Enter to hide it", "")]
    typed += [("row on board 1", "part ben"), ("Ben, alone", ""), ("Press Enter to hide it", "")]
    typed += [("row on board 1", "quit")]
    seen, code = on_a_terminal(["play", "invicta-4", "--players", "Ada,Ben,Cleo"], typed, env)
    assert code == 0
    parts = re.findall(r"your part on board (\d): ([.rbygow]{5})", seen)
    assert [board for board, _ in parts] == ["1", "2", "3", "2"]
    assert seen.count("\x1b[?1049h") == seen.count("\x1b[?1049l") == 4
    (log,) = list_logs(keypeg.folder)
    assert not any(part in log.read_text() for _, part in parts)


def test_a_word_at_the_prompt_of_a_hidden_part_is_heeded_and_shows_nothing(keypeg):
    env = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
    typed = [("Ada, alone", "card"), ("Ada, alone", "undo"), ("Ada, alone", "")]
    typed += [("Press Enter to hide it", ""), ("Ben, alone", "quit")]
    seen, code = on_a_terminal(["play", "invicta-4", "--players", "Ada,Ben,Cleo"], typed, env)
    assert code == 0
    assert "Score card" in seen
    assert re.findall(r"your part on board (\d)", seen) == ["1"]
    assert "Left off" in seen


# tests/test_drawn_tiles.py plays that of tiles
@pytest.mark.parametrize("book", quick(["bouwblokje", "hasbro-2", "hasbro-group"]))
def test_a_demo_of_a_game_of_one_board_ends_with_a_score_card(book):
    run = CliRunner().invoke(cli, ["demo", book])
    assert run.exit_code == 0
    assert "The match is over" in run.output


@pytest.mark.long
def test_the_demo_for_four_reads_the_rows_of_four_drawn_boards():
    run = CliRunner().invoke(cli, ["demo", "invicta-4"])
    assert run.exit_code == 0
    seen = re.findall(r"Board (\d): I see row \d: ([rbygow.]{5})\.", run.output)
    assert [board for board, __ in seen[:4]] == ["1", "2", "3", "4"]
    # the score card's board has what was read
    for board, row in seen:
        assert f"board {board}   {'   '.join(row)}" in run.output
    assert re.search(r"The match is over: (Ada|Ben|Cleo|Dirk) wins\.", run.output)
    # an arm over a neighbour's board is no bad picture
    assert "I cannot read" not in run.output


def test_the_log_on_disk_is_what_was_played(keypeg):
    typed = ["", "rgby", "1 0", "rrrr", "0 0"]
    keypeg("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    (log,) = list_logs(keypeg.folder)
    assert [type(e.event).__name__ for e in read_log(log).entries] == [
        "Seated", "CodeSet", "Guessed", "Answered", "Guessed", "Answered",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        ("hasbro-2", "--maker", "companion", "--camera", "sim:hasbro-2", "--boards", "3"),
        ("hasbro-2", "--maker", "companion", "--camera", "usb:93", "--board", "hasbro-2004"),
        ("davinci", "--camera", "photos:/nowhere"),
        ("davinci", "--camera", "sim:davinci", "--confirm", "always"),
    ],
)
def test_a_match_that_could_not_begin_leaves_nothing_to_go_on_with(keypeg, options):
    run = keypeg("play", "--players", "Ada,Ben", *options)
    assert run.returncode == 2
    assert list(keypeg.folder.iterdir()) == []


def test_a_match_that_could_not_be_gone_on_with_is_kept(keypeg):
    assert keypeg("play", "hasbro-2", "--players", "Ada,Ben", typed=["quit"]).returncode == 0
    before = [path.read_bytes() for path in list_logs(keypeg.folder)]
    assert len(before) == 1
    run = keypeg("play", "--resume", "--camera", "usb:93", "--board", "hasbro-2004")
    assert run.returncode == 2
    assert [path.read_bytes() for path in list_logs(keypeg.folder)] == before
