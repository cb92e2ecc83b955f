"""Calibrate, read and evaluate from photos of a small board, also from photos that are no good."""

import json
import shutil
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from stages import quick

from calibration.evaluation.label_files import load_session
from companion.cli import cli
from companion.errors import KeypegError
from companion.vision.board.marker_patterns import marker_cells
from companion.vision.locate.markers import detect_markers

DATA = Path(__file__).parent / "data" / "four-player"
SESSION = load_session(DATA)
TRUE = SESSION.stills[0].truth.rows
KEYS = SESSION.stills[0].truth.keys
CORNERS = " ".join(f"{x},{y}" for x, y in SESSION.empty.given.corners)
# the board's file has no markers where this one's are: the first photo needs corners
LEARN = ["calibrate", "four-player", "--corners", CORNERS]
PHOTOS = ["--photos", DATA / "calib_empty.jpg", "--photos", DATA / "calib_pegs.jpg"]


def run(args, answers=None):
    return CliRunner().invoke(cli, [str(arg) for arg in args], input=answers)


def keypeg(*args, answers=None):
    """Run a command that must succeed; gives what it printed."""
    result = run(args, answers)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def refused(*args, answers=None):
    """Run a command that must refuse without a traceback; gives its sentences."""
    result = run(args, answers)
    assert result.exit_code != 0, result.output
    if isinstance(result.exception, KeypegError):
        assert result.exception.hint
        return result.output + str(result.exception)
    assert isinstance(result.exception, SystemExit)
    return result.output


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A data folder with the calibration `kitchen`."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(home))
        keypeg(*LEARN, *PHOTOS, "--name", "kitchen", "--light", "window")
    return home


@pytest.fixture
def home(learned, tmp_path, monkeypatch):
    """A copy of it that a test may change; the test runs in an empty folder."""
    shutil.copytree(learned, tmp_path / "home")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "keypeg" / "calibrations"


def still():
    return cv2.imread(str(DATA / "still_0.jpg"))


def saved_as(name, pixels, *options):
    assert cv2.imwrite(name, pixels, list(options))
    return name


def read(file, *more):
    args = ["read", file, "--board", "four-player", "--calibration", "kitchen", "--json", *more]
    return json.loads(CliRunner().invoke(cli, [str(arg) for arg in args]).stdout)


def wrong_in(rows):
    """Give the places that were read as something which they are not."""
    return [
        (row, col, true, seen)
        for row, (line, read_line) in enumerate(zip(TRUE, rows, strict=True), 1)
        for col, (true, seen) in enumerate(zip(line, read_line, strict=True), 1)
        if seen not in (true, "?")
    ]


def reads_well(rows):
    """Say whether nothing is wrong and at most one of twenty places is left open."""
    return wrong_in(rows) == [] and sure(rows) >= 19


def sure(rows):
    return sum(letter != "?" for line in rows for letter in line)


def read_or_refused(file):
    """Read a doubtful picture: the sentence that refuses it, or rows in which nothing is wrong."""
    args = ["read", file, "--board", "four-player", "--calibration", "kitchen", "--json"]
    result = run(args)
    if result.exit_code == 0:
        rows = json.loads(result.stdout)["rows"]
        assert wrong_in(rows) == []
        return rows
    assert isinstance(result.exception, KeypegError), result.exception
    assert result.exception.hint
    return str(result.exception)


def test_a_calibration_is_saved_with_what_is_known_and_shown_as_a_picture(home):
    saved = json.loads((home / "kitchen" / "1.json").read_text("utf-8"))["data"]
    assert (saved["board"], saved["light"], saved["camera"]) == (
        "four-player",
        "window",
        "800 x 600",
    )
    assert saved["markers"] is not None
    # the board alone, as it fills less than half of the photo
    assert 600 <= cv2.imread(str(home / "kitchen" / "1.png")).shape[1] < 800
    assert cv2.imread(str(home / "kitchen" / "1.jpg")).shape == (600, 800, 3)


def test_a_photo_is_read_with_letters_keys_and_an_overlay(home):
    got = read(DATA / "still_0.jpg", "--overlay", "seen.png")
    assert reads_well(got["rows"])
    assert got["calibration"] == "kitchen@1"
    for true, seen in zip(KEYS, got["keys"], strict=True):
        assert seen["black"] in (true.black, None)
        assert seen["white"] in (true.white, None)
    assert got["keys"][0] == {"black": 0, "white": 2}
    corners = np.array(got["corners"])
    assert np.linalg.norm(corners - SESSION.stills[0].given.corners, axis=1).max() < 4
    # the board alone, not smaller than in the photo
    drawn = cv2.imread("seen.png")
    assert (np.array(drawn.shape[1::-1]) > np.ptp(corners, axis=0)).all()


