"""Claims by pointing through drawn pixels: pawns before a tile and on the printed strip."""

import pytest

from companion.rulebooks.shelf import find_book
from companion.sightings.tiles import AnswerPointed, ClaimPointed
from companion.simulator.tiles.camera import DrawnTable
from companion.simulator.tiles.script import random_table
from tests.claim_pixels import pointed_at, strip_on
from tests.pointing_people import chequered_table, pointed_match


@pytest.mark.parametrize(
    ("seed", "players", "pointed"),
    [
        # squares as large as tiles
        pytest.param(1, 3, [(0, 3, "1"), (2, 4, "-"), ("no",)], marks=pytest.mark.opencv),
        # the head of a pawn is seen over the next field
        (20, 4, [("yes",), ("no",), ("3",)]),
        # a camera that leans far
        pytest.param(2, 4, [(0, 1, "5"), (3, 1, "11"), ("yes",), ("7",)], marks=pytest.mark.long),
    ],
)
def test_pawns_before_a_tile_and_on_a_number_are_a_claim_and_one_alone_an_answer(
    seed, players, pointed
):
    table = strip_on(DrawnTable.random(seed=seed))
    moment = next(random_table(find_book("davinci"), players=players, seed=seed))
    told = [ClaimPointed(*each) if each[1:] else AnswerPointed(*each) for each in pointed]
    assert pointed_at(table, moment, pointed) == told


def test_a_pawn_is_told_from_its_shadow_and_from_a_cloth_that_is_as_light():
    table = strip_on(chequered_table(0))
    moment = next(random_table(find_book("davinci"), players=4, seed=0))
    pointed = [(0, 1, "6"), (2, 1, "3")]
    assert pointed_at(table, moment, pointed) == [ClaimPointed(*each) for each in pointed]


@pytest.mark.long
def test_a_round_is_played_by_people_who_touch_no_key():
    match, laid, asked = pointed_match(1, DrawnTable.random(seed=1), players=2, rounds=1, luck=0.9)
    assert match.is_over
    assert match.rounds == laid.rounds
    # pawns answered who sits where, what a tile shows, and where a clue tile stands
    assert "Is the row at the near side of the picture that of Ada" in asked[0]
    assert any("is not clear: type what it shows" in each for each in asked)
    assert any("at which place stands the clue tile" in each for each in asked)


@pytest.mark.long
def test_four_people_on_a_chequered_cloth_begin_with_their_own_set_and_touch_no_key():
    """Evenings of three rounds: ``python -m benchmarks.bench_tile_pixels evenings``."""
    match, laid, asked = pointed_match(
        1, chequered_table(1), players=4, rounds=3, luck=0.9, moves=9
    )
    recorded, true = ([move for _, move in each.moves] for each in (match, laid))
    assert recorded == true
    assert any("is not clear: type what it shows" in each for each in asked)
