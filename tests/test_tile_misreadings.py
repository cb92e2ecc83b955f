"""Looks at tiles in which one is misread: what is recorded is what was laid, or nothing yet."""

from dataclasses import replace
from random import Random

import pytest

from companion.errors import BadNotation
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed
from companion.game.tiles.round import TileRound
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.sightings.tiles import TilesLying
from companion.simulator.tiles.robots import TileRobots
from companion.table import Done, No, TypedRow, Yes
from companion.table.tiles.astray import stray
from companion.table.tiles.misreadings import CLUE, Misreading, beyond, misreadings
from tests.tile_looks import answer_place, evening_of, lying_of, see
from tests.tile_stories import SMALL, TABLE_EMPTY, played

ROWS = (("B?", "W?", "B?", "W?"), ("W?", "B?", "W?", "B?"))
DEALT = TilesLying(ROWS, "", (8, 8))
DRAWN = TilesLying(ROWS, "B", (7, 8))


def begun(*looks):
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"})
    for look in (DEALT, *looks):
        see(evening, look)
    return evening


def last(evening):
    return evening.session.match.moves[-1][1]


@pytest.mark.parametrize(
    ("look", "misread"),
    [
        (DRAWN, 0),
        (replace(DRAWN, pool=(6, 8)), 1),
        (replace(DRAWN, pool=(6, 9)), 1),
        (replace(DRAWN, pool=(5, 9)), 2),
        # the clue tile is taken for one of the pool, or not seen
        (replace(DRAWN, clue="", pool=(8, 8)), 1),
        (replace(DRAWN, clue=""), 1),
        (replace(DRAWN, clue="W", pool=None), 1),
        (DRAWN.with_tile(0, 1, "?5"), 1),
        (DRAWN.with_tile(0, 1, "B5"), 2),
        (DRAWN.with_tile(0, 1, "??"), 0),
        # one is missed, one is seen where none is, and one is missed and another seen
        (replace(DRAWN, rows=(ROWS[0][1:], ROWS[1])), 1),
        (replace(DRAWN, rows=(ROWS[0], (*ROWS[1], "B?", "W5"))), 2),
        (replace(DRAWN, rows=(("W?", "B?", "W?", "B?"), ROWS[1])), 2),
    ],
)
def test_the_fewest_tiles_are_misread(look, misread):
    assert len(misreadings(look, DRAWN)) == misread


def test_what_is_misread_all_the_time_does_not_count_again():
    look = TilesLying((ROWS[0][1:], (*ROWS[1], "B?")), "B", (7, 7))
    usual = misreadings(look, DRAWN)
    assert usual == (Misreading(0, "B?", ""), Misreading(1, "", "B?"), Misreading(-1, "W", ""))
    assert beyond(usual, usual) == ()
    opened = look.with_tile(0, 0, "W5")
    assert beyond(misreadings(opened, DRAWN), usual) == (Misreading(0, "?", "5"),)
    assert beyond(misreadings(DRAWN, DRAWN), usual) == ()


@pytest.mark.parametrize(
    "look",
    [
        replace(DRAWN, pool=(6, 8)),
        replace(DRAWN, pool=(7, 7)),
        # a white one of the pool seems black: were it the clue tile, one too few would lie there
        replace(DRAWN, pool=(6, 9)),
        DRAWN.with_tile(1, 0, "B?"),
        replace(DRAWN, rows=(ROWS[0], ROWS[1][1:])),
    ],
    ids=["black missed", "white missed", "colour in the pool", "colour in a row", "end of a row"],
)
def test_a_draw_is_seen_though_another_tile_is_misread(look):
    assert last(begun(look)) == Drawn("Ada", "B")


@pytest.mark.parametrize(
    "look",
    [
        # the clue tile may be none, the pool being full
        replace(DRAWN, pool=(8, 8)),
        # it may be white
        replace(DRAWN, pool=(8, 7)),
        # a hand is over the pool
        replace(DRAWN, pool=(4, 8), steady=False),
    ],
    ids=["pool full", "colour", "hand"],
)
def test_a_draw_that_may_be_none_waits_for_a_better_look(look):
    evening = begun(look)
    assert isinstance(last(evening), Dealt)
    see(evening, DRAWN)
    assert last(evening) == Drawn("Ada", "B")


