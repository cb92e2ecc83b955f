"""What may have happened between a round of tiles as recorded and the table as it is seen. Pure.

Each explanation is a sequence of legal moves and the tiles that are misread if it is true. The
likeliest differ least from those that are misread all the time: a tile behind a cup, or a figure of
the cloth that is taken for one, stays as it is and tells nothing.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.errors import KeypegError
from companion.game.core.events import Drawn, Move, Opened, Passed, Placed
from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import BACKS, HIDDEN
from companion.sightings.tiles import TilesLying, is_clear, is_open
from companion.table.tiles.misreadings import NEW, Misreading, beyond, cost, misreadings
from companion.table.tiles.moves import seen_steps

__all__ = [
    "Explanation",
    "Said",
    "doubtful_step",
    "explanations",
    "kind_of_step",
    "likely_steps",
    "misread_now",
]

# moves that can be seen at once without a claim among them, which only a word tells: a tile is laid
# open, the clue tile placed, and the next one drawn or, when that was the last tile, the row shown;
# by the rules
LONGEST = 3

# tiles that may be misread in a look beside those that are all the time; chosen, on looks at tables
# of the tests in which one is
NEWLY_MISREAD = 1
# explanations that differ by less in their cost are not told apart; half a misread tile, chosen, on
# rounds of the tests
MARGIN = 2
# what is misread all the time
Usual = tuple[Misreading, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What a person said of `moves` that were asked about, by `kind_of_step`.

    And of which `rows` (from 0) it was told how they lie: nothing in them is misread.
    """

    moves: Mapping[Move, bool] = field(default_factory=dict)
    rows: Collection[int] = ()

    @property
    def is_step(self) -> bool:
        """Whether it was said that a move was made."""
        return any(self.moves.values())

    def allows(self, each: "Explanation") -> bool:
        """Whether it can be so."""
        if any(misread.where in self.rows for misread in each.misread):
            return False
        return (
            self.moves.get(kind_of_step(each.steps[0]), not self.is_step)
            if each.steps
            else not self.is_step
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """`steps` were taken, none if nothing was done; now the table lies as in `true`.

    `misread` tiles are then, `new` of them beside the usual ones; `cost` is how unlikely that is.
    """

    steps: tuple[Move, ...]
    true: TilesLying
    misread: Usual
    new: int
    cost: int


def as_lying(current: TileRound) -> TilesLying:
    """Return how the table lies as recorded."""
    black, white = current.pool.values()
    return TilesLying(tuple(current.rows.values()), current.clue, (black, white))


def misread_now(current: TileRound, lying: TilesLying, usual: Usual) -> Usual:
    """Return the tiles of a look that are misread if the table lies as recorded."""
    return misreadings(lying, as_lying(current), usual)


def likely_steps(
    current: TileRound, lying: TilesLying, usual: Usual, said: Said
) -> tuple[Move, ...]:
    """Return the moves of which any was the next one, but for where a tile was placed.

    None unless all likeliest explanations agree, `usual` being misread all the time, or a person
    said that it was made, or told rows that lie so only after it.
    """
    found = _left(current, lying, usual, said)
    if not found:
        return ()
    alike = [each for each in found if each.cost < found[0].cost + MARGIN]
    kinds = {kind_of_step(each.steps[0]) if each.steps else None for each in alike}
    # what is not known yet cannot say which tile of a deal is misread
    most = NEWLY_MISREAD if current.rows else 0
    is_told = bool(said.rows) and all(each.steps for each in found)
    is_sure = len(kinds) == 1 and (is_told or found[0].new <= most)
    if not said.is_step and not is_sure:
        return ()
    steps = dict.fromkeys(each.steps[0] for each in alike if each.steps)
    return tuple(sorted(steps, key=lambda step: getattr(step, "position", 0)))


def doubtful_step(current: TileRound, lying: TilesLying, usual: Usual, said: Said) -> Move | None:
    """Return the move that explains the table as well as that nothing was done, if one does."""
    if said.is_step:
        return None
    found = _left(current, lying, usual, said)
    costs = [each.cost for each in found if not each.steps]
    nothing = costs[0] if costs else NEW * len(current.rules.deck)
    for each in found:
        if not each.steps or each.cost > nothing + MARGIN:
            continue
        step = kind_of_step(each.steps[0])
        # a pass shows nothing of itself, and a clue tile in the hand is not yet in the row
        if not isinstance(step, Passed) and (each.cost < nothing or not isinstance(step, Placed)):
            return step
    return None


def kind_of_step(step: Move) -> Move:
    """Return a move without where a tile was placed."""
    return replace(step, position=0) if isinstance(step, Placed) else step


def _left(current: TileRound, lying: TilesLying, usual: Usual, said: Said) -> list[Explanation]:
    """Return the explanations that agree with what was `said`."""
    return [each for each in explanations(current, lying, usual) if said.allows(each)]


@lru_cache(maxsize=256)
def explanations(current: TileRound, lying: TilesLying, usual: Usual) -> tuple[Explanation, ...]:
    """Return what may have happened, the likeliest first; of those alike, the fewest steps."""
    if current.is_over or len(lying.rows) != len(current.players):
        return ()
    found = [
        _explained(steps, as_lying(after), lying, usual)
        for steps, after in _from(current, lying, ())
    ]
    return tuple(sorted(found, key=lambda each: each.cost))


def _explained(
    steps: tuple[Move, ...], true: TilesLying, lying: TilesLying, usual: Usual
) -> Explanation:
    misread = misreadings(lying, true, usual)
    new, unlikely = len(beyond(misread, usual)), cost(misread, usual) + len(steps)
    return Explanation(steps, true, misread, new, unlikely)


def _from(
    current: TileRound, lying: TilesLying, steps: tuple[Move, ...]
) -> Iterator[tuple[tuple[Move, ...], TileRound]]:
    """Return all legal sequences of at most `LONGEST` moves, and the round after each."""
    if current.rows:
        yield steps, current
    if len(steps) == LONGEST:
        return
    for step in _possible_steps(current, lying):
        try:
            after = current.on(step)
        except KeypegError:
            continue
        yield from _from(after, lying, (*steps, step))


def _possible_steps(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    """Return the moves that may come next, whatever is seen of them but the face of a tile."""
    match current.turn.need:
        case Need.DEAL | Need.SHOW_ROW:
            yield from seen_steps(current, lying)
        case Need.DRAW:
            for back in BACKS:
                yield Drawn(current.mover, back)
        case Need.REPLY:
            yield from _replies(current, lying)
        case Need.CLAIM_OR_STOP if current.clue:
            if current.winner or not _is_clue_open(current, lying):
                yield from _placed(current, current.clue + HIDDEN)
        case Need.CLAIM_OR_STOP:
            yield Passed(current.mover)


def _replies(current: TileRound, lying: TilesLying) -> Iterator[Move]:
    claim, mover = current.claim, current.mover
    assert claim
    back = current.rows[claim.owner][claim.position - 1][0]
    yield Opened(claim.owner, claim.position, back + claim.number)
    for tile in _faces(current, lying):
        if current.clue:
            yield from _placed(current, current.clue + tile[1:])
            continue
        for place, known in enumerate(current.rows[mover], start=1):
            if not is_open(known):
                yield Opened(mover, place, known[0] + tile[1:])


def _faces(current: TileRound, lying: TilesLying) -> Iterator[str]:
    """Return the tiles that lie open in the row of the mover, and did not before."""
    known = current.rows[current.mover]
    for tile in dict.fromkeys(lying.rows[current.players.index(current.mover)]):
        if is_open(tile) and is_clear("B" + tile[1:]) and tile not in known:
            yield tile


def _is_clue_open(current: TileRound, lying: TilesLying) -> bool:
    """Whether the clue tile may lie open in the row: it pays for a claim that is not said yet."""
    return any(tile[0] in (current.clue, "?") for tile in _faces(current, lying))


def _placed(current: TileRound, tile: str) -> Iterator[Placed]:
    for place in range(1, len(current.rows[current.mover]) + 2):
        yield Placed(current.mover, place, tile)
