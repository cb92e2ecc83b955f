"""What follows from a look at a table of tiles: a step to record, a question, or to wait. Pure."""

from dataclasses import dataclass

from companion.game.core.events import Move, Opened
from companion.game.tiles.round import TileRound
from companion.sightings.tiles import TilesLying
from companion.table.common.messages import Deed, Post, Undo
from companion.table.tiles.astray import stray
from companion.table.tiles.explanations import Said, doubtful_step, likely_steps, misread_now
from companion.table.tiles.misreadings import Misreading, beyond
from companion.table.tiles.moves import refusal, seen_steps
from companion.table.tiles.questions import AboutTiles, TileQuestion
from companion.table.tiles.waits import WAITS

__all__ = ["Evidence", "due_of"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What lies there as it is `seen`, in seating order, and what is known beside it.

    `usual` is misread all the time; `place` is where the clue tile was said to stand, or 0.
    """

    seen: TilesLying
    usual: tuple[Misreading, ...]
    said: Said
    place: int


def due_of(current: TileRound, evidence: Evidence) -> Deed | TileQuestion | str:
    """Return what is to be done or asked, or the sentence of what is waited for."""
    if steps := likely_steps(current, evidence.seen, evidence.usual, evidence.said):
        return _step(current, evidence, steps)
    if evidence.seen.steady:
        if _is_dealt_anew(current, evidence.seen):
            return Undo()
        if asked := _astray(current, evidence):
            return asked
    return WAITS[current.turn.need](current)


def _astray(current: TileRound, evidence: Evidence) -> TileQuestion | None:
    """Return what must be said or put right, if no move explains the table surely."""
    seen, usual = evidence.seen, evidence.usual
    if not current.rows:
        dealt = doubtful_step(current, seen, usual, evidence.said)
        return TileQuestion.step(dealt, current.players) if dealt else None
    misread = beyond(misread_now(current, seen, usual), usual)
    if not misread:
        return None
    asked = stray(current, seen, {each.where for each in misread})
    if asked and asked.about is AboutTiles.FACE:
        return asked
    if refused := refusal(current, seen):
        return TileQuestion.refused_step(*refused)
    if step := doubtful_step(current, seen, usual, evidence.said):
        return TileQuestion.step(step, current.players)
    return asked


def _step(current: TileRound, evidence: Evidence, steps: tuple[Move, ...]) -> Deed | TileQuestion:
    """Return the step that was seen; which of them, where it matters, is asked."""
    step = steps[0]
    if isinstance(step, Opened) and not _is_read(current, evidence.seen, step):
        return TileQuestion.face(step.player, step.position)
    places = tuple(getattr(step, "position", 0) for step in steps)
    if evidence.place in places:
        return Post(steps[places.index(evidence.place)])
    if len({current.on(step) for step in steps}) > 1:
        return TileQuestion.place(current.mover, places)
    return Post(step)


def _is_read(current: TileRound, seen: TilesLying, step: Opened) -> bool:
    """Whether the face of a tile that is laid open is read somewhere in its row."""
    row = seen.rows[current.players.index(step.player)]
    return any(tile[1:] == step.tile[1:] for tile in row)


def _is_dealt_anew(current: TileRound, seen: TilesLying) -> bool:
    """Whether tiles were put in order, or exchanged, after the deal was taken as done."""
    if not current.rows or current.claims or current.claim or current.clue:
        return False
    if not misread_now(current, seen, ()):
        return False
    deal = TileRound.begin(current.rules, current.players, current.mover)
    return any(not misread_now(deal.on(step), seen, ()) for step in seen_steps(deal, seen))
