"""Filmed games played as an evening: the log is the true one, in every way and confirm mode."""

import json
from functools import lru_cache
from pathlib import Path

import pytest
from evenings import begin
from stages import quick

from calibration.evaluation.film_runs import tracker_of
from calibration.evaluation.films import load_film
from calibration.evaluation.label_files import LETTERS
from calibration.evaluation.plan import Plan, learn
from companion.game.core.events import Answered, Way
from companion.game.core.key_pegs import mark
from companion.game.core.turn import Need
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import KeysSeen, RowSeen
from companion.table import Confirm, Done, TypedRow
from companion.table.pegs.questions import About
from companion.vision.camera.frames import Frame
from companion.vision.camera.image_files import load_picture
from companion.vision.watch.board_eyes import BoardEyes
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.stability import PHOTOS
from companion.vision.watch.watcher import Watcher

FILMED = Path(__file__).parent.parent.parent / "shared" / "boards" / "rendered"
NAMES = ["game_0", "game_1", "game_2", "game_3"]

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FILMED.is_dir(), reason="needs the labelled pictures"),
]


@lru_cache
def known(name):
    film = load_film(FILMED / name)
    log = json.loads((FILMED / name / "game.json").read_text())
    code = "".join(LETTERS[colour] for colour in log["code"])
    learned = learn(film.session, Plan())
    return film, code, learned, tuple(load_picture(shot.file).pixels for shot in film.shots)


class Night:
    """A filmed game before the eyes, and the people who look at it too."""

    def __init__(self, name, way, confirm):
        self.film, self.code, learned, self.images = known(name)
        shape = self.film.session.shape
        self.session = begin("bouwblokje", way=way, rules={"colours": shape.palette})
        if way is Way.TOLD:
            self.session.tell((self.code,), "keyboard")
        limits = Limits(min(shape.rows, 10), shape.cols, shape.palette)
        tracker = tracker_of(self.film, Plan(), learned)
        self.eyes = BoardEyes(tracker, Watcher.before(limits, pace=PHOTOS))
        self.evening = WatchedSession(self.session, self.eyes, confirm=confirm)
        self.evening.refresh()
        self.truth = [mark(self.code, guess) for guess in self.film.guesses]
        self.asked = []

    def play(self):
        for number, (shot, image) in enumerate(zip(self.film.shots, self.images, strict=True)):
            for seen in self.eyes.look(Frame(image, float(number), number + 1)):
                assert not (shot.occluded and isinstance(seen, RowSeen | KeysSeen))
                self.evening.on(seen)
                self.people(shot)
        return self

    def people(self, shot):
        """Answer what is asked by what stands there; say done where that is waited for."""
        while asked := self.evening.table.question:
            self.asked.append(asked.about)
            assert asked.about in (About.NO_KEYS, About.WRONG), asked.sentence
            row = asked.row
            if asked.about is About.NO_KEYS:
                maker = self.session.match.turn.player
                self.session.post(Answered(maker, self.truth[row - 1]), "keyboard")
            else:
                self.session.correct_answer(1, row, self.truth[row - 1], "keyboard")
            self.evening.refresh()
        sets = self.session.match.turn.need is Need.GUESS and not shot.occluded
        if sets and "say 'done'" in self.evening.table.sentence:
            row = len(self.session.match.round.rows) + 1
            if shot.rows[row - 1] in self.film.guesses:
                self.evening.on(Done())

    def show_the_code(self):
        """Type the code where the camera cannot see it."""
        if self.session.match.turn.need is Need.SHOW:
            self.evening.on(TypedRow(self.code))
            self.people(self.film.shots[-1])

    @property
    def rows(self):
        return [(row.code, row.keys) for row in self.session.match.rounds[0].rows]


@pytest.mark.parametrize("confirm", Confirm)
@pytest.mark.parametrize("name", quick(NAMES, first=2))
def test_a_companion_that_knows_the_code_scores_it_as_it_was(name, confirm):
    night = Night(name, Way.TOLD, confirm).play()
    assert night.rows == list(zip(night.film.guesses, night.truth, strict=True))
    assert night.asked == []


@pytest.mark.parametrize("name", quick(NAMES, first=2))
def test_a_maker_who_keeps_the_code_is_read_or_asked(name):
    night = Night(name, Way.KEPT, Confirm.UNSURE).play()
    night.show_the_code()
    assert night.rows == list(zip(night.film.guesses, night.truth, strict=True))
    assert not any(played.is_void for played in night.session.match.rounds)
