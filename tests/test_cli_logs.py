"""Looking back on matches of all five books: games, show, replay, export, hint and the rest."""

import csv
import io
import json
import os
import pty
import shutil
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import fields, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner

from companion import i18n
from companion.cli import cli
from companion.cli.review.event_text import FIELDS, KNOWN
from companion.config import Settings, load_settings
from companion.errors import KeypegError
from companion.game.core.commit import commit
from companion.game.core.events import Answered, CodeSet, CodeShown, Guessed, Seated, Way
from companion.game.core.key_pegs import Keys
from companion.game.event_fields import NAMES
from companion.game.match import COMPANION, Match
from companion.game.record import format_entry, format_header, parse_log
from companion.kinds.score_card_svg import card_picture
from companion.rulebooks.shelf import SHELF
from companion.session.log_names import list_logs
from companion.session.session import Session
from tests.games import begin, play


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def played_once(tmp_path_factory):
    """Give the finished match of a book and its log; it is played once."""

    @cache
    def played(book):
        way = Way.KEPT if book == "davinci" else Way.COMPANION
        session = play(begin(book, 2, folder=tmp_path_factory.mktemp("played"), way=way), 2)
        session.close()
        return session

    return played


@pytest.fixture(params=SHELF)
def session(request, folder, played_once):
    """A match of each book, played to its end, with its log closed, in a folder of its own."""
    session = played_once(request.param)
    path = Path(shutil.copy2(session.path, folder))
    return SimpleNamespace(match=session.match, entries=session.entries, path=path)


def run(*arguments):
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def output(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def facts(*arguments):
    return json.loads(output(*arguments, "--json"))


def test_show(session):
    shown = facts("show", "last")
    assert shown["totals"] == session.match.totals()
    assert shown["over"]
    assert "TOTAL" in output("show", "last")
    assert shown == facts("show", session.path.stem) == facts("show", str(session.path))


def test_games(session):
    (row,) = facts("games")
    assert row["book"] == session.match.rules.name
    assert row["players"] == list(session.match.players)
    assert "won" in row["result"]
    assert session.path.stem[:16] in output("games").replace("\n", "")


def test_times_are_those_of_the_clock_on_the_wall(session, monkeypatch):
    monkeypatch.setenv("TZ", "Etc/GMT-9")
    time.tzset()
    try:
        (row,) = facts("games")
        wall = datetime.fromisoformat(session.entries[0].at) + timedelta(hours=9)
        assert row["date"] == wall.strftime("%Y-%m-%d %H:%M")
        assert f"1 · {wall:%H:%M:%S} · start" in output("replay", "last")
        assert f"Keypeg · {wall:%Y-%m-%d} · " in output("export", "last", "--to", "svg")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_replay_shows_every_event_and_ends_as_the_match(session):
    lines = [json.loads(line) for line in output("replay", "last", "--json").splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(session.entries) + 1))
    assert lines[-1]["match"] | {"dropped": None} == facts("show", "last")
    assert output("replay", "last").count(" · keyboard · ") == sum(
        entry.by == "keyboard" for entry in session.entries
    )


def test_replay_step_by_step(session):
    result = CliRunner().invoke(cli, ["replay", "last", "--step"], input="\n\n")
    assert result.exit_code == 0
    assert result.output.count("Enter for the next event.") == 3


def test_export_csv_has_a_line_for_each_guess_call_and_claim_and_the_points(session):
    rows = list(csv.DictReader(io.StringIO(output("export", "last", "--to", "csv"))))
    match = session.match
    kinds = ("Guessed", "Called", "Claimed")
    wanted = [m for _, m in match.moves if type(m).__name__ in kinds]
    moves = [r for r in rows if r["what"] in ("guess", "call", "claim")]
    assert sorted(r["player"] for r in moves) == sorted(m.player for m in wanted)
    totals = {r["player"]: int(r["points"]) for r in rows if r["what"] == "total"}
    assert totals == match.totals()
    winners = [r["player"] for r in rows if r["what"] == "total" and r["right"] == "True"]
    assert tuple(winners) == match.winners()
    if match.rules.name == "invicta-4":
        said = [m for _, m in match.moves if type(m).__name__ == "Answered"]
        answers = [r for r in rows if r["what"] == "answer"]
        assert sorted(r["owner"] for r in answers) == sorted(m.player for m in said)
    if match.rules.name != "davinci":
        assert any(r["what"] == "code" and r["code"] for r in rows)


