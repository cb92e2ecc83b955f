"""What pages are made of beside their HTML: the style, our own small modules, icon, manifest."""

from functools import cache
from pathlib import Path

from starlette.responses import Response

from companion.web.serving.site import Ask, Page

__all__ = ["FOLDER", "KINDS", "PAGES"]

FOLDER = Path(__file__).parents[1] / "static"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


@cache
def _file(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def _page(path: str, name: str) -> Page:
    async def answer(_ask: Ask) -> Response:
        headers = {"cache-control": "no-cache"}
        return Response(_file(name), media_type=KINDS[Path(name).suffix], headers=headers)

    return Page(path, "GET", None, answer)


# anybody may ask for these: there is nothing of the table in them
PAGES: tuple[Page, ...] = (
    *(_page(f"/static/{file.name}", file.name) for file in sorted(FOLDER.iterdir())),
    # a worker reaches no further than the folder it comes from
    _page("/worker.js", "worker.js"),
)
