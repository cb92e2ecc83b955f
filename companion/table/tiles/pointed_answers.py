"""What a pawn on a field of a printed strip means, by what is asked: nobody need type. Pure."""

from companion.sightings.tiles import NO, YES, AnswerPointed
from companion.table.common.messages import Done, Happening, No, TypedRow, Yes
from companion.table.tiles.questions import ASTRAY, AboutTiles, TileQuestion

__all__ = ["meant"]


def meant(seen: AnswerPointed, asked: TileQuestion | None, *, can_pass: bool) -> Happening | None:
    """Return what a person would type who answers so; None if it means nothing now.

    No without a question ends the turn of who has no clue tile. A number is the face, or the place,
    that is asked for; no says of a face that it is hidden, yes of what is astray that it is right.
    """
    if asked is None:
        return Done() if seen.said == NO and can_pass else None
    if seen.said not in (YES, NO):
        is_asked = asked.is_of_face or seen.said in map(str, _places(asked))
        return TypedRow(seen.said) if is_asked else None
    is_yes = seen.said == YES
    if asked.about in (AboutTiles.SEATS, AboutTiles.STEP):
        return Yes() if is_yes else No()
    if asked.about is AboutTiles.FACE:
        return None if is_yes else TypedRow("?")
    return Done() if is_yes and asked.about in ASTRAY else None


def _places(asked: TileQuestion) -> tuple[int, ...]:
    return asked.places if asked.about is AboutTiles.PLACE else ()
