"""One conformance test over every camera that can run here, and what each says when it cannot."""

import http.server
import itertools
import os
import struct
import sys
import threading
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.errors import CameraAway, CameraEnded, CameraError
from companion.simulator.open import open_camera
from companion.vision.camera.from_files import VideoCamera
from companion.vision.camera.from_url import UrlSource
from companion.vision.camera.from_v4l2 import V4l2Source, holders
from companion.vision.camera.live_camera import Feed, LiveCamera
from companion.vision.camera.url_streams import PATIENCE_S
from companion.vision.camera.v4l2_lock import AUTO_GAIN, lock, switch_off
from companion.vision.csi.from_pipe import PipeSource
from companion.vision.csi.picamera import PicameraSource
from companion.vision.csi.rpicam import csi_source
from companion.vision.open_camera import CameraSpec, parse_spec

pytestmark = pytest.mark.opencv

CHILD = str(Path(__file__).with_name("mjpeg_child.py"))
RPICAM = Path(__file__).with_name("rpicam_child.py")
PATIENCE = 20.0


def picture(shade=60, size=(48, 64)):
    image = np.full((*size, 3), shade, np.uint8)
    image[10:20, 20:30] = (0, 0, 200)
    return image


def jpeg(shade=60):
    return cv2.imencode(".jpg", picture(shade))[1].tobytes()


def child(tmp_path, manner):
    file = tmp_path / "picture.jpg"
    file.write_bytes(jpeg())
    return PipeSource("A pipe", (sys.executable, CHILD, manner, str(file)))


FOUND = "ExposureTime=9000;AnalogueGain=2.500000;ColourGains=[ 1.8, 1.5 ];LensPosition=2.25"


