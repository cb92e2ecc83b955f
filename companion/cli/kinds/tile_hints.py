"""What hidden tiles of Da Vinci Code can still be: told to all, or to one who types his row."""

from companion.cli.kinds.kind import PromptKeyboard
from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.solve.tiles import possible
from companion.game.tiles.round import TileRound
from companion.i18n import _, headed

__all__ = ["say_thoughts"]


def say_thoughts(keyboard: PromptKeyboard, rest: str) -> None:
    """Say what all can know, or show what the player named in `rest` alone can.

    His row is typed unseen and kept nowhere; what follows from it is shown until Enter only.
    """
    current = keyboard.session.match.round
    assert isinstance(current, TileRound)
    if not current.rows:
        raise IllegalMove(_("No tiles are dealt yet."), hint=_("Draw them first."))
    if not rest:
        keyboard.say(_told(current, "", possible(current)))
        return
    player = keyboard.player_named(rest)
    row = keyboard.ask_secret(
        _("{player}, type your whole row (it is not shown), as in B0 W3 B7:").format(player=player)
    )
    if not row:
        return
    clue = _clue(keyboard, current, player)
    if clue is not None:
        keyboard.asker.show_privately(_told(current, player, _alone(current, player, row, clue)))


def _clue(keyboard: PromptKeyboard, current: TileRound, player: str) -> str | None:
    """Ask for the clue tile that `player` may hold; None where another word was typed."""
    if player != current.mover or not current.clue:
        return ""
    said = _("{player}, and your clue tile (it is not shown), as in W7:").format(player=player)
    return keyboard.ask_secret(said)


def _alone(
    current: TileRound, player: str, row: str, clue: str
) -> dict[tuple[str, int], dict[str, int]]:
    """Return what `player` alone can know; a refusal never repeats what was typed."""
    try:
        return possible(current, player, row.upper().split(), clue=clue.upper())
    except KeypegError:
        raise BadNotation(
            _("Your tiles cannot be these as the table lies."),
            hint=_("Type all of your row from your left, the open ones too: B0 W3 B7."),
        ) from None


def _told(current: TileRound, viewer: str, found: dict[tuple[str, int], dict[str, int]]) -> str:
    lines = [
        headed(f"{owner} {place}", " ".join(tiles))
        for (owner, place), tiles in found.items()
        if owner != viewer and current.rows[owner][place - 1].endswith("?")
    ]
    head = (
        _("What {player} can know of the hidden tiles:").format(player=viewer)
        if viewer
        else _("What all can know of the hidden tiles:")
    )
    return "\n".join([head, *lines])
