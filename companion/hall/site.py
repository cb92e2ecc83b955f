"""What the hall's routes share, and one request as a route sees it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from companion import i18n
from companion.club.collecting.collector import Collector
from companion.club.collecting.index import Index
from companion.hall.overview import Results
from companion.hall.tournaments import Tournaments
from companion.i18n import _, ngettext
from companion.web.door.access import Access, Login
from companion.web.serving.live import Hub, Viewer, stream
from companion.web.show.boards.wording import legend
from companion.web.show.style import style

__all__ = ["COOKIE", "Ask", "Hall", "Page", "Streamed", "client_of", "done", "render", "room_for"]

COOKIE = "keypeg-hall"
FOLDERS = (
    Path(__file__).parent / "templates",
    Path(__file__).parents[1] / "web" / "templates",
)


@dataclass
class Hall:
    """All that the page shows and does; `live` are the open pages, `address` begins links."""

    index: Index
    collector: Collector
    access: Access
    tournaments: Tournaments
    address: str = ""
    name: str = "hub"
    live: Hub = field(default_factory=Hub)

    def __post_init__(self) -> None:
        self.results = Results(self.index)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request: who asks (`login` is a referee's, or None), and the form that was sent."""

    request: Request
    hall: Hall
    login: Login | None
    form: dict[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """A route: what answers it, and whether only a referee may ask. `is_stream` never ends."""

    path: str
    method: str
    answer: Callable[[Ask], Awaitable[Response]]
    for_referee: bool = False
    is_stream: bool = False


class Streamed(Response):
    """The stream of one open page; `make` gives its fragments."""

    def __init__(self, ask: Ask, key: tuple[object, ...], make: Callable[[], dict[str, str]]):
        super().__init__(
            headers={
                "content-type": "text/event-stream; charset=utf-8",
                "x-accel-buffering": "no",
            }
        )
        del self.headers["content-length"]
        self._ask, self._key, self._make = ask, (i18n.language(), *key), make

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write until the page leaves."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        viewer = Viewer(client_of(self._ask), self._key)
        await stream(self._ask.hall.live, viewer, self._make, lambda: True, send, receive)


def room_for(ask: Ask) -> Response | None:
    """Return None if one more page of this client may be open, else why not."""
    if ask.hall.live.has_room(client_of(ask)):
        return None
    return JSONResponse({"said": _("Too many pages are open; close some.")}, 503)


def done(ask: Ask, go: str) -> Response:
    """Answer something that was done: to the script in JSON, to a plain form by the next page."""
    if "application/json" in ask.request.headers.get("accept", ""):
        return JSONResponse({"go": go})
    return RedirectResponse(go, 303)


def client_of(ask: Ask) -> str:
    """Return the address that asks."""
    return ask.request.client.host if ask.request.client else ""


@cache
def _templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDERS),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.globals |= {"_": _, "ngettext": ngettext, "legend": legend, "style": style()}
    return made


def render(template: str, **facts: Any) -> str:
    """Return the page or fragment `template` in the language spoken."""
    usual = {"login": None, "here": "", "kind": "hall", "live": ""}
    facts = usual | facts
    return _templates().get_template(template).render(language=i18n.language(), **facts)
