"""Filmed rounds of Da Vinci Code: the frames to the eyes and the referee, what is recorded scored.

A film is a session with ``game.json``: ``seats``, ``dashes``, ``first`` (a player from 1, player 1
on the near side), ``events`` (what was done, in order) and ``frames`` (image, and how many events
have happened by then). Claims are spoken at a table: each is told to the referee before the frame
that shows its reply, and again where the referee did not follow yet. What the referee asks is
answered as by one who looks at the table; where it does not ask, and does not follow when the next
claim is said, it is told what it did not see. Both count as asked.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from calibration.evaluation.tiles import measured_in
from companion.errors import BoardNotFound, CalibrationError, KeypegError
from companion.game.core.events import (
    Claimed,
    Drawn,
    Move,
    Opened,
    Passed,
    Placed,
    Seated,
    Way,
)
from companion.game.match import Match
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import DASH
from companion.rulebooks import find_book, with_rules
from companion.table.common.messages import Done, Happening, No, Post, TypedRow, Yes
from companion.table.tiles.explanations import kind_of_step
from companion.table.tiles.questions import AboutTiles, TileQuestion
from companion.table.tiles.table import TilesTable
from companion.vision.camera.image_files import load_picture
from companion.vision.tile_watch.table_eyes import TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides, order_of
from companion.vision.watch.stability import PHOTOS

__all__ = ["TileFilmScore", "evaluate_tile_film"]

NAMES = ("Ada", "Ben", "Cleo", "Dirk")
LOG = "game.json"
# answers that are given to one look; chosen: more than one needs
ANSWERS = 12


@dataclass(frozen=True, slots=True)
class TileFilmScore:
    """What became of the events of a filmed round.

    `right` were recorded as they were, `asked` of them only with an answer; `wrong` were recorded
    and did not happen; `lost` happened and were not. `points` whether every player's points are
    those of the true events. `said` is what was asked, with the frame's number.
    """

    name: str
    events: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    lost: int = 0
    points: bool = False
    said: tuple[tuple[int, str], ...] = ()
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        names = ("events", "right", "asked", "wrong", "lost", "points", "note")
        return {name: getattr(self, name) for name in names} | {"said": list(self.said)}


def evaluate_tile_film(
    folder: Path, *, on_picture: Callable[[], None] = lambda: None
) -> TileFilmScore:
    """Play a filmed round to the eyes and the referee, and score what is recorded."""
    log = json.loads((folder / LOG).read_text("utf-8"))
    try:
        reader = TableReader(measured_in(folder).known, watches=True)
    except (BoardNotFound, CalibrationError) as error:
        count = len(log["events"])
        return TileFilmScore(folder.name, count, lost=count, note=str(error))
    film = _Film(folder, log)
    eyes = TileEyes(
        lambda image: by_sides(reader.read(image)), TileWatcher(len(film.players), PHOTOS)
    )
    referee = _Referee(film)
    for number, frame in enumerate(log["frames"]):
        referee.before(frame["event"], frame["rows"], number)
        for sighting in eyes.look_at_still(load_picture(folder / frame["image"]).pixels):
            referee.on(sighting)
        on_picture()
    referee.before(len(film.moves), log["frames"][-1]["rows"], len(log["frames"]))
    return referee.score(folder.name)


class _Film:
    """A film's log: players, the true moves, and who sits at the near side of the picture."""

    def __init__(self, folder: Path, log: Mapping[str, Any]) -> None:
        self.players = NAMES[: log["seats"]]
        self.first = self.players[log["first"] - 1]
        rules = {"points": "yes"} | ({"dashes": "yes"} if log["dashes"] else {})
        self.rules = with_rules(find_book("davinci"), rules)
        self.moves = [self._move(event, i, log["events"]) for i, event in enumerate(log["events"])]
        self.nearest = self._nearest(json.loads((folder / "frame_000.json").read_text("utf-8")))

    def match(self) -> Match:
        """Return the match before the deal."""
        return Match(self.rules).on(Seated(self.players, 1, Way.KEPT, self.first))

    def _move(self, event: Mapping[str, Any], i: int, events: Sequence[Mapping[str, Any]]) -> Move:
        player = self.players[event["player"] - 1]
        match event["do"]:
            case "draw":
                return Drawn(player, event["colour"])
            case "claim":
                target = self.players[event["target"] - 1]
                return Claimed(player, target, event["place"], _number(event["number"]))
            case "open":
                return Opened(player, event["place"], event["tile"])
        clue = _clue_before(events[:i], event["player"])
        if event["do"] == "wrong":
            placed = Placed if clue else Opened
            return placed(player, event["place"], event["tile"])
        return Placed(player, event["place"], f"{clue}?") if clue else Passed(player)

    def _nearest(self, label: Mapping[str, Any]) -> str:
        """Return the player whose row is told first: that at the near side of the picture."""
        seats: dict[int, list[Any]] = {}
        for tile in label["tiles"]:
            if isinstance(tile.get("place"), int):
                seats.setdefault(tile["seat"], []).append(tile["centre_px"])
        order = sorted(seats)
        middles = [np.mean(seats[seat], axis=0) for seat in order]
        return self.players[order.index(order[order_of(middles)[0]])]


def _number(text: object) -> str:
    return DASH if str(text) in ("-", "dash") else str(text)


def _clue_before(events: Sequence[Mapping[str, Any]], player: int) -> str:
    """Return the back of the clue tile that `player` still has after `events`, or nothing."""
    for event in reversed(events):
        if event["player"] == player and event["do"] == "draw":
            return str(event["colour"])
        if event["player"] == player and event["do"] in ("wrong", "stop"):
            return ""
    return ""


class _Referee:
    """The table of a film and its record; `_rows` are the true ones of the frame looked at."""

    def __init__(self, film: _Film) -> None:
        self._film = film
        self._match = film.match()
        self._table = TilesTable(self._match)
        self._told = 0
        self._frame, self._rows = 0, list[list[str]]()
        self._unsaid: list[Move] = []
        self._rows_said: set[tuple[int, TypedRow]] = set()
        self._asked: set[int] = set()
        self._said: list[tuple[int, str]] = []

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
    def _mine(self) -> list[Move]:
        """What is recorded after the deal."""
        kinds = Drawn | Claimed | Opened | Placed | Passed
        return [move for _, move in self._match.moves if isinstance(move, kinds)]

    @property
    def _next(self) -> Move | None:
        """What happened by now and is not recorded, the first of it."""
        done = len(self._mine)
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

    def score(self, name: str) -> TileFilmScore:
        """Compare the record with what happened."""
        mine = self._mine
        true = self._film.moves
        blocks = SequenceMatcher(None, mine, true, autojunk=False).get_matching_blocks()
        right = sum(block.size for block in blocks)
        asked = len(self._asked)
        return TileFilmScore(
            name,
            len(true),
            right,
            min(asked, right),
            len(mine) - right,
            len(true) - right,
            self._points() == self._true_points(),
            tuple(self._said),
        )

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
            self._said.append((self._frame, str(error)))
            self._table = self._table.not_allowed(str(error))
            return
        self._table = self._table.recorded(self._match)
        self._settle()

    def _note(self, sentence: str) -> None:
        if self._table.question and self._table.question.about is AboutTiles.SEATS:
            return
        self._asked.add(len(self._match.moves))
        if not self._said or self._said[-1][1] != sentence:
            self._said.append((self._frame, sentence))

    def _answer(self, asked: TileQuestion) -> Happening | None:
        match asked.about:
            case AboutTiles.SEATS:
                return Yes() if asked.player == self._film.nearest else No()
            case AboutTiles.FACE:
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