def test_a_tile_laid_open_is_seen_though_another_seems_to_have_changed_its_colour():
    evening = begun(DRAWN)
    evening.session.post(Claimed("Ada", "Ben", 3, "7"), "keyboard")
    evening.refresh()
    rows = (("W?", "W?", "B?", "W?", "B11"), ROWS[1])
    see(evening, TilesLying(rows, "", (7, 8)))
    assert last(evening) == Placed("Ada", 5, "B11")
    assert evening.table.question is None


def test_a_clue_tile_laid_open_before_its_claim_is_said_is_not_taken_for_a_hidden_one():
    evening = begun(DRAWN)
    evening.session.post(Claimed("Ada", "Ben", 3, "7"), "keyboard")
    evening.refresh()
    right = DRAWN.with_tile(1, 2, "W7")
    see(evening, right)
    assert last(evening) == Opened("Ben", 3, "W7")
    # Ada goes on, wrongly, and lays the clue tile open at once
    see(evening, replace(right, rows=((*ROWS[0], "B11"), right.rows[1]), clue=""))
    assert last(evening) == Opened("Ben", 3, "W7")
    assert evening.table.question is not None
    evening.session.post(Claimed("Ada", "Ben", 4, "9"), "keyboard")
    evening.refresh()
    assert last(evening) == Placed("Ada", 5, "B11")
    assert evening.table.question is None


def test_a_tile_that_is_gone_is_named_only_when_it_stays_away():
    evening = begun(DRAWN)
    short = replace(DRAWN, rows=(ROWS[0][:2] + ROWS[0][3:], ROWS[1]))
    see(evening, replace(short, steady=False))
    assert evening.table.question is None
    see(evening, short)
    assert evening.table.sentence.startswith("Tile 3 of Ada, B?, is gone")


def test_a_tile_that_is_not_seen_is_said_once_and_the_round_goes_on():
    evening = begun()
    short = (ROWS[0], ROWS[1][1:])
    see(evening, TilesLying(short, "", (8, 8)))
    assert evening.table.sentence.startswith("Tile 1 of Ben, W?, is gone")
    see(evening, TilesLying(short, "B", (7, 8)))
    assert last(evening) == Drawn("Ada", "B")
    assert evening.table.question is None
    # another that is gone is said
    see(evening, TilesLying((ROWS[0][:2] + ROWS[0][3:], ROWS[1]), "B", (7, 8)))
    assert evening.table.sentence.startswith("Tile 3 of Ada, B?, is gone")


def test_what_lies_right_is_said_and_the_round_goes_on_with_it():
    evening = begun(DRAWN)
    short = replace(DRAWN, rows=(ROWS[0], ROWS[1][2:]), pool=(7, 8))
    see(evening, short)
    assert evening.table.sentence.startswith("Ben has 2 tiles instead of 4")
    evening.on(Done())
    assert evening.table.question is None
    evening.session.post(Claimed("Ada", "Ben", 4, "7"), "keyboard")
    evening.refresh()
    see(evening, short.with_tile(1, 1, "B7"))
    assert last(evening) == Opened("Ben", 4, "B7")
    assert evening.table.question is None


@pytest.mark.parametrize(
    ("short", "asked"),
    [
        (1, "Tile 1 of Ben, W?, is gone: put it back."),
        (0, "A clue tile lies there, but none is drawn now: put it back."),
    ],
)
def test_a_clue_tile_that_cannot_be_of_the_pool_is_of_the_row_that_is_short(short, asked):
    current = played(*TABLE_EMPTY, rules=SMALL)
    ada, ben = current.rows.values()
    lying = TilesLying((ada, ben[short:]), "W", (0, 0))
    assert stray(current, lying, (CLUE,)).sentence == asked


def test_a_row_is_said_by_name_where_it_is_not_seen():
    evening = begun(DRAWN)
    evening.session.post(Claimed("Ada", "Ben", 3, "7"), "keyboard")
    evening.refresh()
    # a cup stands before the tile that is laid open
    covered = TilesLying((ROWS[0], ROWS[1]), "", (7, 8))
    see(evening, covered)
    assert last(evening) == Claimed("Ada", "Ben", 3, "7")
    evening.on(TypedRow("ada B? W? B W B11"))
    assert last(evening) == Placed("Ada", 5, "B11")
    # it stays unseen, and is not asked about
    see(evening, replace(covered, clue="W", pool=(7, 7)))
    assert last(evening) == Drawn("Ben", "W")
    assert evening.table.question is None
    with pytest.raises(BadNotation, match="is not a tile"):
        evening.on(TypedRow("Ada B? W? Bx"))
    with pytest.raises(BadNotation, match="was not asked for"):
        evening.on(TypedRow("Eve B? W?"))


