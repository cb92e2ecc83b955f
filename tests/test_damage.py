"""Damaged files and mistyped options: read, or refused in one sentence. Thousands in benchmarks."""

import json
import sqlite3
import textwrap
import zipfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from calibration.board_files.load import load_board
from calibration.evaluation.label_files import load_session, sessions_in
from calibration.store.calibrations import CALIBRATION_KIND, load
from calibration.store.envelope import pack
from calibration.store.lenses import LENS_KIND, load_lens
from calibration.wizard.drafts import DRAFT_KIND, Draft
from calibration.wizard.guide import Guide
from calibration.wizard.notation import parse_corners
from companion import config
from companion.cli import cli
from companion.club.collecting.database import database_at
from companion.club.tournament.events import parse_entry
from companion.config import load_settings, parse_settings
from companion.errors import (
    BadNotation,
    CalibrationError,
    KeypegError,
    PictureError,
    SettingsError,
)
from companion.history.index import INDEX, summaries
from companion.history.titles import titles
from tests.damage import CALIBRATION, LOGS, MUTANTS
from tests.damage_more import ALL_MUTANTS

# made anew or taken as none, whatever is in them: nothing is refused
FORGIVEN = ("index", "page")


@pytest.mark.parametrize("kind", ALL_MUTANTS)
def test_what_is_damaged_is_refused_in_one_sentence(tmp_path, kind):
    rng, refused = Random(kind), 0
    for _ in range(150 if kind in MUTANTS else 25):
        try:
            ALL_MUTANTS[kind](rng, tmp_path)
        except KeypegError:
            refused += 1
    assert bool(refused) is (kind not in FORGIVEN)


NESTED, HUGE = "[" * 5000, "9" * 5000


@pytest.mark.parametrize("value", [f"camera = {NESTED}", f"camera = {HUGE}", "camera = '\x00'"])
def test_settings_that_no_parser_takes_are_named(tmp_path, monkeypatch, value):
    place = tmp_path / "settings.toml"
    place.write_text(value)
    monkeypatch.setenv("KEYPEG_SETTINGS", str(place))
    with pytest.raises(SettingsError, match=r"settings\.toml' cannot be read"):
        load_settings()


def test_a_value_that_no_parser_takes_is_taken_as_words(tmp_path, monkeypatch):
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").touch()
    CliRunner().invoke(cli, ["config", "set", "camera", NESTED], catch_exceptions=False)
    assert load_settings().camera == NESTED


def test_the_example_in_the_settings_is_one_that_can_be():
    example = textwrap.dedent(config.__doc__.partition("::\n")[2])
    settings = parse_settings(example, Path("settings.toml"))
    assert (settings.language, settings.club.table) == ("nl", "window")


@pytest.mark.parametrize("label", ["[]", '{"board": 5}', '{"board": {"type": []}}', NESTED])
def test_a_label_of_another_shape_is_named(tmp_path, label):
    (tmp_path / "calib_pegs.json").write_text(label)
    with pytest.raises(PictureError, match="label"):
        sessions_in(tmp_path)


def test_a_board_without_measures_is_named(tmp_path):
    (tmp_path / "calib_pegs.json").write_text('{"board": {"type": "B"}}')
    with pytest.raises(PictureError, match=r"calib_pegs\.json lacks 'palette'"):
        load_session(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        '{"do": "opened", "players": [["Ada"], "Ben"], "system": "swiss", "rounds": 2}',
        '{"do": "opened", "players": ["Ada", "Ben"], "system": "swiss", "rounds": "2"}',
        '{"do": "scored", "number": 1, "game": 1, "scores": [[], 2]}',
        '{"do": "scored", "number": 1, "game": 1, "scores": [3, 2], "why": {}}',
        '{"do": "withdrawn", "player": "\\ud800"}',
        '{"do": "cut", "count": true}',
    ],
)
def test_a_line_of_a_tournament_with_something_of_another_kind(line):
    with pytest.raises(BadNotation, match="no line of a tournament"):
        parse_entry(line)


def test_a_draft_goes_on_from_the_last_step_that_can_be_used(tmp_path):
    draft = Draft("classic", "kitchen", tmp_path)
    draft.folder.mkdir()
    for entries in ({}, {"entries": 5}, {"entries": ["said"]}, {"entries": [{"saw": 5}]}):
        (draft.folder / "draft.json").write_text(pack(DRAFT_KIND, entries))
        fresh = Guide(load_board("classic"), None, corners="")
        assert draft.resumed(fresh) is fresh


