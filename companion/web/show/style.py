"""The pages' style, which stands in each page: a slow phone paints it without asking once more."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

__all__ = ["style", "style_source"]

FILE = Path(__file__).parents[1] / "static" / "page.css"


@cache
def style() -> str:
    """Give the style sheet of all pages."""
    return FILE.read_text(encoding="utf-8")


def style_source() -> str:
    """Give the source by which a page's policy allows this style alone, as ``'sha256-…'``."""
    return f"'sha256-{b64encode(sha256(style().encode()).digest()).decode()}'"
