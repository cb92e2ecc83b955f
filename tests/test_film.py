"""Filmed games against their log: a small carried board, filmed empty, under a hand, and set."""

import json
import shutil
from functools import cache
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from calibration.evaluation.film_runs import evaluate_film
from calibration.evaluation.films import is_film, load_film
from calibration.evaluation.plan import Plan
from calibration.evaluation.score import Tally
from companion.cli import cli
from companion.cli.photos import evaluate
from companion.errors import PictureError
from companion.game.core.codes import COLOURS, EMPTY
from companion.sightings.boards import HandGone, HandSeen, KeysSeen, RowSeen

DATA = Path(__file__).parent / "data" / "four-player"
NONE = ".....", ".....", ".....", "....."
SET = "wrgbb", "ygwyy", ".k...", "....."


def words(row):
    return ["empty" if letter == EMPTY else COLOURS[letter] for letter in row]


def shot(image, *, rows, keys=("", ""), occluded=False):
    """Give a frame's entry in the log; keys as "wwk"."""
    holes = [[COLOURS[letter] for letter in word] for word in (*keys, "", "")]
    padded = [[*row, *[None] * (4 - len(row))] for row in holes]
    state = [words(row) for row in rows]
    return {"image": image, "occluded": occluded, "state": state, "keys": padded}


@pytest.fixture
def folder(tmp_path):
    folder = Path(shutil.copytree(DATA, tmp_path / "film"))
    picture = cv2.imread(str(folder / "still_0.jpg"))
    cv2.ellipse(picture, (400, 330), (150, 90), 20, 0, 360, (110, 140, 200), -1)
    for number, source in enumerate(("calib_empty", "still_0", "still_0")):
        shutil.copy(folder / f"{source}.jpg", folder / f"frame_00{number}.jpg")
        shutil.copy(folder / f"{source}.json", folder / f"frame_00{number}.json")
    cv2.imwrite(str(folder / "frame_001.jpg"), picture)
    frames = [
        shot("frame_000.jpg", rows=NONE),
        shot("frame_001.jpg", rows=SET, keys=("ww", "k"), occluded=True),
        shot("frame_002.jpg", rows=SET, keys=("ww", "k")),
    ]
    log(folder, frames=frames, guesses=[{"guess": words(row)} for row in SET[:2]])
    return folder


def log(folder, **changed):
    file = folder / "game.json"
    before = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    file.write_text(json.dumps(before | changed), "utf-8")


def test_a_log_becomes_shots(folder):
    assert is_film(folder)
    assert not is_film(DATA)
    film = load_film(folder)
    assert film.guesses == SET[:2]
    assert [each.occluded for each in film.shots] == [False, True, False]
    assert film.shots[2].rows == SET
    assert film.shots[2].keys[:2] == ((0, 2), (1, 0))


def test_two_rows_set_between_two_looks_are_right_and_the_hand_made_none(folder):
    score = evaluate_film(load_film(folder), Plan())
    assert (score.right, score.asked, score.wrong, score.lost, score.hands) == (2, 0, 0, 0, 0)
    assert (score.keys.total, score.keys.wrong) == (2, 0)
    assert score.keys.right >= 1
    kinds = [(number, type(seen)) for number, seen in score.events]
    assert kinds[:4] == [(1, HandSeen), (2, HandGone), *[(2, RowSeen)] * 2]
    assert {kind for _, kind in kinds[4:]} == {KeysSeen}


@pytest.mark.opencv
def test_what_was_seen_and_did_not_stand_there_is_wrong(folder):
    other = "wrgbw", *SET[1:]
    frames = json.loads((folder / "game.json").read_text("utf-8"))["frames"]
    frames[2] = shot("frame_002.jpg", rows=other, keys=("wk", "k"))
    log(folder, frames=frames, guesses=[{"guess": words(row)} for row in other[:2]])
    score = evaluate_film(load_film(folder), Plan())
    assert (score.right, score.wrong, score.lost) == (1, 1, 0)
    assert score.keys.wrong == 1


def test_a_row_that_was_never_said_is_lost_and_one_said_under_a_hand_is_counted(folder):
    frames = json.loads((folder / "game.json").read_text("utf-8"))["frames"]
    log(folder, frames=[frames[0], frames[2] | {"occluded": True}])
    score = evaluate_film(load_film(folder), Plan())
    assert score.hands == 2
    log(folder, frames=frames[:2])
    score = evaluate_film(load_film(folder), Plan())
    assert (score.right, score.lost, score.keys) == (0, 2, Tally(unsure=2))


def test_the_command_tells_of_reading_and_watching_in_words_and_as_json(folder, monkeypatch):
    # judged once, told twice
    monkeypatch.setattr(evaluate, "_run", cache(evaluate._run))
    result = CliRunner().invoke(cli, ["evaluate", str(folder), "--errors"])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    heading = next(i for i, line in enumerate(lines) if line.startswith("filmed game"))
    numbers = lines[heading + 1].split()
    assert numbers[:8] == ["film", "four-player", "2", "2", "0", "0", "0", "0"]
    assert "RowSeen(row=1, letters='wrgbb'" in result.output

    result = CliRunner().invoke(cli, ["evaluate", str(folder), "--json"])
    film = json.loads(result.stdout)["films"]["film"]
    assert film["guesses"] == {"right": 2, "asked": 0, "wrong": 0, "lost": 0}
    assert film["rows_by_hand"] == 0
    assert film["keys"]["wrong"] == 0
    assert [event["saw"] for event in film["events"]][:3] == ["HandSeen", "HandGone", "RowSeen"]
    assert film["events"][2]["letters"] == "wrgbb"


@pytest.mark.parametrize("text", ["{", "[]", '{"frames": [], "guesses": 3}', '{"guesses": []}'])
def test_a_log_that_is_none_is_refused_in_a_sentence(folder, text):
    (folder / "game.json").write_text(text, "utf-8")
    with pytest.raises(PictureError, match="is not that of a filmed game") as refused:
        load_film(folder)
    assert "--help" in str(refused.value.hint)
