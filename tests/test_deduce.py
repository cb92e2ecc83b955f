import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed, RowShown
from companion.game.solve.tiles import Chance, best_claims, hints, likelihood, possible
from companion.game.tiles.arrangements import Worlds
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import Standing, parse_tile
from tests import tile_stories as stories
from tests.tile_games import random_round, steps_of
from tests.tile_stories import POINTS, SMALL, SMALL_DEAL

VECTORS = json.loads((Path(__file__).parent / "vectors" / "davinci_rounds.json").read_text("utf-8"))

# Eight tiles with dashes: all are dealt to two players.
TINY = TileRules("davinci", "Da Vinci Code", points=True, highest=2, dashes=True)
DEAL = SMALL_DEAL
ADA = ("B0", "W0", "B1", "W2")  # Ben W1 B2 B3 W3; B4 and W4 are left

played = partial(stories.played, rules=SMALL)


# A second counting: fill the places one by one, and look at the whole rows


def ascends(row):
    faces = [(int(tile[1:]), tile[0]) for tile in row if tile[1:].isdigit()]
    return all(left < right for left, right in pairwise(faces))


def fillings(rows, unseen, ruled_out, done=()) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Give all ways to write an unseen tile for each ``"B?"`` of `rows`, every row in order."""
    if len(done) == len(rows):
        yield done
        return
    for row, left in row_fillings(rows[len(done)], unseen, ruled_out[len(done)]):
        yield from fillings(rows, left, ruled_out, (*done, row))


def row_fillings(row, unseen, ruled_out, begun=()):
    if not ascends(begun):
        return
    if len(begun) == len(row):
        yield begun, unseen
        return
    seen = row[len(begun)]
    fits = [seen] if not seen.endswith("?") else [t for t in unseen if t[0] == seen[0]]
    for tile in fits:
        if tile[1:] not in ruled_out[len(begun)]:
            yield from row_fillings(row, unseen - {tile}, ruled_out, (*begun, tile))


def counted(rows, ruled_out, deck):
    """Give what `possible` should give, by writing down every way."""
    unseen = frozenset(deck) - {tile for row in rows for tile in row}
    found = {
        (player, place): Counter()
        for player, row in enumerate(rows)
        for place, tile in enumerate(row, start=1)
        if tile.endswith("?")
    }
    for ways in fillings(rows, unseen, ruled_out):
        for (player, place), counts in found.items():
            counts[ways[player][place - 1]] += 1
    return found


def counted_for(state, own=None):
    """The second counting of `possible`; `own` gives a player's true row."""
    rows = [(own or {}).get(player, row) for player, row in state.rows.items()]
    ruled_out = [
        [() if player in (own or {}) else standing.ruled_out for standing in row]
        for player, row in zip(state.players, state.table.standing, strict=True)
    ]
    found = counted(rows, ruled_out, [str(tile) for tile in state.rules.deck])
    return {(state.players[at], place): dict(counts) for (at, place), counts in found.items()}


SMALL_BOXES = [
    (SMALL, 2),
    (TINY, 2),
    (TileRules("davinci", "Da Vinci Code", highest=3, dashes=True), 2),
    (TileRules("davinci", "Da Vinci Code", highest=5), 3),
]


@settings(max_examples=30)
@given(st.sampled_from(SMALL_BOXES), st.integers(0, 2**32), st.data())
def test_every_count_is_that_of_writing_down_every_way(box, seed, data):
    rules, players = box
    names = ("Ada", "Ben", "Cleo")[:players]
    state = TileRound.begin(rules, names)
    events = list(random_round(Random(seed), rules, names))
    at = data.draw(st.integers(1, len(events) - 1))
    for event, _ in events[:at]:
        state = state.on(event)
    truth = events[at - 1][1]
    assert possible(state) == counted_for(state)
    viewer = data.draw(st.sampled_from(names))
    own = {viewer: truth.rows[viewer]}
    assert possible(state, viewer, own[viewer]) == counted_for(state, own)


BACKS = st.sampled_from("BW")
FACES = ["0", "1", "2", "-"]


@st.composite
def tables(draw):
    """A small table as it may look, possible or not: open and hidden tiles, some ruled out."""
    deck = [back + face for face in FACES for back in "BW"]
    tiles = draw(st.permutations(deck))[: draw(st.integers(1, 7))]
    hidden = draw(st.sets(st.sampled_from(tiles)))
    cut = draw(st.integers(0, len(tiles)))
    rows = [
        [f"{tile[0]}?" if tile in hidden else tile for tile in row]
        for row in (tiles[:cut], tiles[cut:])
    ]
    wrong = st.sets(st.sampled_from(FACES), max_size=2)
    ruled_out = [[draw(wrong) if tile.endswith("?") else set() for tile in row] for row in rows]
    return rows, ruled_out


