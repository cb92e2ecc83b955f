"""Code games with one maker at a terminal: the board, what is typed beside a camera."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from companion.cli.common import render
from companion.cli.kinds.kind import SOURCE, Ask, Column, PromptKeyboard, Word
from companion.cli.kinds.pegs_prompts import PEG_ASKS
from companion.errors import BadNotation
from companion.game.core.events import Answered, Voided, Way
from companion.game.core.key_pegs import Keys, parse_keys
from companion.game.core.turn import Need
from companion.game.pegs.round import PegRound
from companion.i18n import N_, _
from companion.i18n import number as decimals
from companion.kinds.pegs import say_keys
from companion.table import TypedRow
from companion.table.pegs.questions import About
from companion.terminal.text import Drawn, Text

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.session.watched_session import WatchedSession

__all__ = ["PegTerminal"]

# questions that an answer of the maker settles
ABOUT_ANSWER = (About.NO_KEYS, About.REFUSED, About.AGAIN)

COLUMNS: Mapping[str, Column] = {
    N_("row"): lambda f: str(f["row"]),
    N_("guess"): lambda f: render.pegs(f["guess"]),
    N_("said"): lambda f: str(parse_keys(f["answer"])),
    N_("left"): lambda f: f"{f['left_before']}→{f['left_after']}",
    N_("expected"): lambda f: decimals(f["expected"], digits=1),
    N_("best"): lambda f: f"{f['best_guess']} {decimals(f['best_expected'], digits=1)}",
    N_("luck"): lambda f: ("+" if f["luck"] > 0 else "") + decimals(f["luck"], digits=1),
    N_("true"): lambda f: str(parse_keys(f["true_answer"])) if f["true_answer"] else "",
}


class PegTerminal:
    """One board whose rows one maker answers."""

    asks: Mapping[Need, Ask] = PEG_ASKS
    words: Mapping[str, Word] = {}
    columns = COLUMNS
    ways: Mapping[Way, str] = {
        Way.COMPANION: N_("Keypeg draws the code and answers"),
        Way.TOLD: N_("the maker types the code unseen, Keypeg answers"),
        Way.KEPT: N_("the maker keeps the code and answers; Keypeg checks"),
    }
    voids_rounds = True
    is_on_lights = True

    def draw(self, current: PegRound) -> Drawn:
        """Return the rows with their answers, and the code once it is shown."""
        table = render.rows_of("pegs", "words", "pegs", "pegs", "words")
        for number, row in enumerate(current.rows, start=1):
            said = say_keys(row.keys, current.rules.key_words) if row.keys else ""
            table.add_row(
                f"{number:2}", row.player, render.pegs(row.code), _key_dots(row.keys), said
            )
        for gone in current.withdrawn:
            dots = _key_dots(gone.keys) if gone.keys else ""
            table.add_row("", gone.player, render.pegs(gone.code), dots, _("taken back"))
        if current.code is not None:
            table.add_row(
                "",
                _("{maker}'s code").format(maker=current.maker),
                render.pegs(current.code),
                "",
                "",
            )
        return table

    def demo_seats(self, least: int, most: int) -> int:
        """Return the least: one maker and whom the box needs."""
        del most
        return least

    def help_words(self, current: PegRound, way: Way) -> Collection[str]:
        """Return the words that help lists beside those of every game."""
        words = ["correct", "correct-before"]
        if way is Way.KEPT:
            words.append("correct-keys")
            words += ["mistake"] if current.rules.scoring.void_bonus is not None else []
        return words

    def letters(self, current: PegRound) -> str:
        """Return the letters of the colours in play."""
        return current.rules.colours

    def show_privately(self, keyboard: PromptKeyboard) -> None:
        """Show nothing: nobody but the companion knows a code that it drew."""

    def correct_answer(self, keyboard: PromptKeyboard, number: int, row: int, answer: str) -> None:
        """Correct the answer to `row`, typed as in ``2 1``.

        Where a mistake of the maker voids the round it is asked whether this was one, unless the
        next row is not set yet.
        """
        keys, match = parse_keys(answer), keyboard.session.match
        current = match.round
        assert isinstance(current, PegRound)
        is_late = number == len(match.rounds) and row < len(current.rows)
        voids = current.rules.scoring.void_bonus is not None and keyboard.way is Way.KEPT
        if is_late and voids and not keyboard.asker.yes(_maybe_mistake(current, row)):
            keyboard.post(Voided(row))
            return
        keyboard.session.correct_answer(number, row, keys, SOURCE)

    def check_camera(self, current: PegRound, options: "CameraOptions", title: str) -> None:
        """Refuse several boards."""
        del current
        if options.boards:
            raise BadNotation(
                _("{title} is played on one board.").format(title=title),
                hint=_("Leave out --boards."),
            )

    def heed(self, keyboard: PromptKeyboard, evening: "WatchedSession", line: str) -> None:
        """Take in a row, an answer or a code that is typed instead of seen."""
        match = evening.session.match
        current = match.round
        assert isinstance(current, PegRound)
        asked = evening.table.question
        if match.turn.need is Need.ANSWER and (asked is None or asked.about in ABOUT_ANSWER):
            keyboard.post(Answered(match.turn.player, parse_keys(line)))
            evening.refresh()
        elif match.turn.need is Need.CODE:
            raise BadNotation(
                _("The code is not typed here, where all can see it."),
                hint=_("Say 'code' first.")
                if keyboard.way is Way.TOLD
                else _("When it is hidden, say 'done'."),
            )
        else:
            evening.on(TypedRow(current.rules.parse_guess(line)))


def _maybe_mistake(current: PegRound, row: int) -> str:
    return _(
        "Was the answer to row {row} right on the board and only noted wrongly? "
        "If {maker} answered wrongly, say no: then it is a mistake"
    ).format(row=row, maker=current.maker)


def _key_dots(keys: Keys | None) -> Text:
    if keys is None:
        return Text("…")
    return Text("●" * keys.black + "○" * keys.white or "-")
