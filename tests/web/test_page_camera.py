"""A camera at the page: its frames are the match, its picture never tells a code."""

import asyncio
import html
import io
import json
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from page_client import Table

from calibration.board_files.load import load_board
from calibration.store.tile_tables import load_table
from companion.game.core.events import Way
from companion.sightings.boards import BoardRead, Unsure, Why
from companion.simulator.pegs.camera import looking_at
from companion.vision.watch.shown_picture import cropped_row, within_outline, without_code
from companion.web.door.access import Role
from companion.web.serving.picture_stream import BOUNDARY, Encoder, encoded, pictures
from companion.web.table.pictures import Picture, PictureBox, may_be_shown
from tests.stages import quick


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = Table(tmp_path)
    yield table
    table.close()


def decoded(data):
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.long
def test_a_match_is_played_from_simulated_frames_and_corrected(table):
    owner = table.phone(Role.OWNER)
    fields = [("book", "bouwblokje"), ("way", "companion"), ("camera", "sim:table")]
    answer = owner.post("/start", [*fields, ("player", "Ada"), ("player", "Ben")])
    assert answer.status == 200, answer.text

    def hurry(at):
        at.watching.rate = 0.0

    table.host.do(hurry).result()
    while len(table.host.do(lambda at: at.session.match).result().round.rows) < 2:
        pass
    match = table.host.do(lambda at: at.session.match).result()
    assert "The simulated" in owner.get("/camera").text or "drawn" in owner.get("/camera").text
    row = match.rounds[0].rows[0].code
    assert owner.do("correct", round=1, row=1, code=row[::-1]) == ""
    seen = table.host.do(lambda at: at.session.match).result()
    assert seen.rounds[0].rows[0].code == row[::-1]
    assert owner.do("undo") == ""
    table.at.pictures.put(table.host.do(lambda at: at.watching.picture).result())
    table.site.encoder.box = table.at.pictures
    still = owner.get("/camera/still.jpg")
    assert still.headers["content-type"] == "image/jpeg"
    assert decoded(still.body).shape[1] <= 800
    assert owner.do("finish") == ""
    assert owner.get("/camera/still.jpg").status == 404


@pytest.mark.parametrize(
    ("camera", "said"),
    [
        ([("camera", "spec"), ("spec", "usbb:0"), ("board", "bouwblokje")], "Did you mean 'usb'"),
        ([("camera", "spec"), ("spec", "photos:/nowhere"), ("board", "nothing")], "Which board"),
    ],
)
def test_a_camera_that_cannot_be_opened_begins_no_match(table, camera, said):
    owner = table.phone(Role.OWNER)
    fields = [("book", "bouwblokje"), ("way", "companion"), ("player", "Ada")]
    assert said in owner.post("/start", [*fields, *camera]).said
    assert table.at.session is None
    assert not list(table.folder.glob("*.keypeg"))


class Match:
    """As much of a match as the picture's rule looks at."""

    is_over = False
    round = SimpleNamespace(code_round=True)

    def __init__(self, way):
        self.seated = type("Seated", (), {"way": way})()


def picture_of(places):
    image = np.full((720, 960, 3), 200, np.uint8)
    return Picture(image, 1, places)


@pytest.mark.opencv
def test_while_a_code_may_lie_there_its_places_are_covered_or_nothing_is_shown():
    shape = load_board("classic")
    pose = looking_at(shape, size=(960, 720))
    known, unknown = picture_of(((shape, pose),)), picture_of(())
    for way in (Way.KEPT, Way.TOLD):
        assert may_be_shown(Match(way), unknown) is None
        shown = may_be_shown(Match(way), known)
        image = decoded(encoded(shown))
        for x, y in pose.project(shape.code_heads()) * image.shape[1] / 960:
            assert image[round(float(y)), round(float(x))].max() < 30
    assert may_be_shown(Match(Way.COMPANION), unknown) is unknown


