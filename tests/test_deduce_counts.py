"""What tiles can be, in the whole box: counted by hand where a formula does, else by trying all."""

from fractions import Fraction
from math import comb, perm, prod
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.game.core.events import Claimed, Dealt, Drawn, Placed
from companion.game.solve.tiles import chances, possible
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from tests.tile_games import random_round
from tests.tile_stories import DASHES, DEAL, DRAW, THREE, played, right

FOUR = (*THREE, "Dag")


def total(counts):
    return sum(next(iter(counts.values())).values())


def test_four_black_and_four_white_tiles_are_chosen_freely():
    counts = possible(played(Dealt(("BBBB", "WWWW"), "Ada")))
    assert total(counts) == comb(12, 4) ** 2
    # B0 first: three of the other eleven follow. B4 second: one is lower, two are higher.
    assert counts["Ada", 1]["B0"] == comb(11, 3) * comb(12, 4)
    assert counts["Ada", 2]["B4"] == 4 * comb(7, 2) * comb(12, 4)
    assert list(counts["Ben", 4]) == [f"W{number}" for number in range(3, 12)]


def test_a_dash_can_be_at_any_place():
    counts = possible(played(Dealt(("BBBB", "WWWW"), "Ada"), rules=DASHES))
    rows = comb(12, 4) + 4 * comb(12, 3)
    assert total(counts) == rows**2
    assert all(counts["Ada", place]["B-"] == comb(12, 3) * rows for place in (1, 2, 3, 4))


def test_a_dash_is_as_likely_as_dealt_tables_have_it():
    # each of 13 black tiles is as likely to be among four as any other, and at which place it
    # then stands is its owner's choice; all 13 together are one tile at a place
    found = chances(played(Dealt(("BBBB", "WWWW"), "Ada"), rules=DASHES))
    for place in (1, 2, 3, 4):
        assert found["Ada", place]["B-"] == Fraction(1, 13)
        assert sum(found["Ada", place].values()) == 1


def test_chances_are_those_of_dealing_a_thousand_tables():
    rng, deck = Random(3), [tile for tile in DASHES.deck if tile.colour == "B"]
    seen, dashes = 0, 0
    while seen < 4000:
        hand = rng.sample(deck, 4)
        row = sorted((tile for tile in hand if tile.is_numbered), key=lambda tile: tile.rank)
        for dash in (tile for tile in hand if not tile.is_numbered):
            row.insert(rng.randint(0, len(row)), dash)
        seen, dashes = seen + 1, dashes + (str(row[0]) == "B-")
    found = chances(played(Dealt(("BBBB", "WWWW"), "Ada"), rules=DASHES))
    assert abs(dashes / seen - float(found["Ada", 1]["B-"])) < 0.015


def test_both_dashes_dealt_into_one_row_have_one_place_less():
    deal = played(Dealt(("BWBW", "WWWW"), "Ada"), rules=DASHES)
    found = chances(deal)
    by_hand, total = Fraction(0), Fraction(0)
    for black_dash in (None, 1, 3):
        for white_dash in (None, 2, 4):
            backs = "".join(
                b for at, b in enumerate("BWBW", 1) if at not in (black_dash, white_dash)
            )
            whites = backs.count("W")
            theirs = Fraction(comb(12 - whites, 4))
            if white_dash is None:
                theirs += comb(12 - whites, 3)  # four places, each weighing a quarter
            gone = (black_dash is not None) + (white_dash is not None)
            ways = ascending(backs) * theirs / (1, 4, 12)[gone]
            total += ways
            by_hand += ways if black_dash == 1 else 0
    assert found["Ada", 1]["B-"] == by_hand / total


def test_twelve_hidden_tiles_of_four_players_with_dashes():
    deal = Dealt(("BBB", "WWW", "BBB", "WWW"), "Ada")
    counts = possible(played(deal, rules=DASHES, players=FOUR))
    two_rows = comb(12, 3) * comb(9, 3) + 2 * 3 * comb(12, 2) * comb(10, 3)
    assert total(counts) == two_rows**2 == 4_356_000_000
    assert counts["Cleo", 2]["B-"] == comb(12, 2) * comb(10, 3) * two_rows


