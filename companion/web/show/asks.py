"""What the page asks for now, of whom it may be asked: a form by its name, with what it needs."""

from companion.web.door.access import Role
from companion.web.show.kinds.page_kinds import Asked, page_kind_of
from companion.web.table.snapshot import Snapshot

__all__ = ["Asked", "asked_of"]


def asked_of(snapshot: Snapshot, role: Role, seat: str) -> Asked:
    """Return what is asked of a page with `role` in `seat`; "none" for one that only looks on."""
    match = snapshot.match
    if match is None or match.seated is None or snapshot.has_left:
        return Asked("begin" if role is Role.OWNER else "wait")
    if match.is_over:
        return Asked("over", {"is_owner": role is Role.OWNER})
    if role < Role.PLAYER:
        return Asked("none")
    if snapshot.has_lost_code:
        return Asked("lost")
    kind, current = page_kind_of(match.rules), match.round
    if question := kind.question(snapshot, current):
        return question
    turn = match.turn
    facts = {
        "player": turn.player,
        "board": turn.board,
        "watched": snapshot.table is not None,
        "sentence": snapshot.table.sentence if snapshot.table else "",
        "can_hold": role >= Role.MAKER,
        "seat": seat,
        "way": str(match.seated.way),
    }
    return kind.needed(snapshot, current, facts)
