"""Forms of games that are played on boards of pegs: what they share."""

from typing import Any

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.i18n import _
from companion.table import Question
from companion.table.pegs.questions import About
from companion.web.show.kinds.page_kind import Asked
from companion.web.table.snapshot import Snapshot

__all__ = ["board_question", "code_form", "code_ways", "mend_form"]

# questions that a row answers, and that yes or no answers
ROWS = (About.UNSURE, About.CHANGED, About.REFUSED, About.AGAIN)
YES_OR_NO = (About.UNSURE, About.NO_KEYS, About.BACKWARDS, About.WRONG, About.CALL, About.AGAIN)


def code_ways() -> tuple[tuple[Way, str], ...]:
    """Return the three ways to play a game with a code, each with what it means."""
    return (
        (Way.COMPANION, _("the companion hides the code and answers")),
        (Way.TOLD, _("the maker hides the code on his phone, the companion answers")),
        (Way.KEPT, _("the maker hides the code and answers himself")),
    )


def board_question(snapshot: Snapshot, letters: str, holes: int) -> Asked | None:
    """Return the form of what a watched board asks, in rows of `holes` of `letters`."""
    question = snapshot.table.question if snapshot.table else None
    if not isinstance(question, Question):
        return None
    return Asked(
        "question",
        {
            "sentence": question.sentence,
            "about": str(question.about),
            "row": question.row,
            "board": question.board,
            "likely": question.likely.replace("?", EMPTY),
            "offered": _offered(snapshot, question),
            "takes_row": question.about in ROWS and question.row > 0,
            "yes_or_no": question.about in YES_OR_NO,
            "letters": letters,
            "holes": holes,
            "is_camera": bool(snapshot.camera),
        },
    )


def code_form(snapshot: Snapshot, owners: tuple[str, ...], facts: dict[str, Any]) -> Asked:
    """Return the form in which `owners` hide their code, or say that it is hidden."""
    if facts["way"] == str(Way.TOLD):
        told = [owners[board - 1] for board in sorted(snapshot.told)]
        return Asked("tell", facts | {"owners": owners, "told": told})
    return Asked("hide", facts | {"owners": owners})


def mend_form(match: Match, current: PegRound | PartsRound, letters: str) -> dict[str, Any]:
    """Return the rows that can be corrected, in `letters`, and whether the maker answers them."""
    assert match.seated
    return {
        "correctable": tuple(range(1, len(current.rows) + 1)),
        "holes": current.rules.holes,
        "letters": letters,
        "is_kept": match.seated.way is Way.KEPT and current.turn.need is not Need.CODE,
    }


def _offered(snapshot: Snapshot, question: Question) -> tuple[str, ...]:
    """Return rows to be tapped at once: the likeliest, and those with a doubted place otherwise."""
    if question.about is not About.UNSURE or "?" in question.likely or not snapshot.second:
        return ()
    return (question.likely, *snapshot.second)
