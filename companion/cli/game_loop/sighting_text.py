"""What the eyes have seen, said at the table: all but a code, which is said when it may be."""

from collections.abc import Callable

from companion.game.core.key_pegs import Keys, say_answer
from companion.game.tiles.tile import HIDDEN
from companion.i18n import N_, _
from companion.sightings.boards import (
    BoardCleared,
    KeysSeen,
    OnBoard,
    PictureFit,
    PictureUnfit,
    RowChanged,
    RowSeen,
    RowTaken,
    StaysCovered,
    as_dict,
)
from companion.sightings.tiles import AnswerPointed, ClaimPointed, TilesLying, TilesSeen
from companion.table import CameraBack, CameraLost, Done, Happening, No, TypedRow, Yes

__all__ = ["say_seen"]

# what is no sighting of a board
UNSAID = (Done, TypedRow, Yes, No, CameraLost, CameraBack, OnBoard)

SEEN: dict[type, str] = {
    RowSeen: N_("I see row {row}: {letters}."),
    RowChanged: N_("I see row {row} changed to {letters}."),
    RowTaken: N_("I see row {row} taken off."),
    BoardCleared: N_("I see the board cleared."),
    PictureUnfit: N_("I cannot read: {why}"),
    PictureFit: N_("I can read again."),
    StaysCovered: N_("Something lies on the board and hides pegs: take it away."),
}


def say_seen(happening: Happening, say: Callable[[str], None]) -> None:
    """Say what the eyes have seen, but for a code: that is said when it may be."""
    if isinstance(happening, KeysSeen) and not happening.black + happening.white:
        # where the lights answer, no keys are ever set: that is nothing to speak of
        return
    if isinstance(happening, OnBoard):
        _say_seen_on(happening, say)
    elif isinstance(happening, KeysSeen):
        answer = say_answer(Keys(happening.black, happening.white))
        say(_("I see the answer to row {row}: {answer}.").format(row=happening.row, answer=answer))
    elif isinstance(happening, TilesSeen):
        say(_tiles(happening.lying))
    elif isinstance(happening, ClaimPointed | AnswerPointed):
        # a claim is said back when it is recorded, and an answer is heard by what follows
        return
    elif said := SEEN.get(type(happening)):
        assert not isinstance(happening, UNSAID)
        say(_(said).format(**as_dict(happening)))


def _say_seen_on(happening: OnBoard, say: Callable[[str], None]) -> None:
    def say_where(sentence: str) -> None:
        say(_("Board {board}: {sentence}").format(board=happening.board, sentence=sentence))

    say_seen(happening.seen, say_where)


def _tiles(lying: TilesLying) -> str:
    rows = " | ".join(" ".join(row) for row in lying.rows)
    if lying.clue:
        clue = lying.clue + HIDDEN
        return _("I see tiles: {rows}, and a clue tile {clue}.").format(rows=rows, clue=clue)
    return _("I see tiles: {rows}.").format(rows=rows)