def rpicam(tmp_path, monkeypatch, *, found=FOUND, deaf=""):
    """Put an rpicam-vid in the path whose automatics find `found`; its calls are in a file."""
    (tmp_path / "picture.jpg").write_bytes(jpeg())
    program, calls = tmp_path / "rpicam-vid", tmp_path / "calls"
    child = f"{sys.executable} {RPICAM} {tmp_path / 'picture.jpg'} '{found}' '{deaf}' --"
    program.write_text(f'#!/bin/sh\necho "$*" >>{calls}\nexec {child} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return calls


@contextmanager
def serving(answer):
    """A real HTTP server; `answer(handler)` writes what a GET gets."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            try:
                answer(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *_):
            """Keep the output of tests clean."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/video"
        finally:
            server.shutdown()
            thread.join()


def stream_head(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
    handler.end_headers()


def part(data):
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data + b"\r\n"


def endless(handler):
    stream_head(handler)
    while True:
        handler.wfile.write(part(jpeg()))


def snapshot(handler):
    data = jpeg()
    handler.send_response(200)
    handler.send_header("Content-Type", "image/jpeg")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


class FakeCapture:
    """OpenCV's object as drivers behave; `refuse` are properties that are set in vain."""

    def __init__(self, values=None, *, frames=None, opened=True, refuse=(), stuck=()):
        self.values = dict(values or {})
        self.frames = frames if frames is not None else [picture(size=(720, 1280))] * 1000
        self.opened, self.refuse, self.stuck, self.released = opened, refuse, dict(stuck), 0

    def isOpened(self):  # noqa: N802
        return self.opened

    def get(self, prop):
        return self.values.get(prop, -1.0)

    def set(self, prop, value):
        if prop not in self.refuse and prop in self.values:
            self.values[prop] = self.stuck.get(prop, float(value))
        return True

    def read(self):
        image = self.frames.pop(0) if self.frames else None
        return image is not None, image

    def release(self):
        self.released += 1


def device(tmp_path):
    path = tmp_path / "video0"
    path.touch()
    return str(path)


def make_photos(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("b", "a", "c"):
        cv2.imwrite(str(folder / f"{name}.png"), picture())
    return open_camera(f"photos:{folder}")


def make_video(tmp_path):
    return open_camera(f"video:{write_video(tmp_path)}")


def write_video(tmp_path):
    file = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(4):
        writer.write(picture())
    writer.release()
    return file


def make_pipe(tmp_path):
    return LiveCamera(child(tmp_path, "good"))


def make_rpicam(tmp_path):
    with pytest.MonkeyPatch.context() as patched:
        rpicam(tmp_path, patched)
        return open_camera("csi")


def make_usb(tmp_path):
    source = V4l2Source(device(tmp_path), capture=lambda _: FakeCapture())
    return LiveCamera(source)


class FakePicamera:
    """picamera2's object as it behaves: it may choose another format, and ignore controls."""

    def __init__(self, *, chosen="RGB888", deaf=(), metadata=None, late=0, lens=None):
        self.camera_controls = {} if lens is None else {"AfMode": (0, 2, 0)}
        self.chosen, self.deaf, self.late, self.open = chosen, deaf, late, True
        if metadata is None:
            metadata = {"ExposureTime": 12000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5)}
        self.metadata, self.controls = dict(metadata), {}
        # a lens that moves finds its place once it is told to look for it
        self.lens = lens

    def create_video_configuration(self, main):
        assert main == {"format": "RGB888", "size": (1280, 720)}
        return main

    def configure(self, main):
        self.main = {**main, "format": self.chosen}

    def camera_configuration(self):
        return {"main": self.main}

    def start(self):
        """It runs from the first."""

    def capture_metadata(self):
        return dict(self.metadata)

    def set_controls(self, controls):
        self.controls |= controls
        if controls.get("AfTrigger") == 0:
            self.metadata["LensPosition"] = self.lens
        self.metadata |= dict.fromkeys(self.deaf, 7)

    def capture_array(self, name, *, wait):
        assert (name, wait) == ("main", False)
        return self

    def get_result(self, timeout):
        if self.late > 0:
            self.late -= timeout
            raise TimeoutError
        return picture() if self.chosen == "RGB888" else picture()[..., ::-1]

    def stop(self):
        assert self.open

    def close(self):
        self.open = False


def picamera(**behaviour):
    fake = FakePicamera(**behaviour)
    return fake, PicameraSource(load=lambda: lambda _number: fake)


def make_picamera(_tmp_path):
    return LiveCamera(picamera()[1])


CAMERAS = {
    "photos": make_photos,
    "video": make_video,
    "pipe": make_pipe,
    "csi": make_rpicam,
    "csi?with=picamera2": make_picamera,
    "usb": make_usb,
    "sim": lambda _: open_camera("sim:bouwblokje?seed=2"),
}


@contextmanager
def any_camera(kind, tmp_path):
    if kind in CAMERAS:
        yield CAMERAS[kind](tmp_path)
        return
    with serving(endless if kind == "url-stream" else snapshot) as url:
        camera = open_camera(f"url:{url}")
        try:
            yield camera
        finally:
            camera.close()


@pytest.mark.parametrize("kind", [*CAMERAS, "url-stream", "url-snapshot"])
def test_every_camera_gives_frames_in_order_until_it_is_closed(kind, tmp_path):
    with any_camera(kind, tmp_path) as camera:
        frames = [camera.read(PATIENCE) for _ in range(3)]
        assert camera.title
        assert all(isinstance(note, str) and note for note in camera.notes)
        camera.close()
        camera.close()
    for frame in frames:
        assert frame.image.dtype == np.uint8
        assert frame.image.ndim == 3
        assert frame.image.shape[2] == 3
    assert frames[0].number < frames[1].number < frames[2].number
    assert frames[0].at < frames[1].at < frames[2].at
    assert "camera" not in [thread.name for thread in threading.enumerate()]


def test_pictures_come_with_their_colours(tmp_path):
    with any_camera("csi", tmp_path) as camera:
        image = camera.read(PATIENCE).image
        camera.close()
    assert image.shape == (48, 64, 3)
    assert image[15, 25, 2] > 150 > image[15, 25, 0]


# the strings


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("usb:0", CameraSpec("usb", "0", {})),
        ("/dev/video2", CameraSpec("usb", "/dev/video2", {})),
        ("csi", CameraSpec("csi", "", {})),
        ("csi?shutter=9000&gain=2", CameraSpec("csi", "", {"shutter": "9000", "gain": "2"})),
        ("url:http://h:8080/v?x=1", CameraSpec("url", "http://h:8080/v?x=1", {})),
        ("photos:some/folder", CameraSpec("photos", "some/folder", {})),
        ("sim:hasbro-2?seed=3", CameraSpec("sim", "hasbro-2", {"seed": "3"})),
    ],
)
def test_a_string_names_a_camera(text, spec):
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("usv:0", "Did you mean 'usb'?"),
        ("", "Choose from"),
        ("usb", "does not say which"),
        ("url:", "does not say which"),
        ("usb:zero", "usb:0"),
        ("usb:0?widht=3", "Did you mean 'width'?"),
        ("usb:0?width=big", "no whole number"),
        ("csi?colour=1", "Choose from"),
        ("csi?with=opencv", "csi?with=picamera2"),
        ("csi?with=picamera2&shutter=9", "Choose from"),
        ("url:ftp://host/x", "http://HOST"),
        ("url:http://host:notaport/", "http://HOST"),
        ("photos:/not/there", "not a folder"),
        ("video:/not/there.avi", "no video"),
        ("usb:/dev/not-there", "Check its cable"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(text, word):
    with pytest.raises(CameraError) as caught:
        open_camera(text)
    assert word in str(caught.value)
    assert caught.value.hint


# files


def test_photos_come_once_each_then_end(tmp_path):
    camera = make_photos(tmp_path)
    assert [camera.read(0).at for _ in range(3)] == [0.0, 1.0, 2.0]
    with pytest.raises(CameraEnded):
        camera.read(0)


def test_a_damaged_photo_is_said_and_the_next_is_read(tmp_path):
    (tmp_path / "1.jpg").write_bytes(jpeg()[:200])
    (tmp_path / "2.jpg").write_bytes(jpeg())
    camera = open_camera(f"photos:{tmp_path}")
    with pytest.raises(CameraError, match="cut off"):
        camera.read(0)
    assert camera.read(0).image.shape == (48, 64, 3)


def test_a_video_keeps_its_own_time(tmp_path):
    camera = VideoCamera(write_video(tmp_path))
    assert [camera.read(0).at for _ in range(4)] == [0.0, 0.1, 0.2, 0.3]
    with pytest.raises(CameraEnded):
        camera.read(0)


def test_what_is_no_video_is_refused(tmp_path):
    (tmp_path / "x.avi").write_bytes(b"no video")
    with pytest.raises(CameraError, match="cannot be played"):
        open_camera(f"video:{tmp_path / 'x.avi'}")


# the pipe, with a real child


def first(stream):
    return next(image for _ in range(400) if (image := stream.grab(0.5)) is not None)


def for_ever(act):
    for _ in range(400):
        act()


def until_it_ends(stream):
    with pytest.raises(CameraError) as caught:
        for_ever(lambda: stream.grab(0.5))
    stream.close()
    return str(caught.value)


def test_a_dirty_pipe_gives_only_the_whole_picture(tmp_path):
    stream = child(tmp_path, "dirty").open()
    assert first(stream).shape == (48, 64, 3)
    assert stream.grab(0.01) is None
    stream.close()


def test_a_child_that_ends_says_so(tmp_path):
    stream = child(tmp_path, "ends").open()
    assert "has ended" in until_it_ends(stream)


def test_a_silent_child_gives_none(tmp_path):
    stream = child(tmp_path, "stalls").open()
    assert [stream.grab(0.01) for _ in range(3)] == [None] * 3
    stream.close()
    assert stream._child.returncode is not None


def test_a_deaf_child_is_ended_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.vision.csi.from_pipe.GRACE", 0.05)
    stream = child(tmp_path, "deaf").open()
    first(stream)
    stream.close()
    assert stream._child.returncode == -9


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("ERROR: *** no cameras available ***", "flat cable"),
        ("ERROR: Pipeline handler in use by another process", "Another program"),
        ("failed to acquire camera /base/soc", "Another program"),
        ("Permission denied", "group video"),
        ("something else", "by hand"),
    ],
)
def test_what_the_child_says_becomes_a_remedy(tmp_path, words, remedy):
    message = until_it_ends(child(tmp_path, words).open())
    assert remedy in message
    assert words.strip(".") in message