@pytest.mark.opencv
def test_the_codes_places_are_painted_over_up_to_the_fingers():
    shape = load_board("hasbro-2004")
    pose = looking_at(shape, size=(960, 720))
    covered = without_code(np.full((720, 960, 3), 255, np.uint8), shape, pose)
    for z in (0.0, 10.0, 24.0):
        points = np.array([(x, y, z) for x, y, _ in shape.code_holes()])
        for x, y in pose.project(points):
            assert covered[round(float(y)), round(float(x))].max() == 0
    x, y = pose.project(shape.heads()[:1])[0]
    assert covered[round(float(y)), round(float(x))].min() == 255


@pytest.mark.opencv
def test_a_doubted_row_is_enlarged_from_the_breakers_side():
    shape = load_board("classic")
    pose = looking_at(shape, size=(960, 720))
    image = np.zeros((720, 960, 3), np.uint8)
    x, y = pose.project(shape.heads()[4:5])[0]  # row 2, hole 1
    cv2.circle(image, (round(float(x)), round(float(y))), 6, (0, 0, 255), -1)
    row = cropped_row(image, shape, pose, 2)
    ys, xs = np.nonzero(row[..., 2] > 100)
    assert xs.mean() < row.shape[1] / 3
    assert abs(ys.mean() - row.shape[0] / 2) < row.shape[0] / 4
    assert within_outline(image, shape, pose).size < image.size


def test_pictures_are_encoded_once_for_all_and_only_the_newest():
    async def story():
        box = PictureBox()
        encoder, taken = Encoder(box), [[], []]
        gone = asyncio.Event()

        async def receive():
            await gone.wait()
            return {"type": "http.disconnect"}

        def viewer(pieces):
            async def send(message):
                pieces.append(message["body"])
                if all(taken):
                    gone.set()

            return pictures(encoder, lambda: True, send, receive)

        box.put(picture_of(()))
        await asyncio.gather(*(viewer(pieces) for pieces in taken))
        assert taken[0][0] is not taken[1][0]
        assert taken[0][0] == taken[1][0]
        head, _, jpeg = taken[0][0].partition(b"\r\n\r\n")
        assert head.startswith(f"--{BOUNDARY}".encode())
        assert decoded(jpeg).shape[1] == 800
        assert not encoder.viewers

    async def within():
        async with asyncio.timeout(10):
            await story()

    asyncio.run(within())


@pytest.mark.long
def test_a_board_is_taught_from_the_empty_board_to_the_saved_calibration(table):
    """The whole wizard before a simulated board, as forms."""
    owner = table.phone(Role.OWNER)
    fields = [("board", "four-player"), ("spec", "sim:invicta-4?width=640"), ("name", "kitchen")]
    assert owner.post("/calibrate", fields).status == 200
    titles = []
    for _step in range(30):
        page = owner.get("/calibrate").text
        titles.append(page.partition("<h1>")[2].partition("</h1>")[0])
        if "/calibrate/save" in page:
            break
        if 'value="yes"' in page:
            assert owner.get("/calibrate/picture.jpg").headers["content-type"] == "image/jpeg"
            assert owner.post("/calibrate/say", [("word", "yes")]).status == 200
        else:
            taken = owner.post("/calibrate/take")
            assert taken.status == 200, taken.text
    assert titles[0] == "Is the camera good enough?"
    assert titles[-1] == "What is safe"
    assert "Told apart safely here" in page
    assert page.count('class="peg p-r"') >= 1
    assert owner.post("/calibrate/save").status == 200
    assert "saved as kitchen, version 1" in owner.get("/calibrate").text
    assert "kitchen" in owner.get("/start?book=invicta-4").text
    meter = json.loads(io.StringIO(owner.get("/camera/meter").text).read())["html"]["meter"]
    assert "Sharpness" in meter
    assert owner.post("/calibrate/leave").status == 200
    assert "No calibration is under way" in owner.post("/calibrate/take").said


