"""Pictures that must be doubted, by every way in: whichever they take, nothing wrong is read."""

import json
import shutil
from itertools import count
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from test_cli_reading import DATA, LEARN, SESSION, TRUE, keypeg, learned, refused, run

from companion.cli.common.frame_log import frame_name, read_again
from companion.errors import CameraEnded, CameraError, KeypegError
from companion.game.core.events import Guessed
from companion.observers.open_board import open_board
from companion.observers.options import CameraOptions
from companion.sightings.boards import RowChanged, RowSeen
from companion.vision import open_camera as opening
from companion.vision.camera.live_camera import LiveCamera
from companion.vision.watch.box_limits import Limits
from tests.stages import quick

__all__ = ["learned"]

LOOKS = 3  # frames of each picture: as many as a row takes to be said
BOARD = ("--board", "four-player", "--calibration", "kitchen")
STILL = cv2.imread(str(DATA / "still_0.jpg"))
HOLES = SESSION.stills[0].truth.holes.reshape(len(TRUE), -1, 2)
RADIUS = float(SESSION.stills[0].truth.radii.mean())
# where heads are seen from this still's camera, pixels beside their holes
HEADS = HOLES + np.array([-4.0, 3.5])


def grey(image):
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def cut(image):
    """Leave out the lower half, as a decoder fills it in."""
    out = image.copy()
    out[len(out) // 2 :] = 128
    return out


def shifted(image):
    """Put the lower half aside, as after a damaged restart marker."""
    out = image.copy()
    out[len(out) // 2 :] = np.roll(out[len(out) // 2 :], 90, axis=1)
    return out


def sheet(image):
    """Lay a sheet of red paper over row 2."""
    row, above = HOLES[1], HOLES[2]
    across, along = (row[-1] - row[0]) * 0.1, (above[0] - row[0]) * 0.45
    quad = [row[0] - across + along, row[-1] + across + along]
    quad += [row[-1] + across - along, row[0] - across - along]
    out = cv2.fillConvexPoly(image.copy(), np.rint(quad).astype(np.int32), (40, 30, 190))
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0))


def head_colour(row, col):
    """Give the colour that a peg of the still has: no thing is more like a peg."""
    x, y = np.rint(HEADS[row - 1, col - 1]).astype(int)
    return STILL[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0)


def stickers(image):
    """Stick a flat disc of a head's size and a peg's colour on each place of row 4."""
    out = image.astype(np.float64)
    for col, like in enumerate([(1, 2), (1, 3), (1, 4), (2, 1), (2, 3)]):
        disc = np.zeros(image.shape[:2])
        x, y = HOLES[3, col]
        cv2.circle(disc, (round(x * 16), round(y * 16)), round(RADIUS * 16), 1.0, -1, shift=4)
        disc = cv2.GaussianBlur(disc, (0, 0), 0.8)[..., None]
        out = out * (1 - disc) + head_colour(*like) * disc
    return np.asarray(out, np.uint8)


def numbers(image):
    """Print a number in a peg's colour on each place of row 4, as on another game's board."""
    out = image.copy()
    for col, like in enumerate([(1, 2), (1, 3), (1, 4), (2, 1), (2, 3)]):
        (x, y), half = np.rint(HOLES[3, col]).astype(int), round(RADIUS)
        cv2.rectangle(out, (x - half, y - half), (x + half, y + half), (150, 170, 175), -1)
        ink = head_colour(*like).tolist()
        cv2.putText(out, str(col + 1), (x - half + 4, y + half - 4), 0, 0.5, ink, 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.8))


def reflections(image):
    """Let a lamp be reflected, as large as a head, in the places of row 4 and two pegs of row 1."""
    light = (image / 255.0) ** 2.2
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    for at in (*HOLES[3], HOLES[0, 1], HOLES[0, 3]):
        far = np.hypot(x - at[0], y - at[1])
        light += 0.3 / (1 + np.exp((far - RADIUS) / (0.15 * RADIUS)))[..., None]
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


BAD = {
    "grey": grey,
    "swapped": lambda image: np.ascontiguousarray(image[..., ::-1]),
    "mirrored": lambda image: np.ascontiguousarray(image[:, ::-1]),
    "upside down mirrored": lambda image: np.ascontiguousarray(image[::-1]),
    "cut": cut,
    "shifted": shifted,
    "black": np.zeros_like,
    "sheet": sheet,
    "stickers": stickers,
    "numbers": numbers,
    "reflections": reflections,
}


@pytest.fixture
def home(learned, tmp_path, monkeypatch):
    """Run in an empty folder, with the calibration `kitchen` at hand."""
    monkeypatch.setenv("XDG_DATA_HOME", str(learned))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def by_read(image, _home):
    cv2.imwrite("bad.png", image)
    result = run(["read", "bad.png", *BOARD, "--json"])
    if result.exit_code:
        assert isinstance(result.exception, KeypegError), result.exception
        return {}
    return dict(enumerate(json.loads(result.stdout)["rows"], start=1))


