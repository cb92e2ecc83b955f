"""All the evenings together: the index beside the logs, statistics, titles, the bin."""

import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from games import begin, played

from companion.cli import cli
from companion.cli.common.load_log import find_log
from companion.errors import BadNotation, LogInUse, UnknownName
from companion.history import reading
from companion.history.index import INDEX, summaries
from companion.history.selection import chosen
from companion.history.statistics import players_of, record_of
from companion.history.summary import Break, MatchSummary
from companion.history.titles import forget, give_title, titles
from companion.session.log_names import SUFFIX
from tests import command


def summary(log, players, winners, breaks=(), **more):
    return MatchSummary(
        log, "hasbro-2", f"2026-01-{log}T20:00:00Z", players, (1, 0), winners, True, breaks, **more
    )


MATCHES = [
    summary("09", ("Ada", "Ben"), ("Ada",), (Break("Ada", 4, "Ben"), Break("Ben", 7, "Ada"))),
    summary("08", ("Ben", "ada"), ("Ben", "ada"), (Break("ada", 6, "Ben"),), unbroken=("Ben",)),
    summary("07", ("Ada",), ("Ada",), (Break("Ada", 5, "Keypeg"),)),
    MatchSummary("06", "davinci", "2026-01-06T20:00:00Z", ("Ada", "Cleo"), (0, 1), ("Cleo",), True),
    MatchSummary("05", "hasbro-2", "2026-01-05T20:00:00Z", ("Ada", "Ben"), (3, 0), ("Ada",)),
]


def test_a_name_is_one_name_however_it_is_written():
    two = [
        summary("2", ("ZOE\u0308", "Ben"), ("Ben",)),
        summary("1", ("Zoë", "BEN"), ("Zoë",)),
    ]
    record = record_of(two, "zoë")
    assert (record.name, record.matches, record.wins) == ("ZOE\u0308", 2, 1)
    assert [(r.name, r.wins, r.losses) for r in record.rivals] == [("Ben", 1, 1)]
    assert players_of(two) == [("ZOE\u0308", 2), ("Ben", 2)]
    assert chosen(two, player="BEN") == two


def test_a_player_s_matches_are_counted_once_they_are_over():
    record = record_of(MATCHES, "ADA")
    assert (record.name, record.matches, record.wins, record.alone) == ("Ada", 4, 2, 1)
    assert record.rows == (5, 6, 4)
    assert (record.best, record.mean, record.unbroken) == (4, 5.0, 0)
    assert [(b.book, b.matches, b.wins) for b in record.books] == [
        ("davinci", 1, 0),
        ("hasbro-2", 3, 2),
    ]
    against = {(r.name, r.wins, r.losses, r.drawn) for r in record.rivals}
    assert against == {("Cleo", 0, 1, 0), ("Ben", 1, 0, 1)}
    assert record_of(MATCHES, "Ben").unbroken == 1
    assert record_of(MATCHES, "nobody").mean is None


def test_what_a_third_player_won_is_no_draw_between_two_others():
    seats = ("Ada", "Ben", "Cleo")
    won = [summary(str(n), seats, winners) for n, winners in enumerate([("Cleo",), (), seats[:2]])]
    record = record_of(won, "Ada")
    assert (record.wins, record.shared) == (1, 1)
    assert {(r.name, r.wins, r.losses, r.drawn) for r in record.rivals} == {
        ("Ben", 0, 0, 2),
        ("Cleo", 1, 1, 1),
    }


