"""The adapter of Master Mind for four: the code is held in parts, one a board."""

from typing import TYPE_CHECKING, Any

from companion.game.core.events import Called, Guessed
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules, format_part_answer
from companion.game.parts.state import Call
from companion.i18n import _, joined
from companion.kinds.kind import WIDTH_OF_MORE
from companion.kinds.withdrawn_text import CANCELLED, withdrawn_sentences
from companion.optional import is_installed, require
from companion.table import Confirm, PartsTable, WatchedTable

if TYPE_CHECKING:
    from companion.game.solve.parts import Said
    from companion.vision.watch.box_limits import Limits

__all__ = ["PartsKind"]


class PartsKind:
    """Each owner hides a part of the code and answers for it alone; anyone may call the code."""

    def facts(self, current: PartsRound) -> dict[str, Any]:
        """Return owners, rows with the answers of each board, calls, winner and mistakes."""
        return {
            "owners": list(current.owners),
            "commitments": list(current.commitments or ()),
            "rows": [
                {
                    "row": number,
                    "player": row.player,
                    "board": row.board,
                    "guess": row.code,
                    "answers": [
                        {"board": board, "black": keys.black, "white": keys.white}
                        for board, keys in row.answers
                    ],
                }
                for number, row in enumerate(current.rows, start=1)
            ],
            "calls": [{"player": c.player, "row": c.row, "right": c.right} for c in current.calls],
            "winner": current.winner,
            "codes": list(current.codes) if current.codes else None,
            "mistakes": [{"row": row, "board": board} for row, board in current.mistakes],
        }

    def analysis(self, match: Match, current: PartsRound, number: int) -> list[dict[str, Any]]:
        """Return what each row and call told, in bits."""
        from companion.game.solve.parts import Said, analyse_parts
        from companion.game.solve.parts_space import PartsSpace

        rows, calls = iter(current.rows), iter(current.calls)
        facts: list[dict[str, Any]] = []
        said: list[Said] = []
        for __, move in match.moves_of_round(number):
            if isinstance(move, Guessed):
                row = next(rows)
                said.append(Said(row.code, dict(row.answers)))
                answers = {str(board): format_part_answer(keys) for board, keys in row.answers}
                facts.append({"player": row.player, "guess": row.code, "answers": answers})
            elif isinstance(move, Called) and (call := next(calls)).right is not None:
                said.append(Said.of_call(call.row, right=call.right))
                facts.append({"player": call.player, "call": call.row, "right": call.right})
        space = PartsSpace(current.rules.colours, current.rules.holes, len(current.owners))
        return [
            fact
            | {"left_before": step.before, "left_after": step.after, "bits": round(step.bits, 2)}
            for fact, step in zip(facts, analyse_parts(space, said), strict=True)
        ]

    def advice(self, current: PartsRound) -> dict[str, Any]:
        """Return the row that tells the player in turn most, or the code if one is left."""
        require("hints")
        from companion.game.solve.parts import parts_hint
        from companion.game.solve.parts_space import PartsSpace

        rules, player = current.rules, current.turn.player
        space = PartsSpace(rules.colours, rules.holes, len(current.owners))
        found = parts_hint(space, _said_by_all(current), asker=current.boards_of(player))
        if current.turn.need is Need.CALL and not found.code:
            return {}  # no row can be set any more
        return {
            "player": player,
            "guess": found.code or found.row,
            "remaining": found.left,
            "bits": found.bits,
            "is_code": found.code is not None,
        }

    def say_advice(self, facts: dict[str, Any]) -> str:
        """Say the row, or the code to call."""
        if facts["is_code"]:
            return _("1 code remains: {guess}. Call it.").format(guess=facts["guess"])
        return _(
            "From what all can see, {remaining} codes remain. {guess} would tell {player} most."
        ).format(
            remaining=facts["remaining"],
            guess=facts["guess"],
            player=facts["player"],
        )

    def contradiction(self, current: PartsRound) -> str:
        """Name the answers of which at least one is wrong; nothing without the part 'hints'."""
        if not is_installed("hints"):
            return ""
        from companion.game.solve.parts import smallest_parts_contradiction
        from companion.game.solve.parts_space import PartsSpace

        space = PartsSpace(current.rules.colours, current.rules.holes, len(current.owners))
        answers = smallest_parts_contradiction(space, _said_by_all(current))
        if not answers:
            return ""
        named = ", ".join(
            _("{owner}'s to row {row}").format(owner=current.owners[board - 1], row=row)
            for row, board in answers
        )
        return _(
            "No parts fit any more: of these answers at least one is wrong: {named}. "
            "Look at the chips again, and correct it ('correct ROW keys white board "
            "N')."
        ).format(named=named)

    def end_sentences(self, ended: PartsRound) -> list[str]:
        """Say who has called the code, and which answers and verdicts were wrong."""
        said = [_who_won(ended)] if not ended.is_void else []
        said += [_wrong_answer(ended, row, board) for row, board in ended.mistakes]
        said += [_misjudged(ended, call) for call in ended.misjudged]
        if ended.is_cancelled:
            said.append(_(CANCELLED))
        elif ended.is_void:
            said.append(_("The game counts for nobody and is played again."))
        return said + self.withdrawn_sentences(ended)

    def withdrawn_sentences(self, played: PartsRound) -> list[str]:
        """Say each row, answer or call that was taken back."""
        return withdrawn_sentences(played, lambda keys: _(format_part_answer(keys)))

    def roles(self, current: PartsRound) -> str:
        """Return nothing: all make, and all break."""
        del current
        return ""

    def limits(self, rules: PartsRules, rows: int, cols: int, palette: str) -> "Limits":
        """Return the colours of the box; any hole may stay empty."""
        from companion.vision.watch.box_limits import Limits

        del palette
        return Limits(rows, cols, rules.colours, blanks=True)

    def simulated_table(self, match: Match) -> str:
        """Return how many boards are drawn."""
        boards = match.round.code_round
        assert boards
        return f"boards={len(boards.owners)}&width={WIDTH_OF_MORE}"

    def table(self, match: Match, confirm: Confirm) -> PartsTable:
        """Return the table that a camera watches."""
        del confirm
        return PartsTable.of(match)

    def one_board(self, table: WatchedTable | None) -> None:
        """Return None: each owner has a board."""
        del table

    def parse_row(self, current: PartsRound, text: str) -> str:
        """Return the row in `text`, in which any hole may be empty, or raise `BadNotation`."""
        return current.rules.parse_row(text)


def _who_won(ended: PartsRound) -> str:
    if ended.winner:
        return _("{winner} has called the code and wins.").format(winner=ended.winner)
    return _("Nobody has won.")


def _wrong_answer(ended: PartsRound, row: int, board: int) -> str:
    said = _(
        "{owner}'s answer to row {row} was wrong: {said} is not right for the part on board "
        "{board}."
    )
    keys = dict(ended.rows[row - 1].answers)[board]
    answer, owner = _(format_part_answer(keys)), ended.owners[board - 1]
    return said.format(owner=owner, row=row, said=answer, board=board)


def _misjudged(ended: PartsRound, call: Call) -> str:
    said = _("{player}'s call {row} was judged wrongly").format(player=call.player, row=call.row)
    owners = ended.misjudged_by(call)
    return said + (_(" by {names}.").format(names=joined(owners)) if owners else ".")


def _said_by_all(current: PartsRound) -> "list[Said]":
    """Return all rows with their answers, then the calls that were judged."""
    from companion.game.solve.parts import Said

    rows = [Said(row.code, dict(row.answers)) for row in current.rows]
    return rows + [Said.of_call(c.row, right=c.right) for c in current.calls if c.right is not None]
