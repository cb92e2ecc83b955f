"""Plays a filmed game to the watcher as a camera would, and scores what it says against the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from calibration.evaluation.films import Film, FilmFrame
from calibration.evaluation.plan import Learned, Plan, find, learn
from calibration.evaluation.score import Tally
from companion.errors import BoardNotFound, CalibrationError
from companion.game.core.codes import EMPTY
from companion.i18n import _
from companion.sightings.boards import (
    KeysSeen,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    Unsure,
    as_dict,
)
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.read.reader import read
from companion.vision.read.reading import Reading
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.stability import PHOTOS
from companion.vision.watch.watcher import Watcher

__all__ = ["FilmScore", "Reel", "evaluate_film", "tracker_of"]

Reel = list[tuple[FilmFrame, Image]]

ROWS = (RowSeen, RowChanged, RowTaken)


@dataclass(frozen=True, slots=True)
class FilmScore:
    """What became of a film's guesses, each in one of four ways, and of its answers.

    `right` were seen as they stood and nobody was asked; `asked` were asked about and are right
    with the answer; `wrong` were once said to be what they were not; `lost` were never said.
    `hands` counts rows said in a frame with a hand. `events` are all that was said, with the number
    of the frame, from 0.
    """

    name: str
    board: str
    right: int = 0
    asked: int = 0
    wrong: int = 0
    lost: int = 0
    hands: int = 0
    keys: Tally = field(default_factory=Tally)
    events: tuple[tuple[int, Sighting], ...] = ()
    note: str = ""

    @property
    def guesses(self) -> int:
        """All that were to be seen."""
        return self.right + self.asked + self.wrong + self.lost

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        return {
            "board": self.board,
            "note": self.note,
            "guesses": {
                "right": self.right,
                "asked": self.asked,
                "wrong": self.wrong,
                "lost": self.lost,
            },
            "rows_by_hand": self.hands,
            "keys": self.keys.as_dict(),
            "events": [{"frame": number, **as_dict(seen)} for number, seen in self.events],
        }


def evaluate_film(
    film: Film,
    plan: Plan,
    *,
    learned: Learned | None = None,
    cut: Callable[[Reel], Reel] = list,
    on_picture: Callable[[], None] = lambda: None,
) -> FilmScore:
    """Calibrate as a user does and watch the film; who is asked about a full row tells the truth.

    `learned` is what calibrating gave if that was done before; `cut` may change the reel before it
    is watched; calls back after each frame.
    """
    score = FilmScore(film.session.name, film.session.shape.name)
    try:
        learned = learned or learn(film.session, plan)
    except (BoardNotFound, CalibrationError) as error:
        return replace(
            score, lost=len(film.guesses), note=_("not calibrated: {error}").format(error=error)
        )
    reel = cut([(shot, load_picture(shot.file).pixels) for shot in film.shots])
    watcher, events = _watched(film, reel, plan, learned, on_picture)
    return _scored(score, film, [shot for shot, _ in reel], watcher, events)


def _watched(
    film: Film, reel: Reel, plan: Plan, learned: Learned, on_picture: Callable[[], None]
) -> tuple[Watcher, list[tuple[int, Sighting]]]:
    tracker = tracker_of(film, plan, learned)
    shape = film.session.shape
    watcher = Watcher.before(Limits(shape.rows, shape.cols, shape.palette), pace=PHOTOS)
    events: list[tuple[int, Sighting]] = []
    for number, (shot, image) in enumerate(reel):
        watcher, said = watcher.on(tracker.look(Frame(image, float(number), number + 1)))
        events += [(number, seen) for seen in said]
        for seen in said:
            if isinstance(seen, Unsure) and EMPTY not in shot.rows[seen.row - 1]:
                watcher = watcher.told(seen.row, shot.rows[seen.row - 1])
        on_picture()
    return watcher, events


def tracker_of(film: Film, plan: Plan, learned: Learned) -> BoardTracker:
    """Return what looks at the frames of `film`, calibrated as `learned`."""
    first = film.session.stills[0]

    def look_for(image: Image, last: Pose | None) -> Located:
        return find(film.session, first, image, plan, learned, last=last)

    def read_at(image: Image, located: Located) -> Reading:
        return read(image, located, learned.calibration)

    return BoardTracker(look_for, read_at, motion=inf)


def _scored(
    score: FilmScore,
    film: Film,
    shots: Sequence[FilmFrame],
    watcher: Watcher,
    events: Sequence[tuple[int, Sighting]],
) -> FilmScore:
    rows = [(shots[number], seen) for number, seen in events if isinstance(seen, ROWS)]
    wrong = {seen.row for shot, seen in rows if _letters(seen) != shot.rows[seen.row - 1]}
    asked = {seen.row for _, seen in events if isinstance(seen, Unsure)}
    fates = [
        _fate(row, guess, watcher, wrong, asked) for row, guess in enumerate(film.guesses, start=1)
    ]
    return replace(
        score,
        right=fates.count("right"),
        asked=fates.count("asked"),
        # a row that nobody guessed is a wrong guess as well
        wrong=fates.count("wrong") + sum(row > len(film.guesses) for row in wrong),
        lost=fates.count("lost"),
        hands=sum(shot.occluded for shot, _ in rows),
        keys=_answers(film, shots, events),
        events=tuple(events),
    )


def _letters(seen: RowSeen | RowChanged | RowTaken) -> str:
    return EMPTY * len(seen.before) if isinstance(seen, RowTaken) else seen.letters


def _fate(row: int, guess: str, watcher: Watcher, wrong: set[int], asked: set[int]) -> str:
    if row in wrong:
        return "wrong"
    if watcher.board.known[row - 1] != guess:
        return "lost"
    return "asked" if row in asked else "right"


def _answers(
    film: Film, shots: Sequence[FilmFrame], events: Sequence[tuple[int, Sighting]]
) -> Tally:
    """Count each guess's answer: wrong if it was ever said to be what it was not."""
    said: dict[int, set[bool]] = {}
    for number, seen in events:
        if isinstance(seen, KeysSeen):
            true = shots[number].keys[seen.row - 1] == (seen.black, seen.white)
            said.setdefault(seen.row, set()).add(true)
    rows = [said.get(row, set()) for row in range(1, len(film.guesses) + 1)]
    return Tally(
        right=sum(each == {True} for each in rows),
        wrong=sum(False in each for each in rows),
        unsure=sum(not each for each in rows),
    )
