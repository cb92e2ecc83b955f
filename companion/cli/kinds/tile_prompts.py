"""What the keyboard asks for in Da Vinci Code: everything that lies on the table is typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from companion.cli.common.prompt import is_number, parse_yes
from companion.cli.kinds.kind import PromptKeyboard
from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed, RowShown
from companion.game.core.spoken import back_of
from companion.game.core.turn import Need
from companion.game.tiles.checks import check_hand
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS
from companion.i18n import _, ngettext
from companion.kinds.typed_words import is_word

__all__ = ["TILE_ASKS", "parse_claim"]


def _round(keyboard: PromptKeyboard) -> TileRound:
    current = keyboard.session.match.round
    assert isinstance(current, TileRound)
    return current


def _ask_deal(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    asks = [partial(_ask_backs, keyboard, current, player) for player in current.players]
    given = keyboard.ask_each([*asks, partial(_ask_starter, keyboard, current)])
    if given is not None:
        keyboard.post(Dealt(given[:-1], given[-1]))


def _ask_starter(keyboard: PromptKeyboard, current: TileRound) -> str | None:
    prompt = _("Who begins? (Enter: {mover})").format(mover=current.mover)
    return keyboard.ask_until_right(
        partial(keyboard.ask, prompt),
        lambda first: keyboard.player_named(first) if first else current.mover,
    )


def _ask_backs(keyboard: PromptKeyboard, current: TileRound, player: str) -> str | None:
    players = len(current.players)
    hand = current.rules.hand(players)
    prompt = _("{player}'s {tiles} tiles, backs from the left (B/W), as in {example}:").format(
        player=player, tiles=hand, example="BWWB"[:hand]
    )

    def checked(typed: str) -> str:
        words = re.split(r"[\s,]+", typed.strip())
        in_words = any(len(word) > 1 and back_of(word) for word in words)
        backs = "".join(map(_back, words)) if in_words else "".join(words).upper()
        are_backs = not set(backs) - set(BACKS)
        check_hand(player, backs if are_backs else typed, hand=hand, players=players)
        return backs

    return keyboard.ask_until_right(lambda: keyboard.ask(prompt), checked)


def _ask_draw(keyboard: PromptKeyboard) -> None:
    player = keyboard.session.match.turn.player
    if typed := keyboard.ask(
        _("{player} draws a clue tile, black or white (B/W):").format(player=player)
    ):
        keyboard.post(Drawn(player, _back(typed)))


def _back(typed: str) -> str:
    """Return the back that is named by its letter or by the whole word."""
    if back := back_of(typed):
        return back
    raise BadNotation(
        _("'{text}' is neither black nor white.").format(text=typed),
        hint=_("Type B or W, or the whole word."),
    )


def _ask_claim(keyboard: PromptKeyboard) -> None:
    player = keyboard.session.match.turn.player
    if typed := keyboard.ask(
        _("{player} claims: owner, place, number, as in 'Ben 3 7':").format(player=player)
    ):
        keyboard.post(parse_claim(keyboard, player, typed))


def _ask_claim_or_stop(keyboard: PromptKeyboard) -> None:
    player = keyboard.session.match.turn.player
    if _round(keyboard).winner:
        _ask_clue_hidden(keyboard, player)
        return
    typed = keyboard.ask(
        _("{player} claims on (owner, place, number) or stops ('stop'):").format(player=player)
    )
    if not typed:
        return
    if not is_word(typed, "stop"):
        keyboard.post(parse_claim(keyboard, player, typed))
        return
    if not _round(keyboard).clue:
        keyboard.post(Passed(player))
        return
    with keyboard.after(typed):
        _ask_clue_hidden(keyboard, player)


def _ask_clue_hidden(keyboard: PromptKeyboard, player: str) -> None:
    """Ask where the clue tile goes, hidden: to stop, and after the last code was solved."""
    prompt = _("{player} puts the clue tile hidden into the row, at place:").format(player=player)

    def placed(typed: str) -> str:
        if typed:
            keyboard.post(Placed(player, _place(typed), f"{_round(keyboard).clue}?"))
        return typed

    keyboard.ask_until_right(partial(keyboard.ask, prompt), placed)


def parse_claim(keyboard: PromptKeyboard, player: str, typed: str) -> Claimed:
    """Return the claim that `player` makes by ``"Ben 3 7"``, or raise `BadNotation`."""
    words = typed.rsplit(maxsplit=2)
    if len(words) != 3:
        raise BadNotation(
            _("'{typed}' is not a claim.").format(typed=typed),
            hint=_("Type owner, place and number, as in 'Ben 3 7'."),
        )
    owner, place, number = keyboard.player_named(words[0]), _place(words[1]), words[2]
    return Claimed(player, owner, place, _number(_round(keyboard), owner, place, number))


def _number(current: TileRound, owner: str, place: int, typed: str) -> str:
    """Return the number that is claimed: typed alone, with the tile's back, or as a word."""
    if is_word(typed, "dash"):
        return "-"
    back, row = back_of(typed[:1]), current.rows.get(owner, ())
    if not back or not typed[1:] or place > len(row):
        return typed
    if row[place - 1][0] != back:
        raise IllegalMove(
            _("Tile {place} of {owner} is {colour}.").format(
                place=place, owner=owner, colour=_("black") if back == "W" else _("white")
            ),
            hint=_("Name its number alone, or another tile."),
        )
    return typed[1:]


