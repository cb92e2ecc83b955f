"""Where a code is held in parts, lights tell the owners' answers one after another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.common.display_options import lights as lights_of_the_table
from companion.displays.sequence import STAY, InTurn
from companion.game.core.events import Answered, Called, CodeSet, Guessed, Judged, Way
from companion.game.core.key_pegs import Keys
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import BLACK, NOTHING, WHITE, answer
from companion.scene import Mood, scene_of, scenes_of
from companion.session.log_files import read_log
from companion.session.replay import matches_of
from tests.evenings import begin
from tests.games import begin as begin_any
from tests.games import robots_for, step

FOUR = ("Ada", "Ben", "Cleo", "Dirk")
ROW = "rgby."
SAID = [
    "Ben answers black for board 2.",
    "Cleo answers white for board 3.",
    "Dirk answers nothing for board 4.",
]


class Noted:
    """A display that remembers what it showed, and never the same twice in a row."""

    def __init__(self):
        self.scenes = []

    def show(self, scene):
        if self.scenes[-1:] != [scene]:
            self.scenes.append(scene)

    def close(self):
        pass


class Clock:
    """Seconds that the test turns on."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def lights(clock):
    display = Noted()
    told = InTurn(display, clock)
    told.sentences = lambda: [scene.sentence for scene in display.scenes]
    told.scenes = display.scenes
    return told


def answered(*keys):
    """Give a match in which Ada's row was answered by the next owners so far, who keep parts."""
    session = begin("invicta-4", players=FOUR, rounds=1, way=Way.KEPT)
    session.post(CodeSet(FOUR), "test")
    session.post(Guessed("Ada", ROW, 1), "test")
    for board, each in enumerate(keys, start=2):
        session.post(Answered(FOUR[board - 1], each, board), "test")
    return session.match


ALL = answered(BLACK, WHITE, NOTHING)


def test_each_owner_answers_alone_and_then_all_lies_there():
    ben, cleo, dirk, rest = scenes_of(ALL)
    assert [scene.sentence for scene in (ben, cleo, dirk)] == SAID
    assert [scene.last_keys for scene in (ben, cleo, dirk)] == [BLACK, WHITE, NOTHING]
    assert [FOUR[scene.turn] for scene in (ben, cleo, dirk, rest)] == ["Ben", "Cleo", "Dirk", "Ben"]
    assert rest == scene_of(ALL)
    assert rest.last_keys == Keys(1, 1)


def test_an_answer_stands_until_its_time_is_over(lights, clock):
    lights.show(scenes_of(ALL))
    for _ in range(3):
        clock.now += STAY - 0.01
        before = lights.sentences()
        lights.tick()
        assert lights.sentences() == before
        clock.now += 0.01
        lights.tick()
    assert lights.sentences() == [*SAID, "Ben must set a row."]
    assert not lights.is_telling
    clock.now += 100
    lights.tick()
    assert len(lights.scenes) == 4


def test_shown_again_it_goes_on_where_it_was(lights, clock):
    lights.show(scenes_of(ALL))
    lights.step()
    lights.show(scenes_of(ALL, "Ben, set row 1 on board 2."))
    assert lights.sentences() == SAID[:2]
    lights.step()
    lights.step()
    lights.show(scenes_of(ALL, "Ben, set row 1 on board 2."))
    assert lights.sentences() == [*SAID, "Ben, set row 1 on board 2."]


def test_a_question_breaks_in_and_what_was_not_told_is_told_after_it(lights):
    lights.show(scenes_of(ALL))
    lights.show(scenes_of(ALL, "Row 1 was taken off. Put it back?", Mood.ASKING))
    assert not lights.is_telling
    lights.tick()
    lights.show(scenes_of(ALL))
    assert lights.sentences() == [SAID[0], "Row 1 was taken off. Put it back?", SAID[1]]


def test_owners_who_answer_themselves_are_told_as_they_do(lights):
    for count in range(4):
        lights.show(scenes_of(answered(*(BLACK, WHITE, NOTHING)[:count])))
    assert lights.sentences() == ["Ben must answer the last row.", *SAID]
    lights.step()
    assert lights.scenes[-1] == scene_of(ALL)


def test_a_new_row_that_is_answered_is_told_from_its_first_owner(lights):
    lights.show(scenes_of(ALL))
    match = ALL.on(Guessed("Ben", ROW, 2)).on(Answered("Cleo", NOTHING, 3))
    lights.show(scenes_of(match))
    assert lights.sentences() == [SAID[0], "Cleo answers nothing for board 3."]


def test_a_call_that_is_judged_is_not_talked_over():
    judged = ALL.on(Called("Ada", ROW))
    assert scenes_of(judged) == (scene_of(judged),)
    wrong = judged.on(Judged(False, 2))
    assert [scene.sentence for scene in scenes_of(wrong)[:-1]] == SAID


@given(seed=st.integers(0, 2**32))
def test_what_is_told_is_what_the_log_says_and_no_secret(seed):
    session, robots = begin_any("invicta-4", seed), robots_for(seed)
    for _ in range(30):
        if session.match.is_over:
            break
        step(session, robots)
        shown = scenes_of(session.match)
        assert shown[-1] == scene_of(session.match)
        current = session.match.round_to_see
        assert isinstance(current, PartsRound)
        if told := [scene.last_keys for scene in shown[:-1]]:
            assert told == [keys for __, keys in current.rows[-1].answers]
        for code in session.secret.codes if session.secret else ():
            assert f"'{code}'" not in repr(shown)


def test_at_the_keyboard_nobody_waits_for_lights_that_are_not_there():
    with lights_of_the_table((), print) as none, lights_of_the_table(("null",), print) as one:
        assert (none.stay, one.stay) == (0, STAY)
        none(ALL)
        assert none.is_telling


def test_a_log_replayed_event_by_event_shows_each_answer_once(lights, tmp_path):
    session = begin("invicta-4", players=FOUR, rounds=1, folder=tmp_path)
    codes = session.secret.codes
    session.post(Guessed("Ada", ROW, 1), "test")
    path = session.path
    session.close()
    for match in matches_of(read_log(path)):
        lights.show(scenes_of(match))
    told = [scene.last_keys for scene in lights.scenes if scene.is_answer]
    assert told == [answer(part, ROW) for part in codes[1:]]
