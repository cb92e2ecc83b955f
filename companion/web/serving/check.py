"""The one check before every route: the login, its role, the form, and what went wrong in words."""

import gzip
import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from companion import i18n
from companion.errors import KeypegError
from companion.i18n import N_, _
from companion.web.door.access import Login, Role, TooManyTries
from companion.web.serving.site import Ask, Page, Site
from companion.web.show.taps import in_taps
from companion.web.show.views import render

__all__ = ["Checked"]

# fields of a form at most; chosen, twice as many as the largest form has
FIELDS = 60
# kinds of text that are compressed, from so many bytes on
TEXT, WORTH_IT = ("text/html", "text/css", "text/javascript", "image/svg+xml"), 1000
URLENCODED = "application/x-www-form-urlencoded"


class Checked:
    """A route behind the check: nothing of `page` runs before it is known who asks."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        with i18n.speaking(language_of(request)):
            try:
                response = await self._answer(request)
            except ClientDisconnect:
                return
            await _smaller(request, response)(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        cookies = _cookies(request)
        login = self.site.access.login_of(cookies.get(self.site.cookie, ""))
        if refused := self._refused(request, login):
            return refused
        ask = Ask(self.site, request, login)
        if self.page.method == "POST":
            try:
                many = await _form(request)
            except ValueError:
                return _told(ask, 400, _("This form cannot be read."))
            ask = Ask(self.site, request, login, dict(many), tuple(many))
        try:
            return await self.page.answer(ask)
        except TooManyTries as error:
            response = _told(ask, 429, str(error))
            response.headers["retry-after"] = str(round(error.wait) + 1)
            return response
        except KeypegError as error:
            return _told(ask, 409, in_taps(str(error)))

    def _refused(self, request: Request, login: Login | None) -> Response | None:
        """Give the answer to somebody who may not ask; None to one who may."""
        role = self.page.role
        if role is None:
            return None
        ask = Ask(self.site, request, login)
        if login is None:
            is_page = self.page.method == "GET" and not self.page.is_stream
            if is_page and not ask.wants_json and "text/html" in request.headers.get("accept", ""):
                return RedirectResponse("/enter", 303)
            return _told(ask, 401, _("Come in first: scan the code that the table shows."))
        if login.role < role:
            return _told(ask, 403, _(_REFUSED[role]))
        return None


_REFUSED = {
    Role.PLAYER: N_("This phone may look on, but not play."),
    Role.MAKER: N_("This phone may hold no seat at the table."),
    Role.OWNER: N_("Only the owner of the table may do that."),
}


def _smaller(request: Request, response: Response) -> Response:
    """Compress text for a browser that understands it: a slow phone shows it in half the time."""
    takes = "gzip" in request.headers.get("accept-encoding", "")
    kind = response.headers.get("content-type", "").partition(";")[0]
    if not takes or type(response) not in (Response, HTMLResponse) or kind not in TEXT:
        return response
    if len(response.body) >= WORTH_IT:
        response.body = gzip.compress(bytes(response.body), 6, mtime=0)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "accept-encoding,accept-language,cookie"
    return response


def language_of(request: Request) -> str:
    """Give the language that this browser asks for: its choice here, else its own, else ours."""
    chosen = _cookies(request).get("language", "")
    if chosen in i18n.LANGUAGES:
        return chosen
    for wanted in request.headers.get("accept-language", "").split(",")[:10]:
        short = re.split("[-;]", wanted.strip().casefold())[0]
        if (language := i18n.CLOSE.get(short, short)) in i18n.LANGUAGES:
            return language
    return i18n.language()


def _cookies(request: Request) -> dict[str, str]:
    try:
        jar = SimpleCookie(request.headers.get("cookie", "")[:4096])
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in jar.items()}


async def _form(request: Request) -> list[tuple[str, str]]:
    """Give the fields; raise ValueError for what is no form."""
    body = await request.body()
    if not body:
        return []
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != URLENCODED:
        raise ValueError("no form")
    text = body.decode("utf-8", "replace")
    return parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS, errors="replace")


def _told(ask: Ask, status: int, text: str) -> Response:
    """Give a refusal in words: as JSON to the page's script, else as a small page."""
    if ask.wants_json or (ask.request.method != "GET" and not _is_plain(ask)):
        return JSONResponse({"said": text}, status)
    page = render(
        "message.html",
        kind="message",
        live="",
        login=ask.login,
        here="",
        heading=_("Not so"),
        text=text,
        back="/" if ask.login else "/enter",
    )
    return Response(page, status, media_type="text/html")


def _is_plain(ask: Ask) -> bool:
    return "text/html" in ask.request.headers.get("accept", "")