def by_reading_kept_frames_again(image, home):
    numbers = range(1, len(TRUE) + 1)
    entries = [SimpleNamespace(seq=n, event=Guessed("Ada", TRUE[n - 1])) for n in numbers]
    matches = {n: SimpleNamespace(round_to_see=SimpleNamespace(rows=range(n))) for n in numbers}
    log = SimpleNamespace(entries=entries)
    loaded = SimpleNamespace(path=home / "match.keypeg", log=log, matches=matches)
    for entry in entries:
        cv2.imwrite(str(home / frame_name(loaded.path, entry)), image)
    try:
        return {a.row: a.read for a in read_again(loaded, home, "four-player", "kitchen")}
    except KeypegError:
        return {}


def by_photos(image, home):
    (home / "photos").mkdir()
    for n in range(2):
        cv2.imwrite(f"photos/{n}.png", live(image, n))
    return rows_said("photos:photos")


def by_video(image, _home):
    height, width = image.shape[:2]
    writer = cv2.VideoWriter("film.avi", cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (width, height))
    for n in range(LOOKS):
        writer.write(live(image, n))
    writer.release()
    return rows_said("video:film.avi")


class Sensor:
    """Stands in for what a live camera is attached to: a picture with new noise each time."""

    title, notes, rest = "A sensor", (), 0.02

    def __init__(self, image):
        self.pictures = (live(image, n) for n in count())

    def open(self):
        return self

    def grab(self, _timeout):
        return next(self.pictures)

    def interrupt(self):
        pass

    def close(self):
        pass


def by_a_live_camera(image, _home):
    """Stand for usb, url and csi: each is a source of the one live camera."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(opening.OPENERS, "usb", lambda _spec, say: LiveCamera(Sensor(image), say=say))
        return rows_said("usb:0")


def live(image, seed):
    noise = np.random.default_rng(seed).normal(0, 1.0, image.shape)
    # what is filled in by a decoder has no noise
    return np.where(image == 128, 128, np.clip(np.rint(image + noise), 0, 255)).astype(np.uint8)


def rows_said(spec):
    """Give the rows that `watch` and `play` are told before the camera that `spec` names."""
    options = CameraOptions(spec, board="four-player", calibration="kitchen")
    rows, colours = len(TRUE), SESSION.shape.palette
    try:
        observer = open_board(
            options, lambda shape: Limits(rows, shape.cols, colours, blanks=True), lambda _: None
        )
    except KeypegError:
        return {}
    said = []
    try:
        for _ in range(LOOKS):
            said += observer.eyes.look(observer.camera.read(10.0))
    except (CameraEnded, CameraError):
        pass
    finally:
        observer.camera.close()
    return {each.row: each.letters for each in said if isinstance(each, RowSeen | RowChanged)}


WAYS = [by_read, by_reading_kept_frames_again, by_photos, by_video, by_a_live_camera]


def wrong_in(rows, bad):
    """Give the places that are read as what they are not; what a sheet hides is nothing.

    Where no peg stands, whatever else lies there, no letter is right.
    """
    return [
        (row, col, seen)
        for row, letters in rows.items()
        for col, seen in enumerate(letters, start=1)
        if seen not in ("?", *(() if bad == "sheet" and row == 2 else TRUE[row - 1][col - 1]))
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_good_picture_is_read_by_every_way(way, home):
    rows = way(STILL, home)
    assert wrong_in(rows, "") == []
    assert sum(letter != "?" for letters in rows.values() for letter in letters) >= 8


def bad_by_way():
    """Give each picture by each way: by `read` and by one other it is tried at once."""
    for number, bad in enumerate(BAD):
        at_once = {by_read, WAYS[1 + number % (len(WAYS) - 1)]}
        for way in WAYS:
            yield pytest.param(bad, way, marks=() if way in at_once else pytest.mark.long)


@pytest.mark.parametrize(("bad", "way"), [*bad_by_way()])
def test_no_way_in_reads_what_must_be_doubted(bad, way, home):
    assert wrong_in(way(BAD[bad](STILL), home), bad) == []


@pytest.mark.parametrize(
    "bad", quick(["cut", "grey", "mirrored", "upside down mirrored", "black"], first=2)
)
def test_nothing_is_learned_from_what_must_be_doubted(bad, home):
    cv2.imwrite("pegs.png", BAD[bad](cv2.imread(str(DATA / "calib_pegs.jpg"))))
    photos = ("--photos", DATA / "calib_empty.jpg", "--photos", "pegs.png")
    assert refused(*LEARN, *photos, "--name", "bad")


def test_evaluate_counts_what_must_be_doubted_as_unread(home):
    shutil.copytree(DATA, home / "session")
    for bad in [name for name in BAD if name != "sheet"]:
        number = [*BAD].index(bad) + 1
        cv2.imwrite(f"session/still_{number}.jpg", BAD[bad](STILL))
        shutil.copy(DATA / "still_0.json", f"session/still_{number}.json")
    whole = json.loads(keypeg("evaluate", "session", "--json"))
    assert whole["total"]["cells"]["wrong"] == 0
