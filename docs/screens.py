"""Makes the pictures of the page in `docs/page-*.png`: ``python docs/screens.py``.

Needs Debian's chromium and Playwright, as the tests marked `browser` do.
"""

import sys
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import sync_playwright

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent / "tests" / "web"), str(DOCS.parent)]

from browser import Server, opened, phone  # noqa: E402
from test_in_browser import begun, rows, set_row  # noqa: E402

# name -> (width, height, scheme, path)
SHOTS = {
    "phone-light": (320, 640, "light", "/"),
    "phone-dark": (320, 640, "dark", "/"),
    "tablet-light": (768, 900, "light", "/"),
    "tablet-dark": (768, 900, "dark", "/"),
    "tv-light": (1920, 1080, "light", "/tv"),
    "tv-dark": (1920, 1080, "dark", "/tv"),
}
# pixels across of the pictures that are kept
KEPT = 480


def main() -> None:
    """Play a few rows, then take and keep the pictures."""
    server = Server(tempfile.mkdtemp())
    with sync_playwright() as playwright:
        page = phone(opened(playwright), server.link)
        begun(page, server.address, "bouwblokje", ["Ada", "Ben"])
        for number, code in enumerate(("rgyb", "onrb", "yygr"), start=1):
            set_row(page, code)
            rows(page).nth(number - 1).wait_for()
        for name, (width, height, scheme, path) in SHOTS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.goto(server.address + path)
            page.wait_for_timeout(400)
            _keep(name, page.screenshot())
    server.stop()


def _keep(name: str, png: bytes) -> None:
    """Write a picture, no wider than KEPT, in a file that is small."""
    import numpy as np

    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    height, width = image.shape[:2]
    if width > KEPT:
        size = (KEPT, round(KEPT * height / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    # 32 levels a channel: nothing to be seen, and a third of the file
    image = np.asarray(image // 8 * 8 + 4, np.uint8)
    cv2.imwrite(str(DOCS / f"page-{name}.png"), image, [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
