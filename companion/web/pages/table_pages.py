"""The table's own pages: coming in, looking on, playing, and the stream of what is new."""

from typing import Any

import segno
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from companion import i18n
from companion.i18n import _
from companion.web.door.access import Role
from companion.web.moves.all_moves import MOVES
from companion.web.moves.reveal import reveal
from companion.web.serving.live import Viewer, stream
from companion.web.serving.login_cookie import COOKIE_LASTS, give_login
from companion.web.serving.site import Ask, Page
from companion.web.show.own_view import own_facts, thoughts
from companion.web.show.views import fragments, render

__all__ = ["PAGES", "answered", "page_of"]


def page_of(ask: Ask, template: str, *, here: str = "", kind: str = "page", **facts: Any) -> str:
    """Give a whole page."""
    live = facts.pop("live", "")
    return render(template, login=ask.login, here=here, kind=kind, live=live, **facts)


def answered(ask: Ask, go: str = "", **more: object) -> Response:
    """Answer something that was done: to the script in JSON, to a plain form by the next page."""
    if ask.wants_json:
        return JSONResponse({"go": go, **more})
    return RedirectResponse(go or "/", 303)


async def _table(ask: Ask) -> Response:
    return _table_page(ask, "table")


async def _big(ask: Ask) -> Response:
    return _table_page(ask, "tv")


def _table_page(ask: Ask, kind: str) -> Response:
    login = ask.who
    role, seat = (Role.VIEWER, "") if kind == "tv" else (login.role, login.seat)
    parts = fragments(ask.site.hub.snapshot, role, seat)
    live = "/live?tv" if kind == "tv" else "/live"
    return HTMLResponse(page_of(ask, "table.html", here="table", kind=kind, parts=parts, live=live))


