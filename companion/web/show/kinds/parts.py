"""Master Mind for four at the page: a board a part, its owners and their calls."""

from typing import Any

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.i18n import _
from companion.web.door.access import Login, Role
from companion.web.show.boards.board_svg import BoardPicture, board_svg
from companion.web.show.boards.views import BoardView, RowView, shape_of
from companion.web.show.boards.wording import legend, spelt
from companion.web.show.kinds.board_forms import board_question, code_form, mend_form
from companion.web.show.kinds.page_kind import Asked, NoTiles
from companion.web.table.snapshot import Snapshot

__all__ = ["PartsPage"]


class PartsPage(NoTiles):
    """Each owner hides a part of the code on his own board."""

    name = "parts"

    def ways(self) -> tuple[tuple[Way, str], ...]:
        """Return the three ways to play with a part of the code each."""
        return (
            (Way.COMPANION, _("the companion hides a part for each and answers")),
            (Way.TOLD, _("each hides his part on his phone, the companion answers")),
            (Way.KEPT, _("each hides his part and answers himself")),
        )

    def question(self, snapshot: Snapshot, current: PartsRound) -> Asked | None:
        """Return the form of what the watched boards ask."""
        return board_question(snapshot, current.rules.colours + EMPTY, current.rules.holes)

    def needed(self, snapshot: Snapshot, current: PartsRound, facts: dict[str, Any]) -> Asked:
        """Return the form for parts, a row, an answer, a verdict, a call or the showing."""
        rules = current.rules
        facts = facts | {"letters": rules.colours + EMPTY, "holes": rules.holes, "is_parts": True}
        calls = {"callers": tuple(p for p in current.players if p not in current.out)}
        match current.turn.need:
            case Need.CODE:
                return code_form(snapshot, current.owners, facts)
            case Need.GUESS:
                return Asked("row", facts | {"row": len(current.rows) + 1} | calls)
            case Need.ANSWER:
                last = current.rows[-1].code
                return Asked("answer", facts | {"last": last, "words": ()} | calls)
            case Need.JUDGE:
                return Asked("judge", facts | {"last": current.calls[-1].row})
            case Need.CALL:
                return Asked("pass", facts | calls)
            case Need.SHOW:
                return Asked("show", facts | {"owners": current.owners})
        return Asked("none")

    def boards(self, snapshot: Snapshot, match: Match, seen: PartsRound) -> tuple[BoardView, ...]:
        """Return the board of each owner."""
        boards = range(1, len(seen.owners) + 1)
        return tuple(_part_board(snapshot, match, seen, board) for board in boards)

    def lying(self, match: Match, seen: PartsRound) -> dict[str, Any]:
        """Return the calls with their verdicts."""
        del match
        verdicts = {True: _("right"), False: _("wrong"), None: "…"}
        calls = [(call.player, legend(call.row), verdicts[call.right]) for call in seen.calls]
        return {"calls": calls}

    def last_said(self, seen: PartsRound) -> str:
        """Say what the last owner has answered."""
        return seen.spoken_answers[-1][2] if seen.spoken_answers else ""

    def mend(self, match: Match, current: PartsRound) -> dict[str, Any]:
        """Return the rows."""
        rows = mend_form(match, current, current.rules.colours + EMPTY)
        return rows | {"is_parts": True, "words": ()}

    def own(
        self, snapshot: Snapshot, current: PartsRound, login: Login, seats: dict[str, str]
    ) -> dict[str, Any]:
        """Return the parts to hide, or to see, for the phone of their owner."""
        assert snapshot.match
        assert snapshot.match.seated
        way = snapshot.match.seated.way
        hides = way is Way.TOLD and current.turn.need is Need.CODE
        return {
            "to_hide": current.boards_of(login.seat) if hides else (),
            "told": snapshot.told,
            "to_show": _to_show(current, way, login, seats),
            "is_parts": True,
            "holes": current.rules.holes,
            "letters": current.rules.colours,
        }


def _to_show(current: PartsRound, way: Way, login: Login, seats: dict[str, str]) -> tuple[str, ...]:
    """Return the owners whose hidden part this phone may ask to see."""
    if not current.commitments or current.is_over:
        return ()
    if login.seat:
        return (login.seat,) if login.seat in current.owners else ()
    if way is not Way.COMPANION or login.role < Role.PLAYER:
        return ()
    return tuple(dict.fromkeys(owner for owner in current.owners if owner not in seats))


def _part_board(snapshot: Snapshot, match: Match, seen: PartsRound, board: int) -> BoardView:
    mine = [(n, row) for n, row in enumerate(seen.rows, start=1) if row.board == board]
    turn = seen.turn
    waits = turn.need is Need.GUESS and turn.board == board and not match.is_over
    picture = BoardPicture(
        rows=tuple(row.code for _n, row in mine),
        answers=tuple(row.total for _n, row in mine),
        code=seen.codes[board - 1] if seen.codes else "",
        current=len(mine) + 1 if waits else 0,
        is_hidden=False,
    )
    rows = tuple(
        RowView(
            number,
            row.player,
            tuple((letter, spelt(letter)) for letter in row.code),
            ", ".join(
                f"{seen.owners[b - 1]}: {_(format_part_answer(keys))}" for b, keys in row.answers
            ),
        )
        for number, row in mine
    )
    title = _("Board {board}: {owner}").format(board=board, owner=seen.owners[board - 1])
    return BoardView(title, board_svg(shape_of(snapshot, seen.rules), picture), rows)
