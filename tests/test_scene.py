"""What may be shown: everything public, nothing hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.core.codes import Keys
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Placed, Way
from companion.game.match import Match
from companion.rulebooks import BOUWBLOKJE, SHELF
from companion.scene import Mood, Scene, SceneRow, scene_of
from tests.games import begin, play, robots_for, step
from tests.test_match import guessing


def test_rows_answers_turn_and_scores():
    scene = scene_of(guessing("pryb", "wsgo", "prwo"))
    assert scene.rows == (SceneRow("wsgo", Keys(0, 0)), SceneRow("prwo", Keys(2, 0)))
    assert scene.last_keys == Keys(2, 0)
    assert scene.size == (12, 4)
    assert scene.players[scene.turn] == "Ben"
    assert scene.scores == (0, 0, 4)
    assert scene.mood is Mood.PLAYING
    assert scene.sentence == "Ben must set a row."


def test_before_anyone_is_seated():
    assert scene_of(Match(BOUWBLOKJE)) == Scene(title="Het Bouwblokje")


def test_a_broken_code_stays_to_be_seen_until_the_next_one_is_set():
    session = play(begin("bouwblokje", 1, way=Way.KEPT), 1, steps=200)
    scene = scene_of(session.match)
    assert scene.mood in (Mood.WON, Mood.LOST)
    assert scene.rows


@pytest.mark.parametrize("book", SHELF)
@given(seed=st.integers(0, 2**32))
def test_a_hidden_code_is_in_no_scene(book, seed):
    way = Way.KEPT if book == "davinci" else Way.COMPANION
    session, robots = begin(book, seed, way=way), robots_for(seed)
    for _ in range(30):
        if session.match.is_over:
            break
        scene = scene_of(session.match)
        if secret := session.secret:
            rows = {row.code for row in scene.rows}
            shown = repr(scene)
            for code in secret.codes:
                assert code in rows or f"'{code}'" not in shown
        assert len(scene.scores) == len(scene.players)
        step(session, robots)


def test_a_claim_lights_one_key_black_when_right_white_when_wrong():
    match = begin("davinci", 1, way=Way.KEPT).match
    first, second = match.players[:2]
    match = match.on(Dealt(("BWBW",) * len(match.players), first)).on(Drawn(first, "B"))
    assert scene_of(match).last_keys is None
    claimed = match.on(Claimed(first, second, 3, "7"))
    assert scene_of(claimed).rows == (SceneRow("?"),)
    assert scene_of(claimed.on(Opened(second, 3, "B7"))).last_keys == Keys(1, 0)
    wrong = scene_of(claimed.on(Placed(first, 5, "B9")))
    assert wrong.last_keys == Keys(0, 1)
    assert wrong.size == (1, 1)
    assert wrong.players[wrong.turn] == second
