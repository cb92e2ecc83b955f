"""Pictures of every sort come as 8-bit BGR, or are refused in a sentence."""

import struct

import cv2
import numpy as np
import pytest

from companion.errors import PictureError
from companion.vision.camera.image_files import (
    check_colours,
    encode_jpeg,
    encode_png,
    load_picture,
    pictures_in,
)
from companion.vision.camera.image_headers import read_header

pytestmark = pytest.mark.opencv


def scene(height=40, width=60):
    """A picture that is red above, blue below, with a white corner at the top left."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2] = (0, 0, 200)
    pixels[height // 2 :] = (200, 0, 0)
    pixels[:10, :10] = 255
    return pixels


def encoded(ending, pixels):
    return cv2.imencode(ending, pixels)[1].tobytes()


def segment(marker, body):
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def with_exif(jpeg, orientation):
    """Put an APP1 segment that holds nothing but the orientation behind the start of `jpeg`."""
    tiff = b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    return jpeg[:2] + segment(0xE1, b"Exif\x00\x00" + tiff) + jpeg[2:]


def png_head(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s13sI", 13, b"IHDR", header, 0)


PNG_END = struct.pack(">I4sI", 0, b"IEND", 0)


def cmyk_jpeg(*ink):
    """Build an 8x8 JPEG of one colour of `ink` (C, M, Y, K as Adobe stores it: 255 is no ink)."""
    quantisation = segment(0xDB, bytes([0]) + bytes([8]) * 64)
    components = b"".join(bytes([index, 0x11, 0]) for index in range(1, 5))
    frame = segment(0xC0, struct.pack(">BHHB", 8, 8, 8, 4) + components)
    # each DC category 0..8 has a code of four bits; the only AC symbol, end of block, is one bit
    codes = segment(0xC4, bytes([0x00, 0, 0, 0, 9, *[0] * 12, *range(9)]))
    codes += segment(0xC4, bytes([0x10, 1, *[0] * 15, 0]))
    tables = bytes([number for index in range(1, 5) for number in (index, 0)])
    scan = segment(0xDA, b"\x04" + tables + bytes([0, 63, 0]))
    bits = ""
    for value in ink:
        step = value - 128  # the DC of a flat block is 8 x (value - 128); the table divides by 8
        size = abs(step).bit_length()
        bits += f"{size:04b}"
        if size:
            bits += f"{step if step > 0 else step + (1 << size) - 1:0{size}b}"
        bits += "0"
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    adobe = segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0))
    stuffed = data.replace(b"\xff", b"\xff\x00")
    return b"\xff\xd8" + adobe + quantisation + frame + codes + scan + stuffed + b"\xff\xd9"


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp"])
def test_every_format_gives_the_pixels_and_says_its_size_in_the_header(ending):
    data = encoded(ending, scene())
    picture = load_picture(data)
    assert (picture.pixels.shape, picture.pixels.dtype) == ((40, 60, 3), np.uint8)
    assert np.abs(picture.pixels[5, 50].astype(int) - (0, 0, 200)).max() < 40
    header = read_header(data)
    assert (header.width, header.height, header.whole) == (60, 40, True)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.7, 0.98])
def test_a_picture_that_is_cut_off_is_refused_wherever_it_ends(ending, part):
    noisy = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    data = encoded(ending, noisy)
    with pytest.raises(PictureError, match="cut off"):
        load_picture(data[: int(len(data) * part)])


def test_the_end_of_a_thumbnail_is_not_taken_for_the_end_of_the_picture():
    jpeg = encode_jpeg(scene())
    holding = jpeg[:2] + segment(0xE2, encode_jpeg(scene(16, 16))) + jpeg[2:]
    assert load_picture(holding).pixels.shape == (40, 60, 3)
    with pytest.raises(PictureError, match="cut off"):
        load_picture(holding[:-20])


def test_what_a_phone_appends_behind_a_picture_does_not_matter():
    assert load_picture(encode_jpeg(scene()) + b"MotionPhoto" * 50).pixels.shape == (40, 60, 3)


@pytest.mark.parametrize(
    ("orientation", "shape", "corner"),
    [
        (1, (40, 60, 3), (0, 0)),
        (3, (40, 60, 3), (-1, -1)),
        (6, (60, 40, 3), (0, -1)),
        (8, (60, 40, 3), (-1, 0)),
    ],
)
def test_a_picture_is_turned_upright_as_its_exif_says(orientation, shape, corner):
    pixels = load_picture(with_exif(encode_jpeg(scene()), orientation)).pixels
    assert pixels.shape == shape
    assert pixels[corner].min() > 200


@pytest.mark.parametrize(
    "pixels",
    [
        scene()[..., 0],
        scene().astype(np.uint16) * 257,
        scene()[..., 0].astype(np.uint16) * 257,
        np.dstack([scene(), np.full((40, 60), 9, np.uint8)]),
    ],
    ids=["grey", "16-bit", "16-bit grey", "transparent"],
)
def test_other_depths_and_channels_become_8_bit_bgr(pixels):
    loaded = load_picture(encoded(".png", pixels)).pixels
    assert (loaded.shape, loaded.dtype) == ((40, 60, 3), np.uint8)
    wanted = scene() if pixels.ndim == 3 else np.repeat(scene()[..., :1], 3, axis=2)
    assert np.array_equal(loaded, wanted)


def test_cmyk_becomes_the_colours_that_would_be_printed():
    assert load_picture(cmyk_jpeg(255, 255, 255, 255)).pixels.min() > 245
    red = load_picture(cmyk_jpeg(255, 0, 0, 255)).pixels[4, 4]
    assert red[2] > 240
    assert red[:2].max() < 15


def test_pictures_without_colours_are_told_from_coloured_ones():
    check_colours(scene(), name="a.jpg")
    one_peg = np.full((480, 640, 3), 128, np.uint8)
    cv2.circle(one_peg, (100, 100), 12, (40, 40, 190), -1)
    check_colours(one_peg, name="a.jpg")
    grey = load_picture(encode_jpeg(cv2.cvtColor(one_peg, cv2.COLOR_BGR2GRAY))).pixels
    with pytest.raises(PictureError, match=r"a\.jpg has no colours"):
        check_colours(grey, name="a.jpg")
    for dark in (one_peg // 8, np.zeros((1, 1, 3), np.uint8)):
        with pytest.raises(PictureError, match="too dark"):
            check_colours(dark, name="a.jpg")


def test_a_single_pixel_is_a_picture():
    dot = encode_png(np.full((1, 1, 3), 7, np.uint8))
    assert load_picture(dot).pixels.tolist() == [[[7, 7, 7]]]


def test_a_100_megapixel_jpeg_is_read_at_a_quarter_a_side():
    flat = encoded(".jpg", np.zeros((10_000, 10_000), np.uint8))
    picture = load_picture(flat)
    assert picture.pixels.shape == (2500, 2500, 3)
    assert picture.reduced == 4


def test_a_huge_picture_that_cannot_be_reduced_is_refused_by_its_header_alone():
    with pytest.raises(PictureError, match=r"100 megapixels .*more than the 16"):
        load_picture(png_head(10_000, 10_000) + PNG_END)


def test_bytes_that_only_look_like_a_picture_are_called_damaged():
    with pytest.raises(PictureError, match=r"a\.png is damaged"):
        load_picture(png_head(10, 10) + PNG_END, name="a.png")


def test_files_that_are_no_pictures_are_named_in_the_sentence(tmp_path):
    text = tmp_path / "notes.jpg"
    text.write_text("remember the milk", "utf-8")
    empty = tmp_path / "empty.jpg"
    empty.touch()
    heic = tmp_path / "phone.heic"
    heic.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40)
    for path, words in [
        (text, "not a picture"),
        (empty, "is empty"),
        (heic, "HEIC"),
        (tmp_path, "is a folder"),
        (tmp_path / "gone.jpg", "no file"),
    ]:
        with pytest.raises(PictureError, match=words) as caught:
            load_picture(path)
        assert str(path) in caught.value.message
        assert caught.value.hint


def test_the_pictures_of_a_folder_come_in_order_and_a_folder_without_any_is_refused(tmp_path):
    with pytest.raises(PictureError, match="no pictures"):
        pictures_in(tmp_path)
    for name in ("b.JPG", "a.png", "list.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.png", "b.JPG"]
    with pytest.raises(PictureError, match="not a folder"):
        pictures_in(tmp_path / "a.png")