def test_without_rpicam_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CameraError, match="apt install rpicam-apps"):
        open_camera("csi")
    with pytest.raises(CameraError, match="no 'not-there'"):
        PipeSource("A pipe", ("not-there",)).open()


def test_rpicam_is_asked_for_mjpeg_and_locks_what_its_automatics_have_found(tmp_path, monkeypatch):
    calls = rpicam(tmp_path, monkeypatch)
    stream = csi_source({"width": "640"}).open()
    assert first(stream).shape == (48, 64, 3)
    stream.close()
    assert stream.notes == (
        "exposure: locked at 9000.",
        "gain: locked at 2.5.",
        "white balance: locked at 1.8.",
        "focus: locked at 2.25.",
    )
    free, locked = calls.read_text().splitlines()
    assert free.startswith("-t 0 -n --codec mjpeg --flush ")
    assert " --width 640 --height 720 " in free
    assert not any(word in free for word in ("--shutter", "--gain", "--awbgains", "--autofocus"))
    wanted = "--shutter 9000 --gain 2.500000 --awbgains 1.8,1.5 --lens-position 2.25"
    assert wanted in locked
    assert "--autofocus-mode manual" in locked


def test_rpicam_is_given_what_the_user_locks_and_it_is_read_back(tmp_path, monkeypatch):
    calls = rpicam(tmp_path, monkeypatch, deaf="AnalogueGain")
    options = {"shutter": "7000", "gain": "4", "awbgains": "1.2,1.1", "lens-position": "2"}
    # a lens that is given a place stays there, whatever else is asked of it
    stream = csi_source(options | {"autofocus-mode": "continuous"}).open()
    stream.close()
    assert stream.notes == (
        "exposure: locked at 7000.",
        "gain: asked for 4, the driver keeps 2.5.",
        "white balance: locked at 1.2.",
        "focus: locked at 2.",
    )
    (once,) = calls.read_text().splitlines()
    assert "--autofocus-mode manual" in once
    assert "continuous" not in once


