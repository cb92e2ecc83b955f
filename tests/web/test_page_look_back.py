"""Looking back at the page: the list, the replay, the analysis, the exports; and small files."""

import asyncio
import csv
import html
import io
import json
import re
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest
from page_client import HOST, Table, asked
from test_page_play import begun, match_of

from companion import i18n
from companion.web.door.access import Role
from companion.web.pages import games_pages, start_pages, static_files

PATIENCE = 5  # seconds, for what comes at once where nothing is wrong


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def played(table):
    """Give the owner of a table at which one row was set and the code then broken."""
    owner = begun(table, "hasbro-2", ["Ada"], rounds="1")
    table.log = table.at.session.path.stem
    code = table.at.session.secret.codes[0]
    for row in (code[::-1], code):
        assert owner.do("row", code=row) == ""
    return owner


def test_the_list_has_the_match_and_is_filtered(table, played):
    assert f"/games/{table.log}" in played.get("/games").text
    assert f"/games/{table.log}" in played.get("/games?player=Ada&book=hasbro-2").text
    assert f"/games/{table.log}" not in played.get("/games?player=Nobody").text
    assert f"/games/{table.log}" not in played.get("/games?book=davinci").text


def test_a_player_is_told_what_his_matches_add_up_to(table, played):
    assert played.do("finish") == ""
    page = played.get("/games?player=Ada").text
    assert "Fewest rows for a code" in page
    assert "Fewest rows" not in played.get("/games").text


def test_a_match_is_replayed_step_by_step(table, played):
    first = json.loads(played.get(f"/games/{table.log}/at/1").text)["html"]
    assert "Ada must set a row." in first["now"]
    assert "<li " not in first["board"]
    second = json.loads(played.get(f"/games/{table.log}/at/3").text)["html"]
    assert second["board"].count("<li ") == 1
    end = json.loads(played.get(f"/games/{table.log}/at/999").text)["html"]
    assert "The code was" in end["board"]
    assert "broken on row 2" in end["now"]
    assert 'type="range"' in played.get(f"/games/{table.log}?step=3").text


def test_the_analysis_has_its_curve_and_what_each_row_was_worth(table, played):
    page = played.get(f"/games/{table.log}/analysis").text
    assert '<svg class="curve"' in page
    assert "1680" in page  # codes of four different colours out of eight
    assert table.phone(Role.VIEWER).get(f"/games/{table.log}/analysis").status == 403


def test_an_analysis_has_the_numbers_and_signs_of_the_language(table, played):
    asked = {"accept-language": "fr"}
    page = html.unescape(played.get(f"/games/{table.log}/analysis", **asked).text)
    with i18n.speaking("fr"):
        assert (
            f"<h1>{i18n.headed('Hasbro Mastermind 2004 pour 2', i18n._('Analysis'))}</h1>" in page
        )
    assert "(291,3)" in page
    assert not re.search(r"\d\.\d", "".join(re.findall(r"<td>.*?</td>", page)))


def test_a_claim_that_waits_is_not_analysed_as_wrong(table):
    owner = begun(table, "davinci", ["Ada", "Ben"], "kept")
    seats = enumerate(("BWWB", "WWBB"), 1)
    backs = {f"back-{s}-{p}": b for s, row in seats for p, b in enumerate(row, 1)}
    assert owner.do("deal", first="Ada", **backs) == ""
    assert owner.do("draw", colour="B") == ""
    assert owner.do("claim", tile="2-3", number="4") == ""
    page = owner.get(f"/games/{table.at.session.path.stem}/analysis").text
    assert "Ben 3: 4 …" in page


def test_exports_are_what_the_command_gives(table, played):
    rows = list(csv.DictReader(io.StringIO(played.get(f"/games/{table.log}/export.csv").text)))
    assert [row["player"] for row in rows[:2]] == ["Ada", "Ada"]
    facts = json.loads(played.get(f"/games/{table.log}/export.json").text)
    assert facts["players"] == ["Ada", "Keypeg"]
    assert len(facts["entries"]) >= len(match_of(table).moves)


def test_a_score_card_is_there_to_be_printed(table, played):
    page = played.get(f"/games/{table.log}/card").text
    assert "TOTAL" in page
    assert "data-print" in page


def test_the_score_card_is_saved_as_a_picture(table, played):
    picture = f"/games/{table.log}/export.svg"
    assert picture in played.get(f"/games/{table.log}/card").text
    answer = played.get(picture, **{"accept-language": "nl"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-disposition"] == f'attachment; filename="{table.log}.svg"'
    drawn = ElementTree.fromstring(answer.text)
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ada", "TOTAAL"} <= set(texts)
    assert any(text.startswith("Keypeg · 20") for text in texts)


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2fetc%2fpasswd", ".", "%00"])
@pytest.mark.parametrize("what", ["", "/at/1", "/analysis", "/card", "/export.csv"])
def test_only_what_is_there_is_looked_at(table, name, what):
    assert table.phone(Role.OWNER).get(f"/games/{name}{what}").status in (404, 409)


def test_the_pages_own_files_are_small():
    sizes = {path.name: path.stat().st_size for path in Path(static_files.FOLDER).iterdir()}
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 12 * 1024
    assert sizes["page.css"] <= 12 * 1024


def test_the_first_page_is_under_60_kilobytes(table, played):
    played.post("/rematch")
    for _row in range(9):
        played.do("row", code="wsgr")
    page = played.get("/")
    first = [Path(static_files.FOLDER) / f for f in ("page.js", "picker.js", "sound.js")]
    assert len(page.body) + sum(file.stat().st_size for file in first) < 60_000


@pytest.mark.parametrize(
    ("pages", "slow", "path"),
    [
        (games_pages, "analysis_facts", "/games/{log}/analysis"),
        (start_pages, "read_log", "/start"),
        (start_pages, "read_ends", "/start?book=hasbro-2"),
    ],
)
def test_what_takes_long_to_read_keeps_nobody_else_waiting(
    table, played, monkeypatch, pages, slow, path
):
    at_once, begun_it, other_answered = getattr(pages, slow), threading.Event(), []

    def slowly(*arguments):
        begun_it.set()
        other_answered.append(released.wait(PATIENCE))
        return at_once(*arguments)

    released = threading.Event()
    monkeypatch.setattr(pages, slow, slowly)
    there = {"host": HOST, "cookie": f"{table.site.cookie}={played.cookie}"}

    async def both():
        slow_one = asked(table.app, "GET", path.format(log=table.log), headers=there)
        reading = asyncio.create_task(slow_one)
        await asyncio.to_thread(begun_it.wait, PATIENCE)
        other = await asked(table.app, "GET", "/games", headers=there)
        released.set()
        return (await reading).status, other.status

    assert asyncio.run(both()) == (200, 200)
    assert other_answered == [True]