def test_both_dashes_can_stand_side_by_side():
    counts = possible(played(Dealt(("BWBW", "WWWW"), "Ada"), rules=DASHES))
    mine = 0
    for black_dash in (None, 1, 3):  # at which of Ada's places the dashes stand, if at any
        for white_dash in (None, 2, 4):
            backs = "".join(
                back for at, back in enumerate("BWBW", 1) if at not in (black_dash, white_dash)
            )
            whites = backs.count("W")
            theirs = comb(12 - whites, 4)
            if white_dash is None:
                theirs += 4 * comb(12 - whites, 3)
            mine += ascending(backs) * theirs
    assert total(counts) == mine


def ascending(backs):
    """In how many ways numbers 0 to 11 ascend with these backs, black before white if equal."""
    ways = {-1: 1}
    for back in backs:
        ranks = range(back == "W", 24, 2)
        ways = {rank: sum(n for low, n in ways.items() if low < rank) for rank in ranks}
    return sum(ways.values())


def test_a_wrong_claim_follows_its_tile_when_another_is_placed_before_it():
    state = played(
        *(DEAL, DRAW, Claimed("Ada", "Ben", 2, "7"), Placed("Ada", 1, "W0")),
        *(Drawn("Ben", "W"), *right("Ben", "Ada", 2, "B1"), Placed("Ben", 1, "W?")),
    )
    counts = possible(state)
    assert state.rows["Ben"] == ("W?", "W?", "B?", "W?", "B?")
    assert "B7" not in counts["Ben", 3]
    assert "B7" in counts["Ben", 5]


def test_a_wrong_claim_of_a_dash_excludes_the_dash():
    before = played(DEAL, DRAW, Claimed("Ada", "Ben", 2, "-"), rules=DASHES)
    after = before.on(Placed("Ada", 1, "W0"))
    assert "B-" in possible(before)["Ben", 2]
    assert "B-" not in possible(after)["Ben", 2]


# The whole box, late in a round, against trying every tile at every place


def tried(state):
    rows = {player: list(row) for player, row in state.rows.items()}
    hidden = [
        (player, at, standing.tile.colour, standing.ruled_out)
        for player in state.players
        for at, standing in enumerate(state.table.row(player))
        if standing.tile.is_hidden
    ]
    left = [
        str(tile) for tile in state.rules.deck if all(str(tile) not in r for r in rows.values())
    ]
    counts = {(player, at + 1): {} for player, at, _, _ in hidden}

    def fill(done):
        if done == len(hidden):
            for (player, place), tiles in counts.items():
                tile = rows[player][place - 1]
                tiles[tile] = tiles.get(tile, 0) + 1
            return
        player, at, back, ruled_out = hidden[done]
        for tile in [t for t in left if t[0] == back and t[1:] not in ruled_out]:
            rows[player][at] = tile
            if is_ascending(rows[player]):
                left.remove(tile)
                fill(done + 1)
                left.append(tile)
        rows[player][at] = f"{back}?"

    fill(0)
    return counts


def is_ascending(row):
    faces = [(int(tile[1:]), tile[0]) for tile in row if tile[1:].isdigit()]
    return faces == sorted(set(faces))


def tries(state):
    left = [str(t) for t in state.rules.deck if all(str(t) not in r for r in state.rows.values())]
    backs = [tile[0] for row in state.rows.values() for tile in row if tile.endswith("?")]
    return prod(perm(sum(t[0] == b for t in left), backs.count(b)) for b in "BW")


@settings(max_examples=60)
@given(st.sampled_from([("Ada", "Ben"), THREE, FOUR]), st.booleans(), st.integers(0, 2**32))
def test_late_in_a_round_the_counts_are_those_of_trying_all(players, dashes, seed):
    rules = TileRules("davinci", "Da Vinci Code", dashes=dashes)
    state, late = TileRound.begin(rules, players), []
    for event, _ in random_round(Random(seed), rules, players):
        state = state.on(event)
        if state.table.standing and 1 < tries(state) <= 3000:
            late.append(state)
    assume(late)
    for moment in late[:: max(1, len(late) // 4)]:
        assert possible(moment) == tried(moment)
