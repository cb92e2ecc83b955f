"""What may be corrected in a record, and why a later step would not fit any more. Pure."""

from companion.errors import ChangesLater, IllegalMove, KeypegError
from companion.game.core.events import CodeShown, Corrected, Move, Seated
from companion.game.take_back import Moves
from companion.i18n import _

__all__ = ["changes_later", "checked_changes"]


def checked_changes(moves: Moves, event: Corrected) -> dict[int, Move]:
    """Return the moves that `event` puts in place of those of the same numbers.

    Raises `IllegalMove` unless each of these holds and is of the same kind.
    """
    changes = {change.seq: change.event for change in event.changes}
    held = dict(moves)
    for seq, move in changes.items():
        if type(held.get(seq)) is not type(move) or isinstance(move, Seated):
            raise IllegalMove(
                _("Event {seq} cannot be corrected so.").format(seq=seq),
                hint=_("Take it back instead."),
            )
    return dict(changes)


def changes_later(moves: Moves, failed: int, error: KeypegError) -> ChangesLater:
    """Return why no step from number `failed` on would fit any more, and what to do."""
    if any(isinstance(move, CodeShown) for seq, move in moves if seq >= failed):
        return ChangesLater(
            _("The code has been shown since: what ended that round stays."),
            hint=_("Take back the steps since then; the round is void then, and played again."),
        )
    return ChangesLater(
        _("That would change what came after it: {message}").format(message=error.message),
        hint=_("Take back the later steps first."),
    )
