"""The printed arm: each part is a closed body, and the camera ends where it is said."""

import re
import shutil
import subprocess
from functools import cache
from math import hypot
from pathlib import Path
from tempfile import mkdtemp

import pytest

from calibration.board_files.camera_height import LENSES, camera_heights
from calibration.board_files.load import board_names, load_board

ROOT = Path(__file__).resolve().parents[1]
ARM = ROOT / "docs" / "mount" / "arm.scad"
PARTS = ("foot", "post", "elbow", "arm", "plate")
# mm, a bed that most printers have
BED = (220, 220, 200)

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="no openscad")


@cache
def rendered(part, **choices):
    """Return what OpenSCAD says of a part, and the corners of its triangles in mm."""
    out = Path(mkdtemp(prefix="keypeg-arm-")) / f"{part}.stl"
    defines = {"part": f'"{part}"', **choices}
    words = [word for name, value in defines.items() for word in ("-D", f"{name}={value}")]
    command = ["openscad", *words, "-o", str(out), str(ARM)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found = re.findall(r"vertex (\S+) (\S+) (\S+)", out.read_text())
    return ended.stderr, {tuple(map(float, corner)) for corner in found}


def span(corners):
    return [(min(axis), max(axis)) for axis in zip(*corners, strict=True)]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_a_closed_body_that_fits_on_a_bed(part):
    said, corners = rendered(part)
    assert re.search(r"Simple:\s+yes", said)
    assert "WARNING" not in said
    for (low, high), room in zip(span(corners), BED, strict=True):
        assert high - low <= room


@pytest.mark.parametrize(("height", "reach"), [(300, 140), (400, 180), (510, 260)])
def test_the_lens_hangs_where_it_is_asked_for(height, reach):
    _, corners = rendered("all", height=height, reach=reach)
    *_, (_, top) = span(corners)
    lens = [(x, y, z) for x, y, z in corners if z == pytest.approx(height - 4)]
    assert {round(hypot(x, y - reach), 2) for x, y, z in lens} == {4.0}
    assert top == pytest.approx(height + 18)


def test_the_plate_has_the_camera_s_holes():
    _, corners = rendered("plate")
    for x in (-10.5, 10.5):
        for y in (21 - 6.25, 21 + 6.25):
            rim = [c for c in corners if c[2] == 0 and hypot(c[0] - x, c[1] - y) < 1.2]
            assert len(rim) == 32, (x, y)


def test_the_page_says_what_is_to_be_printed():
    said, _ = rendered("foot")
    posts, arms = map(int, re.findall(r"(?:post|arm) (\d+) x", said))
    page = (ROOT / "hardware.md").read_text(encoding="utf-8")
    assert f"foot, {posts} posts, elbow, {arms} arm, plate" in page


def test_the_arm_as_it_comes_is_right_for_every_board():
    (height,) = map(int, re.findall(r"^height = (\d+);", ARM.read_text(), re.MULTILINE))
    for name in board_names():
        high = camera_heights(load_board(name), LENSES["Camera Module 3"])
        assert high.lowest_mm <= height <= high.highest_mm, name
