"""Every board that can be read is drawn from its own file, and told in words beside the drawing."""

import html
import re
from xml.etree import ElementTree

import pytest
from page_client import Table

from calibration.board_files.load import board_names, load_board, own_boards
from companion.game.core.key_pegs import Keys
from companion.web.door.access import Role
from companion.web.show.boards.board_svg import BoardPicture, board_svg, shape_for


def circles(svg, kind):
    return [
        each
        for each in ElementTree.fromstring(svg).iter()
        if kind in each.attrib.get("class", "").split()
    ]


@pytest.mark.parametrize("name", board_names())
def test_each_shipped_board_is_drawn_with_what_lies_on_it(name):
    shape = load_board(name)
    row = (shape.palette * 2)[: shape.cols]
    svg = board_svg(shape, BoardPicture(rows=(row,), answers=(Keys(2, 1),), current=2))
    for letter in set(row):
        assert len(circles(svg, f"p-{letter}")) == row.count(letter)
    assert len(circles(svg, "row")) == shape.rows
    assert len(circles(svg, "current")) == 1
    if shape.keys:
        assert (len(circles(svg, "key-b")), len(circles(svg, "key-w"))) == (2, 1)
    if shape.sliders:
        assert next(each[1].text for each in circles(svg, "slider-red")) == "2"
    x, y, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    for each in ElementTree.fromstring(svg).iter("circle"):
        assert x <= float(each.attrib["cx"]) <= x + width
        assert y <= float(each.attrib["cy"]) <= y + height


def test_row_one_lies_below_and_hole_one_at_the_left():
    svg = board_svg(load_board("classic"), BoardPicture(rows=("rgby", "kkkk")))
    red, blue, black = (circles(svg, f"p-{letter}")[0][0].attrib for letter in "rbk")
    assert float(red["cx"]) < float(blue["cx"])
    assert float(red["cy"]) > float(black["cy"])


def test_a_board_of_more_rows_and_holes_is_drawn_as_it_is_played():
    shape = shape_for(load_board("bouwblokje"), 13, 5)
    svg = board_svg(shape, BoardPicture())
    assert len(circles(svg, "row")) == 13
    assert len(circles(svg, "ground-k")) + len(circles(svg, "ground-w")) == 13 * 5
    assert shape_for(shape, 13, 5) is shape


def test_what_is_seen_and_not_recorded_is_drawn_apart():
    picture = BoardPicture(rows=("rgby",), seen={2: "kk.?"}, doubted=frozenset({(2, 4)}))
    svg = board_svg(load_board("classic"), picture)
    assert len(circles(svg, "seen")) == 4
    assert len(circles(svg, "doubted")) == 1


def test_a_hidden_code_is_drawn_as_hidden_and_a_shown_one_as_it_is():
    shape = load_board("classic")
    assert len(circles(board_svg(shape, BoardPicture(is_hidden=True)), "p-q")) == 4
    assert len(circles(board_svg(shape, BoardPicture(code="rrrr")), "p-r")) == 4


def _filled(owner):
    """Give the form of a board like the classic one, named oma, as it is offered."""
    form = owner.get("/board?like=classic&name=oma").text.partition('method="post"')[2]
    found = re.findall(r'name="(\w+[.\w]*)" [^>]*value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found} | {"like": "classic"}


def test_what_is_wrong_in_a_board_of_ones_own_is_said_and_nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    assert 'name="holes.rows"' not in owner.get("/board").text
    assert 'name="holes.rows"' not in owner.get("/board?like=classic").text
    for name, said in (("classic", "already"), ("Oma!", "cannot be the name of a board")):
        refused = owner.get(f"/board?like=classic&name={name}")
        assert refused.status == 409
        assert said in refused.text
    like = _filled(owner)
    assert like["name"] == "oma"
    assert like["keys.pitch"] == "5.6 5.6"
    for wrong, said in (
        ({"name": "classic"}, "already"),
        ({"holes.pitch": "wide"}, "from one place to the next in a row, centre to centre"),
        ({"holes.cols": "5"}, "key holes"),
        ({"like": "nothing"}, "no board"),
    ):
        answer = owner.post("/board", list((like | wrong).items()))
        assert answer.status == 409
        assert said in answer.said
        assert "oma" not in board_names()
    dutch = owner.post(
        "/board", list((like | {"holes.pitch": "wijd"}).items()), **{"accept-language": "nl"}
    )
    assert dutch.said.endswith("is 'wijd'. Geef een aantal millimeters.")
    assert "mm van de ene plaats" in dutch.said
    table.close()


def test_a_board_of_ones_own_is_kept_offered_and_changed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = Table(tmp_path)
    owner = table.phone(Role.OWNER)
    like = _filled(owner)
    (own_boards() / "folder.toml").mkdir(parents=True)
    named = {"title": "Oma's <board>", "holes.rows": "8", "holes.pitch": "14,2"}
    assert owner.post("/board", list((like | named).items())).status == 200
    assert owner.get("/board?like=classic&name=oma").status == 409
    drawn = owner.get("/board?like=oma").text
    assert 'name="holes.rows" required maxlength="80" value="8"' in drawn
    assert drawn.count('class="row"') == load_board("oma").rows == 8
    assert load_board("oma").hole_pitch == 14.2
    assert "/calibrate?board=oma" in drawn
    assert 'value="oma" selected>Oma&#39;s &lt;board&gt;' in owner.get("/calibrate?board=oma").text
    assert (
        owner.post("/board", list((like | {"like": "oma", "holes.rows": "9"}).items())).said == ""
    )
    assert load_board("oma").rows == 9
    table.close()