@given(tables())
def test_whether_there_is_a_way_is_whether_one_can_be_written_down(table):
    rows, ruled_out = table
    deck = [str(tile) for tile in TINY.deck]
    unseen = [t for t in deck if not any(t in row for row in rows)]
    standing = [
        [Standing(parse_tile(t), frozenset(out)) for t, out in zip(row, outs, strict=True)]
        for row, outs in zip(rows, ruled_out, strict=True)
    ]
    in_order = all(ascends(row) for row in rows)
    worlds = Worlds.of(standing, [parse_tile(tile) for tile in unseen])
    ways = sum(1 for _ in fillings(rows, frozenset(unseen), ruled_out))
    if in_order:
        assert worlds.is_possible() == bool(ways)
        assert worlds.count()[0] == ways
    else:
        assert ways == 0


# Known by heart


def test_after_the_deal_every_order_of_two_backs_can_be():
    """With one hidden row of B W: the first is B0 to B4, and W not lower than it."""
    table = TileTable(SMALL, ("Ada",)).deal(("BW",))
    state = TileRound(table, singles=((),), mover="Ada")
    assert possible(state) == {
        ("Ada", 1): {"B0": 5, "B1": 4, "B2": 3, "B3": 2, "B4": 1},
        ("Ada", 2): {"W0": 1, "W1": 2, "W2": 3, "W3": 4, "W4": 5},
    }


def test_between_two_open_tiles_only_what_lies_between_remains():
    state = played(
        DEAL, Drawn("Ada", "B"), Claimed("Ada", "Ben", 1, "1"), Opened("Ben", 1, "W1"),
        Claimed("Ada", "Ben", 4, "3"), Opened("Ben", 4, "W3"),
    )  # fmt: skip
    assert set(possible(state)["Ben", 2]) == {"B2"}
    assert set(possible(state)["Ben", 3]) == {"B3"}
    assert "B2" not in possible(state)["Ada", 1]


def test_a_wrong_claim_takes_that_number_from_that_tile_alone():
    claim = Claimed("Ada", "Ben", 2, "3")
    before = played(DEAL, Drawn("Ada", "B"), claim)
    after = before.on(Placed("Ada", 5, "B4"))
    assert "B3" in possible(before)["Ben", 2]
    assert "B3" not in possible(after)["Ben", 2]
    assert "B3" in possible(after)["Ben", 3]


def test_the_dash_is_named_as_a_tile():
    state = played(Dealt(("BWBW", "WBBW"), "Ada"), rules=TINY)  # all eight tiles are dealt
    counts = possible(state)["Ben", 1]
    assert set(counts) == {"W0", "W1", "W-"}
    assert {sum(c.values()) for c in possible(state).values()} == {sum(counts.values())}


def test_his_own_row_tells_a_player_more():
    state = played(DEAL)
    public = possible(state)["Ben", 1]
    own = possible(state, "Ada", ADA)
    assert {"W0", "W1", "W2"} <= set(public)
    assert set(own["Ben", 1]) == {"W1"}  # two black ones right of it, and only B4 is above W3
    assert {owner for owner, _ in own} == {"Ben"}


def test_his_clue_tile_tells_a_player_more_and_its_back_nothing():
    state, drawn = played(DEAL), played(DEAL, Drawn("Ada", "B"))
    assert possible(drawn) == possible(state)
    assert "B4" in possible(drawn, "Ada", ADA)["Ben", 3]
    assert possible(drawn, "Ada", ADA, clue="B4")["Ben", 3] == {"B3": 2}


def test_before_the_deal_and_after_the_end_nothing_is_hidden():
    assert possible(played()) == {}
    assert best_claims(played(), "Ada") == []
    solved = [
        step
        for place, tile in enumerate(("W1", "B2", "B3", "W3"), start=1)
        for step in (Claimed("Ada", "Ben", place, tile[1:]), Opened("Ben", place, tile))
    ]
    last = (Placed("Ada", 5, "B?"), RowShown("Ada", (*ADA, "B4")))
    assert possible(played(DEAL, Drawn("Ada", "B"), *solved, *last)) == {}


# Chances and claims


def test_the_likelihood_is_the_share_of_the_ways():
    table = TileTable(SMALL, ("Ada", "Ben")).deal(("", "BW"))
    state = TileRound(table, singles=((), ()), mover="Ada")
    assert likelihood(state, Claimed("Ada", "Ben", 1, "0")) == Fraction(5, 15)
    assert likelihood(state, Claimed("Ada", "Ben", 2, "4")) == Fraction(5, 15)
    assert likelihood(state, Claimed("Ada", "Ben", 2, "0")) == Fraction(1, 15)


def test_a_silly_claim_has_no_chance():
    state = played(DEAL, Drawn("Ada", "B"), Claimed("Ada", "Ben", 1, "1"), Opened("Ben", 1, "W1"))
    assert likelihood(state, Claimed("Ada", "Ben", 4, "1")) == 0
    assert likelihood(state, Claimed("Ada", "Ben", 2, "0")) == 0