def test_export_a_picture_of_the_card_and_a_link(session):
    picture = output("export", "last", "--to", "svg")
    root = ElementTree.fromstring(picture)
    words = " ".join(root.itertext())
    assert all(player in words for player in session.match.players)
    assert all(str(total) in words for total in session.match.totals().values())
    link = output("export", "last", "--to", "bgstats").strip()
    play = json.loads(unquote(link.partition("?data=")[2]))
    begun = session.entries[0].at
    assert play["playDate"] == f"{begun[:10]} {begun[11:19]}"
    assert play["game"]["sourceGameId"] == session.match.rules.name
    starts = [p["name"] for p in play["players"] if p["startPlayer"]]
    assert starts == [session.match.seated.first]
    people = [p for p in session.match.players if p != COMPANION]
    assert [p["name"] for p in play["players"]] == people
    assert [p["name"] for p in play["players"] if p["winner"]] == [
        p for p in session.match.winners() if p in people
    ]


@pytest.mark.opencv
def test_export_the_same_picture_as_png(session, tmp_path):
    cv2 = pytest.importorskip("cv2")
    if not hasattr(cv2, "FontFace"):
        with pytest.raises(KeypegError, match="needs OpenCV 5") as refused:
            run("export", "last", "--to", "png")
        assert "opencv-python-headless>=5" in refused.value.hint
        return
    card = tmp_path / "card.png"
    output("export", "last", "--to", "png", "-o", str(card))
    ink = cv2.imread(str(card), cv2.IMREAD_GRAYSCALE) < 128
    picture = card_picture(session.match, date="2026-11-29", anchor="0000 0000 0000 0000")
    assert ink.shape == (picture.height * 2, picture.width * 2)
    for text in picture.texts:
        if text.said:
            x = text.x * 2 - 12 * text.ends
            assert ink[(text.y - text.size) * 2 : text.y * 2 + 2, x : x + 12].any(), text
    # all that is drawn is inside
    assert not ink[:, -40:].any()


@pytest.fixture
def font():
    """The module that draws the PNG, where OpenCV has a font."""
    cv2 = pytest.importorskip("cv2")
    if not hasattr(cv2, "FontFace"):
        pytest.skip("OpenCV 4 draws no letter beyond ASCII")
    from calibration.sheets import score_card_png as drawing

    return drawing


def head_of(font, name, monkeypatch):
    """Return how `name` is written at the head of its column on the PNG."""
    drawn = []
    monkeypatch.setattr(font, "_write", lambda _pixels, text: drawn.append(text.said))
    font.score_card_png(Match(SHELF["hasbro-2"]).on(Seated((name, "Ben"), 2, Way.KEPT, name)))
    return drawn[drawn.index("Ben") - 1]


@pytest.mark.parametrize(
    "name", ["Zoë", "Øyvind", "Łucja", "Иван", "Ωμέγα", "花子", "철수", "Ann?"]
)
def test_a_name_is_drawn_with_its_own_letters(font, name, monkeypatch):
    assert head_of(font, name, monkeypatch) == name


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Zoe\u0308", "Zoë"),
        ("דויד", "דיוד"),
        ("محمد 2", "دمحم 2"),
        ("Ann 🐸", "Ann :frog:"),
        ("👩‍🚀", ":woman:\u200d:rocket:"),
        ("გიორგი", "giorgi"),
        ("สมชาย", "smchay"),
        ("अर्जुन", "arjun"),
        ("\ue000", "[U+E000]"),
        ("🐸" * 20, ":frog:" * 13 + ":…"),
    ],
)
def test_what_the_font_of_a_picture_lacks_is_transliterated(font, name, written, monkeypatch):
    assert head_of(font, name, monkeypatch) == written


