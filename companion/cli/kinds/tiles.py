"""Da Vinci Code at a terminal: the rows of tiles, the prompts, what is said beside a camera."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from companion.cli.common import render
from companion.cli.kinds.kind import Ask, Column, PromptKeyboard, Word
from companion.cli.kinds.tile_hints import say_thoughts
from companion.cli.kinds.tile_prompts import TILE_ASKS, parse_claim
from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Passed, Way
from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import say_tiles
from companion.i18n import N_, _, percent
from companion.kinds.typed_words import is_word
from companion.table import Confirm, TypedRow
from companion.terminal.text import Drawn, Group, Text

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.session.watched_session import WatchedSession

__all__ = ["TileTerminal"]

# of a claim by definition: owner, place and number
CLAIM_WORDS = 3

# of a claim: whether it was right; none is told yet while it waits for its answer
VERDICTS = {True: N_("right"), False: N_("wrong"), None: "…"}

COLUMNS: Mapping[str, Column] = {
    N_("player"): lambda f: f["player"],
    N_("claim"): lambda f: f"{f['owner']} {f['position']} {f['number']}",
    N_("chance"): lambda f: percent(f["chance"]),
    "": lambda f: _(VERDICTS[f["right"]]),
    N_("best"): lambda f: f"{f['best']} {percent(f['best_chance'])}",
}


class TileTerminal:
    """Rows of tiles before their owners, and a pool."""

    asks: Mapping[Need, Ask] = TILE_ASKS
    words: Mapping[str, Word] = {"tiles": say_thoughts}
    columns = COLUMNS
    ways: Mapping[Way, str] = {Way.KEPT: N_("each keeps his row and answers")}
    voids_rounds = False
    is_on_lights = False

    def draw(self, current: TileRound) -> Drawn:
        """Return the rows as all can see them, what is left on the table, and the newest claim."""
        table = render.rows_of("words", "pegs", "words")
        for player, row in current.rows.items():
            faces = Text(" ").join(render.tile(face) for face in row)
            clue = f"+ {current.clue}?" if current.clue and current.mover == player else ""
            table.add_row(player, faces, clue)
        pool = current.pool
        left = ", ".join(say_tiles(back, count) for back, count in pool.items())
        table.add_row(_("table"), left, "")
        return Group(table, _last_claim(current))

    def demo_seats(self, least: int, most: int) -> int:
        """Return the least: a round is soon over."""
        del most
        return least

    def help_words(self, current: TileRound, way: Way) -> Collection[str]:
        """Return the words that help lists beside those of every game."""
        del current, way
        return ["tiles"]

    def letters(self, current: TileRound) -> str:
        """Return the letters of the colours in play."""
        del current
        return ""

    def show_privately(self, keyboard: PromptKeyboard) -> None:
        """Show nothing: the companion draws no tiles."""

    def correct_answer(self, keyboard: PromptKeyboard, number: int, row: int, answer: str) -> None:
        """Raise `IllegalMove`: there are no rows of pegs to answer."""
        del keyboard, number, row, answer
        raise IllegalMove(_("This game has no rows of pegs."), hint=_("Use 'undo' instead."))

    def check_camera(self, current: TileRound, options: "CameraOptions", title: str) -> None:
        """Refuse what is about boards of pegs, and a film: claims are said while it looks."""
        del current, title
        for name in ("board", "corners", "boards", "frames"):
            if getattr(options, name):
                raise BadNotation(
                    _("--{name} is about boards of pegs; a table of tiles has none.").format(
                        name=name
                    ),
                    hint=_("Leave it out; --calibration is the table's."),
                )
        if options.spec.partition(":")[0] in ("photos", "video"):
            raise BadNotation(
                _("Claims are said while the camera looks, and photos or a film wait for nobody."),
                hint=_("Take a live camera; one photo is read with 'keypeg read --board davinci'."),
            )
        if options.confirm is not Confirm.UNSURE:
            raise BadNotation(
                _("Tiles never wait for 'done': how they lie is what is played."),
                hint=_("Leave out --confirm; what is unclear is asked, 'undo' takes back a step."),
            )

    def heed(self, keyboard: PromptKeyboard, evening: "WatchedSession", line: str) -> None:
        """Take in a claim, "stop", what was asked, or how a row lies."""
        mover, words = keyboard.session.match.turn.player, line.rsplit(maxsplit=2)
        if is_word(line, "stop"):
            keyboard.post(Passed(mover))
        elif len(words) == CLAIM_WORDS and words[1].isdecimal():
            keyboard.post(parse_claim(keyboard, mover, line))
        else:
            evening.on(TypedRow(line))
        evening.refresh()


def _last_claim(current: TileRound) -> str:
    if current.claim:
        return _("{player}: {owner}'s tile {position}, is it {number}?").format(
            **_claim(current.claim)
        )
    if current.claims:
        last = current.claims[-1]
        said = (
            _("{player} said that {owner}'s tile {position} is {number}: right.")
            if last.right
            else _("{player} said that {owner}'s tile {position} is {number}: wrong.")
        )
        return said.format(**_claim(last.claim))
    return ""


def _claim(claim: Claimed) -> dict[str, object]:
    return {
        "player": claim.player,
        "owner": claim.owner,
        "position": claim.position,
        "number": _("a dash") if claim.number == "-" else claim.number,
    }
