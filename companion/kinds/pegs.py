"""The adapter of code games with one maker: Het Bouwblokje, Hasbro for 2, Hasbro for 3-5."""

from typing import TYPE_CHECKING, Any

from companion.game.core.key_pegs import Keys, format_keys, say_count
from companion.game.core.turn import Need
from companion.game.match import COMPANION, Match
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.i18n import _, headed, joined, ngettext, number
from companion.kinds.kind import WIDTH
from companion.kinds.withdrawn_text import CANCELLED, withdrawn_sentences
from companion.optional import is_installed, require
from companion.table import Confirm, PegTable, WatchedTable

if TYPE_CHECKING:
    from companion.game.solve.possible import Space
    from companion.vision.watch.box_limits import Limits

__all__ = ["PegKind", "say_keys"]

# ways to mend a contradiction that are named; chosen: as many as are read at a table
MENDS_NAMED = 3


class PegKind:
    """One code, hidden by one maker; the others set rows."""

    def facts(self, current: PegRound) -> dict[str, Any]:
        """Return maker, rows with their answers, code and mistakes."""
        return {
            "maker": current.maker,
            "commitment": current.commitment or None,
            "rows": [
                {
                    "row": number,
                    "player": row.player,
                    "guess": row.code,
                    "black": row.keys.black if row.keys else None,
                    "white": row.keys.white if row.keys else None,
                }
                for number, row in enumerate(current.rows, start=1)
            ],
            "broken_on": current.broken_on,
            "code": current.code,
            "mistakes": list(current.mistakes),
        }

    def analysis(self, match: Match, current: PegRound, number: int) -> list[dict[str, Any]]:
        """Return what each guess was worth: the codes it left, luck, and the true answer."""
        from companion.game.solve.analysis import analyse

        rows = analyse(_space(current.rules), current.answered(), current.code)
        return [
            {
                "row": row.number,
                "player": current.rows[row.number - 1].player,
                "guess": row.guess,
                "answer": format_keys(row.keys),
                "left_before": row.before,
                "left_after": row.after,
                "expected": round(row.expected, 2),
                "best_guess": row.best_guess,
                "best_expected": round(row.best, 2),
                "luck": round(row.luck, 2),
                "was_possible": row.was_possible,
                "true_answer": format_keys(row.truth) if row.truth and row.is_wrong else None,
            }
            for row in rows
        ]

    def advice(self, current: PegRound) -> dict[str, Any]:
        """Return the guess that leaves least to do, and how many codes are left."""
        require("hints")
        from companion.game.solve.hint import hint

        found = hint(_space(current.rules), current.answered())
        return {
            "guess": found.guess,
            "remaining": found.remaining,
            "expected": found.expected,
            "worst": found.worst,
            "is_possible": found.is_possible,
        }

    def say_advice(self, facts: dict[str, Any]) -> str:
        """Say the guess and what it would leave."""
        left = ngettext("1 code remains", "{remaining} codes remain", facts["remaining"])
        left = left.format(remaining=facts["remaining"])
        if facts["remaining"] == 1 and facts["is_possible"]:
            return headed(left, f"{facts['guess']}.")
        also = (
            _("it may be the code itself")
            if facts["is_possible"]
            else _("it cannot be the code itself")
        )
        return _("{left}. Try {guess}: about {expected} would be left on average ({also}).").format(
            left=left, guess=facts["guess"], expected=number(facts["expected"], digits=1), also=also
        )

    def contradiction(self, current: PegRound) -> str:
        """Name the smallest set of answers that cannot all be true, and one key that mends it.

        Return nothing where the part 'hints' is not installed.
        """
        if not is_installed("hints"):
            return ""
        from companion.game.solve.contradiction import one_key_fixes, smallest_contradiction

        rules, answered = current.rules, current.answered()
        space = _space(rules)
        rows = smallest_contradiction(space, answered)
        if not rows:
            return ""
        fixes = one_key_fixes(space, answered)
        remedy = _("; or ").join(
            _("row {row} is {words} ('correct {row} keys {black} {white}')").format(
                row=row, words=say_keys(keys, rules.key_words), black=keys.black, white=keys.white
            )
            for row, keys, __ in fixes[:MENDS_NAMED]
        )
        mend = (
            _("One key mends it: {remedy}.").format(remedy=remedy)
            if fixes
            else _("No change of one key mends it.")
        )
        return _("No code fits any more: {which}. Look at the key pegs again. {mend}").format(
            which=_which(rows), mend=mend
        )

    def end_sentences(self, ended: PegRound) -> list[str]:
        """Say whether the code was broken, which answers were wrong, and what that costs."""
        said = [_how_it_ended(ended)] if ended.broken_on or ended.code is not None else []
        said += [_mistake(ended, row) for row in ended.mistakes]
        return said + _consequences(ended) + self.withdrawn_sentences(ended)

    def withdrawn_sentences(self, played: PegRound) -> list[str]:
        """Say each row or answer that was taken back, answers as the box has them."""
        return withdrawn_sentences(played, lambda keys: say_keys(keys, played.rules.key_words))

    def roles(self, current: PegRound) -> str:
        """Say who makes the code and who breaks it, while the round is played."""
        if current.turn.need is Need.NOTHING:
            return ""
        who = _("The companion") if current.maker == COMPANION else current.maker
        if len(current.breakers) == 1:
            said = _("{maker} makes the code; the breaker is {names}.")
        else:
            said = _("{maker} makes the code; the breakers are {names}.")
        return said.format(maker=who, names=joined(current.breakers))

    def limits(self, rules: PegRules, rows: int, cols: int, palette: str) -> "Limits":
        """Return the colours of the box and how many pegs it has of each."""
        from companion.vision.watch.box_limits import Limits

        del palette
        return Limits(rows, cols, rules.colours, stock=rules.pegs_a_colour, blanks=rules.empties)

    def simulated_table(self, match: Match) -> str:
        """Return that one board is drawn."""
        del match
        return f"width={WIDTH}"

    def table(self, match: Match, confirm: Confirm) -> PegTable:
        """Return the table that a camera watches."""
        return PegTable.of(match, confirm)

    def one_board(self, table: WatchedTable | None) -> PegTable | None:
        """Return the table, if there is one."""
        assert table is None or isinstance(table, PegTable)
        return table

    def parse_row(self, current: PegRound, text: str) -> str:
        """Return the guess in `text`, or raise `BadNotation`."""
        return current.rules.parse_guess(text)


