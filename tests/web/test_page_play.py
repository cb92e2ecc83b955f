"""Whole matches played at the page, as forms, one after another: each book, each way of playing."""

import html
import json
from random import Random

import pytest
from page_client import Table

from companion.displays.match_lights import MatchLights
from companion.displays.options import Press
from companion.errors import CameraError
from companion.game.core.events import Seated, Way
from companion.game.core.key_pegs import mark
from companion.game.core.turn import Need
from companion.game.parts.rules import answer as part_answer
from companion.game.parts.rules import format_part_answer
from companion.observers.options import CameraOptions
from companion.rulebooks.shelf import SHELF, find_book
from companion.session.log_names import list_logs
from companion.table import Confirm
from companion.web.door.access import Role
from companion.web.table import agreed
from companion.web.table.agreed import Agreed
from companion.web.table.table_state import AtTable


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


def begun(table, book, players, way="companion", rounds="", **rules):
    """Begin a match and give the owner's phone."""
    owner = table.phone(Role.OWNER)
    fields = [("book", book), ("way", way), ("rounds", rounds)]
    fields += [("player", name) for name in players]
    answer = owner.post("/start", [*fields, *((f"rule-{k}", v) for k, v in rules.items())])
    assert answer.status == 200, answer.text
    return owner


def match_of(table):
    return table.at.session.match


def another(code, letters):
    """Give a row that differs from `code` in its first peg."""
    return next(c for c in letters if c not in code) + code[1:]


@pytest.mark.parametrize("book", [box.name for box in SHELF.values() if box.has_one_code])
def test_a_match_of_pegs_that_the_companion_answers(table, book):
    alone = book == "hasbro-2"
    owner = begun(table, book, ["Ada", "Ben", "Cy"][: 1 if alone else SHELF[book].players[0]])
    letters = find_book(book).colours
    while not match_of(table).is_over:
        code = table.at.session.secret.codes[0]
        assert owner.do("row", code=another(code, letters)) == ""
        assert owner.do("row", code=code.upper()) == ""
    page = owner.get("/").text
    assert "The match is over" in page
    assert "Rematch" in page
    assert all(each.broken_on == 2 for each in match_of(table).rounds)