@pytest.mark.parametrize("command", ["read", "calibrate"])
def test_an_overlay_is_a_png_and_is_named_so(command, tmp_path):
    out = tmp_path / "seen.jpg"
    where = ("--board", "classic") if command == "read" else ("--photos", str(tmp_path))
    what = str(DATA / "still_0.jpg") if command == "read" else "classic"
    run = CliRunner().invoke(cli, [command, what, *where, "--overlay", str(out)])
    assert run.exit_code == 2
    assert "does not end in .png: the picture is a PNG, name it so." in run.output
    assert not out.exists()


def test_a_board_is_printed_as_the_breaker_sees_it(home):
    lines = keypeg(
        "read", DATA / "still_0.jpg", "--board", "four-player", "--calibration", "kitchen"
    ).splitlines()
    assert [line[:6] for line in lines] == ["code  ", "   4  ", "   3  ", "   2  ", "   1  "]
    assert lines[3].startswith("   2  ygwyy")
    assert lines[4] == "   1  wrgbb  0b2w"


def test_the_command_that_is_told_reads_a_board_of_ones_own(home, tmp_path):
    ours = tmp_path / "ours.toml"
    answers = "\n" * 14
    keypeg("board", "new", ours, "--like", "four-player", answers=answers)
    learn = ["calibrate", ours, "--corners", CORNERS, *PHOTOS, "--name", "mine"]
    told = keypeg(*learn).splitlines()[-1]
    assert told.startswith("Read a photo: keypeg read IMAGE --board ")
    words = told.partition("keypeg ")[2].replace("IMAGE", str(DATA / "still_0.jpg")).split()
    assert keypeg(*words, "--corners", CORNERS, "--json")


def test_corners_and_no_calibration_of_that_name(home):
    assert read(DATA / "still_0.jpg", "--corners", CORNERS)["found"] == "corners"
    no_name = refused("read", DATA / "still_0.jpg", "--board", "four-player")
    assert "There is no calibration 'four-player'" in no_name
    assert "kitchen" in no_name
    assert "Or make it: keypeg calibrate BOARD --camera usb:0 --name four-player" in no_name
    said = refused("read", DATA / "still_0.jpg", "--board", "four-player", "--calibration",
                   "kitchen", "--corners", "1,2 3,4")  # fmt: skip
    assert "far left" in said


# ---- pictures that are no good, one by one


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((600, 800, 3), np.uint8),
        np.full((600, 800, 3), 255, np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.random.default_rng(1).integers(0, 9, (600, 800, 3), np.uint8),
        np.random.default_rng(2).integers(0, 255, (600, 800, 3), np.uint8),
    ],
    ids=["black", "white", "one pixel", "lens cap", "noise"],
)
def test_a_picture_without_a_board_is_refused(home, pixels):
    said = refused("read", saved_as("a.png", pixels), "--board", "four-player",
                   "--calibration", "kitchen")  # fmt: skip
    assert "board" in said


def test_a_grey_picture_is_refused_for_it_has_no_colours(home):
    grey = saved_as("a.jpg", cv2.cvtColor(still(), cv2.COLOR_BGR2GRAY))
    assert "no colours" in refused(
        "read", grey, "--board", "four-player", "--calibration", "kitchen"
    )
    said = refused(*LEARN, "--photos", grey, "--name", "grey")
    assert "no colours" in said


def test_sixteen_bits_and_a_turned_picture_are_read_like_any_other(home):
    assert reads_well(read(saved_as("a.png", still().astype(np.uint16) * 257))["rows"])
    jpeg = cv2.imencode(".jpg", cv2.rotate(still(), cv2.ROTATE_90_COUNTERCLOCKWISE))[1].tobytes()
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    segment = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    Path("turned.jpg").write_bytes(jpeg[:2] + segment + jpeg[2:])
    assert reads_well(read("turned.jpg")["rows"])


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_board_that_lies_turned_is_read_from_row_1(home, turn):
    assert reads_well(read(saved_as("a.png", cv2.rotate(still(), turn)))["rows"])


def test_a_picture_of_100_megapixels_is_read(home):
    huge = cv2.resize(still(), (11520, 8640), interpolation=cv2.INTER_LINEAR)
    got = read(saved_as("a.jpg", huge))
    assert reads_well(got["rows"])


