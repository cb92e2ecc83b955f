"""What a round of tiles waits for, as sentences. Pure."""

from collections.abc import Callable

from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.table.common.docs_table import docs_table

__all__ = ["WAITS", "waits_table"]


def _deal(current: TileRound) -> str:
    """Rows of as many hidden tiles as the rulebook says stand before all players."""
    return _("Draw {number} tiles each and stand them up in order; the companion looks.").format(
        number=current.rules.hand(len(current.players))
    )


def _draw(current: TileRound) -> str:
    """A clue tile is kept aside: it is drawn."""
    return _("{player}, draw a clue tile and lay it before your row, face down.").format(
        player=current.mover
    )


def _claim(current: TileRound) -> str:
    """A tile is pointed at and its number said: typed, or by pawns before it and on the strip."""
    return _("{player}, point at a tile and say its number, as in 'Ben 3 7'.").format(
        player=current.mover
    )


def _claim_or_stop(current: TileRound) -> str:
    """The clue tile stands hidden in the row, or "stop" is said without one: the turn ends."""
    if current.winner:
        said = _("{player}, you have solved the last code: put the clue tile into your row.")
    elif current.clue:
        said = _("Right! {player}, name another tile, or put the clue tile hidden into your row.")
    else:
        said = _("Right! {player}, name another tile, or say 'stop'.")
    return said.format(player=current.mover)


def _reply(current: TileRound) -> str:
    """The tile lies open with the number said, or the claimer's clue tile or own tile does."""
    assert current.claim
    claim, number = current.claim, current.claim.number
    said = (
        _(
            "{owner}, is tile {place} the {number}? Then lay it open; if not, {player}, lay the "
            "clue tile open in your row."
        )
        if current.clue
        else _(
            "{owner}, is tile {place} the {number}? Then lay it open; if not, {player}, lay open "
            "a tile of your own."
        )
    )
    number = _("dash") if number == "-" else number
    return said.format(owner=claim.owner, place=claim.position, number=number, player=claim.player)


def _show(current: TileRound) -> str:
    """All tiles of the winner lie open."""
    return _("{player} has won the round: lay all your tiles open.").format(
        player=current.turn.player
    )


def _nothing(_current: TileRound) -> str:
    """The round is over: tiles are mixed for the next."""
    return ""


# what the round waits for -> what is then due, in the order in which a round has them
WAITS: dict[Need, Callable[[TileRound], str]] = {
    Need.DEAL: _deal,
    Need.DRAW: _draw,
    Need.CLAIM: _claim,
    Need.REPLY: _reply,
    Need.CLAIM_OR_STOP: _claim_or_stop,
    Need.SHOW_ROW: _show,
    Need.NOTHING: _nothing,
}


def waits_table() -> str:
    """Return `WAITS` as the Markdown table that the docs carry."""
    return docs_table("| the round waits for | what must be seen or said |", WAITS)
