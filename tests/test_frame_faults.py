"""Frames with a part missing, and a camera that shows one picture for ever."""

import struct

import cv2
import numpy as np
import pytest
from test_cameras import Script, run

from companion.errors import CameraError, PictureError
from companion.vision.camera.frame_faults import Standstill, is_cut_off
from companion.vision.camera.frames import decoded
from companion.vision.camera.from_files import VideoCamera
from companion.vision.camera.image_files import encode_jpeg, load_picture
from companion.vision.camera.image_headers import read_header
from companion.vision.geometry.arrays import are_equal


def seen(seed=1, height=96, width=128):
    """What a sensor gives: no two pixels quite alike."""
    chance = np.random.default_rng(seed)
    return chance.integers(40, 200, (height, width, 3), dtype=np.uint8)


def cut(filling, rows=40):
    image = seen()
    image[-rows:] = filling
    return image


@pytest.mark.parametrize("filling", [(128, 128, 128), (127, 128, 129), (0, 135, 0), (0, 154, 0)])
def test_what_a_decoder_fills_in_is_known(filling):
    assert is_cut_off(cut(filling))


@pytest.mark.parametrize(
    "image",
    [seen(), cut((0, 0, 0)), cut((255, 255, 255)), np.full((96, 128, 3), 128, np.uint8)],
    ids=["a scene", "a black bar", "burnt out", "one even surface"],
)
def test_what_a_lens_may_see_is_no_cut(image):
    assert not is_cut_off(image)


def early_end(jpeg):
    """End a JPEG in the middle of its scan, with a proper end marker."""
    return jpeg[: len(jpeg) * 6 // 10] + b"\xff\xd9"


def test_a_jpeg_that_ends_early_is_refused_though_it_has_its_end(tmp_path):
    data = early_end(encode_jpeg(seen(height=480, width=640)))
    assert read_header(data).whole
    file = tmp_path / "half.jpg"
    file.write_bytes(data)
    with pytest.raises(PictureError, match="its lower part is missing"):
        load_picture(file)


def test_one_cut_frame_in_four_is_left_out_and_said_once():
    frames = [cut((128, 128, 128)) if n % 4 == 3 else seen(n) for n in range(24)]
    script = Script(frames)
    run(script, 24)
    assert len(script.put) == 18
    assert not any(is_cut_off(image) for image in script.put)
    assert [said for said in script.said if "lower part" in said] == script.said[:1]


def test_a_picture_that_stands_still_is_a_lost_camera_after_three_seconds():
    script = Script([seen()] * 60, *([[seen()] * 3] * 3), [seen(2), seen(3)])
    run(script, 120)
    lost = "The camera has shown one and the same picture for 3 s."
    assert script.said[0].startswith(lost)
    assert script.said[1] == "The camera is back."
    # what stood there until then, and what came when it moved again
    assert len(script.put) <= 31 + 2
    assert np.array_equal(script.put[-1], seen(3))


def test_noise_alone_is_a_new_picture_and_a_covered_lens_is_none():
    still, noisy = Standstill(), Standstill()
    black = np.zeros((48, 64, 3), np.uint8)
    for tenth in range(100):
        assert still.seconds(black, tenth / 10) == 0
        assert noisy.seconds(seen(tenth), tenth / 10) == 0


class Frozen:
    """Stands in for OpenCV's capture: a video of one picture, 10 a second."""

    def __init__(self, size=(128, 96)):
        self._size = size

    def isOpened(self):  # noqa: N802
        return True

    def get(self, what):
        about = {cv2.CAP_PROP_FRAME_WIDTH: self._size[0], cv2.CAP_PROP_FRAME_HEIGHT: self._size[1]}
        return about.get(what, 10.0)

    def read(self):
        return True, seen()

    def release(self):
        """Nothing is held here."""


def test_a_video_that_stands_still_says_so(tmp_path):
    (tmp_path / "game.avi").touch()
    camera = VideoCamera(tmp_path / "game.avi", capture=lambda _: Frozen())
    for _ in range(30):
        camera.read(1)
    with pytest.raises(CameraError, match="one and the same picture"):
        camera.read(1)


def test_a_video_of_huge_pictures_is_refused_before_one_is_decoded(tmp_path):
    (tmp_path / "huge.avi").touch()
    with pytest.raises(CameraError, match=r"too large \(30000 x 30000\)"):
        VideoCamera(tmp_path / "huge.avi", capture=lambda _: Frozen((30000, 30000)))


def two_framed(first, second):
    """A JPEG with two frame headers, as no camera writes it."""
    data = encode_jpeg(seen())
    at = data.index(b"\xff\xc0")
    (length,) = struct.unpack_from(">H", data, at + 2)
    frame = data[at : at + 2 + length]

    def sized(width, height):
        return frame[:5] + struct.pack(">HH", height, width) + frame[9:]

    return data[:at] + sized(*first) + sized(*second) + data[at + 2 + length :]


@pytest.mark.parametrize("sizes", [((30000, 30000), (128, 96)), ((128, 96), (30000, 30000))])
def test_two_frame_headers_are_refused_undecoded_wherever_they_come_from(sizes, monkeypatch):
    data = two_framed(*sizes)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    assert decoded(data) is None
    with pytest.raises(PictureError, match="damaged"):
        load_picture(data)


def test_a_camera_whose_pictures_are_too_large_says_so(monkeypatch):
    head = struct.pack(">IIBBBBB", 30000, 30000, 8, 2, 0, 0, 0)
    chunks = struct.pack(">I4s13sI", 13, b"IHDR", head, 0) + struct.pack(">I4sI", 0, b"IEND", 0)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(CameraError, match="900 megapixels"):
        decoded(b"\x89PNG\r\n\x1a\n" + chunks)


def test_a_png_of_endless_empty_chunks_is_refused_soon():
    head = struct.pack(">I4s13sI", 13, b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 2, 0, 0, 0), 0)
    empty = struct.pack(">I4sI", 0, b"teXt", 0)
    assert not read_header(b"\x89PNG\r\n\x1a\n" + head + empty * 40_000).is_sound


def test_pipes_and_devices_are_no_pictures(tmp_path):
    import os

    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", "/dev/zero"):
        with pytest.raises(PictureError, match="a pipe or a device"):
            load_picture(path)


def test_under_an_even_bar_at_the_top_a_picture_that_changes_does_not_stand_still():
    barred = [np.full((48, 64, 3), 90, np.uint8) for _ in range(2)]
    barred[1][40:] = 120
    camera = Standstill()
    assert [camera.seconds(barred[i % 2], float(i)) for i in range(6)] == [0.0] * 6
    assert not are_equal(*barred)
    assert are_equal(barred[0], barred[0].copy())
    assert not are_equal(barred[0], barred[0][:, :32])