class _Live(Response):
    """The stream of one open page."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(
            headers={
                "content-type": "text/event-stream; charset=utf-8",
                "x-accel-buffering": "no",
            }
        )
        del self.headers["content-length"]
        self._ask = ask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ask, hub, login = self._ask, self._ask.site.hub, self._ask.who
        is_big = scope.get("query_string", b"") == b"tv"
        role, seat = (Role.VIEWER, "") if is_big else (login.role, login.seat)
        key = (i18n.language(), role, seat)
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await stream(
            hub,
            Viewer(login.id, key),
            lambda: fragments(hub.snapshot, role, seat),
            lambda: ask.site.access.is_valid(login),
            send,
            receive,
        )


async def _live(ask: Ask) -> Response:
    if not ask.site.hub.has_room(ask.who.id):
        return JSONResponse({"said": _("Too many pages are open; close some.")}, 503)
    return _Live(ask)


async def _enter_page(ask: Ask) -> Response:
    return HTMLResponse(page_of(ask, "enter.html", kind="enter"))


async def _enter(ask: Ask) -> Response:
    client = ask.request.client
    # a key that was said aloud may be typed in groups
    token = "".join(ask.form.get("token", "")[:200].split())
    cookie, login = ask.site.access.enter(token, client.host if client else "")
    response = answered(ask, "/mine" if login.seat else "/")
    give_login(response, ask.request, ask.site.cookie, cookie)
    return response


async def _leave(ask: Ask) -> Response:
    ask.site.access.leave(ask.who)
    response = answered(ask, "/enter")
    response.delete_cookie(ask.site.cookie, httponly=True, samesite="strict")
    return response


async def _language(ask: Ask) -> Response:
    chosen = ask.form.get("language", "")
    response = answered(ask, "/people")
    if chosen in i18n.LANGUAGES:
        response.set_cookie("language", chosen, max_age=COOKIE_LASTS, samesite="strict")
    return response


async def _mine(ask: Ask) -> Response:
    login, snapshot = ask.who, ask.site.hub.snapshot
    seats = ask.site.access.seats()
    match = snapshot.match
    free = [p for p in (match.seated.players if match and match.seated else ()) if p not in seats]
    facts: dict[str, Any] = {
        "seat": login.seat,
        "free": free if login.role >= Role.MAKER else (),
        "match": match,
    }
    own = own_facts(snapshot, login, seats)
    return HTMLResponse(page_of(ask, "mine.html", here="mine", **facts, **own))


async def _seat(ask: Ask) -> Response:
    wanted, match = ask.form.get("seat", ""), ask.site.hub.snapshot.match
    players = match.players if match else ()
    ask.site.access.sit(ask.who, wanted if wanted in players else "")
    return answered(ask, "/mine")


async def _reveal(ask: Ask) -> Response:
    owner = ask.form.get("owner", "")
    seats, login = ask.site.access.seats(), ask.who
    shown = await ask.at_table(lambda at: reveal(at, login, owner, seats))
    html = render("_revealed.html", shown=shown)
    if ask.wants_json:
        return JSONResponse({"html": {"revealed": html}})
    return HTMLResponse(page_of(ask, "revealed.html", here="mine", shown=shown))


async def _thoughts(ask: Ask) -> Response:
    html = await ask.at_table(lambda at: thoughts(at, ask.who, ask.form))
    return JSONResponse({"html": {"thoughts": html}})


async def _people(ask: Ask) -> Response:
    match = ask.site.hub.snapshot.match
    seats = match.seated.players if match and match.seated else ()
    facts: dict[str, Any] = {"seats": seats, "languages": i18n.LANGUAGES, "link": "", "qr": ""}
    return HTMLResponse(page_of(ask, "people.html", here="people", **facts))


async def _invite(ask: Ask) -> Response:
    """Give a link for somebody else, and its code to be scanned; it is shown once."""
    roles = {"viewer": Role.VIEWER, "player": Role.PLAYER, "maker": Role.MAKER, "owner": Role.OWNER}
    role = roles.get(ask.form.get("role", ""), Role.VIEWER)
    match = ask.site.hub.snapshot.match
    seats = match.seated.players if match and match.seated else ()
    seat = ask.form.get("seat", "")
    seat = seat if role is Role.MAKER and seat in seats else ""
    link = f"{ask.site.address}/enter#{ask.site.access.invite(role, seat)}"
    qr = qr_svg(link)
    facts: dict[str, Any] = {
        "seats": seats,
        "languages": i18n.LANGUAGES,
        "link": link,
        "qr": qr,
        "seat": seat,
    }
    return HTMLResponse(page_of(ask, "people.html", here="people", **facts))


async def _end_others(ask: Ask) -> Response:
    ask.site.access.end_others(ask.who)
    ask.site.hub.refresh()
    return answered(ask, "/people")


def qr_svg(link: str) -> str:
    """Give `link` as a code to be scanned, an SVG element."""
    made = segno.make(link, error="m", micro=False)
    return str(made.svg_inline(scale=4, border=2, dark="#000", light="#fff", svgclass="qr"))


def _move(name: str) -> Page:
    role, move = MOVES[name]

    async def answer(ask: Ask) -> Response:
        login = ask.who
        await ask.at_table(lambda at: move(at, ask.form, login))
        return answered(ask)

    return Page(f"/do/{name}", "POST", role, answer)


PAGES: tuple[Page, ...] = (
    Page("/", "GET", Role.VIEWER, _table),
    Page("/tv", "GET", Role.VIEWER, _big),
    Page("/live", "GET", Role.VIEWER, _live, is_stream=True),
    Page("/enter", "GET", None, _enter_page),
    Page("/enter", "POST", None, _enter),
    Page("/leave", "POST", Role.VIEWER, _leave),
    Page("/language", "POST", Role.VIEWER, _language),
    Page("/people", "GET", Role.VIEWER, _people),
    Page("/people", "POST", Role.OWNER, _invite),
    Page("/people/end", "POST", Role.OWNER, _end_others),
    Page("/mine", "GET", Role.PLAYER, _mine),
    Page("/mine/seat", "POST", Role.MAKER, _seat),
    Page("/mine/show", "POST", Role.PLAYER, _reveal),
    Page("/mine/tiles", "POST", Role.MAKER, _thoughts),
    *map(_move, MOVES),
)
