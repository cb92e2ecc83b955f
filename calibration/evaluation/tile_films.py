"""Filmed rounds of Da Vinci Code: the frames to the eyes and the referee, what is recorded scored.

`tile_film` tells how a film is kept, `tile_referee` what the referee is told.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from calibration.evaluation.tile_film import TileFilm
from calibration.evaluation.tile_referee import TileReferee
from calibration.evaluation.tiles import measured_in
from companion.errors import BoardNotFound, CalibrationError
from companion.vision.camera.image_files import load_picture
from companion.vision.tile_watch.table_eyes import TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides
from companion.vision.watch.stability import PHOTOS

__all__ = ["TileFilmScore", "evaluate_tile_film"]

LOG = "game.json"


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
        known = measured_in(folder).known
    except (BoardNotFound, CalibrationError) as error:
        count = len(log["events"])
        return TileFilmScore(folder.name, count, lost=count, note=str(error))
    film = TileFilm(folder, log)
    reader = TableReader(replace(known, whole=len(film.rules.deck)), watches=True)
    eyes = TileEyes(
        lambda image: by_sides(reader.read(image)), TileWatcher(len(film.players), PHOTOS)
    )
    referee = TileReferee(film)
    for number, frame in enumerate(log["frames"]):
        referee.before(frame["event"], frame["rows"], number)
        for sighting in eyes.look_at_still(load_picture(folder / frame["image"]).pixels):
            referee.on(sighting)
        on_picture()
    referee.before(len(film.moves), log["frames"][-1]["rows"], len(log["frames"]))
    return _score(folder.name, film, referee)


def _score(name: str, film: TileFilm, referee: TileReferee) -> TileFilmScore:
    """Compare the record with what happened."""
    mine, true = referee.recorded, film.moves
    blocks = SequenceMatcher(None, mine, true, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in blocks)
    return TileFilmScore(
        name,
        len(true),
        right,
        min(len(referee.asked), right),
        len(mine) - right,
        len(true) - right,
        referee.points_are_true,
        tuple(referee.said),
    )
