"""The hall's web application: every route behind one check, all within one envelope."""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from companion import i18n
from companion.errors import KeypegError
from companion.hall import pages, tournament_pages
from companion.hall.site import COOKIE, Ask, Hall, Page, render
from companion.i18n import _
from companion.web.door.access import Login, Role
from companion.web.door.envelope import Envelope
from companion.web.show.style import style_source

__all__ = ["application"]

FIELDS = 60  # of a form at most; a guess, as at the table's page


def application(
    hall: Hall, *, more: Iterable[Page] = (), names: frozenset[str] = frozenset()
) -> Envelope:
    """Return the application; `names` are the host names by which this machine may be called."""
    all_pages = (*pages.PAGES, *tournament_pages.PAGES, *more)
    routes = [Route(each.path, _Checked(each, hall), methods=[each.method]) for each in all_pages]
    streams = frozenset(each.path for each in all_pages if each.is_stream)
    return Envelope(Router(routes), names=names, streams=streams, style=style_source())


class _Checked:
    """A route behind the check: nothing of a referee's runs before it is known who asks."""

    def __init__(self, page: Page, hall: Hall) -> None:
        self._page = page
        self._hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        with i18n.speaking(_language(request)):
            response = await self._answer(request)
            await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        login = self._login(request)
        if self._page.for_referee and (login is None or login.role is not Role.OWNER):
            return RedirectResponse("/enter", 303) if request.method == "GET" else _refused(403)
        try:
            form = await _form(request) if self._page.method == "POST" else {}
            return await self._page.answer(Ask(request, self._hall, login, form))
        except KeypegError as error:
            if "application/json" in request.headers.get("accept", ""):
                return JSONResponse({"said": str(error)}, 409)
            return HTMLResponse(render("said.html", said=str(error)), 409)

    def _login(self, request: Request) -> Login | None:
        try:
            cookies = SimpleCookie(request.headers.get("cookie", ""))
        except CookieError:
            return None
        morsel = cookies.get(COOKIE)
        return self._hall.access.login_of(morsel.value) if morsel else None


def _refused(status: int) -> Response:
    return HTMLResponse(render("said.html", said=_("Only a referee may do that.")), status)


async def _form(request: Request) -> dict[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=FIELDS))


def _language(request: Request) -> str:
    for wanted in request.headers.get("accept-language", "").split(",")[:10]:
        short = wanted.partition(";")[0].partition("-")[0].strip().casefold()
        if short in i18n.LANGUAGES:
            return short
    return "en"