def test_no_letter_of_a_name_becomes_a_question_mark_on_the_picture(font, monkeypatch):
    lacking = font._tried("?").tolist()
    for name in ("🐸 Ann", "გიორგი", "ትግራይ", "Հայկ", "אבא", "محمد"):
        for letter in head_of(font, name, monkeypatch):
            assert font._tried(letter).tolist() != lacking, letter


def test_long_names_on_a_card_do_not_touch():
    names = ("Wilhelmina Waterman-Witteveen", "Maximilian von Wallenstein")
    match = Match(SHELF["hasbro-2"]).on(Seated(names, 2, Way.KEPT, names[0]))
    heads = [text for text in card_picture(match).texts if text.said in names]
    assert heads[1].x - heads[0].x > 10 * len(names[1])


@pytest.mark.parametrize("session", ["hasbro-2"], indirect=True)
def test_a_picture_goes_into_a_pipe_but_not_into_a_terminal(session):
    if not hasattr(pytest.importorskip("cv2"), "FontFace"):
        pytest.skip("OpenCV 4 draws no score card, and says so first")
    command = [sys.executable, "-m", "companion", "export", "last", "--to", "png"]
    terminal, end = pty.openpty()
    shown = subprocess.run(command, stdout=end, stderr=subprocess.PIPE, text=True, check=False)
    os.close(end)
    os.close(terminal)
    assert shown.returncode == 2
    assert "cannot be printed in a terminal. Name a file: --output card.png" in shown.stderr
    piped = subprocess.run(command, capture_output=True, check=False).stdout
    assert piped.startswith(b"\x89PNG")


def test_export_json_and_text(session, tmp_path):
    exported = json.loads(output("export", "last", "--to", "json"))
    assert len(exported["entries"]) == len(session.entries)
    output("export", "last", "--to", "text", "--output", str(tmp_path / "match.txt"))
    text = (tmp_path / "match.txt").read_text()
    assert "TOTAL" in text
    assert "\x1b" not in text


def test_verify(session):
    rounds = facts("verify", "last")["rounds"]
    assert len(rounds) == len(session.match.rounds)
    right = None if session.match.rules.name == "davinci" else True
    assert {checked["right"] for checked in rounds} == {right}
    if right:
        entry = next(e.event for e in session.entries if type(e.event).__name__ == "CodeShown")
        assert commit(entry.codes[0], entry.salts[0]) in output("verify", "last").replace("\n", "")


def test_analyse(session):
    rounds = facts("analyse", "last")["rounds"]
    assert len(rounds) == len(session.match.rounds)
    assert all(rounds)
    first = rounds[0][0]
    if session.match.rules.name == "davinci":
        assert 0 <= first["chance"] <= first["best_chance"] <= 1
    else:
        assert first["left_before"] >= first["left_after"] >= 1
    assert output("analyse", "last")


def test_hint_at_the_end_has_nothing_to_say(session):
    assert facts("hint", "last") == {}
    assert "nothing to hint at" in output("hint", "last")


@pytest.mark.parametrize("book", SHELF)
def test_hint_in_the_middle(book, folder):
    way = Way.KEPT if book == "davinci" else Way.COMPANION
    session = play(begin(book, 2, folder=folder, way=way), 2, steps=2)
    session.close()
    hint = facts("hint", "last")
    assert "remaining" in hint or "claims" in hint
    assert output("hint", "last")