def _ask_reply(keyboard: PromptKeyboard) -> None:
    current = _round(keyboard)
    claim = current.claim
    assert claim is not None
    typed = keyboard.ask(
        _("{owner}, is your tile {position} the {said}? (yes/no):").format(
            owner=claim.owner, position=claim.position, said=_said(claim.number)
        )
    )
    if typed is None:
        return
    if parse_yes(typed):
        colour = current.rows[claim.owner][claim.position - 1][0]
        keyboard.post(Opened(claim.owner, claim.position, colour + claim.number))
        return
    with keyboard.after(typed):
        if current.clue:
            _ask_clue_open(keyboard, claim.player, current.clue)
        else:
            _ask_own_open(keyboard, claim.player)


def _ask_clue_open(keyboard: PromptKeyboard, player: str, clue: str) -> None:
    prompt = _("{player} lays the clue tile open in the row: place and number:")

    def placed(typed: str) -> str:
        if typed:
            place, number = _two(typed)
            keyboard.post(Placed(player, _place(place), _face(clue, number)))
        return typed

    keyboard.ask_until_right(partial(keyboard.ask, prompt.format(player=player)), placed)


def _ask_own_open(keyboard: PromptKeyboard, player: str) -> None:
    prompt = _("{player} lays open a tile of his own row: place and number:")
    row = _round(keyboard).rows[player]

    def opened(typed: str) -> str:
        if not typed:
            return typed
        place, number = _two(typed)
        if not 1 <= _place(place) <= len(row):
            raise BadNotation(
                _("There is no tile {place}.").format(place=place),
                hint=ngettext("Type 1.", "Type 1 to {number}.", len(row)).format(number=len(row)),
            )
        keyboard.post(Opened(player, _place(place), _face(row[_place(place) - 1][0], number)))
        return typed

    keyboard.ask_until_right(partial(keyboard.ask, prompt.format(player=player)), opened)


def _ask_row(keyboard: PromptKeyboard) -> None:
    player = keyboard.session.match.turn.player
    typed = keyboard.ask(
        _("{player}, show your whole row from the left, as in B0 W3 B7:").format(player=player)
    )
    if typed:
        keyboard.post(RowShown(player, tuple(typed.upper().split())))


def _two(typed: str) -> tuple[str, str]:
    words = typed.split()
    if len(words) != 2:
        raise BadNotation(
            _("'{typed}' is not a place and a number.").format(typed=typed),
            hint=_("Type as in '3 7'."),
        )
    return words[0], words[1]


def _face(back: str, typed: str) -> str:
    """Give the tile on `back` whose number, or whole face, was typed: ``7`` or ``B7``."""
    return typed.upper() if typed[:1].upper() in BACKS else back + typed


def _place(text: str) -> int:
    if not is_number(text):
        raise BadNotation(
            _("'{text}' is no place in a row.").format(text=text),
            hint=_("Count from 1, from the left."),
        )
    return int(text)


def _said(number: str) -> str:
    return _("dash") if number == "-" else number


TILE_ASKS: dict[Need, Callable[[PromptKeyboard], None]] = {
    Need.DEAL: _ask_deal,
    Need.DRAW: _ask_draw,
    Need.CLAIM: _ask_claim,
    Need.CLAIM_OR_STOP: _ask_claim_or_stop,
    Need.REPLY: _ask_reply,
    Need.SHOW_ROW: _ask_row,
}