@pytest.mark.parametrize(
    ("found", "options", "said"),
    [
        # a Camera Module 2 has no lens that moves
        (FOUND.rpartition(";")[0], {}, ["exposure", "gain", "white balance"]),
        # one that shall go on focusing is left to
        (FOUND, {"autofocus-mode": "continuous"}, ["exposure", "gain", "white balance"]),
    ],
)
def test_rpicam_leaves_a_lens_alone_that_is_fixed_or_shall_move(
    tmp_path, monkeypatch, found, options, said
):
    calls = rpicam(tmp_path, monkeypatch, found=found)
    stream = csi_source(options).open()
    stream.close()
    assert [note.partition(":")[0] for note in stream.notes] == said
    assert "lens-position" not in calls.read_text()
    assert calls.read_text().count("--autofocus-mode continuous") == 2 * len(options)


def test_rpicam_that_gives_nothing_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.vision.csi.rpicam.PATIENCE", 0.0)
    program = tmp_path / "rpicam-vid"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(CameraError, match="has given no picture for"):
        csi_source({}).open()


# the URL, with a real server


def test_a_stream_with_garbage_halves_and_cuts(tmp_path):
    def answer(handler):
        stream_head(handler)
        handler.wfile.write(b"garbage" + part(jpeg()[:300]) + part(jpeg()) + jpeg()[:99])

    with serving(answer) as url:
        stream = UrlSource(url).open()
        assert first(stream).shape == (48, 64, 3)
        assert "has ended" in until_it_ends(stream)