def test_files_that_are_no_pictures_are_refused(home):
    Path("text.jpg").write_text("no picture", "utf-8")
    Path("cut.jpg").write_bytes((DATA / "still_0.jpg").read_bytes()[:30_000])
    Path("folder").mkdir()
    for file, words in [
        ("text.jpg", "not a picture"),
        ("cut.jpg", "cut off"),
        ("folder", "is a folder"),
        ("gone.jpg", "no file"),
    ]:
        said = refused("read", file, "--board", "four-player", "--calibration", "kitchen")
        assert words in said
    assert "no pictures" in refused("calibrate", "four-player", "--photos", "folder")
    assert "no labelled sessions" in refused("evaluate", "folder")


def aimed_elsewhere(pixels, right, down):
    """What the same camera sees when it is turned by degrees: the board moves out of the frame."""
    focal, height, width = 0.828 * pixels.shape[1], *pixels.shape[:2]
    k = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    turn = cv2.Rodrigues(np.radians([-down, right, 0.0]))[0]
    return cv2.warpPerspective(pixels, k @ turn @ np.linalg.inv(k), (width, height))


@pytest.mark.parametrize(("right", "down"), [(28, 0), (-30, 0), (0, 24), (0, -24)])
def test_a_board_half_out_of_the_frame_is_refused_or_read_where_it_is_seen(home, right, down):
    got = read_or_refused(saved_as("a.png", aimed_elsewhere(still(), right, down)))
    assert isinstance(got, str) or sure(got) < 20


def test_another_boards_calibration_is_refused(home):
    said = refused("read", DATA / "still_0.jpg", "--board", "classic", "--calibration", "kitchen")
    assert "made for the board 'four-player', not 'classic'" in said


def test_a_damaged_and_a_newer_calibration_are_refused(home):
    file = home / "kitchen" / "1.json"
    whole = file.read_text("utf-8")
    ask = ["read", DATA / "still_0.jpg", "--board", "four-player", "--calibration", "kitchen"]
    file.write_text(whole[:-200], "utf-8")
    assert "damaged" in refused(*ask)
    file.write_text(whole.replace('"format": 1', '"format": 7'), "utf-8")
    assert "newer Keypeg" in refused(*ask)


def marker_quads():
    quads = detect_markers(cv2.cvtColor(still(), cv2.COLOR_BGR2GRAY)).quads
    return [quads[place][0] for place in range(4)]


def with_marker(pixels, quad, number):
    """Stick marker `number` over a quad, with a white rim."""
    cells = np.pad(np.where(marker_cells(number), 20, 235).astype(np.uint8), 1, constant_values=235)
    art = cv2.cvtColor(np.kron(cells, np.ones((20, 20), np.uint8)), cv2.COLOR_GRAY2BGR)
    corners = np.float32([(20, 20), (140, 20), (140, 140), (20, 140)])
    to_quad = cv2.getPerspectiveTransform(corners, np.float32(quad))
    size = (pixels.shape[1], pixels.shape[0])
    laid = cv2.warpPerspective(art, to_quad, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(art.shape, 255, np.uint8), to_quad, size)
    return np.where(mask > 127, laid, pixels)


def test_a_hidden_marker_is_not_missed(home):
    for quad in marker_quads():
        hidden = cv2.fillConvexPoly(still(), np.int32(quad), (90, 110, 120))
        assert reads_well(read(saved_as("a.png", hidden))["rows"])


def test_a_marker_that_is_there_twice_leads_nowhere_else(home):
    away = marker_quads()[0] - marker_quads()[0].mean(axis=0) + (60, 60)
    got = read_or_refused(saved_as("a.png", with_marker(still(), away, 0)))
    assert isinstance(got, str) or reads_well(got)


def test_markers_of_another_board_are_not_taken_for_its_own(home):
    pixels = still()
    for number, quad in enumerate(marker_quads(), start=20):
        pixels = with_marker(pixels, quad, number)
    read_or_refused(saved_as("a.png", pixels))


def test_markers_at_the_wrong_corners_are_not_believed(home):
    pixels = still()
    for number, quad in zip((1, 0, 3, 2), marker_quads(), strict=True):
        pixels = with_marker(pixels, quad, number)
    read_or_refused(saved_as("a.png", pixels))


# ---- calibrating


def test_a_second_calibration_asks_and_a_no_changes_nothing(home):
    again = [*LEARN, *PHOTOS, "--name", "kitchen"]
    assert "Save this one as version 2" in refused(*again, answers="n\n")
    assert sorted(path.name for path in (home / "kitchen").glob("*.json")) == ["1.json"]
    assert "version 2" in keypeg(*again, answers="y\n")
    assert "version 3" in keypeg(*again, "--yes")


