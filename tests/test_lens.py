"""A lens is measured from photos of the printed sheet, or a sentence says what to photograph."""

import cv2
import numpy as np
import pytest

from calibration.sheets.sheets import charuco
from companion.errors import CalibrationError
from companion.vision.fit.lens_calibration import measure_lens

pytestmark = pytest.mark.opencv

PX = 4  # pixels a millimetre of the printed page
SIZE = (640, 480)
K = np.array([[520.0, 0, 322], [0, 520.0, 236], [0, 0, 1]])
DIST = np.array([-0.12, 0.05, 0.0, 0.0, 0.0])


@pytest.fixture(scope="module")
def page():
    sheet = charuco()
    drawing = np.full((297 * PX, 210 * PX), 255, np.uint8)
    for box in sheet.boxes:
        x, y = round(box.x * PX), round(box.y * PX)
        right, low = round((box.x + box.width) * PX), round((box.y + box.height) * PX)
        drawing[y : max(low, y + 1), x : max(right, x + 1)] = 0
    return drawing


def photo(page, turn, shift):
    """What a camera with K and DIST sees of the page, turned about its middle, 330 mm away."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    pixels = np.stack([x, y], -1).reshape(-1, 1, 2).astype(np.float64)
    rays = np.c_[cv2.undistortPoints(pixels, K, DIST).reshape(-1, 2), np.ones(x.size)]
    rotation = cv2.Rodrigues(np.array(turn, np.float64))[0]
    centre = np.array([*shift, 330.0])
    normal = rotation[:, 2]
    hit = rays * (centre @ normal / (rays @ normal))[:, None]
    mm = (hit - centre) @ rotation + (105, 148, 0)
    maps = (mm[:, :2] * PX - 0.5).reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
    grey = cv2.remap(page, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=90)
    return cv2.cvtColor(cv2.GaussianBlur(grey, (3, 3), 0.6), cv2.COLOR_GRAY2BGR)


TURNS = [(0.5, 0.1, 0), (-0.5, 0.2, 0.2), (0.1, 0.6, 0.8), (0, -0.6, 1.6), (0.3, 0.3, 0.4)]
SHIFTS = [(-70, -30), (70, 30), (-60, 50), (70, -50), (0, 0)]


@pytest.fixture(scope="module")
def photos(page):
    views = [
        *zip(TURNS, SHIFTS, strict=True),
        ((-0.3, 0.4, 1.2), (0, 40)),
        ((0.4, -0.4, 2.5), (20, -50)),
    ]
    return [photo(page, turn, shift) for turn, shift in views]


def test_focal_length_and_distortion_come_out_as_they_were_put_in(photos):
    measured = measure_lens(photos)
    assert (measured.size, measured.pictures) == (SIZE, len(photos))
    lens = measured.lens
    assert lens.fx * 640 == pytest.approx(520, rel=0.02)
    assert (lens.cx * 640, lens.cy * 640) == pytest.approx((322, 236), abs=8)
    assert lens.dist[0] == pytest.approx(-0.12, abs=0.04)
    assert measured.error < 0.5


def test_too_few_photos_that_show_the_sheet_are_counted(photos):
    black = np.zeros((480, 640, 3), np.uint8)
    with pytest.raises(CalibrationError, match="2 of 4 show the lens sheet; 5 are needed"):
        measure_lens([photos[0], black, photos[1], black])


def test_photos_of_several_sizes_are_refused(photos):
    with pytest.raises(CalibrationError, match="different sizes"):
        measure_lens([*photos, photos[0][:400]])


def test_a_sheet_that_stays_in_the_middle_is_refused_with_the_remedy(page):
    far = [np.pad(photo(page, turn, (0, 0)), ((300, 300), (400, 400), (0, 0))) for turn in TURNS]
    with pytest.raises(CalibrationError) as caught:
        measure_lens(far)
    assert "each corner of the picture" in caught.value.hint