def test_a_snapshot_cut_short_is_no_picture():
    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "image/jpeg")
        handler.send_header("Content-Length", "5000")
        handler.end_headers()
        handler.wfile.write(jpeg()[:-20])

    with serving(answer) as url:
        assert UrlSource(url).open().grab(1) is None


def test_a_damaged_snapshot_is_no_picture():
    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "image/jpeg")
        handler.end_headers()
        handler.wfile.write(b"\xff\xd8\xff\xd9")

    with serving(answer) as url:
        assert UrlSource(url).open().grab(1) is None


def test_a_snapshot_that_trickles_is_given_up_in_time(monkeypatch):
    # a second a look, whatever this machine has to do beside
    seconds = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(seconds))
    monkeypatch.setattr("companion.vision.camera.url_streams.time", clock)

    def endless_snapshot(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "image/jpeg")
        handler.end_headers()
        while True:
            handler.wfile.write(jpeg()[:1])
            handler.wfile.flush()

    with serving(endless_snapshot) as url, pytest.raises(CameraError, match="picture does not end"):
        UrlSource(url).snapshot()
    assert next(seconds) == PATIENCE_S + 2  # once to begin with, then one piece too many


@pytest.mark.parametrize(
    ("status", "headers", "word"),
    [
        (401, {}, "NAME:PASSWORD"),
        (404, {}, "Check the path"),
        (302, {"Location": "/other"}, "/other"),
        (200, {"Content-Type": "text/html"}, "no picture"),
    ],
)
def test_an_answer_that_is_no_camera_says_what_to_do(status, headers, word):
    def answer(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    with serving(answer) as url, pytest.raises(CameraError) as caught:
        open_camera(f"url:{url}")
    assert word in str(caught.value)


def test_what_a_server_gives_as_a_reason_moves_no_cursor():
    def answer(handler):
        handler.send_response(503, "\x1b[2J\x1b[31mbusy\x07")
        handler.end_headers()

    with serving(answer) as url, pytest.raises(CameraError) as caught:
        open_camera(f"url:{url}")
    assert "busy" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("slowly", ["a header a byte at a time", "100 Continue for ever"])
def test_an_answer_whose_head_does_not_end_is_given_up_in_time(monkeypatch, slowly):
    # of the whole head; the patience with one piece, which a busy machine may need, stays as it is
    monkeypatch.setattr("companion.vision.camera.url_streams.PATIENCE_S", 0.3)
    over = threading.Event()

    def answer(handler):
        piece = b"a" if "byte" in slowly else b"HTTP/1.1 100 Continue\r\n\r\n"
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX: " if "byte" in slowly else piece)
        while not over.wait(0.02):
            handler.wfile.write(piece)

    with serving(answer) as url:
        with pytest.raises(CameraError, match="does not answer: its answer does not end"):
            open_camera(f"url:{url}")
        over.set()


@pytest.mark.parametrize("kind", [None, "text/plain", "image/jpeg", "application/octet-stream"])
def test_what_comes_decides_not_what_the_header_calls_it(kind):
    def answer(handler, *, is_stream):
        handler.send_response(200)
        if kind:
            handler.send_header("Content-Type", kind)
        handler.end_headers()
        handler.wfile.write(part(jpeg()) + part(jpeg()) if is_stream else jpeg())

    with serving(partial(answer, is_stream=True)) as url:
        stream = UrlSource(url).open()
        assert first(stream).shape == (48, 64, 3)
        assert "has ended" in until_it_ends(stream)
    with serving(partial(answer, is_stream=False)) as url:
        for _ in range(2):
            assert UrlSource(url).open().grab(1).shape == (48, 64, 3)


def test_what_a_server_says_cannot_steer_the_terminal():
    def answer(handler):
        handler.wfile.write(b"HTTP/1.1 404 \x1b[2J\x1b]0;owned\x07gone\r\n\r\n")

    with serving(answer) as url, pytest.raises(CameraError) as caught:
        open_camera(f"url:{url}")
    assert "gone" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "url",
    [
        "ftp://ada:s3cret@host/video",
        "http://ada:s3cret@:/video",
        "ada:s3cret@host/video",
        "http://ada:s3cret@host:port/video",
        "http://ada:s3cret@",
    ],
)
def test_a_password_in_an_address_that_is_refused_is_not_said(url):
    with pytest.raises(CameraError) as caught:
        open_camera(f"url:{url}")
    assert "s3cret" not in str(caught.value)