def test_a_further_photo_without_the_board_is_named_and_left_out(home):
    saved_as("third.jpg", np.full((600, 800, 3), 90, np.uint8))
    more = [*LEARN, *PHOTOS, "--photos", "third.jpg", "--pegs", "1=rbgyw,2=k....", "--name", "more"]
    said = keypeg(*more, "--pegs", "1=rbgyw,2=k....")
    assert "third.jpg is left out: The picture is one even surface." in said
    alone = [*LEARN, "--photos", DATA / "calib_empty.jpg", "--photos", "third.jpg"]
    assert "The picture is one even surface." in refused(*alone, "--name", "alone")
    assert not (home / "alone").exists()


def test_confirmed_pegs_make_a_new_version_that_still_reads(home):
    said = keypeg("calibrate", "four-player", "--add", "--name", "kitchen", "--corners", CORNERS,
                  "--photos", DATA / "still_0.jpg", "--pegs", "1=wrgbb,2=ygwyy")  # fmt: skip
    assert "version 2" in said
    assert reads_well(read(DATA / "still_0.jpg")["rows"])


def test_pegs_in_another_order_than_said_are_doubted_and_not_saved(home):
    said = refused(*LEARN, *PHOTOS, "--name", "mixed", "--pegs", "1=rbgyw,2=.k...", answers="n\n")
    assert "doubt: Row 2" in said
    assert not (home / "mixed").exists()


@pytest.mark.parametrize(("gain", "words"), [(8.0, "burnt|exposure"), (0.04, "dark|light")])
def test_clipped_and_dark_photos_are_refused_with_the_remedy(home, gain, words, tmp_path):
    for name in ("empty", "pegs"):
        pixels = cv2.imread(str(DATA / f"calib_{name}.jpg")).astype(np.float32) * gain
        saved_as(f"{name}.jpg", np.clip(pixels, 0, 255).astype(np.uint8))
    said = refused(*LEARN, "--corners", CORNERS, "--photos", "empty.jpg", "--photos", "pegs.jpg",
                   "--name", "bad", "--yes")  # fmt: skip
    assert any(word in said.casefold() for word in words.split("|"))
    assert not (home / "bad").exists()


def test_photos_that_do_not_fit_what_is_said_of_them_are_a_misuse(home):
    two = [*PHOTOS, "--photos", DATA / "still_0.jpg"]
    assert "What lies in still_0.jpg?" in refused(*LEARN, *two)
    assert "--pegs is given 2 times" in refused(
        *LEARN, *PHOTOS, "--pegs", "1=rbgyw", "--pegs", "1=r...."
    )
    assert "has 4 places" in refused(*LEARN, *PHOTOS, "--pegs", "1=rbgy")
    assert "no sliders" in refused(*LEARN, *PHOTOS, "--sliders", "1=2r1w")
    assert "no photo with pegs" in refused(*LEARN, "--photos", DATA / "calib_empty.jpg")
    assert "no board 'four'" in refused("calibrate", "four", *PHOTOS)
    assert "0 of 2 show the lens sheet" in refused("calibrate", "lens", *PHOTOS)


# ---- evaluating


def test_a_session_is_scored(home):
    got = json.loads(CliRunner().invoke(cli, ["evaluate", str(DATA), "--json"]).stdout)
    total = got["total"]
    assert total["found"] == {"found": 1, "found wrongly": 0, "refused": 0}
    assert total["cells"]["wrong"] == 0
    assert total["cells"]["right"] >= 19
    assert total["keys"]["wrong"] == 0
    assert got["plan"] == {"find": "auto", "calib": 1, "noise": 5.0, "seed": 1}
    assert "four-player +m" in keypeg("evaluate", DATA, "--corners", "given", "--errors")


SHARED = Path(__file__).parents[2] / "shared" / "boards" / "rendered"


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the labelled pictures are not beside the checkout")
@pytest.mark.parametrize(
    ("name", "way"), quick([("s00", "markers"), ("s01", "corners"), ("f00", "markers")])
)
def test_whole_sessions_are_found_and_read(home, name, way):
    args = ["evaluate", str(SHARED / name), "--find", way, "--json"]
    total = json.loads(CliRunner().invoke(cli, args).stdout)["total"]
    assert total["found"]["found"] == 7
    cells = total["cells"]
    assert cells["right"] >= 0.96 * sum(cells.values())
    assert cells["wrong"] <= 0.01 * sum(cells.values())
