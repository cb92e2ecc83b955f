"""The web application: every route, each behind the one check, all within one envelope."""

from collections.abc import Iterable

from starlette.routing import Route, Router

from companion.web.door.envelope import Envelope
from companion.web.pages import (
    board_pages,
    calibrate_pages,
    camera_pages,
    games_pages,
    start_pages,
    static_files,
    table_pages,
)
from companion.web.serving.check import Checked
from companion.web.serving.site import Page, Site
from companion.web.show.style import style_source

__all__ = ["all_pages", "application", "routes"]


def all_pages() -> tuple[Page, ...]:
    """Give every page there is."""
    return (
        *static_files.PAGES,
        *table_pages.PAGES,
        *start_pages.PAGES,
        *camera_pages.PAGES,
        *calibrate_pages.PAGES,
        *board_pages.PAGES,
        *games_pages.PAGES,
    )


def routes(site: Site, pages: Iterable[Page]) -> list[Route]:
    """Give the routes of `pages`; none is served but through `Checked`."""
    return [Route(page.path, Checked(page, site), methods=[page.method]) for page in pages]


def application(site: Site, *, names: frozenset[str] = frozenset()) -> Envelope:
    """Give the application; `names` are the host names by which this machine may be called."""
    pages = all_pages()
    streams = frozenset(page.path for page in pages if page.is_stream)
    router = Router(routes(site, pages))
    return Envelope(router, names=names, streams=streams, style=style_source())
