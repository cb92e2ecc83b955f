"""Whole JPEGs are found in whatever bytes come, however they are cut up."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.camera.frames import decoded
from companion.vision.camera.jpeg_stream import JpegSplitter


def jpeg(shade, size=24):
    image = np.full((size, size, 3), shade, np.uint8)
    image[::3] = 255 - shade
    return cv2.imencode(".jpg", image)[1].tobytes()


ONE, TWO = jpeg(10), jpeg(90, size=40)


def split(data, cuts=()):
    splitter = JpegSplitter()
    edges = [0, *sorted(cuts), len(data)]
    return [found for a, b in pairwise(edges) for found in splitter.feed(data[a:b])]


def same(found, sent):
    """Say whether a picture shows what was sent; an end that was cut off may stand before it."""
    return np.array_equal(
        cv2.imdecode(np.frombuffer(found, np.uint8), cv2.IMREAD_COLOR),
        cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR),
    )


@given(st.lists(st.integers(0, len(ONE + TWO)), max_size=8))
def test_any_cutting_gives_the_same_pictures(cuts):
    assert split(ONE + TWO, cuts) == [ONE, TWO]


@given(st.binary(max_size=60), st.integers(3, len(ONE) - 3))
def test_a_half_picture_costs_no_whole_one_once_the_stream_goes_on(noise, half):
    found = split(noise + ONE[:half] + ONE + TWO * (70_000 // len(TWO)))
    assert same(found[0], ONE)
    assert set(found[1:]) == {TWO}


def test_a_picture_cut_off_anywhere_is_not_joined_with_the_next():
    """Cut within a table, the rest of its length may well end where a segment of the next does."""
    after = TWO * (70_000 // len(TWO))
    wrong = [
        half for half in range(3, len(ONE) - 3) if not same(split(ONE[:half] + ONE + after)[0], ONE)
    ]
    assert wrong == []


def test_multipart_text_between_pictures_is_skipped():
    head = b"\r\n--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 9\r\n\r\n"
    assert split(head + ONE + head + TWO + head) == [ONE, TWO]


def test_a_picture_cut_off_and_begun_anew_counts_once():
    assert split(ONE[:-40] + ONE) == [ONE]


def test_a_thumbnail_within_does_not_end_the_picture():
    thumb = b"\xff\xe1" + (len(TWO) + 2).to_bytes(2, "big") + TWO
    whole = ONE[:2] + thumb + ONE[2:]
    assert split(whole) == [whole]


def test_endless_nonsense_is_not_kept():
    splitter = JpegSplitter(most=1000)
    for _ in range(50):
        assert splitter.feed(b"\xff\xd8\xff\xe0\xff\xff" + bytes(500)) == []
    assert splitter.feed(bytes(70_000) + ONE) == [ONE]


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xff\xd8", ONE[:-1], bytes(100)])
def test_what_is_not_whole_is_none(data):
    assert split(data) == []


def test_damaged_bytes_decode_to_none():
    assert decoded(b"") is None
    assert decoded(b"\xff\xd8\xff\xd9") is None
    assert decoded(ONE).shape == (24, 24, 3)
