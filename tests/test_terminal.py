"""What is printed: lines broken between words, tables, colours, by the terminal there is."""

import io
import os
import pty
import subprocess
import sys

import pytest

from companion.terminal.console import Console
from companion.terminal.progress import Progress
from companion.terminal.styles import Colours, codes
from companion.terminal.table import Table
from companion.terminal.text import Group, Text, width_of


@pytest.fixture
def a_terminal(monkeypatch):
    """Give a file that says it is a terminal with 256 colours."""
    for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    file = io.StringIO()
    file.isatty = lambda: True
    return file


def plain(drawn, width):
    return [line.plain for line in drawn.lines(width)]


@pytest.mark.parametrize(
    ("said", "width", "lines"),
    [
        ("one two three", 13, ["one two three"]),
        ("one two three", 9, ["one two ", "three"]),
        ("one two three", 8, ["one two ", "three"]),
        ("one two three", 7, ["one two", "three"]),
        ("one\n\n  two", 5, ["one", "", "  two"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh ", "ij"]),
        ("a bcdefg", 4, ["a ", "bcde", "fg"]),
        ("花子花子", 5, ["花子", "花子"]),
        ("", 5, [""]),
        ("one two", None, ["one two"]),
    ],
)
def test_a_text_is_broken_between_words_and_a_long_word_anywhere(said, width, lines):
    assert plain(Text(said), width) == lines


@pytest.mark.parametrize(("said", "width"), [("Zoë", 3), ("Zoe\u0308", 3), ("花子", 4), ("🐸", 2)])
def test_letters_take_the_columns_that_a_terminal_gives_them(said, width):
    assert width_of(said) == width


def test_styles_stay_where_a_text_is_broken_and_joined():
    text = Text("ab ", "bold").append("cd", "red") + Text(" ef")
    assert [line.parts for line in text.lines(5)] == [
        [("ab ", "bold"), ("cd", "red")],
        [("ef", "")],
    ]
    assert Text(", ").join([Text("a"), Text("b")]).plain == "a, b"
    assert plain(Group("a b", Text("c")), 1) == ["a", "b", "c"]


def card():
    table = Table(title="Card", box=True)
    table.add_column(no_wrap=True)
    table.add_column("Ada", justify="right")
    table.add_column("Ben Wilhelm", justify="right")
    table.add_row("ROUND 1", "3 4 = 7", "·")
    table.add_section()
    table.add_row("TOTAL", "7", "0")
    return table


def test_a_table_with_a_box():
    assert plain(card(), 80) == [
        "Card" + 31 * " ",
        "┏━━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━━━━━┓",
        "┃         ┃     Ada ┃ Ben Wilhelm ┃",
        "┡━━━━━━━━━╇━━━━━━━━━╇━━━━━━━━━━━━━┩",
        "│ ROUND 1 │ 3 4 = 7 │           · │",
        "├─────────┼─────────┼─────────────┤",
        "│ TOTAL   │       7 │           0 │",
        "└─────────┴─────────┴─────────────┘",
    ]


def test_a_table_that_is_too_wide_gives_way_where_it_is_widest_and_may():
    narrow = plain(card(), 31)
    assert {len(line) for line in narrow} == {31}
    assert narrow[2:4] == ["┃         ┃     Ada ┃     Ben ┃", "┃         ┃         ┃ Wilhelm ┃"]
    # the column that is never broken stays, however narrow it is
    assert "│ ROUND 1 │ 3 │ · │" in plain(card(), 5)


def test_a_table_without_a_box():
    table = Table(show_header=False)
    for _ in range(3):
        table.add_column()
    table.add_row("1", "Ada", Text("r g", "red"))
    table.add_row("12", "B", "")
    assert plain(table, 80) == ["1   Ada  r g", "12  B       "]
    assert Table().lines(80) == []


def test_colours_are_those_that_the_terminal_has(a_terminal, monkeypatch):
    console, peg = Console(a_terminal, width=40), Text(" r ", "white on red3")
    console.print(peg)
    monkeypatch.setenv("TERM", "xterm")
    console.print(peg)
    monkeypatch.setenv("COLORTERM", "truecolor")
    console.print(peg)
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as one:
            one.setenv(name, value)
            console.print(peg)
    Console(io.StringIO()).print(peg)
    many, few = "\x1b[37;48;5;160m r \x1b[0m", "\x1b[37;41m r \x1b[0m"
    assert a_terminal.getvalue().split("\n") == [many, few, many, " r ", " r ", ""]
    with pytest.raises(KeyError):
        codes("reddish", Colours.MANY)


def test_a_rule_goes_across_and_the_other_screen_is_left_again(a_terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(a_terminal, width=12)
    console.rule("Round 1")
    with console.screen():
        console.print("hidden")
    assert a_terminal.getvalue() == (
        "Round 1 ────\n\x1b[?1049h\x1b[H\x1b[?25lhidden\n\x1b[?1049l\x1b[?25h"
    )
    assert not console.is_dumb_terminal
    monkeypatch.setenv("TERM", "dumb")
    assert console.is_dumb_terminal


def test_a_console_is_as_wide_as_is_said_and_prints_where_output_goes_now(monkeypatch):
    monkeypatch.setenv("COLUMNS", "9")
    console = Console()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    console.print("one two three")
    console.print("one two three", end="", soft_wrap=True)
    console.print(Table())
    assert sys.stdout.getvalue() == "one two \nthree\none two three"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "Zoë · ●○ ──\n"), ("latin-1", "Zoë . xo --\n"), ("ascii", "Zo? . xo --\n")],
)
def test_a_terminal_of_an_old_encoding_is_shown_the_nearest_signs(encoding, shown):
    file = io.TextIOWrapper(io.BytesIO(), encoding, errors="replace")
    Console(file, width=80).print("Zoë · ●○ ──")
    assert file.buffer.getvalue().decode(encoding) == shown


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_no_command_fails_on_a_terminal_of_an_old_encoding(encoding):
    for words in (["rules", "bouwblokje"], ["--language", "fr", "play", "--help"]):
        ran = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            env=os.environ | {"PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert ran.stdout


def test_a_bar_is_seen_on_a_terminal_alone_and_is_wiped(monkeypatch):
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with Progress("reading", 4) as bar:
            bar.advance()
            bar.update(done=4, said="done")
        seen = ""
        while seen.count("\r\x1b[K") < 4:  # three times drawn, and wiped
            seen += os.read(master, 10_000).decode()
    os.close(master)
    assert "reading" in seen
    assert " 25%" in seen
    assert "100%" in seen
    assert seen.endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with Progress("reading", 4) as bar:
        bar.advance()
    assert sys.stderr.getvalue() == ""
