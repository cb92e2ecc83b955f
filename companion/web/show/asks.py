"""What the page asks for now, of whom it may be asked: a form by its name, with what it needs."""

from dataclasses import dataclass, field
from typing import Any

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.turn import Need, Turn
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.table import Question
from companion.table.questions import About
from companion.table.tile_questions import AboutTiles, TileQuestion
from companion.web.door.access import Role
from companion.web.table.table_state import Snapshot

__all__ = ["Asked", "asked_of"]

# questions that a row answers, and that yes or no answers
ROWS = (About.UNSURE, About.CHANGED, About.REFUSED, About.AGAIN)
YES_OR_NO = (About.UNSURE, About.NO_KEYS, About.BACKWARDS, About.WRONG, About.CALL, About.AGAIN)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form: `form` names its template, `facts` are what stands in it."""

    form: str
    facts: dict[str, Any] = field(default_factory=dict)


def asked_of(snapshot: Snapshot, role: Role, seat: str) -> Asked:
    """Give what is asked of a page with `role` in `seat`; "none" for one that only looks on."""
    match = snapshot.match
    if match is None or match.seated is None or snapshot.has_left:
        return Asked("begin" if role is Role.OWNER else "wait")
    if match.is_over:
        return Asked("over", {"is_owner": role is Role.OWNER})
    if role < Role.PLAYER:
        return Asked("none")
    if snapshot.has_lost_code:
        return Asked("lost")
    if question := _question(snapshot):
        return question
    return _needed(snapshot, match, match.turn, role, seat)


def _question(snapshot: Snapshot) -> Asked | None:
    """Give the form of what a watched table asks."""
    question = snapshot.table.question if snapshot.table else None
    if isinstance(question, TileQuestion):
        return Asked(
            "tile-question",
            {
                "sentence": question.sentence,
                "yes_or_no": question.about is AboutTiles.SEATS,
                "places": question.places if question.about is AboutTiles.PLACE else (),
                "has_text": question.about is AboutTiles.FACE,
            },
        )
    if not isinstance(question, Question):
        return None
    assert snapshot.match
    current = snapshot.match.round
    assert isinstance(current, PegRound | PartsRound)
    return Asked(
        "question",
        {
            "sentence": question.sentence,
            "about": str(question.about),
            "row": question.row,
            "board": question.board,
            "likely": question.likely.replace("?", EMPTY),
            "takes_row": question.about in ROWS and question.row > 0,
            "yes_or_no": question.about in YES_OR_NO,
            "letters": _letters(current),
            "holes": current.rules.holes,
            "is_camera": bool(snapshot.camera),
        },
    )


def _needed(snapshot: Snapshot, match: Match, turn: Turn, role: Role, seat: str) -> Asked:
    current = match.round
    facts: dict[str, Any] = {
        "player": turn.player,
        "board": turn.board,
        "watched": snapshot.table is not None,
        "sentence": snapshot.table.sentence if snapshot.table else "",
        "can_hold": role >= Role.MAKER,
        "seat": seat,
    }
    if isinstance(current, TileRound):
        return _tiles_needed(current, turn, facts)
    assert isinstance(current, PegRound | PartsRound)
    facts |= {"letters": _letters(current), "holes": current.rules.holes}
    assert match.seated
    facts |= {"is_parts": isinstance(current, PartsRound), "way": str(match.seated.way)}
    match turn.need:
        case Need.CODE:
            return _code_needed(snapshot, match, current, facts)
        case Need.GUESS:
            number = len(current.rows) + 1
            return Asked("row", facts | {"row": number} | _calls(current))
        case Need.ANSWER:
            last = current.rows[-1].code
            words = current.rules.key_words if isinstance(current, PegRound) else ()
            return Asked("answer", facts | {"last": last, "words": words} | _calls(current))
        case Need.JUDGE:
            assert isinstance(current, PartsRound)
            return Asked("judge", facts | {"last": current.calls[-1].row})
        case Need.CALL:
            return Asked("pass", facts | _calls(current))
        case Need.SHOW:
            owners = current.owners if isinstance(current, PartsRound) else ()
            return Asked("show", facts | {"owners": owners})
    return Asked("none")


def _code_needed(
    snapshot: Snapshot, match: Match, current: PegRound | PartsRound, facts: dict[str, Any]
) -> Asked:
    assert match.seated
    owners = current.owners
    if match.seated.way is Way.TOLD:
        told = [owners[board - 1] for board in sorted(snapshot.told)]
        return Asked("tell", facts | {"owners": owners, "told": told})
    return Asked("hide", facts | {"owners": owners})


def _tiles_needed(current: TileRound, turn: Turn, facts: dict[str, Any]) -> Asked:
    players = current.players
    facts |= {
        "players": players,
        "mover": current.mover,
        "clue": current.clue,
        "faces": current.rules.faces,
        "hand": current.rules.hand(len(players)),
        "pool": current.pool,
        "row": current.rows.get(turn.player, ()),
        "mover_row": current.rows.get(current.mover, ()),
        "claim": current.claim,
        "has_won": bool(current.winner),
    }
    return Asked(f"tiles-{turn.need}".replace(" ", "-"), facts)


def _calls(current: PegRound | PartsRound) -> dict[str, Any]:
    """Give who may call the code in Master Mind for four."""
    if not isinstance(current, PartsRound):
        return {"callers": ()}
    return {"callers": tuple(p for p in current.players if p not in current.out)}


def _letters(current: PegRound | PartsRound) -> str:
    letters = current.rules.colours
    return letters + EMPTY if isinstance(current, PartsRound) else letters