@pytest.mark.parametrize(
    ("language", "said"),
    quick(
        [
            (
                "nl",
                (
                    "Is de camera goed genoeg?",
                    "Waar het bord ligt",
                    "Het lege bord",
                    "Belichting en witbalans",
                ),
            ),
            (
                "fr",
                (
                    "La caméra est-elle",
                    "Où est le plateau",
                    "Le plateau vide",
                    "balance des blancs",
                ),
            ),
            (
                "nb",
                (
                    "Er kameraet godt nok?",
                    "Hvor brettet ligger",
                    "Det tomme brettet",
                    "hvitbalanse",
                ),
            ),
        ]
    ),
)
def test_a_board_is_taught_in_the_language_of_the_phone(table, language, said):
    owner = table.phone(Role.OWNER)
    fields = [("board", "four-player"), ("spec", "sim:invicta-4?width=640")]
    asking = {"accept-language": language}
    pages = [owner.post("/calibrate", fields, **asking)]
    for act in ("take", "take", "say"):
        pages.append(owner.get("/calibrate", **asking))
        words = [("word", "yes")] if act == "say" else []
        assert owner.post(f"/calibrate/{act}", words, **asking).status == 200
    pages.append(owner.get("/calibrate", **asking))
    text = " ".join(html.unescape(page.text) for page in pages)
    assert [sentence for sentence in said[:3] if sentence not in text] == []
    meter = owner.get("/camera/meter", **asking)
    assert said[3] in html.unescape(json.loads(meter.body)["html"]["meter"])


def on_tiles(table, name="kitchen"):
    owner = table.phone(Role.OWNER)
    fields = [("board", "davinci"), ("spec", "sim:davinci?width=960"), ("name", name)]
    assert owner.post("/calibrate", fields).status == 200
    return owner


def shown(owner, **asking):
    return html.unescape(owner.get("/calibrate", **asking).text)


def test_a_table_of_tiles_is_measured_in_two_steps_and_offered_for_a_match(table):
    owner = on_tiles(table)
    assert "take everything away" in shown(owner)
    assert "Step 1 of 2" in shown(owner)
    assert owner.get("/calibrate/picture.jpg").status == 404
    assert "Not all is shown yet" in owner.post("/calibrate/save").said
    assert owner.post("/calibrate/take").status == 200
    assert "Lay all tiles open" in shown(owner)
    assert "Leg alle stenen open" in shown(owner, **{"accept-language": "nl"})
    assert owner.post("/calibrate/take").status == 200
    page = shown(owner)
    assert "Seen: B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B- | W0 W1" in page
    assert "kitchen" not in owner.get("/start?book=davinci").text
    picture = decoded(owner.get("/calibrate/picture.jpg").body)
    assert picture.shape == (720, 960, 3)
    assert owner.post("/calibrate/save").status == 200
    assert "saved as kitchen" in shown(owner)
    assert "<option selected>kitchen</option>" in owner.get("/start?book=davinci").text
    assert load_table("kitchen").empty is not None


@pytest.mark.long
def test_open_tiles_that_are_not_there_are_asked_for_again_or_by_their_corners(table):
    owner = on_tiles(table)
    assert owner.post("/calibrate/take").status == 200

    def nobody_lays_them(at):
        at.calibrating.pose = lambda viewing: viewing.camera.show(
            at.viewing.camera.table.draw_empty, 9
        )

    table.host.do(nobody_lays_them).result()
    assert owner.post("/calibrate/take").status == 200
    page = shown(owner, **{"accept-language": "fr"})
    assert "No open tiles are seen. Lay all tiles open" in page
    assert 'data-corners data-width="960" data-height="720"' in page
    assert "are no corners" in owner.post("/calibrate/say", [("word", "here")]).said
    word = [("word", "10,10 900,10 900,700 10,700")]
    assert owner.post("/calibrate/say", word).status == 200
    assert "No open tiles are seen" in shown(owner)
    assert "Not all is shown yet" in owner.post("/calibrate/save").said
    table.host.do(lambda at: delattr(at.calibrating, "pose")).result()
    assert owner.post("/calibrate/say", [("word", "again")]).status == 200
    assert "No open tiles are seen" not in shown(owner)
    assert owner.post("/calibrate/take").status == 200
    assert "/calibrate/save" in shown(owner)
    assert owner.post("/calibrate/say", [("word", "back")]).status == 200
    assert owner.post("/calibrate/say", [("word", "back")]).status == 200
    assert "take everything away" in shown(owner)
    assert "no picture yet" in owner.post("/calibrate/say", word).said