def test_name_and_password_are_sent_but_never_said():
    heard = []

    def answer(handler):
        heard.append(handler.headers["Authorization"])
        handler.send_response(403)
        handler.end_headers()

    with serving(answer) as url, pytest.raises(CameraError) as caught:
        open_camera("url:" + url.replace("//", "//ada:s%20cret@"))
    assert heard == ["Basic YWRhOnMgY3JldA=="]
    assert "cret" not in str(caught.value)


def test_a_stalled_stream_can_be_closed():
    begun = threading.Event()
    over = threading.Event()

    def answer(handler):
        stream_head(handler)
        handler.wfile.write(part(jpeg()))
        begun.set()
        over.wait(PATIENCE)

    with serving(answer) as url:
        camera = open_camera(f"url:{url}")
        assert camera.read(PATIENCE).number == 1
        assert begun.wait(PATIENCE)
        with pytest.raises(CameraError, match="no picture within"):
            camera.read(0.01)
        camera.close()
        over.set()


def test_nobody_there_is_said():
    with serving(snapshot) as url:
        pass
    with pytest.raises(CameraError, match="same network"):
        open_camera(f"url:{url}")


# picamera2, as its object behaves


@pytest.mark.parametrize("chosen", ["RGB888", "BGR888"])
def test_picamera2_gives_the_same_colours_whatever_format_it_has_chosen(chosen):
    fake, source = picamera(chosen=chosen)
    stream = source.open()
    assert (stream.grab(1) == picture()).all()
    stream.close()
    assert not fake.open


def test_a_lens_that_moves_focuses_once_and_stays():
    fake, source = picamera(lens=2.5)
    assert source.open().notes[-1] == "focus: locked at 2.5."
    assert (fake.controls["AfMode"], fake.controls["LensPosition"]) == (0, 2.5)


def test_picamera2_locks_what_it_has_found_and_reads_it_back():
    fake, source = picamera(deaf=["AnalogueGain"])
    assert source.open().notes == (
        "exposure: locked at 12000.",
        "gain: asked for 2, the driver keeps 7.",
        "white balance: locked at 1.8.",
    )
    assert fake.controls == {"AeEnable": False, "AwbEnable": False} | {
        "ExposureTime": 12000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.5),
    }
    bare = picamera(metadata={})[1].open()
    assert all("no such control" in note for note in bare.notes)


def test_a_late_picture_of_picamera2_is_waited_for_by_the_next_grab():
    stream = picamera(late=0.8)[1].open()
    assert [stream.grab(0.5) is None for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportError("No module named 'picamera2'"), "apt install python3-picamera2"),
        (ValueError("numpy.dtype size changed"), "numpy.dtype size changed"),
    ],
)
def test_without_picamera2_it_says_what_to_install(error, words):
    def load():
        raise error

    with pytest.raises(CameraError, match=words):
        PicameraSource(load=load).open()


@pytest.mark.parametrize(
    ("why", "remedy"),
    [
        ("No camera number 0 found - use rpicam-hello", "flat cable"),
        ("Failed to acquire camera: Device or resource busy", "Another program"),
    ],
)
def test_what_picamera2_says_becomes_a_remedy(why, remedy):
    def make(_number):
        raise RuntimeError(why)

    with pytest.raises(CameraError, match=remedy):
        PicameraSource(load=lambda: make).open()


