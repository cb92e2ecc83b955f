"""Who tells the referee of a filmed round of Da Vinci Code what was said at the table.

Claims are spoken: each is told to the referee before the frame that shows its reply, and again
where the referee did not follow yet. What the referee asks is answered as by one who looks at the
table; where it does not ask, and does not follow when the next claim is said, it is told what it
did not see. Both count as asked.
"""

from typing import Any

from calibration.evaluation.tile_film import TileFilm
from companion.errors import KeypegError
from companion.game.core.events import Claimed, Drawn, Move, Opened, Passed, Placed, Seated
from companion.game.tiles.round import TileRound
from companion.table.common.messages import Done, Happening, No, Post, TypedRow, Yes
from companion.table.tiles.explanations import kind_of_step
from companion.table.tiles.questions import AboutTiles, TileQuestion
from companion.table.tiles.table import TilesTable

__all__ = ["TileReferee"]

# answers that are given to one look; chosen: more than one needs
ANSWERS = 12


class TileReferee:
    """The table of a film and its record.

    `asked` are the events that are recorded with an answer, `said` what was asked and refused, with
    the frame's number.
    """

    def __init__(self, film: TileFilm) -> None:
        self._film = film
        self._match = film.match()
        self._table = TilesTable(self._match)
        self._told = 0
        self._frame, self._rows = 0, list[list[str]]()
        self._unsaid: list[Move] = []
        self._rows_said: set[tuple[int, TypedRow]] = set()
        self.asked: set[int] = set()
        self.said: list[tuple[int, str]] = []

    def before(self, events: int, rows: Any, frame: int) -> None:
        """Say the claims and passes that were said before a frame."""
        self._frame, self._rows = frame, rows
        done = self._film.moves[self._told : events]
        self._unsaid += [move for move in done if isinstance(move, Claimed | Passed)]
        self._told = events
        self._say()

    def on(self, happening: Happening) -> None:
        """Take in what is seen, say what waits, and answer what is asked of it."""
        self._hear(happening)
        for _ in range(ANSWERS):
            self._say()
            asked = self._table.question
            if asked is None and not self._unsaid:
                return
            answer: Happening | Post | None
            answer = self._answer(asked) if asked else self._untold()
            if answer is None:
                return
            self._note(asked.sentence if asked else str(answer))
            self._hear(answer)

    def _hear(self, happening: Happening | Post) -> None:
        if isinstance(happening, Post):
            self._post(happening.event)
            return
        self._table = self._table.on(happening)
        self._settle()

    def _say(self) -> None:
        """Say the claims and passes that wait, one after another, as far as they are taken."""
        while self._unsaid:
            try:
                self._match = self._match.on(self._unsaid[0])
            except KeypegError:
                return
            self._unsaid.pop(0)
            self._table = self._table.recorded(self._match)
            self._settle()

    @property
    def recorded(self) -> list[Move]:
        """What is recorded after the deal."""
        kinds = Drawn | Claimed | Opened | Placed | Passed
        return [move for _, move in self._match.moves if isinstance(move, kinds)]

    @property
    def _next(self) -> Move | None:
        """What happened by now and is not recorded, the first of it."""
        done = len(self.recorded)
        return self._film.moves[done] if done < self._told else None

    def _untold(self) -> Happening | Post | None:
        """Say what the referee did not see: a row, or which clue tile was drawn."""
        current, move = self._match.round, self._next
        assert isinstance(current, TileRound)
        if not current.rows:
            rows = (self._once(self._row_of(player)) for player in self._film.players)
            return next((row for row in rows if row), None)
        if isinstance(move, Drawn):
            return Post(move)
        return self._once(self._row_of(move.player)) if isinstance(move, Opened | Placed) else None

    def _row_of(self, player: str) -> TypedRow:
        row = self._rows[self._film.players.index(player)]
        tiles = [tile[:-1] if tile.endswith("!") else f"{tile[0]}?" for tile in row]
        return TypedRow(f"{player} {' '.join(tiles)}")

    def _once(self, row: TypedRow) -> TypedRow | None:
        """Return a row that is said, if it was not said at this frame."""
        if (self._frame, row) in self._rows_said:
            return None
        self._rows_said.add((self._frame, row))
        return row

    def _settle(self) -> None:
        for _ in range(20):
            due = self._table.due
            if not isinstance(due, Post):
                return
            self._post(due.event)

    def _post(self, event: Any) -> None:
        try:
            self._match = self._match.on(event)
        except KeypegError as error:
            self.said.append((self._frame, str(error)))
            self._table = self._table.not_allowed(str(error))
            return
        self._table = self._table.recorded(self._match)
        self._settle()

    def _note(self, sentence: str) -> None:
        if self._table.question and self._table.question.about is AboutTiles.SEATS:
            return
        self.asked.add(len(self._match.moves))
        if not self.said or self.said[-1][1] != sentence:
            self.said.append((self._frame, sentence))

    def _answer(self, asked: TileQuestion) -> Happening | None:
        match asked.about:
            case AboutTiles.SEATS:
                return Yes() if asked.player == self._film.nearest else No()
            case AboutTiles.FACE | AboutTiles.OTHER:
                row = self._rows[self._film.players.index(asked.player)]
                tile = row[asked.places[0] - 1]
                return TypedRow(tile[:-1] if tile.endswith("!") else f"{tile[0]}?")
            case AboutTiles.PLACE:
                place = self._placed(asked)
                return TypedRow(str(place)) if place in asked.places else None
            case AboutTiles.STEP:
                return Yes() if self._is_next(asked) else No()
        # it is said how the row lies; and that all lies right, where that is so
        told = self._once(self._row_of(asked.player)) if asked.player and self._next else None
        return told or Done()

    def _is_next(self, asked: TileQuestion) -> bool:
        """Whether the step that is asked about was made."""
        current, move = self._match.round, self._next
        assert isinstance(current, TileRound)
        if not current.rows:
            rows = (self._row_of(player).letters for player in self._film.players)
            return all(row.replace("?", "") in asked.sentence for row in rows)
        if not isinstance(move, Drawn | Opened | Placed):
            return False
        step = TileQuestion.step(kind_of_step(move), self._film.players)
        return step.sentence == asked.sentence

    def _placed(self, asked: TileQuestion) -> int:
        """Return where the clue tile of `asked.player` went last, in truth."""
        done = self._film.moves[: self._told]
        return next(
            (
                m.position
                for m in reversed(done)
                if isinstance(m, Placed) and m.player == asked.player
            ),
            0,
        )

    @property
    def points_are_true(self) -> bool:
        """Whether every player's points are those of the true events."""
        return self._points() == self._true_points()

    def _points(self) -> dict[str, int]:
        current = self._match.round
        assert isinstance(current, TileRound)
        return current.points

    def _true_points(self) -> dict[str, int]:
        """Return the points of the true events, from the deal that was recorded."""
        match = self._film.match()
        dealt = next((m for _, m in self._match.moves if not isinstance(m, Seated)), None)
        try:
            for move in [dealt, *self._film.moves]:
                if move is not None:
                    match = match.on(move)
        except KeypegError:
            return {}
        current = match.round
        assert isinstance(current, TileRound)
        return current.points
