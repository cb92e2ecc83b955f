"""The hall's own pages: all tables, one table, the screen, results, and their streams."""

from starlette.responses import HTMLResponse, Response

from companion.club.wire.topics import NAME
from companion.errors import UnknownName
from companion.hall.overview import match_at, table_views
from companion.hall.site import COOKIE, Ask, Hall, Page, Streamed, client_of, done, render, room_for
from companion.i18n import _
from companion.web.door.access import Role
from companion.web.pages.static_files import FOLDER, KINDS
from companion.web.serving.login_cookie import give_login
from companion.web.show.views import fragments
from companion.web.table.snapshot import Snapshot

__all__ = ["PAGES", "hall_fragments", "table_fragments"]

PARTS = ("now", "board", "card")  # of a table's page, those that a looker-on sees


def hall_fragments(hall: Hall) -> dict[str, str]:
    """Return what the overview shows, by id."""
    views = table_views(hall.index)
    return {
        "hall": render(
            "_hall.html", views=views, is_up=hall.collector.is_up, trouble=hall.collector.trouble
        ),
        "hubs": render(
            "_hubs.html",
            total=str(hall.index.total()),
            peers=tuple(hall.collector.peers.values()),
            odd=hall.index.odd(),
        ),
    }


def table_fragments(hall: Hall, table: str) -> dict[str, str]:
    """Return what the page of `table` shows, by id."""
    view = next((each for each in table_views(hall.index) if each.table == table), None)
    if view is None:
        raise UnknownName(
            _("There is no table '{table}' here.").format(table=table), hint=_("Go back.")
        )
    head = render("_table.html", view=view)
    read = match_at(hall.index, table, view.match) if view.match else None
    if read is None:
        return {"state": head, **dict.fromkeys(PARTS, "")}
    parts = fragments(Snapshot(match=read[0]), Role.VIEWER, "")
    return {"state": head, **{name: parts[name] for name in PARTS}}


async def _hall(ask: Ask) -> Response:
    return _shown(ask, "hall.html", "hall", "/live")


async def _screen(ask: Ask) -> Response:
    return _shown(ask, "screen.html", "tv", "/live")


def _shown(ask: Ask, template: str, kind: str, live: str) -> Response:
    parts = hall_fragments(ask.hall)
    is_referee = ask.login is not None
    facts = {"parts": parts, "hub": ask.hall.name, "is_referee": is_referee}
    return HTMLResponse(render(template, kind=kind, live=live, **facts))


async def _table(ask: Ask) -> Response:
    table = _table_of(ask)
    parts = table_fragments(ask.hall, table)
    live = f"/live?table={table}"
    return HTMLResponse(render("hall_table.html", table=table, parts=parts, live=live))


def _table_of(ask: Ask) -> str:
    table = str(ask.request.path_params.get("table", ""))
    if not NAME.fullmatch(table):
        raise UnknownName(_("There is no such table."), hint=_("Go back."))
    return table


async def _live(ask: Ask) -> Response:
    hall = ask.hall
    if (full := room_for(ask)) is not None:
        return full
    table = ask.request.query_params.get("table", "")
    if not table:
        return Streamed(ask, ("hall",), lambda: hall_fragments(hall))
    table_fragments(hall, table)
    return Streamed(ask, ("table", table), lambda: table_fragments(hall, table))


async def _results(ask: Ask) -> Response:
    headers = {"content-disposition": 'attachment; filename="results.csv"'}
    return Response(ask.hall.results.csv(), media_type="text/csv", headers=headers)


async def _enter_page(_ask: Ask) -> Response:
    return HTMLResponse(render("enter.html", kind="enter"))


async def _enter(ask: Ask) -> Response:
    token = ask.form.get("token", "").strip()[:200]
    cookie, _login = ask.hall.access.enter(token, client_of(ask))
    response = done(ask, "/")
    give_login(response, ask.request, COOKIE, cookie)
    return response


async def _static(ask: Ask) -> Response:
    name = str(ask.request.path_params["name"])
    file = next((each for each in FOLDER.iterdir() if each.name == name), None)
    if file is None:
        return Response("", 404)
    kind = KINDS.get(file.suffix, "text/plain")
    return Response(file.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})


PAGES: tuple[Page, ...] = (
    Page("/", "GET", _hall),
    Page("/screen", "GET", _screen),
    Page("/table/{table}", "GET", _table),
    Page("/live", "GET", _live, is_stream=True),
    Page("/results.csv", "GET", _results),
    Page("/enter", "GET", _enter_page),
    Page("/enter", "POST", _enter),
    Page("/static/{name}", "GET", _static),
)
