"""Looking back: the matches that are kept, each replayed, analysed, exported and printed.

Logs are read and codes are counted in a thread, as the page goes on for everybody else meanwhile.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, Response

from companion.errors import UnknownName
from companion.game.log_line import format_anchor
from companion.game.match import Match
from companion.game.record import Log, entry_facts
from companion.history.index import summaries
from companion.history.listing import day_of, game_facts
from companion.history.selection import chosen
from companion.history.statistics import players_of, record_of
from companion.history.titles import titles
from companion.i18n import _
from companion.kinds.csv_lines import match_csv
from companion.kinds.facts import analysis_facts, match_facts
from companion.kinds.score_card_svg import score_card_svg
from companion.rulebooks.shelf import SHELF
from companion.scene import standing_of
from companion.session.log_files import read_log
from companion.session.replay import matches_of
from companion.web.door.access import Role
from companion.web.pages.table_pages import page_of
from companion.web.serving.site import Ask, Page
from companion.web.show.curve import curve_svg
from companion.web.show.views import card_of, fragments
from companion.web.table.last_match import cameras
from companion.web.table.snapshot import Snapshot

__all__ = ["PAGES"]

# matches that are listed; chosen, no measurement
LISTED = 100


def _games(ask: Ask) -> Response:
    book, player = ask.request.query_params.get("book", ""), ask.request.query_params.get("player")
    named = titles(ask.site.folder)
    every = summaries(ask.site.folder)
    found = chosen(every, book=book if book in SHELF else "", player=player or "")
    players = players_of(every)
    facts: dict[str, Any] = {
        "rows": [game_facts(match, named.get(match.log, "")) for match in found[:LISTED]],
        "number": len(found),
        "titles": {box.name: _(box.title) for box in SHELF.values()},
        "players": [name for name, _times in players],
        "book": book,
        "player": player or "",
        "record": record_of(found, player) if player else None,
    }
    return HTMLResponse(page_of(ask, "games.html", here="games", **facts))


def _loaded(ask: Ask) -> tuple[str, Log, tuple[Match, ...]]:
    """Return the log that is named, and its match after each event; UnknownName if none is."""
    name = Path(ask.request.path_params.get("name", "")).name
    path = ask.site.folder / f"{name}.keypeg"
    if not path.is_file():
        raise UnknownName(_("There is no such match."), hint=_("Choose one that is listed."))
    log = read_log(path)
    matches = [match for match in matches_of(log) if match.seated]
    if not matches:
        raise UnknownName(_("Nobody was seated in that match."), hint=_("Choose another."))
    return name, log, tuple(matches)


def _game(ask: Ask) -> Response:
    name, _log, matches = _loaded(ask)
    step = _step(ask.request.query_params.get("step", ""), len(matches))
    parts = _at(matches[step])
    match = matches[-1]
    facts: dict[str, Any] = {
        "name": name,
        "parts": parts,
        "step": step,
        "last": len(matches) - 1,
        "title": _(match.rules.title),
        "is_over": match.is_over,
        "camera": cameras(ask.site.folder).get(name),
        "may_resume": not match.is_over and ask.who.role is Role.OWNER,
    }
    return HTMLResponse(page_of(ask, "game.html", here="games", **facts))


def _game_at(ask: Ask) -> Response:
    """Give the fragments of one step, for the slider."""
    _name, _log, matches = _loaded(ask)
    step = _step(ask.request.path_params.get("step", ""), len(matches))
    return JSONResponse({"html": _at(matches[step])})


def _at(match: Match) -> dict[str, str]:
    shown = fragments(Snapshot(match=match), Role.VIEWER, "")
    return {name: shown[name] for name in ("now", "board", "card")}


def _step(text: str, count: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return count - 1
    return min(int(text), count - 1)


def _analysis(ask: Ask) -> Response:
    name, _log, matches = _loaded(ask)
    match = matches[-1]
    rounds = []
    for number in range(1, match.begun + 1):
        rows = analysis_facts(match, number)
        is_void, counted = match.rounds[number - 1].is_void, match.count_number(number)
        head = {"number": counted, "is_void": is_void, "curve": curve_svg(rows)}
        rounds.append(head | {"rows": rows})
    facts: dict[str, Any] = {
        "name": name,
        "title": _(match.rules.title),
        "rounds": rounds,
        "verdicts": {True: _("right"), False: _("wrong"), None: "…"},
    }
    return HTMLResponse(page_of(ask, "analysis.html", here="games", **facts))


def _card(ask: Ask) -> Response:
    """Show the score card alone, to be printed."""
    name, log, matches = _loaded(ask)
    match = matches[-1]
    facts: dict[str, Any] = {
        "name": name,
        "title": _(match.rules.title),
        "date": _day(log),
        "card": card_of(match),
        "players": match.players,
        "turn": "",
        "totals": list(match.totals().values()),
        "standing": standing_of(match),
    }
    return HTMLResponse(page_of(ask, "card.html", here="games", **facts))


def _day(log: Log) -> str:
    return day_of(log.entries[0].at if log.entries else "")


def _export(ask: Ask) -> Response:
    name, log, matches = _loaded(ask)
    form = ask.request.path_params.get("form", "")
    if form == "csv":
        text, kind = match_csv(matches[-1]), "text/csv"
    elif form == "svg":
        anchor = format_anchor(log.anchor)
        text = score_card_svg(matches[-1], date=_day(log), anchor=anchor)
        kind = "image/svg+xml"
    else:
        entries = [entry_facts(entry) for entry in log.entries]
        facts = match_facts(matches[-1]) | {"entries": entries}
        text, kind = json.dumps(facts, ensure_ascii=False, indent=2), "application/json"
    there = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(text, media_type=kind, headers=there)


def _in_thread(answer: Callable[[Ask], Response]) -> Callable[[Ask], Awaitable[Response]]:
    async def answered(ask: Ask) -> Response:
        return await asyncio.to_thread(answer, ask)

    return answered


PAGES: tuple[Page, ...] = (
    Page("/games", "GET", Role.VIEWER, _in_thread(_games)),
    Page("/games/{name}", "GET", Role.VIEWER, _in_thread(_game)),
    Page("/games/{name}/at/{step}", "GET", Role.VIEWER, _in_thread(_game_at)),
    Page("/games/{name}/analysis", "GET", Role.PLAYER, _in_thread(_analysis)),
    Page("/games/{name}/card", "GET", Role.VIEWER, _in_thread(_card)),
    Page("/games/{name}/export.{form}", "GET", Role.VIEWER, _in_thread(_export)),
)