def test_the_best_claims_come_likeliest_first_and_never_of_the_own_row():
    state = played(DEAL, Drawn("Ada", "B"))
    claims = best_claims(state, "Ada", ADA, clue="B4")
    assert claims[:3] == [
        Chance("Ben", 1, "1", Fraction(1)),
        Chance("Ben", 2, "2", Fraction(1)),
        Chance("Ben", 3, "3", Fraction(1)),
    ]
    chances = [claim.chance for claim in claims]
    assert chances == sorted(chances, reverse=True)
    assert {claim.owner for claim in claims} == {"Ben"}
    assert {claim.owner for claim in best_claims(state, "Ben")} == {"Ada"}


def test_every_hidden_tile_has_chances_that_add_up_to_one():
    state = played(Dealt(("BWBW", "WBWB"), "Ada"), rules=POINTS)
    sums = Counter()
    for claim in best_claims(state, "Ada"):
        sums[claim.position] += claim.chance
    assert sums == {1: 1, 2: 1, 3: 1, 4: 1}


def test_a_hint_says_why_a_claim_cannot_be_right():
    state = played(
        *(DEAL, Drawn("Ada", "B"), Claimed("Ada", "Ben", 2, "2"), Opened("Ben", 2, "B2")),
        *(Claimed("Ada", "Ben", 1, "0"), Placed("Ada", 5, "B4")),
    )
    said = {
        (place, number): hints(state, Claimed("Ada", "Ben", place, number))
        for place, number in [(3, "4"), (1, "0"), (1, "3"), (4, "1"), (1, "1"), (4, "3")]
    }
    assert said == {
        (3, "4"): "B4 lies open already.",
        (1, "0"): "0 was claimed of this tile before, and was wrong.",
        (1, "3"): "Out of order: B2 stands right of it.",
        (4, "1"): "Out of order: B2 stands left of it.",
        (1, "1"): "",
        (4, "3"): "",
    }


def test_a_dash_is_never_out_of_order():
    state = played(
        *(Dealt(("BWBW", "WBBW"), "Ada"), Claimed("Ada", "Ben", 2, "1"), Opened("Ben", 2, "B1")),
        rules=TINY,
    )
    assert hints(state, Claimed("Ada", "Ben", 1, "-")) == ""


# What cannot be known


@pytest.mark.parametrize(
    ("viewer", "own", "clue", "fragment"),
    [
        (None, ADA, "", "Whose row is it"),
        ("Cleo", ADA, "", "Whose row is it"),
        ("Ada", ADA[:3], "", "3 tiles are shown; the row of Ada has 4"),
        ("Ada", ("B1", "W0", "B0", "W2"), "", "B1 cannot stand left of W0"),
        ("Ada", ("W0", "W0", "B1", "W2"), "", "its back is black"),
        ("Ada", ADA, "W4", "Ada has no white clue tile in hand"),
        ("Ben", (), "B4", "Ben has no black clue tile in hand"),
        ("Ada", ADA, "B0", "B0 is seen elsewhere"),
        ("Ada", ("B0", "W0", "B3", "W4"), "B4", "the hidden ones cannot be anything"),
    ],
)
def test_own_tiles_that_cannot_be_are_refused(viewer, own, clue, fragment):
    state = played(DEAL, Drawn("Ada", "B"))
    if "anything" in fragment:  # right of Ben's W2 only B3 and B4 could stand
        state = state.on(Claimed("Ada", "Ben", 1, "2")).on(Opened("Ben", 1, "W2"))
    with pytest.raises(IllegalMove) as caught:
        possible(state, viewer, own, clue=clue)
    assert fragment in caught.value.message
    assert caught.value.hint


def test_an_own_tile_that_is_none_is_refused():
    with pytest.raises(BadNotation, match="'B9x' is not a tile"):
        possible(played(DEAL), "Ada", ("B9x", "W0", "B1", "W2"))


# Whole rounds


@pytest.mark.parametrize("example", VECTORS[::2], ids=range(0, len(VECTORS), 2))
def test_the_truth_is_always_among_what_is_possible(example):
    rules = TileRules("davinci", "Da Vinci Code", dashes=example["dashes"], points=True)
    state = TileRound.begin(rules, tuple(example["players"]))
    for at, step in enumerate(steps_of(example)):
        for event in step.events:
            state = state.on(event)
        if at % 5:
            continue
        told = possible(state)
        for (player, place), counts in told.items():
            assert counts[step.rows[player][place - 1]] >= 1
        viewer = state.players[at % len(state.players)]
        mine = possible(state, viewer, step.rows[viewer])
        for spot, counts in mine.items():
            assert set(counts) <= set(told[spot])
            assert counts[step.rows[spot[0]][spot[1] - 1]] >= 1


def test_passing_on_tells_nothing():
    events = [
        *(DEAL, Drawn("Ada", "B"), Claimed("Ada", "Ben", 1, "0"), Placed("Ada", 5, "B4")),
        *(Drawn("Ben", "W"), Claimed("Ben", "Ada", 1, "1"), Placed("Ben", 5, "W4")),
        *(Claimed("Ada", "Ben", 1, "1"), Opened("Ben", 1, "W1")),
    ]
    before = played(*events)
    assert possible(before) == possible(before.on(Passed("Ada")))
