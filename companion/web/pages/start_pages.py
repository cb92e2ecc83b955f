"""Beginning a match: box, players, rounds, house rules, way of playing; going on with one.

Logs are read in a thread, as the page goes on for everybody else meanwhile.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, Response

from calibration.board_files.load import board_names, board_titles
from calibration.store import calibrations
from calibration.store.tile_tables import table_names
from companion.errors import BadNotation, KeypegError, UnknownName
from companion.game.core.events import Seated, Way
from companion.game.match import Rules
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.rulebooks.house import with_rules
from companion.rulebooks.leaflets import leaflet
from companion.rulebooks.shelf import SHELF, find_book
from companion.session.log_files import read_ends, read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from companion.table import Confirm
from companion.vision.camera.frames import silent
from companion.web.door.access import Role
from companion.web.pages.camera_choice import camera_choices, chosen_camera
from companion.web.pages.table_pages import answered, page_of
from companion.web.serving.site import Ask, Page
from companion.web.show.kinds.page_kinds import page_kind_of
from companion.web.table.agreed import Agreed
from companion.web.table.last_match import cameras
from companion.web.table.table_state import AtTable
from companion.web.table.watched_match import opener

__all__ = ["PAGES", "agreed_of", "unfinished"]

# matches that are offered to be gone on with, and logs looked at for them; chosen, so that the page
# opens at once with thousands of logs
OFFERED, LOOKED_AT = 5, 30
# letters of a player's name; chosen, as many as fit the score card
NAME = 24


async def _start(ask: Ask) -> Response:
    book = ask.request.query_params.get("book", "")
    if book not in SHELF:
        facts = await asyncio.to_thread(_boxes, ask)
        return HTMLResponse(page_of(ask, "start.html", here="start", **facts))
    facts = await asyncio.to_thread(_to_agree, ask, SHELF[book])
    facts["lights"] = await ask.at_table(_lights)
    return HTMLResponse(page_of(ask, "agree.html", here="start", **facts))


def _boxes(ask: Ask) -> dict[str, Any]:
    """Return the boxes to choose from, and the matches that can be gone on with."""
    return {
        "books": [(box.name, _(box.title), leaflet(box.name)) for box in SHELF.values()],
        "unfinished": list(unfinished(ask.site.folder)),
        "cameras": cameras(ask.site.folder),
    }


def _to_agree(ask: Ask, box: Rules) -> dict[str, Any]:
    """Return what can be agreed on for a match of `box`, and what is usual here."""
    kind = page_kind_of(box)
    least, most = box.players
    is_tiles = kind.name == "tiles"
    choices = camera_choices(ask)
    taught, named = choices["taught"], table_names() if is_tiles else calibrations.names()
    is_taught = taught.calibration in named and (taught.board in board_names() or is_tiles)
    return {
        "box": box,
        "least": 1 if box.can_be_played_alone else least,
        "most": most,
        "leaflet": leaflet(box.name),
        "last": last_players(ask.site.folder, box.name),
        "ways": [(str(way), said) for way, said in kind.ways()],
        "is_pegs": kind.name == "pegs",
        "is_parts": kind.name == "parts",
        "is_tiles": is_tiles,
        **choices,
        "boards": list(board_titles().items()),
        "usual_board": taught.board if is_taught else box.usual_board,
        "usual_calibration": taught.calibration if is_taught else "",
        "calibrations": named,
    }


def _lights(at: AtTable) -> tuple[tuple[str, ...], str]:
    """Return the lights that can be chosen, and the one that is taken unless another is."""
    offered = tuple(at.lights.offered) if at.lights else ()
    lit = at.lights.spec if at.lights else ""
    is_first = at.session is None
    return offered, lit or (offered[0] if offered and is_first else "")


async def _begin(ask: Ask) -> Response:
    agreed = agreed_of(ask.form, ask.many)
    choice = camera_of(ask.form)
    if choice:
        agreed = replace(agreed, watch=opener(choice, silent), camera=choice)

    def begin(at: AtTable) -> None:
        if "lights" in ask.form:
            at.choose_lights(ask.form["lights"])
        at.begin(agreed)

    await ask.at_table(begin)
    return answered(ask, "/")


async def _resume(ask: Ask) -> Response:
    path = ask.site.folder / f"{Path(ask.form.get('log', '')).name}.keypeg"
    if not path.is_file():
        raise UnknownName(_("There is no such match."), hint=_("Choose one that is listed."))
    seen_by = cameras(ask.site.folder).get(path.stem) if ask.form.get("camera") else None
    await ask.at_table(lambda at: at.resume(path, seen_by))
    return answered(ask, "/")


async def _rematch(ask: Ask) -> Response:
    await ask.at_table(_again)
    return answered(ask, "/")


def _again(at: AtTable) -> None:
    """Begin the same match once more; who began second begins first now."""
    session = at.session
    if session is None or session.match.seated is None:
        raise BadNotation(_("There is no match to play again."), hint=_("Begin one."))
    before, agreed = session.match.seated, at.agreed
    assert agreed
    place = (before.players.index(before.first) + 1) % len(before.players)
    seated = Seated(before.players, before.rounds, before.way, before.players[place])
    at.begin(replace(agreed, seated=seated))


def agreed_of(form: dict[str, str], many: tuple[tuple[str, str], ...]) -> Agreed:
    """Give what a form agrees on; raise `BadNotation`, `UnknownName` or `IllegalMove`."""
    box = find_book(form.get("book", ""))
    names = [value.strip()[:NAME] for name, value in many if name == "player" and value.strip()]
    rules = {
        name.removeprefix("rule-"): value.strip()[:20]
        for name, value in form.items()
        if name.startswith("rule-") and value.strip()
    }
    played = with_rules(box, rules)
    players = tuple(names) or (_("You"),)
    first = form.get("first", "")
    seated = Seated(
        players,
        _rounds(played, len(players), form.get("rounds", "")),
        _way(form.get("way", "")),
        first if first in players else players[0],
    )
    return Agreed(box.name, rules, seated)


def camera_of(form: dict[str, str]) -> CameraOptions | None:
    """Return how a match is to be seen, or None when its rows are tapped."""
    spec = chosen_camera(form)
    if not spec:
        return None
    board = form.get("board", "")
    return CameraOptions(
        spec,
        board if board in board_names() and not spec.startswith("sim:") else None,
        form.get("calibration", "")[:60] or None,
        confirm=Confirm.ALWAYS if form.get("confirm") == "always" else Confirm.UNSURE,
    )


def unfinished(folder: Path) -> Iterator[tuple[str, str, tuple[str, ...], dict[str, int]]]:
    """Give the newest matches that are not over: name, title, players, score."""
    found = 0
    for path in list(list_logs(folder))[:LOOKED_AT]:
        try:
            *_all, match = matches_of(read_log(path))
        except KeypegError:
            continue
        if match.seated and not match.is_over and found < OFFERED:
            found += 1
            yield path.stem, _(match.rules.title), match.players, match.totals()


def last_players(folder: Path, book: str) -> tuple[str, ...]:
    """Give who played `book` last, else who played anything last; nobody at first."""
    others: tuple[str, ...] = ()
    for path in list(list_logs(folder))[:LOOKED_AT]:
        try:
            header, first, _last = read_ends(path)
        except KeypegError:
            continue
        if first is None or not isinstance(first.event, Seated):
            continue
        if header.book == book:
            return first.event.players
        others = others or first.event.players
    return others


def _way(text: str) -> Way:
    try:
        return Way(text)
    except ValueError:
        raise BadNotation(_("Who knows the code?"), hint=_("Choose a way of playing.")) from None


def _rounds(box: Rules, players: int, text: str) -> int:
    if not text.strip():
        return box.rounds_for(players)
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= 99):
        raise BadNotation(_("How many rounds?"), hint=_("Say a number from 1 to 99."))
    return int(text)


PAGES: tuple[Page, ...] = (
    Page("/start", "GET", Role.OWNER, _start),
    Page("/start", "POST", Role.OWNER, _begin),
    Page("/resume", "POST", Role.OWNER, _resume),
    Page("/rematch", "POST", Role.OWNER, _rematch),
)