def test_a_win_that_is_shared_is_said_so_in_the_list_and_of_the_player(tmp_path, monkeypatch):
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    typed = ["", "wsgo", "4 0", "wsgo", "", "wsgo", "4 0", "wsgo"]
    command.run("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert "Ada and Ben shared the win: Ada 1, Ben 1" in command.run("games").stdout
    assert "1 match, 1 won (1 of them shared)" in command.run("stats", "Ada").stdout


def test_players_are_one_however_their_names_are_written():
    assert players_of(MATCHES) == [("Ada", 4), ("Ben", 2), ("Cleo", 1)]


def test_matches_are_chosen_by_box_player_and_day():
    day = datetime(2026, 1, 7, 12, tzinfo=UTC).astimezone().date()
    assert [m.log for m in chosen(MATCHES, player="cleo")] == ["06"]
    assert [m.log for m in chosen(MATCHES, book="davinci")] == ["06"]
    assert [m.log for m in chosen(MATCHES, since=day)] == ["09", "08", "07"]


def test_a_summary_is_read_as_it_was_written():
    for each in MATCHES:
        assert MatchSummary.from_plain(json.loads(json.dumps(each))) == each


@pytest.fixture
def evenings(tmp_path):
    """A folder with a match that robots have played out, and one that is only begun."""
    played("hasbro-2", 3, folder=tmp_path).close()
    begin("bouwblokje", 4, folder=tmp_path).close()
    return tmp_path


def run(*args):
    result = CliRunner().invoke(cli, [str(a) for a in args], catch_exceptions=False)
    return result.stdout


def test_the_index_reads_a_log_once_and_again_when_it_has_changed(evenings, monkeypatch):
    read = []
    real = reading.read_log
    monkeypatch.setattr(reading, "read_log", lambda path: read.append(path.stem) or real(path))
    first = summaries(evenings)
    assert {(each.book, each.is_over) for each in first} == {
        ("hasbro-2", True),
        ("bouwblokje", False),
    }
    assert len(read) == 2
    assert summaries(evenings) == first
    assert len(read) == 2
    log = next(evenings.glob("*bouwblokje.keypeg"))
    log.write_bytes(log.read_bytes() + b"torn")
    summaries(evenings)
    assert read[2:] == [log.stem]
    log.unlink()
    assert len(summaries(evenings)) == 1


def test_of_the_newest_alone_no_other_log_is_looked_at(evenings, monkeypatch):
    every = summaries(evenings)
    log = evenings / f"{every[1].log}{SUFFIX}"
    log.write_bytes(log.read_bytes() + b"torn")
    monkeypatch.setattr(reading, "read_log", None)
    assert summaries(evenings, newest=1) == every[:1]
    log.unlink()
    assert summaries(evenings) == every[:1]


@pytest.mark.parametrize("spoilt", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_index_is_made_anew(evenings, spoilt):
    wanted = summaries(evenings)
    (evenings / INDEX).write_bytes(spoilt)
    assert summaries(evenings) == wanted
    assert summaries(evenings) == wanted


def test_a_damaged_log_is_listed_with_what_is_wrong(evenings):
    (evenings / "0099-2026-02-01-hasbro-2.keypeg").write_bytes(b"garbage\n")
    newest = summaries(evenings)[0]
    assert (newest.log, newest.players) == ("0099-2026-02-01-hasbro-2", ())
    assert "not a log of Keypeg" in newest.error
    assert "not a log of Keypeg" in " ".join(run("games", "--games", evenings).split())


def test_no_folder_is_no_matches(tmp_path):
    assert summaries(tmp_path / "none") == []
    assert not (tmp_path / "none").exists()


def test_a_match_is_found_by_its_title(evenings):
    run("name", "last", "Christmas", "--games", evenings)
    assert "Christmas: " in run("games", "--games", evenings)
    assert run("show", "christmas", "--games", evenings) == run("show", "last", "--games", evenings)
    run("name", "last", "", "--games", evenings)
    assert titles(evenings) == {}
    with pytest.raises(BadNotation, match="cannot be a title"):
        give_title(next(evenings.glob("*.keypeg")), "two\nlines")


def test_a_match_that_is_forgotten_lies_in_the_bin(evenings):
    logs = sorted(evenings.glob("*.keypeg"))
    assert "It stays" in CliRunner().invoke(cli, ["forget", str(logs[0])], input="n\n").stdout
    run("forget", logs[0], "--yes", "--games", evenings)
    assert [p.name for p in (evenings / "bin").glob("*.keypeg")] == [logs[0].name]
    assert len(summaries(evenings)) == 1
    logs[0].write_bytes(b"another of that name")
    assert forget(logs[0]).name == f"{logs[0].stem}-1.keypeg"


@pytest.mark.parametrize("words", [["forget"], ["forget", "--yes"], ["name"]])
@pytest.mark.parametrize("name", ["nothing", "letter.txt", "."])
def test_what_is_no_match_gets_no_title_and_does_not_go_into_the_bin(
    evenings, tmp_path, monkeypatch, words, name
):
    here = tmp_path / "here"
    here.mkdir()
    (here / "letter.txt").write_text("Dear Ada")
    monkeypatch.chdir(here)
    with pytest.raises(UnknownName, match="There is no such match"):
        run(*words, name, *(["Christmas"] if words == ["name"] else []), "--games", evenings)
    assert [each.name for each in here.iterdir()] == ["letter.txt"]
    assert titles(evenings) == {}


def test_a_name_of_several_words_needs_no_quotes(tmp_path):
    typed = ["", "rgbo", "4 0", "rgbo"]
    players = "Ben de Boer,Ada"
    command.run(
        *("play", "hasbro-2", "--players", players, "--maker", "kept", "--rounds", "1"),
        *("--games", str(tmp_path)),
        typed=typed,
    )
    assert run("stats", "ben", "de", "boer", "--games", tmp_path).startswith("Ben de Boer: 1 match")


def test_a_match_that_is_being_played_cannot_be_forgotten(tmp_path):
    session = begin("hasbro-2", 1, folder=tmp_path)
    with pytest.raises(LogInUse):
        forget(session.path)
    session.close()


def test_players_and_their_statistics_are_told(evenings):
    over = next(each for each in summaries(evenings) if each.is_over)
    for name in over.players:
        record = json.loads(run("stats", name, "--games", evenings, "--json"))
        assert (record["matches"], record["wins"]) == (
            1,
            int(over.winners == (name,) or name in over.winners),
        )
        assert record["rows"] == [each.row for each in over.breaks if each.player == name]
        assert run("stats", name.upper(), "--games", evenings).startswith(f"{name}: 1 match,")
    listed = run("players", "--games", evenings)
    assert all(name in listed for name in over.players)
    with pytest.raises(UnknownName, match="No match of 'Zoe' is over"):
        run("stats", "Zoe", "--games", evenings)


def test_a_folder_whose_matches_are_not_over_says_so(tmp_path):
    begin("bouwblokje", 4, folder=tmp_path).close()
    assert "is over yet" in " ".join(run("players", "--games", tmp_path).split())
    assert "There are no matches" in run("players", "--games", tmp_path / "none")


def test_a_lookup_in_the_index_imports_neither_tables_nor_the_rules_of_any_game(evenings):
    run("games", "--games", evenings)
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from companion.cli import cli\n"
        f"for words in (['games'], ['players']):\n"
        f"    found = CliRunner().invoke(cli, [*words, '--games', {str(evenings)!r}])\n"
        "    assert found.exit_code == 0 and 'Ada' in found.output, found.output\n"
        "unwanted = {'companion.terminal.table', 'companion.game.match'}\n"
        "unwanted |= {'companion.rulebooks.shelf'}\n"
        "print(sorted(unwanted & set(sys.modules)))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert said.stdout == "[]\n"


def test_who_sits_at_several_tables_is_counted_at_each_by_the_name_he_has_there():
    def at(log, *players, winners):
        return MatchSummary(log, book="b", players=players, winners=winners, is_over=True)

    matches = [
        at("4", "ADA", "Cleo", winners=("Cleo",)),
        at("3", "Ben", "Cleo", winners=("Ben",)),
        at("2", "Ada", "ben", winners=("Ada", "ben")),
        at("1", "Ada", "Ben", winners=("Ada",)),
    ]
    record = record_of(matches, "ada")
    assert (record.name, record.matches, record.wins, record.shared) == ("ADA", 3, 2, 1)
    assert [(r.name, r.wins, r.losses, r.drawn) for r in record.rivals] == [
        ("ben", 1, 0, 1),
        ("Cleo", 0, 1, 0),
    ]


def test_of_two_matches_with_one_title_the_one_begun_later_is_found(tmp_path):
    for number in ("9999", "10000"):
        (tmp_path / f"{number}-2026-01-01-hasbro-2{SUFFIX}").write_bytes(b"")
        give_title(tmp_path / f"{number}-2026-01-01-hasbro-2{SUFFIX}", "Christmas")
    assert find_log("christmas", tmp_path).stem == "10000-2026-01-01-hasbro-2"
