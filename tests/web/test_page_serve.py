"""The command that serves the page: who reaches it, what it says, and how it ends."""

import signal
import socket
import subprocess
import sys

import pytest
from browser import ROOT, Server
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import BadNotation, DisplayError
from companion.web.opened import Opened
from companion.web.serve import listening_at


def test_only_this_machine_reaches_it_until_it_is_opened():
    assert Opened(8421).bind == "127.0.0.1"
    assert Opened(8421).address == "http://127.0.0.1:8421"
    assert Opened(8421).host_names == frozenset()
    own = socket.gethostname().casefold()
    opened = Opened(8421, is_lan=True, names=("Table.example",))
    assert opened.bind == "0.0.0.0"
    assert opened.host_names == {own, f"{own}.local", "table.example"}


def test_a_port_that_is_taken_is_said_in_a_sentence():
    with listening_at(Opened(0)) as taken, pytest.raises(DisplayError, match="cannot be used"):
        listening_at(Opened(taken.getsockname()[1]))


def test_lan_is_about_the_page(tmp_path):
    words = ["play", "bouwblokje", "--players", "Ada,Ben", "--lan", "--games", str(tmp_path)]
    result = CliRunner().invoke(cli, words)
    assert isinstance(result.exception, BadNotation)
    assert not list(tmp_path.glob("*.keypeg"))


def test_help_and_a_match_at_the_keyboard_need_none_of_the_pages_packages():
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from companion.cli import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "assert CliRunner().invoke(cli, ['play', '--help']).exit_code == 0\n"
        "print(sorted({'starlette', 'uvicorn', 'jinja2', 'segno'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_a_word_and_leaves_the_match_to_be_gone_on_with(tmp_path, end):
    server = Server(tmp_path)
    server.process.send_signal(end)
    assert server.process.wait(20) in (0, -end)
    assert "Traceback" not in server.process.stdout.read()
    server.process.stdout.close()