def test_a_format_that_picamera2_chose_and_nobody_knows_is_refused():
    fake, source = picamera(chosen="YUV420")
    with pytest.raises(CameraError, match="unknown form"):
        source.open()
    assert not fake.open


# USB, with OpenCV's object as drivers behave

EXPOSURE, AUTO = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE
GAIN, BALANCE, AUTO_WB = cv2.CAP_PROP_GAIN, cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB
CONTROLS = {EXPOSURE: 156.0, AUTO: 3.0, GAIN: 20.0, BALANCE: 4600.0, AUTO_WB: 1.0}


def test_what_the_automatics_found_is_locked_and_read_back(tmp_path):
    capture = FakeCapture(CONTROLS)
    assert lock(capture, device(tmp_path)) == (
        "exposure: locked at 156.",
        "gain: locked at 20.",
        "white balance: locked at 4600.",
        "focus: the driver has no such control; keep the light steady.",
    )
    assert capture.values[AUTO] == 1.0
    assert capture.values[AUTO_WB] == 0.0


def test_what_the_driver_ignores_is_said(tmp_path):
    notes = lock(FakeCapture(CONTROLS, refuse={AUTO}, stuck={GAIN: 0.0}), device(tmp_path))
    assert notes[0] == "exposure: the driver ignored the lock, it stays automatic."
    assert notes[1] == "gain: asked for 20, the driver keeps 0."


class Kernel:
    """Answers the kernel's calls for one control, as `v4l2-ctl` would set it."""

    def __init__(self, *, ignores=False):
        self.automatic, self.ignores = 1, ignores

    def ioctl(self, _device, call, data):
        control, value = struct.unpack("=Ii", data)
        assert control == AUTO_GAIN
        if call == 0xC008561C and not self.ignores:
            self.automatic = value
        return struct.pack("=Ii", control, self.automatic)


def test_an_automatic_gain_is_switched_off_before_the_gain_is_said_to_be_locked(
    tmp_path, monkeypatch
):
    path, kernel = device(tmp_path), Kernel()
    monkeypatch.setattr("fcntl.ioctl", kernel.ioctl)
    assert lock(FakeCapture(CONTROLS), path)[1] == "gain: locked at 20."
    assert kernel.automatic == 0
    monkeypatch.setattr("fcntl.ioctl", Kernel(ignores=True).ioctl)
    notes = lock(FakeCapture(CONTROLS), path)
    assert notes[1] == "gain: the driver ignored the lock, it stays automatic."


def test_a_device_without_an_automatic_has_none_to_switch_off(tmp_path):
    # an ordinary file knows none of the calls
    assert switch_off(device(tmp_path), AUTO_GAIN)
    assert switch_off(str(tmp_path / "gone"), AUTO_GAIN)


def test_another_size_than_asked_is_said(tmp_path):
    capture = FakeCapture(frames=[picture(size=(480, 640))] * 20)
    stream = V4l2Source(device(tmp_path), capture=lambda _: capture).open()
    assert stream.notes[0] == "size: asked for 1280 x 720, the camera gives 640 x 480."


def test_a_camera_without_pictures_is_let_go(tmp_path):
    capture = FakeCapture(frames=[])
    with pytest.raises(CameraError, match="gives no picture"):
        V4l2Source(device(tmp_path), capture=lambda _: capture).open()
    assert capture.released == 1


def test_a_busy_camera_names_who_holds_it(tmp_path, monkeypatch):
    path = device(tmp_path)
    process = tmp_path / "proc" / "4242"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("cheese\n")
    (process / "fd" / "7").symlink_to(path)
    assert holders(path, proc=tmp_path / "proc") == ["cheese (4242)"]
    monkeypatch.setattr("companion.vision.camera.from_v4l2.holders", lambda _: ["cheese (4242)"])
    closed = V4l2Source(path, capture=lambda _: FakeCapture(opened=False))
    with pytest.raises(CameraError, match=r"held by cheese \(4242\)"):
        closed.open()
    monkeypatch.setattr("companion.vision.camera.from_v4l2.holders", lambda _: [])
    with pytest.raises(CameraError, match="fuser"):
        closed.open()


