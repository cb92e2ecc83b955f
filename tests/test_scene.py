"""What may be shown: everything public, nothing hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import i18n
from companion.game.core.events import (
    Answered,
    Called,
    Claimed,
    CodeSet,
    CodeShown,
    Dealt,
    Drawn,
    Guessed,
    Judged,
    Opened,
    Placed,
    Way,
)
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.rulebooks.shelf import BOUWBLOKJE, INVICTA_4, SHELF
from companion.scene import Mood, Scene, SceneRow, scene_of, standing_of
from tests.games import begin, robots_for, step
from tests.stages import each_kind
from tests.test_match import guessing, seated


def test_rows_answers_turn_and_scores():
    scene = scene_of(guessing("pryb", "wsgo", "prwo"))
    assert scene.rows == (SceneRow("wsgo", Keys(0, 0)), SceneRow("prwo", Keys(2, 0)))
    assert scene.last_keys == Keys(2, 0)
    assert scene.size == (12, 4)
    assert scene.players[scene.turn] == "Ben"
    assert scene.scores == (0, 0, 4)
    assert scene.mood is Mood.PLAYING
    assert scene.sentence == "Ben must set a row."


def broken_on(match, maker, breaker, row):
    """Let `maker` hide a code that `breaker` breaks on `row`."""
    match = match.on(CodeSet((maker,)))
    for number in range(1, row + 1):
        guess, keys = ("rbyo", Keys(4, 0)) if number == row else ("gggg", Keys(0, 0))
        match = match.on(Guessed(breaker, guess)).on(Answered(maker, keys))
    return match.on(CodeShown(("rbyo",)))


def test_it_is_said_who_leads_while_it_goes_on():
    match = seated(BOUWBLOKJE, "Ada", "Ben", rounds=3)
    assert standing_of(match) == ""
    match = broken_on(match, "Ada", "Ben", 2)
    assert (match.totals(), standing_of(match)) == (
        {"Ada": 2, "Ben": 0},
        "Ada leads by 2 points.",
    )
    level = broken_on(match, "Ben", "Ada", 2)
    assert standing_of(level) == "Ada and Ben are level."
    with i18n.speaking("nl"):
        ahead = broken_on(match, "Ben", "Ada", 1)
        assert standing_of(ahead) == "Ada staat 1 punt voor."
    assert standing_of(broken_on(level, "Ada", "Ben", 1)) == ""  # it is over


def test_two_of_three_lead_together(monkeypatch):
    match = guessing("pryb", "wsgo", "prwo")
    assert standing_of(match) == "Cleo leads by 4 points."
    assert standing_of(Match(BOUWBLOKJE)) == ""
    monkeypatch.setattr(Match, "totals", lambda _: {"Ada": 3, "Ben": 1, "Cleo": 3})
    assert standing_of(match) == "Ada and Cleo lead together."


def test_before_anyone_is_seated():
    assert scene_of(Match(BOUWBLOKJE)) == Scene(title="Het Bouwblokje")


def test_a_broken_code_stays_to_be_seen_until_the_next_one_is_set():
    match = guessing("pryb", "wsgo", "pryb")
    assert scene_of(match).mood is Mood.PLAYING
    over = match.on(CodeShown(("pryb",)))
    seen = scene_of(over)
    assert seen.mood is Mood.WON
    assert [row.code for row in seen.rows] == ["wsgo", "pryb"]
    assert seen.sentence == "Ben must set a code."
    begun = over.on(CodeSet(("Ben",)))
    assert scene_of(begun).mood is Mood.WON
    begun = begun.on(Guessed("Cleo", "wsgo"))
    assert scene_of(begun).mood is Mood.PLAYING
    assert [row.code for row in scene_of(begun).rows] == ["wsgo"]


def test_a_code_that_nobody_broke_is_lost():
    match = seated(BOUWBLOKJE, "Ada", "Ben").on(CodeSet(("Ada",)))
    for _ in range(BOUWBLOKJE.rows):
        match = match.on(Guessed("Ben", "nnnn")).on(Answered("Ada", Keys(0, 0)))
    seen = scene_of(match.on(CodeShown(("rgby",))))
    assert seen.mood is Mood.LOST
    assert len(seen.rows) == BOUWBLOKJE.rows


PARTS = ("r....", ".b...")


@pytest.mark.parametrize(("called", "mood"), [("rb...", Mood.WON), ("rw...", Mood.LOST)])
def test_a_call_of_a_code_in_parts_is_won_or_lost(called, mood):
    match = seated(INVICTA_4, "Ada", "Ben", rounds=1).on(CodeSet(("Ada", "Ben")))
    for player in ("Ada", "Ben"):
        if match.turn.need is not Need.SHOW:
            match = match.on(Called(player, called)).on(Judged(right=mood is Mood.WON))
    over = match.on(CodeShown(PARTS))
    assert over.is_over
    assert scene_of(over).mood is mood


def test_the_table_says_its_own_mood_and_sentence():
    match = guessing("pryb", "wsgo")
    asked = scene_of(match, "Which peg is that?", Mood.ASKING)
    assert (asked.mood, asked.sentence) == (Mood.ASKING, "Which peg is that?")


@pytest.mark.parametrize("book", each_kind(SHELF))
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


def test_of_several_claims_the_newest_is_lit():
    match = begin("davinci", 1, way=Way.KEPT).match
    first, second = match.players[:2]
    match = match.on(Dealt(("BWBW",) * len(match.players), first)).on(Drawn(first, "B"))
    right = match.on(Claimed(first, second, 3, "7")).on(Opened(second, 3, "B7"))
    wrong = right.on(Claimed(first, second, 1, "2")).on(Placed(first, 5, "B9"))
    assert scene_of(wrong).rows == (SceneRow("?", Keys(0, 1)),)
