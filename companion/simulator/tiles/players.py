"""Robots at a drawn table of Da Vinci Code: their hands lay tiles, their words are said."""

from dataclasses import replace
from random import Random

from companion.errors import IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Move, Opened, Passed, Placed
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import HIDDEN
from companion.i18n import _
from companion.session.watched_session import WatchedSession
from companion.simulator.common.people import People
from companion.simulator.tiles.camera import TableMoment
from companion.simulator.tiles.robots import TileRobots
from companion.table import Done, No, TypedRow, Yes
from companion.table.tiles.explanations import kind_of_step
from companion.table.tiles.questions import AboutTiles, TileQuestion
from companion.table.tiles.table import TilesTable

__all__ = ["ANEW", "LUCK", "DrawnTiles"]

# share of claims that are right: more than people have, so that a round is soon over; a guess
LUCK = 0.6
# times that they wait until they set the tiles anew, a little otherwise, until they say how the
# tiles lie, and until they give up; chosen, so that a test that hangs ends soon
ANEW, TELL, PATIENCE = 4, 10, 40


class DrawnTiles(People):
    """Plays an evening: asked for the next look of the table whenever the hands are at rest.

    What they did is known here as `truth`; the record follows it only by what is seen and said.
    `luck` is the share of their claims that are right.
    Raises `IllegalMove` for a round that was begun elsewhere, whose tiles nobody here knows.
    """

    def __init__(self, evening: WatchedSession, rng: Random, *, luck: float = LUCK) -> None:
        current = evening.session.match.round
        assert isinstance(current, TileRound)
        if current.rows:
            raise IllegalMove(
                _("A round of tiles is not gone on with on a drawn table."),
                hint=_("Nobody there knows the faces: begin a match, without --resume."),
            )
        self.truth = evening.session.match
        super().__init__(lambda: evening, rng, patience=PATIENCE)
        self._robots = TileRobots(rng, luck=luck)
        self._placed = 0
        self._player = self.truth.players[0]
        self._slip = 0

    def __call__(self, now: TableMoment) -> TableMoment | None:
        """Give how the table lies next; None when the match is over or nothing happens any more."""
        match = self.match
        if match.is_over:
            return None
        self._answer()
        follows = match.rounds == self.truth.rounds
        has_patience = self.has_patience(waits=not follows)
        if follows:
            return self._moved(now)
        if self.waited >= TELL and self.asked is None:
            self._tell()
        if self.waited % ANEW == 0:
            self._slip += 1
            return self._table(0, 1)
        return now if has_patience else None

    def _moved(self, now: TableMoment) -> TableMoment:
        """Do or say what comes next."""
        current = self.truth.round
        assert isinstance(current, TileRound)
        move: Move = self._robots.move(current)
        match move:
            case Claimed():
                self.types(move)
                self.truth = self.match
                return now
            case Passed():
                self.truth = self.truth.on(move)
                self.says(Done())
                return now
            case Dealt():
                move = replace(move, first=current.mover)
            case Opened() | Placed():
                self._placed = move.position
        self.truth = self.truth.on(move)
        middle = (len(current.rows.get(current.mover, ())) + 1) // 2
        self._player = getattr(move, "player", current.mover)
        seat = self.truth.players.index(self._player)
        return self._table(seat, middle if isinstance(move, Drawn | Dealt) else self._placed)

    def _table(self, seat: int, place: int) -> TableMoment:
        """Give how the table lies by the truth, with the hand of `seat` at `place` of its row."""
        current = self.truth.round_to_see
        assert isinstance(current, TileRound)
        rows = tuple(
            tuple(
                tile if face[1:] == HIDDEN else f"{tile}!"
                for tile, face in zip(self._robots.rows[player], current.rows[player], strict=True)
            )
            for player in self.truth.players
        )
        clue = (self.truth.players.index(current.mover), current.clue) if current.clue else None
        return TableMoment(rows, clue, (seat, place), slip=self._slip, pool=self._robots.pool)

    def _answer(self) -> None:
        """Answer what is asked as one who looks at the table, the same not twice."""
        before = None
        while (asked := self.asked) and asked != before and (said := self._reply(asked)):
            self.says(said)
            before = asked

    def _reply(self, asked: object) -> Yes | No | Done | TypedRow | None:
        assert isinstance(asked, TileQuestion)
        current = self.truth.round_to_see
        assert isinstance(current, TileRound)
        follows = self.match.rounds == self.truth.rounds
        match asked.about:
            case AboutTiles.SEATS:
                return Yes() if asked.player == self.truth.players[0] else No()
            case AboutTiles.STEP:
                return No() if follows or not self._was_made(asked) else Yes()
            case AboutTiles.FACE | AboutTiles.OTHER:
                return TypedRow(current.rows[asked.player][asked.places[0] - 1])
            case AboutTiles.PLACE:
                return TypedRow(str(self._placed))
        # what lies there is right: it is set anew, and in the end they say so
        if self.waited < TELL:
            return None
        lies_as_recorded = follows or isinstance(self._unrecorded, Passed)
        return Done() if lies_as_recorded else self._row_of(asked.player or self._player)

    def _was_made(self, asked: TileQuestion) -> bool:
        """Whether the step that is asked about is the next one that is not recorded."""
        step = self._unrecorded
        if not isinstance(step, Dealt | Drawn | Opened | Placed):
            return False
        return asked.sentence == TileQuestion.step(kind_of_step(step), self.truth.players).sentence

    @property
    def _unrecorded(self) -> Move | None:
        """What was done or said first of all that is not recorded yet."""
        done, recorded = self.truth.moves, len(self.match.moves)
        return done[recorded][1] if recorded < len(done) else None

    def _tell(self) -> None:
        """Say how the row lies in which something was done, or after the deal all rows.

        Before it is agreed who sits where nothing can be said of them.
        """
        current, table = self.match.round, self.watched.table
        assert isinstance(current, TileRound)
        assert isinstance(table, TilesTable)
        if not table.seated:
            return
        if isinstance(self._unrecorded, Passed):
            self.says(Done())
            return
        for player in (self._player,) if current.rows else self.truth.players:
            self.says(self._row_of(player))

    def _row_of(self, player: str) -> TypedRow:
        current = self.truth.round_to_see
        assert isinstance(current, TileRound)
        return TypedRow(f"{player} {' '.join(current.rows[player])}")