def test_a_number_without_bound_in_a_lens_is_damage(tmp_path):
    data = {"lens": {"fx": 10**400, "fy": 1, "cx": 1, "cy": 1, "dist": [0] * 5}, "size": [1, 1]}
    (tmp_path / "wide.json").write_text(pack(LENS_KIND, data))
    with pytest.raises(CalibrationError, match="The lens 'wide' lacks"):
        load_lens("wide", tmp_path)


def test_a_backup_with_a_damaged_file_in_it_is_refused(tmp_path):
    file = tmp_path / "kept.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games/0001.keypeg", "a log " * 100)
    data = bytearray(file.read_bytes())
    data[60:70] = b"\xff" * 10
    file.write_bytes(data)
    with pytest.raises(KeypegError, match=r"kept\.zip' is no backup that can be read"):
        CliRunner().invoke(cli, ["restore", str(file)], catch_exceptions=False)


def test_a_title_with_escape_codes_is_none(tmp_path):
    (tmp_path / "titles.json").write_text(json.dumps({"a": "\x1b[2J", "b": "\ud800", "c": "Åse"}))
    assert titles(tmp_path) == {"c": "Åse"}


def test_a_bit_that_changed_in_the_index_is_noticed(tmp_path):
    (tmp_path / "0001.keypeg").write_bytes(sorted(LOGS.glob("*.keypeg"))[0].read_bytes())
    first = summaries(tmp_path)
    with closing(sqlite3.connect(tmp_path / INDEX)) as index, index:
        [(facts,)] = index.execute("select facts from match")
        wrong = facts.replace(first[0].players[0], "Mallory", 1)
        index.execute("update match set facts = ?", (wrong,))
    assert wrong != facts
    assert summaries(tmp_path) == first


def test_an_index_whose_damage_is_no_utf_8_is_made_anew(tmp_path):
    """SQLite quotes what it cannot read, and Python cannot decode that sentence."""
    (tmp_path / "0001.keypeg").write_bytes(sorted(LOGS.glob("*.keypeg"))[0].read_bytes())
    first = summaries(tmp_path)
    whole = (tmp_path / INDEX).read_bytes()
    begin = whole.lower().index(b"create table")
    for place in range(begin, begin + 60):
        (tmp_path / INDEX).write_bytes(whole[:place] + b"\x81" + whole[place + 1 :])
        assert summaries(tmp_path) == first, place


def test_a_hub_s_database_whose_damage_is_no_utf_8_is_refused_in_one_sentence(tmp_path):
    place = tmp_path / "hub.sqlite"
    database_at(str(place), ("create table if not exists lines (log text, line bytes)",)).close()
    whole = place.read_bytes()
    begin, refused = whole.lower().index(b"create table"), []
    for at in range(begin, begin + 40):
        place.write_bytes(whole[:at] + b"\x81" + whole[at + 1 :])
        try:
            database = database_at(str(place), ("create table if not exists lines (log text)",))
        except KeypegError as error:
            refused.append(str(error))
        else:
            database.close()
    assert refused
    assert all("The index cannot be used" in said for said in refused)


def test_five_corners_are_not_four():
    for text in ("1,2 3,4 5,6 7,8 7,8", "1,2 3,4 5,6 nan,8"):
        with pytest.raises(BadNotation, match="are not four corners"):
            parse_corners(text)


def test_a_board_file_that_is_no_utf_8(tmp_path):
    (tmp_path / "board.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(CalibrationError, match="no UTF-8 text"):
        load_board(str(tmp_path / "board.toml"))


def test_a_number_too_large_for_its_kind_is_damage(tmp_path):
    lab = {"array": "<f4", "shape": [1], "values": [1e308]}
    data = CALIBRATION | {"colours": CALIBRATION["colours"] | {"lab": lab}}
    (tmp_path / "large.json").write_text(pack(CALIBRATION_KIND, data), "utf-8")
    with pytest.raises(CalibrationError, match="lacks something"):
        load(str(tmp_path / "large.json"))


def test_a_kind_of_number_in_a_calibration_is_not_evaluated(tmp_path):
    lab = {"array": "9" * 5000 + "f4", "shape": [1], "values": [1]}
    odd = CALIBRATION | {"colours": CALIBRATION["colours"] | {"lab": lab}}
    (tmp_path / "odd.json").write_text(pack(CALIBRATION_KIND, odd), "utf-8")
    with pytest.raises(CalibrationError, match="lacks something: array '999999999'"):
        load(str(tmp_path / "odd.json"))