def _space(rules: PegRules) -> "Space":
    from companion.game.solve.possible import space_of

    return space_of(rules.colours, rules.holes, repeats=rules.repeats)


def say_keys(keys: Keys, key_words: tuple[str, str]) -> str:
    """Say an answer in the words of the box: ``"2 red 1 white"``."""
    return f"{say_count(key_words[0], keys.black)} {say_count(key_words[1], keys.white)}"


def _which(rows: tuple[int, ...]) -> str:
    if len(rows) == 1:
        return _("the answer to row {row} cannot be true").format(row=rows[0])
    return _("the answers to rows {rows} cannot all be true").format(rows=joined(map(str, rows)))


def _how_it_ended(ended: PegRound) -> str:
    if ended.broken_on:
        stands = [n for n, row in enumerate(ended.rows, start=1) if row.code == ended.code]
        row = stands[0] if stands else len(ended.rows)
        if row == ended.broken_on:
            return _("The code was broken on row {row}.").format(row=row)
        return _(
            "The code was broken on row {row}; with what was taken back it counts as row {counted}."
        ).format(row=row, counted=ended.broken_on)
    if ended.is_false_break:
        return _("Row {row} was answered as broken, but it is not the code.").format(
            row=len(ended.rows)
        )
    return ngettext(
        "The code was not broken in {number} row.",
        "The code was not broken in {number} rows.",
        ended.rows_used,
    ).format(number=ended.rows_used)


def _consequences(ended: PegRound) -> list[str]:
    """Say what mistakes, and steps taken back too late, cost."""
    if ended.is_cancelled:
        return [_(CANCELLED)]
    bonus = ended.rules.scoring.void_bonus
    if ended.is_void and bonus is None:
        return [_("The round counts for nothing and is played again, with the same maker.")]
    if ended.is_void and bonus is not None:
        return [
            ngettext(
                "The round is void and played again; {breaker} gets {bonus} extra point.",
                "The round is void and played again; {breaker} gets {bonus} extra points.",
                bonus,
            ).format(breaker=ended.breakers[0], bonus=bonus)
        ]
    if ended.mistakes and ended.winner and not ended.broken_on:
        said = _("An error of the maker never helps him: {winner} wins the round.")
        return [said.format(winner=ended.winner)]
    if ended.mistakes and ended.rules.scoring.for_break:
        return [_("Each guess is scored by the right answer.")]
    return []


def _mistake(ended: PegRound, row: int) -> str:
    keys = ended.rows[row - 1].keys
    if ended.code is None or keys is None:
        return _("{maker}'s answer to row {row} was wrong.").format(maker=ended.maker, row=row)
    said = say_keys(keys, ended.rules.key_words)
    true = say_keys(ended.true_keys(row), ended.rules.key_words)
    return _("Row {row} was answered {said}, but it is {true}.").format(
        row=row, said=said, true=true
    )
