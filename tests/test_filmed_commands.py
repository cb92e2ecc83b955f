"""Filmed games through the commands that a user types: the log is the true one."""

import json
import os
from pathlib import Path

import pytest

from calibration.evaluation.films import load_film
from calibration.evaluation.label_files import LETTERS
from companion.game.core.key_pegs import mark
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests import command

FILMED = Path(__file__).parents[2] / "shared" / "boards" / "rendered"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FILMED.is_dir(), reason="needs the labelled pictures"),
]


class Film:
    """A filmed game in a folder of its own, and the commands of its user."""

    def __init__(self, name, folder):
        self.film = load_film(FILMED / name)
        log = json.loads((FILMED / name / "game.json").read_text())
        self.code = "".join(LETTERS[colour] for colour in log["code"])
        self.folder = folder
        for kind in ("calib", "frame"):
            (folder / kind).mkdir()
            for file in (FILMED / name).glob(f"{kind}_*.jpg"):
                if file.stem != "calib_pegs2":
                    (folder / kind / file.name).symlink_to(file)

    def calibrate(self, board):
        corners = self.film.session.empty.given.corners
        clicks = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
        has_markers = self.film.session.has_markers
        photos = ("--photos", str(self.folder / "calib"), "--name", "film", "--yes")
        self._run("calibrate", board, *photos, *(() if has_markers else ("--corners", clicks)))
        self.board = board
        return self

    def described(self, like, **measures):
        """Describe the board with a ruler, as one that is built otherwise than the known one."""
        file = str(self.folder / "ours.toml")
        given = [f"--set={path.replace('__', '.')}={value}" for path, value in measures.items()]
        self._run("board", "new", file, "--like", like, "--no-ask", *given)
        return self.calibrate(file)

    def play(self, book, maker, *options):
        """Give the match that is in the log, and what was printed."""
        games = self.folder / maker
        seen = ("--camera", f"photos:{self.folder / 'frame'}", "--board", self.board)
        how = ("--players", "Ada,Ben", "--maker", maker, "--calibration", "film", *options)
        typed = f"code\n{self.code}\n" if maker == "told" else ""
        said = self._run("play", book, *how, *seen, "--games", str(games), typed=typed)
        (log,) = list_logs(games)
        return [*matches_of(read_log(log))][-1], said

    @property
    def rows(self):
        """What was played in truth."""
        return [(guess, mark(self.code, guess)) for guess in self.film.guesses]

    def _run(self, *args, typed=""):
        data = {"XDG_DATA_HOME": str(self.folder / "data"), "COLUMNS": "120"}
        ended = command.run(*args, typed=typed.splitlines(), environment=os.environ | data)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout


@pytest.fixture(scope="module")
def classic(tmp_path_factory):
    return Film("game_1", tmp_path_factory.mktemp("classic")).calibrate("classic")


@pytest.mark.parametrize("maker", ["told", "kept"])
def test_a_classic_board_without_markers_is_scored_as_it_was_played(classic, maker):
    match, said = classic.play("bouwblokje", maker, "--rule", "colours=rbgywk")
    assert [(row.code, row.keys) for row in match.round.rows] == classic.rows
    # the film ends before the rows do
    assert not match.round.is_over
    assert f"I see row 5: {classic.rows[-1][0]}." in said
    assert classic.code not in said


@pytest.fixture(scope="module")
def sliders(tmp_path_factory):
    return Film("game_0", tmp_path_factory.mktemp("sliders")).calibrate("hasbro-2004")


def test_a_board_with_sliders_and_markers_is_scored_to_the_end_of_the_round(sliders):
    match, said = sliders.play("hasbro-2", "told", "--rule", "repeats=yes")
    assert [(row.code, row.keys) for row in match.rounds[0].rows] == sliders.rows
    assert match.rounds[0].code == sliders.code
    assert "The code was broken on row 5." in said
    assert match.totals() == {"Ada": 0, "Ben": 1}


def test_a_board_with_sliders_is_scored_by_the_clicks_that_its_maker_sets(sliders):
    match, said = sliders.play("hasbro-2", "kept", "--rule", "repeats=yes")
    assert [(row.code, row.keys) for row in match.rounds[0].rows] == sliders.rows
    assert "Ada, show the code." in said
    # she opens the shield, and the camera reads what is behind it
    assert match.rounds[0].code == sliders.code
    assert match.totals() == {"Ada": 0, "Ben": 1}


@pytest.mark.long
def test_a_lego_build_with_its_keys_at_the_left_is_scored_by_what_its_maker_sets(tmp_path):
    film = Film("game_3", tmp_path).described(
        "bouwblokje",
        palette="rbygol",
        ground__pattern="column",
        keys__centre_x="8",
        holes__first="[20,8]",
        code__first_x="20",
    )
    match, said = film.play("bouwblokje", "kept", "--rule", "colours=rbygol")
    assert [(row.code, row.keys) for row in match.round.rows] == film.rows
    assert "Ada, show the code." in said


@pytest.mark.long
def test_a_lego_build_of_round_plates_without_markers_is_scored_as_it_was_played(tmp_path):
    film = Film("game_2", tmp_path).described(
        "lego-free",
        palette="rbygopkw",
        holes__first="[8,8]",
        pegs__radius="7.8",
        keys__centre_dy="0",
        code__first_x="8",
        code__y="176",
        code__peg__radius="7.8",
    )
    match, said = film.play("bouwblokje", "told", "--rule", "colours=rbygopkw")
    assert [(row.code, row.keys) for row in match.rounds[0].rows] == film.rows
    assert "The code was broken on row 4." in said
