"""The printed sheets: drawn at their exact size, and found again by what looks for them."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.board_files.load import load_board
from calibration.sheets.elements import Box, Sheet, Text
from calibration.sheets.sheets import card, charuco, markers, scorecard
from calibration.sheets.svg_pdf import as_pdf, as_svg
from companion.errors import CalibrationError
from companion.vision.board.marker_patterns import LENS_SHEET, board_dictionary

pytestmark = pytest.mark.opencv

PX = 6  # pixels a millimetre
RECT = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>')
PDF_RECT = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f")


def boxes_of_svg(svg):
    return [Box(*map(float, found)) for found in RECT.findall(svg)]


def boxes_of_pdf(pdf, height=297.0):
    mm = 25.4 / 72
    found = [[float(number) * mm for number in numbers] for numbers in PDF_RECT.findall(pdf)]
    return [Box(x, height - y - high, wide, high) for x, y, wide, high in found]


def printed(boxes, width=210, height=297):
    """Draw boxes as a printer would, each edge to the nearest pixel."""
    page = np.full((height * PX, width * PX), 255, np.uint8)
    for box in boxes:
        left, top = round(box.x * PX), round(box.y * PX)
        right, low = round((box.x + box.width) * PX), round((box.y + box.height) * PX)
        page[top : max(low, top + 1), left : max(right, left + 1)] = 0
    return page


def found_markers(page):
    """Give number -> (4, 2) corners in mm, TL, TR, BR, BL."""
    corners, numbers, _ = cv2.aruco.ArucoDetector(board_dictionary()).detectMarkers(page)
    return {
        int(number): (np.reshape(corner, (4, 2)) + 0.5) / PX
        for number, corner in zip(np.ravel(numbers) if corners else (), corners, strict=True)
    }


@pytest.mark.parametrize("size", [8, 12.25, 20, 60])
@pytest.mark.parametrize(
    "read_back", [lambda s: boxes_of_svg(as_svg(s)), lambda s: boxes_of_pdf(as_pdf(s))]
)
def test_four_upright_markers_are_found_at_the_size_asked_for(size, read_back):
    found = found_markers(printed(read_back(markers(size))))
    assert sorted(found) == [0, 1, 2, 3]
    for top_left, top_right, _, bottom_left in found.values():
        assert top_right - top_left == pytest.approx((size, 0), abs=0.35)
        assert bottom_left - top_left == pytest.approx((0, size), abs=0.35)


def test_each_board_has_markers_of_its_own():
    assert sorted(found_markers(printed(markers(20, of_board=3).boxes))) == [8, 9, 10, 11]
    assert "8: far left" in [text.words for text in markers(20, of_board=3).texts]


def test_markers_lie_on_the_sheet_as_on_the_board_each_with_its_name_within_the_cut():
    sheet = markers(20)
    at = {n: corners.mean(axis=0) for n, corners in found_markers(printed(sheet.boxes)).items()}
    (left, far), (right, near) = at[0], at[2]
    assert left < right
    assert far < near
    assert at[1] == pytest.approx((right, far), abs=0.3)
    assert at[3] == pytest.approx((left, near), abs=0.3)
    ups = [text for text in sheet.texts if text.words == "this side up"]
    assert len(ups) == len(at)
    for number, place in enumerate(("far left", "far right", "near right", "near left")):
        (name,) = [text for text in sheet.texts if text.words == f"{number}: {place}"]
        left, right, top, bottom = cut_around(at[number], sheet)
        (up,) = [text for text in ups if left < text.x < right and top < text.y < bottom]
        # above and below the marker and its quiet zone, so that what is cut out still says both
        half = 20 / 2 * (1 + 2 / 6)
        assert top < up.y - 0.75 * up.size < up.y < at[number][1] - half
        assert at[number][1] + half < name.y - 0.75 * name.size < name.y < bottom
        assert left < name.x < right


def cut_around(centre, sheet):
    """Where the fine lines nearest to `centre` are to be cut: left, right, top, bottom in mm."""
    x, y = centre
    upright = [b.x for b in sheet.boxes if b.width < 0.5 < b.height and b.y < y < b.y + b.height]
    level = [b.y for b in sheet.boxes if b.height < 0.5 < b.width and b.x < x < b.x + b.width]
    return (
        max(at for at in upright if at < x),
        min(at for at in upright if at > x),
        max(at for at in level if at < y),
        min(at for at in level if at > y),
    )


def test_a_set_that_there_is_not_is_refused():
    with pytest.raises(CalibrationError, match="no set 5"):
        markers(20, of_board=5)


def test_a_marker_that_cannot_be_printed_or_found_is_refused():
    for size in (3, 120):
        with pytest.raises(CalibrationError, match="mm cannot be printed"):
            markers(size)


def test_the_card_has_the_markers_where_the_board_file_says():
    shape = load_board("bouwblokje")
    found = found_markers(printed(boxes_of_svg(as_svg(card(shape)))))
    centres = np.array([found[number].mean(axis=0) for number in range(4)])
    wanted = np.array(shape.markers.centres) * (1, -1)
    assert centres - centres[0] == pytest.approx(wanted - wanted[0], abs=0.3)


@pytest.mark.parametrize("name", ["hasbro-2004", "classic", "four-player", "lego-free"])
def test_a_board_whose_markers_are_stickers_has_no_card_but_the_way_to_print_them(name):
    with pytest.raises(CalibrationError) as caught:
        card(load_board(name))
    assert "sheets markers" in caught.value.hint


def test_a_card_larger_than_the_page_is_refused():
    large = load_board("hasbro-2004").stretched(1.2)
    far_out = replace(large.markers, centres=((-30, 300), (90, 300), (90, -60), (-30, -60)))
    with pytest.raises(CalibrationError, match="does not fit"):
        card(replace(large, markers=far_out))


def test_the_lens_sheet_is_found_corner_by_corner_where_it_was_drawn():
    page = printed(boxes_of_svg(as_svg(charuco())))
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(LENS_SHEET.board()).detectBoard(page)
    assert np.size(numbers) == (LENS_SHEET.columns - 1) * (LENS_SHEET.rows - 1)
    mm = (np.reshape(corners, (-1, 2)) + 0.5) / PX
    model = np.asarray(LENS_SHEET.board().getChessboardCorners())[np.ravel(numbers), :2]
    assert mm - mm[0] == pytest.approx(model - model[0], abs=0.2)


def test_a_boards_markers_are_not_seen_on_the_lens_sheet():
    assert not found_markers(printed(charuco().boxes))


@pytest.mark.parametrize("sheet", [markers(20), charuco(), scorecard()])
def test_every_sheet_has_a_ruler_of_100_mm_and_stays_on_its_page(sheet):
    assert any(box.width == 100 and box.height < 1 for box in sheet.boxes)
    for box in sheet.boxes:
        assert min(box.x, box.y) >= 5
        assert box.x + box.width <= sheet.width - 5
        assert box.y + box.height <= sheet.height - 5


def test_an_svg_says_its_size_in_millimetres():
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in as_svg(markers(20))


def test_a_pdf_finds_each_of_its_objects_where_its_table_says():
    pdf = as_pdf(markers(20))
    assert pdf.startswith(b"%PDF-")
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    assert pdf[start:].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), start=1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)
    assert b"/MediaBox [0 0 595.2756 841.8898]" in pdf


def test_a_name_of_a_board_that_a_pdf_has_no_letters_for_can_be_read_all_the_same():
    pdf = as_pdf(Sheet("Плата (é)", (), (Text(20, 20, 4, "Плата 🐸 é"),)))
    assert b"(Plata :frog: \xe9) Tj" in pdf
    assert rb"/Title (Plata \(\xe9\))".replace(rb"\xe9", b"\xe9") in pdf


def test_the_score_card_has_a_column_a_player_and_a_line_a_round():
    words = [text.words for text in scorecard(players=3, rounds=5).texts]
    assert words[1:8] == ["Round", "1", "2", "3", "4", "5", "Total"]
    with pytest.raises(CalibrationError, match="does not fit"):
        scorecard(players=9)