def test_a_word_that_is_no_answer_changes_nothing(table):
    owner = table.phone(Role.OWNER)
    owner.post("/calibrate", [("board", "four-player"), ("spec", "sim:invicta-4?width=640")])
    before = owner.get("/calibrate").text
    for word in ("yes", "nonsense", "back"):
        assert owner.post("/calibrate/say", [("word", word)]).status == 409
    assert owner.get("/calibrate").text == before


def test_a_doubted_place_is_asked_with_its_two_likeliest_colours(table):
    """The eyes see red or orange in hole 2: both rows are there to be tapped."""
    owner = table.phone(Role.OWNER)
    fields = [("book", "bouwblokje"), ("way", "companion"), ("camera", "sim:table")]
    owner.post("/start", [*fields, ("player", "Ada"), ("player", "Ben")])

    def doubt(at):
        at.watching.has_ended = True
        at.watching.eyes.second = ("nonn",) * 10
        at.say(BoardRead())
        at.say(Unsure(1, (2,), "rrby", Why.MARGINAL))

    table.host.do(doubt).result()
    page = owner.get("/").text
    assert 'name="code" value="rrby"' in page
    assert 'name="code" value="roby"' in page
    assert owner.do("row", code="roby") == ""
    assert table.host.do(lambda at: at.session.match).result().round.rows[0].code == "roby"


def taught(owner, board, name):
    """Teach a drawn `board` to the end and save it as `name`."""
    fields = [("board", board), ("camera", "sim:table"), ("name", name)]
    assert owner.post("/calibrate", fields).status == 200
    while "/calibrate/save" not in (page := owner.get("/calibrate").text):
        asked = 'value="yes"' in page
        act, words = ("say", [("word", "yes")]) if asked else ("take", [])
        assert owner.post(f"/calibrate/{act}", words).status == 200
    assert owner.post("/calibrate/save").status == 200
    assert "Begin a match" in owner.get("/calibrate").text
    owner.post("/calibrate/leave")


def test_the_camera_and_the_board_that_were_taught_are_offered_for_a_match(table, monkeypatch):
    found = "companion.web.pages.camera_choice.attached_cameras"
    monkeypatch.setattr(found, lambda: ["usb:2", "csi"])
    owner = table.phone(Role.OWNER)
    offered = owner.get("/calibrate").text
    assert 'value="usb:2" checked' in offered
    assert 'value="csi"' in offered
    monkeypatch.setattr(found, list)
    assert "No camera was found" in owner.get("/calibrate").text
    taught(owner, "classic", "kitchen")
    page = owner.get("/start?book=bouwblokje").text
    assert '<option value="classic" selected>' in page
    assert "<option selected>kitchen</option>" in page
    assert 'name="camera" value="" checked' not in page
    # what was taught is of no use where tiles are played
    assert 'name="camera" value="" checked' in owner.get("/start?book=davinci").text
    # the box has other colours than the board that was taught: said before any camera is opened
    fields = [("book", "bouwblokje"), ("way", "companion"), ("player", "Ada"), ("board", "classic")]
    seen = [("camera", "spec"), ("spec", "usb:7"), ("calibration", "kitchen")]
    answer = owner.post("/start", [*fields, *seen])
    assert "The match has orange, brown, of which the board 'classic' has no pegs" in answer.said
    assert "Colours: rbgywk" in answer.said
    assert table.at.session is None