def test_a_file_that_is_no_camera_is_opened_by_opencv_itself_and_refused(tmp_path):
    with pytest.raises(CameraError, match="it is no camera"):
        V4l2Source(device(tmp_path)).open()


def test_without_the_group_video_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(CameraError, match="usermod -aG video"):
        V4l2Source(device(tmp_path)).open()


def test_an_unplugged_camera_is_noticed_at_once(tmp_path):
    path = device(tmp_path)
    stream = V4l2Source(path, capture=lambda _: FakeCapture(frames=[picture()] * 15)).open()
    assert stream.grab(1) is None
    Path(path).unlink()
    with pytest.raises(CameraError, match="unplugged"):
        stream.grab(1)


def test_pictures_of_an_unknown_form_are_refused(tmp_path):
    grey = np.zeros((48, 64), np.uint8)
    with pytest.raises(CameraError, match="unknown form"):
        V4l2Source(device(tmp_path), capture=lambda _: FakeCapture(frames=[grey])).open()


# lost and found, on a clock of our own


class Script:
    """A source whose openings and grabs are written down; time passes only when it waits."""

    title = "The camera"

    def __init__(self, *openings):
        self.openings = list(openings)
        self.now, self.opened_at, self.put, self.said, self.closed = 0.0, [], [], [], 0
        self.rest = 0.0

    def open(self):
        self.opened_at.append(self.now)
        self.script = self.openings.pop(0) if self.openings else []
        self.notes = ()
        if isinstance(self.script, CameraError):
            raise self.script
        self.script = list(self.script)
        return self

    def grab(self, timeout):
        given = self.script.pop(0) if self.script else None
        self.now += timeout if given is None else 0.1
        if isinstance(given, CameraError):
            raise given
        return given

    def interrupt(self):
        """Nothing waits here."""

    def close(self):
        self.closed += 1

    def pause(self, seconds):
        self.now += seconds

    def feed(self):
        return Feed(
            self, self.put.append, now=lambda: self.now, pause=self.pause, say=self.said.append
        )


GONE = CameraError("It is gone.", hint="Plug it in.")


def run(script, steps):
    feed = script.feed()
    feed.start()
    for _ in range(steps):
        feed.step()
    return feed


def test_five_silent_seconds_open_the_source_again():
    script = Script([picture()], [picture()])
    run(script, 30)
    assert script.opened_at[:2] == [0.0, pytest.approx(5.6)]
    assert len(script.put) == 2
    assert script.closed >= 1


def test_lost_and_back_are_said_once_each():
    script = Script([picture(), GONE], GONE, GONE, GONE, [picture()] * 5)
    run(script, 9)
    assert script.said == [
        "It is gone. Plug it in. The game goes on; it is tried again.",
        "The camera is back.",
    ]
    assert len(script.put) == 1 + 3


def test_attempts_grow_rarer_and_begin_anew_after_a_picture():
    script = Script([GONE], GONE, GONE, GONE, GONE, [picture(), GONE], [picture()])
    run(script, 9)
    waits = np.diff(script.opened_at).round(1).tolist()
    assert waits == [0.6, 1.0, 2.0, 4.0, 4.0, 0.7]


def test_while_it_is_lost_a_read_says_why(tmp_path):
    camera = LiveCamera(child(tmp_path, "no cameras available"))
    with pytest.raises(CameraError, match=r"no picture within|flat cable"):
        camera.read(0.01)
    with pytest.raises(CameraAway, match="flat cable"):
        for_ever(lambda: patiently(camera))
    camera.close()


def patiently(camera):
    """Read; "nothing yet" is no failure here."""
    try:
        camera.read(0.05)
    except CameraError as error:
        if "no picture within" not in error.message:
            raise


def test_the_first_opening_fails_aloud():
    with pytest.raises(CameraError, match="It is gone"):
        Script(GONE).feed().start()
