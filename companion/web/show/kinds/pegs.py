"""Code games with one maker at the page: one board, its maker and his breakers."""

from typing import Any

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.pegs.round import PegRound
from companion.i18n import _
from companion.kinds.pegs import say_keys
from companion.table import PegTable
from companion.web.door.access import Login
from companion.web.show.boards.board_svg import BoardPicture, board_svg
from companion.web.show.boards.views import BoardView, RowView, shape_of
from companion.web.show.boards.wording import spelt
from companion.web.show.kinds.board_forms import board_question, code_form, code_ways, mend_form
from companion.web.show.kinds.page_kind import Asked, NoTiles
from companion.web.table.snapshot import Snapshot

__all__ = ["PegPage"]


class PegPage(NoTiles):
    """One code, hidden by one maker."""

    name = "pegs"

    def ways(self) -> tuple[tuple[Way, str], ...]:
        """Return the three ways to play with a code."""
        return code_ways()

    def question(self, snapshot: Snapshot, current: PegRound) -> Asked | None:
        """Return the form of what a watched board asks."""
        return board_question(snapshot, current.rules.colours, current.rules.holes)

    def needed(self, snapshot: Snapshot, current: PegRound, facts: dict[str, Any]) -> Asked:
        """Return the form for a code, a row, an answer or the showing."""
        rules = current.rules
        facts = facts | {"letters": rules.colours, "holes": rules.holes, "is_parts": False}
        calls: dict[str, Any] = {"callers": ()}
        match current.turn.need:
            case Need.CODE:
                return code_form(snapshot, current.owners, facts)
            case Need.GUESS:
                return Asked("row", facts | {"row": len(current.rows) + 1} | calls)
            case Need.ANSWER:
                last = current.rows[-1].code
                return Asked("answer", facts | {"last": last, "words": rules.key_words} | calls)
            case Need.SHOW:
                return Asked("show", facts | {"owners": ()})
        return Asked("none")

    def boards(self, snapshot: Snapshot, match: Match, seen: PegRound) -> tuple[BoardView, ...]:
        """Return the one board."""
        return (_peg_board(snapshot, match, seen),)

    def lying(self, match: Match, seen: PegRound) -> dict[str, Any]:
        """Return nothing: all lies on the board."""
        del match, seen
        return {}

    def last_said(self, seen: PegRound) -> str:
        """Say the newest answer."""
        if not seen.rows or seen.rows[-1].keys is None:
            return ""
        words = say_keys(seen.rows[-1].keys, seen.rules.key_words)
        return _("Row {row}: {words}.").format(row=len(seen.rows), words=words)

    def mend(self, match: Match, current: PegRound) -> dict[str, Any]:
        """Return the rows, and whether a mistake of the maker would void the round."""
        voids = current.rules.scoring.void_bonus is not None and not current.commitment
        return mend_form(match, current, current.rules.colours) | {
            "may_void": voids and bool(current.answered()) and not current.is_over,
            "is_parts": False,
            "words": current.rules.key_words,
        }

    def own(
        self, snapshot: Snapshot, current: PegRound, login: Login, seats: dict[str, str]
    ) -> dict[str, Any]:
        """Return the code to hide, or to see again, for the maker's phone."""
        del seats
        assert snapshot.match
        assert snapshot.match.seated
        way = snapshot.match.seated.way
        is_maker = login.seat == current.maker
        hides = is_maker and way is Way.TOLD and current.turn.need is Need.CODE
        hidden = bool(current.commitment) and current.code is None
        return {
            "to_hide": (1,) if hides else (),
            "told": snapshot.told,
            "to_show": (login.seat,) if hidden and way is Way.TOLD and is_maker else (),
            "is_parts": False,
            "holes": current.rules.holes,
            "letters": current.rules.colours,
        }


def _peg_board(snapshot: Snapshot, match: Match, seen: PegRound) -> BoardView:
    is_now = seen is match.round and not match.is_over
    picture = BoardPicture(
        rows=tuple(row.code for row in seen.rows),
        answers=tuple(row.keys for row in seen.rows),
        code=seen.code or "",
        seen=_seen(snapshot, seen) if is_now else {},
        current=len(seen.rows) + 1 if is_now and seen.turn.need is Need.GUESS else 0,
        is_hidden=seen.commitment is not None and seen.code is None,
        doubted=_doubted(snapshot) if is_now else frozenset(),
    )
    rows = tuple(
        RowView(
            number,
            row.player,
            tuple((letter, spelt(letter)) for letter in row.code),
            say_keys(row.keys, seen.rules.key_words) if row.keys else "",
        )
        for number, row in enumerate(seen.rows, start=1)
    )
    notes = (_("The code was {code}.").format(code=_spelt(seen.code)),) if seen.code else ()
    return BoardView("", board_svg(shape_of(snapshot, seen.rules), picture), rows, notes)


def _seen(snapshot: Snapshot, seen: PegRound) -> dict[int, str]:
    """Give the rows that lie there and are not recorded: what the camera saw, to be compared."""
    table = snapshot.table
    if not isinstance(table, PegTable) or table.is_left_over:
        return {}
    number = len(seen.rows)
    return {row: letters for row, letters in table.lying.rows if row > number}


def _doubted(snapshot: Snapshot) -> frozenset[tuple[int, int]]:
    table = snapshot.table
    if not isinstance(table, PegTable) or table.question is None:
        return frozenset()
    row = table.question.row
    doubts = {doubt.row: doubt.cols for doubt in table.lying.doubts}
    return frozenset((row, col) for col in doubts.get(row, ()))


def _spelt(code: str | None) -> str:
    return ", ".join(spelt(letter) for letter in code or EMPTY)