def test_a_row_lies_as_it_is_said_whatever_else_is_misread():
    evening = begun(DRAWN)
    for event in (Claimed("Ada", "Ben", 1, "0"), Opened("Ben", 1, "W0")):
        evening.session.post(event, "keyboard")
    evening.refresh()
    # two tiles of the row are not seen where they stand: one of them seems to be the clue tile
    see(evening, TilesLying((ROWS[0][:3], ("W0", *ROWS[1][1:])), "B", (7, 8)))
    assert evening.table.sentence.startswith("Tile 4 of Ada, W?, is gone")
    evening.on(TypedRow("Ada B W B W B"))
    assert last(evening) == Placed("Ada", 5, "B?")
    assert evening.table.question is None


@pytest.mark.parametrize(("said", "drawn"), [(Yes(), True), (No(), False)])
def test_a_step_that_is_as_likely_as_a_misread_tile_is_asked_about(said, drawn):
    evening = begun()
    see(evening, replace(DRAWN, pool=(8, 8)))
    assert evening.table.sentence == ("Is the clue tile that Ada has drawn black? Say yes or no.")
    evening.on(said)
    assert (last(evening) == Drawn("Ada", "B")) is drawn


def test_a_deal_in_which_a_tile_may_be_misread_is_asked_about():
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"})
    see(evening, replace(DEALT, pool=(7, 8)))
    assert evening.table.sentence == (
        "Do the rows stand so, from their owners' left: Ada B W B W; Ben W B W B? Say yes or no."
    )
    evening.on(Yes())
    assert last(evening) == Dealt(("BWBW", "WBWB"), "Ada")
    # the pool is misread all the time
    see(evening, replace(DRAWN, pool=(6, 8)))
    assert last(evening) == Drawn("Ada", "B")


def misread(lying, rng):
    """A look at `lying` in which one tile is missed, seen twice, or of the other colour."""
    pool, row = list(lying.pool), rng.randrange(len(lying.rows))
    tiles = list(lying.rows[row])
    place, back = rng.randrange(len(tiles)), rng.randrange(2)
    match rng.randrange(6):
        case 0:
            pool[back] = max(0, pool[back] + rng.choice((-1, 1)))
        case 1 if all(pool):
            pool = [pool[0] - 1, pool[1] + 1]
        case 2:
            tiles[place] = "BW"[tiles[place][0] == "B"] + tiles[place][1:]
        case 3:
            del tiles[place]
        case 4:
            tiles.insert(place, "BW"[back] + "?")
        case _:
            lying = replace(lying, clue="" if lying.clue else "BW"[back])
    rows = (*lying.rows[:row], tuple(tiles), *lying.rows[row + 1 :])
    return replace(lying, rows=rows, pool=tuple(pool), steady=False)


@pytest.mark.parametrize("seed", range(12))
def test_whole_rounds_with_a_misread_tile_in_every_other_look_are_recorded_as_laid(seed):
    rng, players = Random(seed), ("Ada", "Ben", "Cleo", "Dirk")[: 2 + seed % 3]
    rules = {"dashes": "yes"} if seed % 2 else {}
    robots = TileRobots(rng)
    before = TileRound.begin(with_rules(find_book("davinci"), rules), players)
    event = robots.move(before)
    evening = evening_of(players, rules=rules, first=event.first)
    while not before.is_over:
        after = before.on(event)
        if isinstance(event, Claimed | Passed):
            evening.session.post(event, "keyboard")
            evening.refresh()
        else:
            see(evening, misread(lying_of(after), rng))
            answer_place(evening, event)
            # the deal says who sits where
            if isinstance(event, Dealt):
                see(evening, lying_of(after))
            assert evening.session.match.rounds[0] in (before, after)
            see(evening, lying_of(after))
            answer_place(evening, event)
        assert evening.session.match.rounds[0] == after
        before = after
        event = None if before.is_over else robots.move(before)
