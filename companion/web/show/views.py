"""A snapshot as fragments of a page: what each `id` holds, for a role, a seat and a language."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from companion import i18n
from companion.game.core.events import Way
from companion.game.core.key_pegs import parse_keys
from companion.game.core.turn import Cell
from companion.game.match import Match, Round
from companion.i18n import _, ngettext
from companion.kinds.advice import contradiction_note
from companion.kinds.all_kinds import kind_of
from companion.scene import Mood, card_label, headline, sentence_of, standing_of
from companion.web.door.access import Role
from companion.web.show.asks import asked_of
from companion.web.show.boards.wording import legend
from companion.web.show.kinds.page_kinds import page_kind_of
from companion.web.show.style import style
from companion.web.show.taps import in_taps
from companion.web.table.snapshot import Snapshot

__all__ = ["card_of", "fragments", "render"]

FOLDER = Path(__file__).parents[1] / "templates"
# the fragments of the table's page, in their order
NAMES = ("now", "board", "ask", "card", "mend")


@cache
def _templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.globals |= {"_": _, "ngettext": ngettext, "decimals": i18n.number}
    made.globals |= {"headed": i18n.headed, "percent": i18n.percent}
    made.globals |= {"legend": legend, "style": style(), "answer": _answer}
    made.filters["taps"] = in_taps
    return made


def render(template: str, **facts: Any) -> str:
    """Give the page or fragment `template` in the language spoken."""
    return _templates().get_template(template).render(language=i18n.language(), **facts)


def fragments(
    snapshot: Snapshot, role: Role, seat: str, seen: Round | None = None
) -> dict[str, str]:
    """Give the table's fragments by their ids; `seen` is the round shown, usually the one there."""
    facts = _facts(snapshot, role, seat, seen)
    return {name: render(f"_{name}.html", **facts) for name in NAMES}


def _answer(keys: str) -> str:
    """Return an answer of the facts in the letters of the language spoken."""
    return str(parse_keys(keys))


def card_of(match: Match) -> list[dict[str, Any]]:
    """Give the score card's rows as on paper: a name, and a text for each player."""
    rows = []
    for number, cells in enumerate(match.card(), start=1):
        texts = [_cell(cells[player]) for player in match.players]
        rows.append({"name": card_label(match, number), "cells": texts})
    return rows


def _cell(cell: Cell) -> str:
    if not cell.singles:
        return "·"
    singles = " ".join(map(str, cell.singles))
    return f"{singles} = {cell.sum}" if len(cell.singles) > 1 else singles


def _facts(snapshot: Snapshot, role: Role, seat: str, seen: Round | None) -> dict[str, Any]:
    match = snapshot.match
    ask = asked_of(snapshot, role, seat)
    if match is None or match.seated is None:
        return {**_NOTHING, "ask": ask}
    lies = seen or _lies(snapshot, match)
    mood, kind = _mood(snapshot, match, lies), page_kind_of(match.rules)
    return {
        **_NOTHING,
        "ask": ask,
        "match": match,
        "number": match.seq,
        "headline": headline(match),
        "note": kind_of(match.rules).roles(match.round) if not match.is_over else "",
        "sentence": _sentence(snapshot, match),
        "news": kind.last_said(lies),
        "ends": kind_of(match.rules).end_sentences(lies) if lies.is_over else (),
        "contradiction": _contradiction(match),
        "mood": mood,
        "trouble": snapshot.trouble,
        "commitment": _commitment(match.round),
        "boards": kind.boards(snapshot, match, lies),
        **kind.lying(match, lies),
        "card": card_of(match),
        "players": match.players,
        "turn": match.turn.player,
        "totals": list(match.totals().values()),
        "standing": standing_of(match),
        **_mend(snapshot, match, role),
    }


# what a template finds when nothing is there
_NOTHING: dict[str, Any] = {
    "match": None,
    "number": 0,
    "ends": (),
    "contradiction": "",
    "news": "",
    "boards": (),
    "tiles": (),
    "pool": {},
    "calls": (),
    "card": (),
    "standing": "",
    "players": (),
    "claim": "",
    "can_mend": False,
}


def _lies(snapshot: Snapshot, match: Match) -> Round:
    return snapshot.table.round_to_see if snapshot.table else match.round_to_see


def _sentence(snapshot: Snapshot, match: Match) -> str:
    if snapshot.has_left and not match.is_over:
        return _("The match is put away; it can be gone on with.")
    said = snapshot.table.sentence if snapshot.table and not snapshot.has_left else ""
    return said or sentence_of(match)


def _mood(snapshot: Snapshot, match: Match, lies: Round) -> Mood:
    if snapshot.table and snapshot.table.question:
        return Mood.ASKING
    if not match.is_over:
        return Mood.PLAYING
    return Mood.WON if lies.is_won else Mood.LOST


def _commitment(current: Round) -> str:
    return " ".join(current.code_round.sealed) if current.code_round else ""


def _contradiction(match: Match) -> str:
    """Say which answers of a maker who answers himself cannot all be true."""
    assert match.seated
    return contradiction_note(match.round) if match.seated.way is Way.KEPT else ""


def _mend(snapshot: Snapshot, match: Match, role: Role) -> dict[str, Any]:
    if role < Role.PLAYER or snapshot.has_left:
        return {"can_mend": False}
    facts: dict[str, Any] = {"can_mend": True, "can_undo": snapshot.can_undo, "may_void": False}
    facts["is_owner"] = role is Role.OWNER and not match.is_over
    return facts | page_kind_of(match.rules).mend(match, match.round)