def test_the_luck_and_the_mistake_of_a_maker_in_an_analysis(folder):
    session = Session.begin(
        "hasbro-2", {}, Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada"), folder=folder
    )
    session.post(CodeSet(("Ada",)), "keyboard")
    for guess, keys in (("wsgo", Keys(0, 1)), ("pryb", Keys(4, 0))):
        session.post(Guessed("Ben", guess), "keyboard")
        session.post(Answered("Ada", keys), "keyboard")
    session.post(CodeShown(("pryb",)), "keyboard")
    session.close()
    first, second = facts("analyse", "last")["rounds"][0]
    assert first["left_before"] == 1680
    assert first["true_answer"] == "0b0w"
    assert second["true_answer"] is None
    assert second["was_possible"] is False
    assert "Row 1 was answered 0 red 1 white, but it is 0 red 0 white." in output("analyse", "last")


@pytest.mark.parametrize("session", [b for b in SHELF if b != "davinci"], indirect=True)
def test_a_changed_salt_is_found_by_verify(session):
    log = parse_log(session.path.read_bytes())
    lines = [format_header(replace(log.header, version=1))]
    for entry in log.entries:
        event = entry.event
        if isinstance(event, CodeShown):
            event = replace(event, salts=tuple(salt[::-1] for salt in event.salts))
        lines.append(format_entry(replace(entry, event=event)))
    session.path.write_bytes(b"".join(lines))
    with pytest.raises(KeypegError, match="not the code that was committed to"):
        run("verify", "last")


@pytest.mark.parametrize("command", ["show", "replay", "hint", "analyse", "verify"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"hello\n", "not a log of Keypeg"),
        (b'{"log":"keypeg","version":1,"book":"x","rules":{},"crc":"00000000"}\n', "Line 1"),
    ],
)
def test_what_is_no_log_is_one_sentence(folder, command, data, said):
    (folder / "bad.keypeg").write_bytes(data)
    with pytest.raises(KeypegError, match=said):
        run(command, "bad")
    assert "bad" in output("games")


def test_a_torn_log_is_shown_with_what_was_dropped(session):
    with session.path.open("ab") as file:
        file.write(b'{"seq":')
    assert "broke off after 7 bytes" in output("show", "last")
    assert facts("show", "last")["dropped"]


def test_a_time_that_is_none_is_one_sentence(session):
    log = parse_log(session.path.read_bytes())
    edited = [format_entry(replace(entry, at="noon")) for entry in log.entries]
    session.path.write_bytes(format_header(replace(log.header, version=1)) + b"".join(edited))
    with pytest.raises(KeypegError, match="Line 2 of the log was edited: 'noon' is no time"):
        run("replay", "last")


def test_an_event_that_cannot_be_is_named_also_when_resuming(session):
    log = parse_log(session.path.read_bytes())
    more = replace(log.entries[0], seq=len(log.entries) + 1)
    with session.path.open("ab") as file:
        file.write(format_entry(more, log.anchor))
    said = f"ine {more.seq + 1} cannot be: The players are seated already"
    for command in (["show", "last"], ["play", "--resume", "--log", str(session.path)]):
        with pytest.raises(KeypegError, match=said):
            run(*command)


def test_no_matches_yet(folder):
    assert "no matches" in output("games")
    with pytest.raises(KeypegError, match="no matches"):
        run("show", "last")


def test_rules_of_every_book():
    for name, box in SHELF.items():
        assert box.title in output("rules", name)
        assert name in output("rules")
    assert facts("rules")["rules"]["rows"]


def test_mark():
    assert "2 black, 1 white (2b1w)" in output("mark", "rggy", "rrgg").replace("\n", "")
    assert facts("mark", "rggy", "rrgg") == {
        "secret": "rggy", "guess": "rrgg", "black": 2, "white": 1,
    }  # fmt: skip