def test_a_match_whose_maker_answers_himself(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"], "kept")
    for code in ("rgby", "oonn"):
        assert owner.do("done") == ""
        for row in (another(code, "rbygon"), code):
            keys = mark(code, row)
            assert owner.do("row", code=row) == ""
            assert owner.do("answer", black=keys.black, white=keys.white) == ""
        assert owner.do("show", code=code) == ""
    assert match_of(table).totals() == {"Ada": 2, "Ben": 2}
    assert "share the win" in owner.get("/").text


def test_a_code_that_was_read_from_behind_is_asked_about(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"], "kept")
    owner.do("done")
    owner.do("row", code="rgby")
    owner.do("answer", black=4, white=0)
    assert "read backwards" in owner.do("show", code="ybgr")
    assert owner.do("show", code="ybgr", side="turned") == ""
    assert match_of(table).rounds[0].code == "rgby"


def test_a_code_told_on_the_makers_own_phone(table):
    owner = begun(table, "hasbro-2", ["Ada", "Ben"], "told")
    ada, ben = table.phone(Role.MAKER, "Ada"), table.phone(Role.MAKER, "Ben")
    assert "Ada alone" in ben.do("code", code="wsgr")
    assert "Ada alone" in owner.do("code", code="wsgr")
    refused = ada.do("code", code="wwww")
    assert "cannot be hidden" in refused
    assert "wwww" not in refused
    assert ada.do("code", code="wsgr") == ""
    assert "No code is asked for" in ada.do("code", code="wsgo")
    assert "p-w" in ada.post("/mine/show", [("owner", "Ada")]).text
    assert owner.do("row", code="wsgr") == ""
    assert ben.do("draw-code") == ""
    code = table.at.session.secret.codes[0]
    assert ben.post("/mine/show", [("owner", "Ben")]).text.count("chip") == 4
    owner.do("row", code=code)
    assert match_of(table).totals() == {"Ada": 1, "Ben": 1}


def test_four_players_with_parts_drawn_by_the_companion(table):
    players = ["Ada", "Ben", "Cy", "Di"]
    owner = begun(table, "invicta-4", players)
    parts = table.at.session.secret.codes
    assert owner.do("row", code="rb.gy") == ""
    assert match_of(table).turn.player == "Ben"
    code = "".join(max(letters) for letters in zip(*parts, strict=True))
    assert owner.do("call", player="Ben", code=code) == ""
    assert match_of(table).winners() == ("Ben",)
    assert "Ben called" in owner.get("/").text


def test_four_players_who_tell_their_parts_and_four_who_keep_them(table):
    players = ["Ada", "Ben", "Cy", "Di"]
    parts = ("r....", ".b...", "...g.", "....y")
    begun(table, "invicta-4", players, "told")
    phones = [table.phone(Role.MAKER, player) for player in players]
    for board, (phone, part) in enumerate(zip(phones, parts, strict=True), 1):
        assert phone.do("code", code=part, board=board) == ""
    assert "another's already" not in phones[0].get("/").text
    assert phones[0].do("row", code="rb.gy") == ""
    assert [str(keys) for _board, keys in match_of(table).round.rows[0].answers] == ["1b0w"] * 3


def test_no_two_parts_in_one_hole(table):
    begun(table, "invicta-4", ["Ada", "Ben"], "told")
    assert table.phone(Role.MAKER, "Ada").do("code", code="2r", board=1) == ""
    assert "another's already" in table.phone(Role.MAKER, "Ben").do("code", code="2b", board=2)


def test_two_players_who_keep_their_parts(table):
    owner = begun(table, "invicta-4", ["Ada", "Ben"], "kept")
    parts = ("r....", ".b...")
    assert owner.do("done") == ""
    assert owner.do("row", code="rb...") == ""
    word = format_part_answer(part_answer(parts[1], "rb..."))
    assert owner.do("answer", word=word) == ""
    assert owner.do("call", player="Ben", code="rb...") == ""
    assert owner.do("judge", right="yes") == ""
    assert owner.do("judge", right="yes") == ""
    assert owner.do("show", code1=parts[0], code2=parts[1]) == ""
    assert match_of(table).winners() == ("Ben",)


def test_a_match_of_tiles(table):
    """Robots play with true tiles; everything that they do is a form."""
    chance = Random(5)
    owner = begun(table, "davinci", ["Ada", "Ben"], "kept")
    hands = _dealt(owner, chance)
    for _ in range(200):
        if match_of(table).is_over:
            break
        _tile_step(table, owner, hands, chance)
    assert match_of(table).is_over
    assert match_of(table).winners()
    assert "wins" in owner.get("/").text


def _order(tile):
    return (int(tile[1:]), tile[0])


def _dealt(owner, chance):
    pool = [f"{back}{number}" for back in "BW" for number in range(12)]
    chance.shuffle(pool)
    hands = {name: sorted((pool.pop() for _ in range(4)), key=_order) for name in ("Ada", "Ben")}
    rows = [hands["Ada"], hands["Ben"]]
    backs = {
        f"back-{s}-{p}": tile[0] for s, row in enumerate(rows, 1) for p, tile in enumerate(row, 1)
    }
    assert owner.do("deal", first="Ada", **backs) == ""
    return hands | {"pool": pool, "clue": ""}


def _tile_step(table, owner, hands, chance):
    current = match_of(table).round
    mover = current.mover
    other = "Ben" if mover == "Ada" else "Ada"
    match current.turn.need:
        case Need.DRAW:
            hands["clue"] = hands["pool"].pop()
            assert owner.do("draw", colour=hands["clue"][0]) == ""
        case Need.CLAIM:
            hidden = [p for p, t in enumerate(current.rows[other], 1) if t.endswith("?")]
            place = chance.choice(hidden)
            number = hands[other][place - 1][1:] if chance.random() < 0.6 else "0"
            seat = match_of(table).players.index(other) + 1
            assert owner.do("claim", tile=f"{seat}-{place}", number=number) == ""
        case Need.REPLY:
            _tile_reply(owner, current, hands, mover, other)
        case Need.CLAIM_OR_STOP:
            assert owner.do("stop", place=_insert(hands, mover)) == ""
        case Need.SHOW_ROW:
            player = current.turn.player
            row = enumerate(hands[player], 1)
            assert owner.do("show-row", **{f"face-{p}": t[1:] for p, t in row}) == ""


def _insert(hands, player):
    clue, hands["clue"] = hands["clue"], ""
    if not clue:
        return ""
    hands[player] = sorted([*hands[player], clue], key=_order)
    return hands[player].index(clue) + 1


def _tile_reply(owner, current, hands, mover, other):
    claim = current.claim
    if hands[other][claim.position - 1][1:] == claim.number:
        assert owner.do("open") == ""
        return
    clue = hands["clue"]
    if clue:
        place = _insert(hands, mover)
        assert owner.do("pay", place=place, number=clue[1:]) == ""
        return
    place = next(p for p, t in enumerate(current.rows[mover], 1) if t.endswith("?"))
    assert owner.do("pay", place=place, number=hands[mover][place - 1][1:]) == ""


def test_each_owner_of_tiles_sees_what_the_others_can_have(table):
    owner = begun(table, "davinci", ["Ada", "Ben"], "kept")
    hands = _dealt(owner, Random(3))
    ada = table.phone(Role.MAKER, "Ada")
    assert "tile t-" in ada.get("/mine").text
    faces = {f"face-{p}": t[1:] for p, t in enumerate(hands["Ada"], 1)}
    told = ada.post("/mine/tiles", faces.items())
    assert told.status == 200
    assert "Ben 1" in told.text
    assert "Ada" not in told.text
    assert "Say first whose phone" in owner.post("/mine/tiles", faces.items()).said
    wrong = ada.post("/mine/tiles", {f"face-{p}": "11" for p in range(1, 5)}.items())
    assert "cannot be these" in wrong.said


def test_a_step_is_taken_back_and_a_row_corrected(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"], "kept")
    assert "nothing to take back" in owner.do("undo")
    owner.do("done")
    owner.do("row", code="rgby")
    assert owner.do("undo") == ""
    assert not match_of(table).round.rows
    owner.do("row", code="rgby")
    owner.do("answer", black=1, white=1)
    assert owner.do("correct", row=1, code="rgbo") == ""
    assert match_of(table).round.rows[0].code == "rgbo"
    assert owner.do("correct-answer", row=1, black=2, white=0) == ""
    assert str(match_of(table).round.rows[0].keys) == "2b0w"
    assert owner.do("mistake", row=1) == ""
    assert match_of(table).rounds[0].is_void


def test_a_match_is_gone_on_with_and_played_again(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"], rows="6")
    owner.do("row", code="rgby")
    name = table.at.session.path.stem
    assert owner.do("finish") == ""
    assert "put away" in owner.get("/").text
    assert "No match is being played" in owner.do("row", code="rgby")
    assert name in owner.get("/start").text
    assert owner.post("/resume", [("log", name)]).status == 200
    assert len(match_of(table).round.rows) == 1
    assert owner.post("/rematch").status == 200
    assert match_of(table).seated.first == "Ben"
    assert match_of(table).rules.rows == 6
    assert len(list(list_logs(table.folder))) == 2


def seen_match(table, board):
    """Begin a match before a camera, play a row of it, and put it away; give its owner and log."""
    owner = table.phone(Role.OWNER)
    camera = CameraOptions("usb:3", board, "kitchen", confirm=Confirm.ALWAYS)
    seated = Seated(("Ada", "Ben"), 2, Way.COMPANION, "Ada")
    agreed = Agreed("bouwblokje", {}, seated, camera=camera)
    table.host.do(lambda at: at.begin(agreed)).result()
    assert owner.do("row", code="rgby") == ""
    name = table.at.session.path.stem
    assert owner.do("finish") == ""
    return owner, name, camera


def test_a_match_goes_on_before_the_camera_it_was_played_with(table, monkeypatch):
    owner, name, camera = seen_match(table, "bouwblokje")
    other = begun(table, "bouwblokje", ["Cleo", "Dirk"])
    other.do("finish")
    for path in ("/start", f"/games/{name}"):
        page = html.unescape(owner.get(path, **{"accept-language": "nl"}).text)
        assert "met de camera usb:3" in page
        assert page.count("zonder de camera") == 1
    opened = []

    def opener(options, _say):
        def watch(_session):
            opened.append(options)
            raise CameraError("That camera is away.", hint="Plug it in.")

        return watch

    monkeypatch.setattr(agreed, "opener", opener)
    fields = [("log", name), ("camera", "yes")]
    assert "camera is away" in owner.post("/resume", fields).said
    assert opened == [camera]
    assert owner.post("/resume", [("log", name)]).status == 200
    assert opened == [camera]
    assert len(match_of(table).round.rows) == 1
    assert owner.do("finish") == ""
    assert "usb:3" in owner.get("/start").text


def test_what_is_no_camera_is_not_offered(table):
    owner, name, _camera = seen_match(table, "bouwblokje")
    for text in ("[]", "{", json.dumps({name: {"spec": "usb:3"}}), json.dumps({name: 7})):
        (table.folder / "page-cameras.json").write_text(text)
        assert name in owner.get("/start").text
        assert 'name="camera"' not in owner.get("/start").text
        assert owner.post("/resume", [("log", name), ("camera", "yes")]).status == 200
        assert owner.do("finish") == ""


@pytest.mark.parametrize("log", ["", "../../etc/passwd", "nothing", "%00", "."])
def test_only_a_match_that_is_there_is_gone_on_with(table, log):
    assert "no such match" in table.phone(Role.OWNER).post("/resume", [("log", log)]).said


def test_what_cannot_be_agreed_changes_nothing(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"])
    before = match_of(table)
    for fields in (
        [("book", "chess"), ("way", "kept")],
        [("book", "bouwblokje"), ("way", "chance"), ("player", "Ada")],
        [("book", "bouwblokje"), ("way", "kept"), ("player", "Ada"), ("player", "Ada")],
        [("book", "bouwblokje"), ("way", "kept"), ("player", "Ada"), ("rule-rows", "900")],
        [("book", "bouwblokje"), ("way", "kept"), ("player", "Ada"), ("rounds", "0")],
    ):
        assert owner.post("/start", fields).status == 409
        assert match_of(table) is before


def test_the_log_is_the_tables(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"])
    owner.do("row", code="rgby")
    assert table.at.session.match.seated.way is Way.COMPANION
    assert '"by":"page"' in table.at.session.path.read_text().replace(" ", "")
    owner.post("/leave")
    assert owner.get("/").status == 303


def test_a_viewer_looks_on_and_no_more(table):
    begun(table, "bouwblokje", ["Ada", "Ben"])
    viewer = table.phone(Role.VIEWER)
    page = viewer.get("/").text
    assert 'class="palette"' not in page
    assert "Score card" in page
    assert viewer.post("/do/row", [("code", "rgby")]).status == 403


def test_the_language_is_the_browsers_or_the_one_chosen(table):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"])
    assert "Ben moet een rij zetten." in owner.get("/", **{"accept-language": "nl-BE, en"}).text
    norwegian = owner.get("/", **{"accept-language": "xx, no;q=0.8"}).text
    assert '<html lang="nb">' in norwegian
    assert "Ben must set a row." in owner.get("/", **{"accept-language": "de"}).text
    refused = owner.post("/do/row", [("code", "rg")], **{"accept-language": "fr"})
    assert "une rangée en a 4" in refused.said


def test_a_table_that_was_killed_goes_on_by_itself(table, tmp_path):
    owner = begun(table, "bouwblokje", ["Ada", "Ben"], rows="6")
    owner.do("row", code="rgby")
    # as after a power cut: nothing was closed, but the log is let go of
    table.at.session._kept.close()
    again = Table(tmp_path)
    again.host.do(AtTable.go_on).result()
    assert len(match_of(again).round.rows) == 1
    assert again.at.agreed.rules == {"rows": "6"}
    assert again.phone(Role.OWNER).do("row", code="rgbo") == ""
    assert again.phone(Role.OWNER).do("finish") == ""
    again.close()
    later = Table(tmp_path)
    later.host.do(AtTable.go_on).result()
    assert later.at.session is None
    later.close()


def test_what_the_table_shows_is_on_its_lights_and_its_button_takes_back(tmp_path):
    class Display:
        shown = ()

        def show(self, scene):
            self.shown = (*self.shown, scene)

    display, presses = Display(), []
    table = Table(tmp_path)
    table.at.light = MatchLights(display, lambda: 0.0, stay=0)
    table.at.presses = lambda: presses.pop() if presses else None
    owner = begun(table, "bouwblokje", ["Ada", "Ben"])
    owner.do("row", code="rgby")
    assert display.shown[-1].rows[0].code == "rgby"
    presses.append(Press.TAKE_BACK)
    table.host.do(lambda at: at.tick(0.0)).result()
    assert not match_of(table).round.rows
    table.close()
