"""The tournament's pages: pairings and standings for all, what a referee does for him alone."""

from datetime import UTC, datetime
from typing import Any

from starlette.responses import HTMLResponse, Response

from companion.club.tournament.events import Cut, Opened, Scored, System, Withdrawn
from companion.club.tournament.standings import TIE_BREAKS
from companion.club.tournament.tournament import Tournament
from companion.errors import BadNotation, IllegalMove
from companion.game.seats import check_names
from companion.hall.site import Ask, Hall, Page, Streamed, done, render, room_for
from companion.i18n import N_, _
from companion.web.pages.table_pages import qr_svg

__all__ = ["PAGES", "tournament_fragments"]

MOST_SCORE = 999  # points that a form takes for a side; chosen, more than any match gives
SYSTEMS = {
    System.SWISS: N_("Swiss: games of two, each round those who stand alike"),
    System.ROUND_ROBIN: N_("Round robin: everyone with everyone"),
    System.GROUPS: N_("Groups of three to five"),
}


def tournament_fragments(hall: Hall, *, is_referee: bool) -> dict[str, str]:
    """Return what the tournament's page shows, by id."""
    hall.tournaments.take_results(hall.results)
    state = hall.tournaments.state
    facts = {"state": state, "games": _games(state), "is_referee": is_referee}
    left_out = len(hall.tournaments.left_out)
    breaks = [_(each) for each in TIE_BREAKS[state.system]]
    return {
        "pairings": render("_pairings.html", **facts),
        "standings": render(
            "_standings.html",
            **facts,
            standings=state.standings(),
            breaks=breaks,
            left_out=left_out,
        ),
    }


def _games(state: Tournament) -> list[dict[str, Any]]:
    """Return the newest round's games with their results, as the templates need them."""
    number = len(state.drawn)
    games = state.drawn[-1].games if state.drawn else ()
    found = []
    for n, game in enumerate(games, start=1):
        scored = state.scores.get((number, n))
        scores = scored.scores if scored else (None,) * len(game.players)
        found.append(
            {
                "number": n,
                "players": list(zip(game.players, scores, strict=True)),
                "is_bye": game.is_bye,
                "is_played": scored is not None,
                "why": scored.why if scored else "",
            }
        )
    return found


async def _page(ask: Ask) -> Response:
    hall, is_referee = ask.hall, ask.login is not None
    facts: dict[str, Any] = {
        "parts": tournament_fragments(hall, is_referee=is_referee),
        "state": hall.tournaments.state,
        "systems": {str(system): _(words) for system, words in SYSTEMS.items()},
        "qr": qr_svg(f"{hall.address}/tournament"),
        "is_referee": is_referee,
    }
    live = "/tournament/live"
    return HTMLResponse(render("tournament.html", live=live, **facts))


async def _live(ask: Ask) -> Response:
    if (full := room_for(ask)) is not None:
        return full
    is_referee = ask.login is not None
    return Streamed(
        ask,
        ("tournament", is_referee),
        lambda: tournament_fragments(ask.hall, is_referee=is_referee),
    )


async def _begin(ask: Ask) -> Response:
    names = tuple(line.strip() for line in ask.form.get("players", "").splitlines() if line.strip())
    system, rounds = ask.form.get("system", ""), _number(ask, "rounds")
    if system not in SYSTEMS:
        raise BadNotation(_("There is no such system."), hint=_("Choose one of the list."))
    check_names(names)
    state = ask.hall.tournaments.state
    if state.drawn and not state.is_over and not ask.form.get("ends"):
        raise IllegalMove(
            _("A tournament is being played."), hint=_("Tick that it ends, then begin.")
        )
    return _done(ask, Opened(names, System(system), rounds))


async def _draw(ask: Ask) -> Response:
    ask.hall.tournaments.check_begun()
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return _done(ask, ask.hall.tournaments.state.next_round(now))


async def _score(ask: Ask) -> Response:
    """Take a referee's result: a correction, a walk-over; an empty score is somebody absent."""
    state = ask.hall.tournaments.state
    number, game = len(state.drawn), _number(ask, "game")
    drawn = dict(enumerate(state.drawn[-1].games, start=1)) if state.drawn else {}
    count = len(drawn[game].players) if game in drawn else 0
    scores = tuple(_score_of(ask.form.get(f"score{n}", "")) for n in range(count))
    return _done(ask, Scored(number, game, scores, ask.form.get("why", "")[:200]))


async def _withdraw(ask: Ask) -> Response:
    return _done(ask, Withdrawn(ask.form.get("player", "")))


async def _cut(ask: Ask) -> Response:
    return _done(ask, Cut(_number(ask, "count")))


def _done(ask: Ask, event: Opened | Scored | Withdrawn | Cut | Any) -> Response:
    ask.hall.tournaments.post(event)
    ask.hall.live.refresh()
    return done(ask, "/tournament")


def _number(ask: Ask, field: str) -> int:
    text = ask.form.get(field, "").strip()
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 3):
        raise BadNotation(_("'{text}' is no number.").format(text=text[:20]))
    return int(text)


def _score_of(text: str) -> int | None:
    """Return a score; nothing typed is somebody who did not come."""
    if not text.strip():
        return None
    sign, digits = (-1, text.strip()[1:]) if text.strip().startswith("-") else (1, text.strip())
    if not (digits.isascii() and digits.isdigit() and int(digits[:9]) <= MOST_SCORE):
        raise BadNotation(_("'{text}' is no number.").format(text=text[:20]))
    return sign * int(digits)


PAGES: tuple[Page, ...] = (
    Page("/tournament", "GET", _page),
    Page("/tournament/live", "GET", _live, is_stream=True),
    Page("/tournament/begin", "POST", _begin, for_referee=True),
    Page("/tournament/draw", "POST", _draw, for_referee=True),
    Page("/tournament/score", "POST", _score, for_referee=True),
    Page("/tournament/withdraw", "POST", _withdraw, for_referee=True),
    Page("/tournament/cut", "POST", _cut, for_referee=True),
)