def test_verify_tells_a_wrong_answer_of_a_maker_who_kept_the_code(folder):
    seated = Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada")
    session = Session.begin("hasbro-2", {}, seated, folder=folder)
    for event in (
        CodeSet(("Ada",)),
        Guessed("Ben", "wsgo"),
        Answered("Ada", Keys(1, 0)),
        Guessed("Ben", "pryb"),
        Answered("Ada", Keys(4, 0)),
        CodeShown(("pryb",)),
    ):
        session.post(event, "keyboard")
    session.close()
    result = run("verify", "last")
    assert result.exit_code == 1
    assert "kept the code; it was shown, but an answer was wrong." in result.output


def test_the_names_of_logs_are_listed_whole_in_80_columns(folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for book in SHELF:
        session = begin(book, 2, folder=folder)
        session.close()
        assert session.path.stem in output("games")
    assert max(map(len, output("games").splitlines())) <= 80


def test_at_40_columns_a_match_is_listed_in_a_few_lines_and_its_name_is_whole(folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    session = begin("bouwblokje", 2, folder=folder)
    session.close()
    lines = output("games").splitlines()
    assert lines[0].startswith(session.path.stem)
    assert len(lines) <= 5


def test_the_rules_fit_80_columns():
    assert max(map(len, output("rules").splitlines())) <= 80


@pytest.mark.parametrize("book", SHELF)
def test_a_leaflet_fills_its_lines(book, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    short = [line for line in output("rules", book).splitlines() if len(line) < 50]
    assert all(line.endswith((".", ":")) or line.startswith("  ") for line in short)


def test_a_correction_is_replayed_in_words(folder):
    with closing(begin("bouwblokje", 2, folder=folder)) as session:
        breaker = session.match.turn.player
        session.post(Guessed(breaker, "rgby"), "keyboard")
        session.correct_guess(1, 1, "rgbo", "keyboard")
    shown = output("replay", "last")
    assert f"changes 3: guess {breaker} rgbo; 4: answer Ada" in shown
    assert "{" not in shown


def test_an_event_is_told_in_the_language_spoken(folder):
    with closing(begin("hasbro-2", 2, folder=folder)) as session:
        session.post(Guessed(session.match.turn.player, "rgby"), "keyboard")
    try:
        said = output("--language", "nl", "replay", "last")
    finally:
        i18n.use("en")
    assert "toetsenbord · poging" in said
    assert "rij rgby" in said
    for word in ("keyboard", "guess", "players", "rounds"):
        assert word not in said


def test_the_words_of_every_event_are_known():
    names = {f.name for kind in NAMES.values() for f in fields(kind)}
    assert set(FIELDS) == names
    assert set(NAMES) <= KNOWN
    assert set(map(str, Way)) <= KNOWN


def test_settings_that_are_named_by_nothing_are_the_usual_ones(monkeypatch, tmp_path):
    monkeypatch.setenv("KEYPEG_SETTINGS", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_settings() == Settings()


def test_mark_takes_rows_with_spaces_and_of_any_length():
    assert facts("mark", "r g b y p", "ppppr") == {
        "secret": "rgbyp", "guess": "ppppr", "black": 0, "white": 2,
    }  # fmt: skip


def test_listing_leaves_the_logs_as_they_are(session, folder):
    before = {p: p.read_bytes() for p in list_logs(folder)}
    output("games")
    assert {p: p.read_bytes() for p in list_logs(folder)} == before


def test_every_command_of_the_list_is_there():
    context = click.Context(cli)
    for name in cli.list_commands(context):
        assert cli.get_command(context, name).name == name


@pytest.mark.parametrize("book", SHELF)
@pytest.mark.parametrize("command", [["verify"], ["analyse"], ["show"], ["hint"]])
def test_a_match_that_nobody_began_is_looked_at_without_a_traceback(
    tmp_path, monkeypatch, book, command
):
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    least = SHELF[book].players[0]
    words = ["play", book, "--players", ",".join("ABCDE"[:least]), "--maker", "kept"]
    CliRunner().invoke(cli, words, input="quit\n", catch_exceptions=False)
    assert CliRunner().invoke(cli, command, catch_exceptions=False).exit_code == 0
