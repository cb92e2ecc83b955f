"""Tournaments: who plays whom, who stands where, and what a referee does about it."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.tournament.events import (
    Cut,
    Drawn,
    Entry,
    Game,
    Opened,
    Scored,
    System,
    Withdrawn,
    format_entry,
    parse_entry,
)
from companion.club.tournament.pairing import circle_round, group_sizes
from companion.club.tournament.standings import TIE_BREAKS, duel_points
from companion.club.tournament.tournament import Tournament, merged, tournament_of
from companion.errors import BadNotation, IllegalMove

COUNTS = {System.SWISS: (2, 40), System.ROUND_ROBIN: (2, 14), System.GROUPS: (3, 40)}


def names(count):
    return tuple(f"P{number:02}" for number in range(1, count + 1))


def opened(count, system=System.SWISS, rounds=5):
    return Tournament().on(Opened(names(count), system, rounds))


def play_round(state, rng, *, absent=0.0):
    """Draw a round and give every game a result; return the state and the events."""
    drawn = state.next_round()
    events = [drawn]
    for n, game in enumerate(drawn.games, start=1):
        if not game.is_bye:
            scores = tuple(
                None if rng.random() < absent else rng.randint(0, 9) for _ in game.players
            )
            events.append(Scored(len(state.drawn) + 1, n, scores))
    for event in events:
        state = state.on(event)
    return state, events


def met(state):
    return [pair for each in state.drawn for game in each.games
            for pair in combinations(sorted(game.players), 2)]  # fmt: skip


@given(st.sampled_from(System), st.data(), st.randoms(use_true_random=False))
def test_everyone_plays_once_in_each_round_and_points_add_up(system, data, rng):
    least, most = COUNTS[system]
    count = data.draw(st.integers(least, most))
    rounds = min(4, count - 1 + count % 2) if system is System.ROUND_ROBIN else 4
    state = opened(count, system, rounds)
    given_out = 0
    for _ in range(rounds):
        if len(state.playing) > least and rng.random() < 0.2:
            state = state.on(Withdrawn(rng.choice(state.playing)))
        before = state.playing
        state, events = play_round(state, rng)
        games = events[0].games
        assert sorted(player for game in games for player in game.players) == sorted(before)
        sizes = {len(game.players) for game in games}
        if system is System.GROUPS:
            assert max(sizes) - min(sizes) <= 1
        given_out += sum(
            2 if game.is_bye else len(game.players) * (len(game.players) - 1) for game in games
        )
    table = state.standings()
    assert sum(each.points for each in table) == given_out
    assert [each.place for each in table] == list(range(1, count + 1))
    keys = [(-each.points, *(-value for value in each.breaks)) for each in table]
    assert keys == sorted(keys)
    assert state.is_over


@given(st.integers(4, 64), st.randoms(use_true_random=False))
def test_in_six_swiss_rounds_nobody_meets_anybody_twice_or_has_two_byes(count, rng):
    rounds = min(6, count // 2)
    state = opened(count, rounds=rounds)
    for _ in range(rounds):
        state, __ = play_round(state, rng)
    assert len(set(met(state))) == len(met(state))
    byes = [game.players[0] for each in state.drawn for game in each.games if game.is_bye]
    assert len(set(byes)) == len(byes)
    begun = [g.players[0] for each in state.drawn for g in each.games if not g.is_bye]
    assert all(begun.count(player) <= rounds for player in state.players)


@pytest.mark.parametrize("count", range(2, 16))
def test_in_a_whole_round_robin_everyone_meets_everyone_once(count):
    rounds = count - 1 + count % 2
    games = [game for number in range(rounds) for game in circle_round(names(count), number)]
    pairs = [tuple(sorted(game.players)) for game in games if not game.is_bye]
    assert sorted(pairs) == sorted(combinations(names(count), 2))
    begun = [game.players[0] for game in games if not game.is_bye]
    assert max(begun.count(p) for p in names(count)) <= rounds // 2 + 1


@pytest.mark.parametrize("count", range(3, 200))
def test_groups_have_three_to_five_players(count):
    sizes = group_sizes(count, 3, 5)
    assert sum(sizes) == count
    assert set(sizes) <= {3, 4, 5}


def test_the_same_state_is_drawn_in_the_same_way():
    one, other = (opened(17) for _ in range(2))
    assert one.next_round() == other.next_round()


def test_sixty_four_players_an_evening_with_everything_that_happens():
    """Six rounds: who does not come, who leaves, a wrong result put right, the standings said."""
    rng = Random(64)
    state = opened(64, rounds=6)
    for number in range(1, 7):
        state, __ = play_round(state, rng, absent=0.03)
        if number == 2:
            state = state.on(Withdrawn("P10")).on(Withdrawn("P11"))
            assert len(state.playing) == 62
        if number == 3:
            game = state.drawn[2].games[0]
            wrong = state.scores[3, 1]
            before = {each.player: each.points for each in state.standings()}
            state = state.on(Scored(3, 1, (9, 0), "counted again"))
            after = {each.player: each.points for each in state.standings()}
            assert after[game.players[0]] == before[game.players[0]] + 2 - duel_points(
                *wrong.scores
            )
            assert {p for p in after if after[p] != before[p]} <= set(game.players)
    assert state.is_over
    assert len(set(met(state))) == len(met(state))
    table = state.standings()
    said = {each.parted_by for each in table if each.parted_by}
    assert "points of the opponents (Buchholz)" in said
    assert said <= {*TIE_BREAKS[System.SWISS], "order of entry"}


def test_who_does_not_come_loses_and_both_absent_get_nothing():
    state = opened(4, rounds=1).on(Drawn((Game(("P01", "P02")), Game(("P03", "P04")))))
    state = state.on(Scored(1, 1, (0, None), "did not come")).on(Scored(1, 2, (None, None)))
    assert {each.player: each.points for each in state.standings()} == {
        "P01": 2, "P02": 0, "P03": 0, "P04": 0,
    }  # fmt: skip


def test_a_game_of_four_is_as_many_games_of_two():
    state = opened(4, System.GROUPS, 1).on(Drawn((Game(names(4)),)))
    state = state.on(Scored(1, 1, (7, 3, 3, 1)))
    assert [(each.player, each.points) for each in state.standings()] == [
        ("P01", 6), ("P02", 3), ("P03", 3), ("P04", 0),
    ]  # fmt: skip


def test_the_best_go_on_after_a_stage_of_groups():
    state, __ = play_round(opened(16, System.GROUPS, 2), Random(1))
    best = {each.player for each in state.standings()[:8]}
    assert set(state.on(Cut(8)).playing) == best
    with pytest.raises(IllegalMove, match="from 2 to 16"):
        state.on(Cut(17))


REFUSED = [
    (lambda s: s.on(Opened(("A", "B"), System.SWISS, 1)), "has begun"),
    (lambda s: s.on(Scored(9, 1, (1, 0))), "no game"),
    (lambda s: s.on(Scored(1, 99, (1, 0))), "no game"),
    (lambda s: s.on(Scored(1, 1, (1, 0, 0))), "needed here: 2"),
    (lambda s: s.on(Withdrawn("nobody")), "takes no part"),
    (lambda s: s.next_round(), "without a result: 4"),
    (lambda s: s.on(Drawn((Game(("P01", "P02")),))), "without a result: 4"),
]


@pytest.mark.parametrize(("step", "why"), REFUSED)
def test_what_cannot_be_is_refused_and_changes_nothing(step, why):
    state = opened(8)
    state = state.on(state.next_round())
    with pytest.raises(IllegalMove, match=why):
        step(state)


@pytest.mark.parametrize(
    ("players", "system", "rounds"),
    [
        (("A",), System.SWISS, 1),
        (("A", "A"), System.SWISS, 1),
        (("A", "B"), System.GROUPS, 1),
        (("A", "B", "C"), System.ROUND_ROBIN, 4),
        (("A", "B"), System.SWISS, 0),
        (("A", ""), System.SWISS, 1),
    ],
)
def test_a_tournament_that_cannot_be_is_not_begun(players, system, rounds):
    with pytest.raises(IllegalMove):
        Tournament().on(Opened(players, system, rounds))


def test_the_events_are_read_as_they_were_written_and_fold_to_the_same():
    rng, events = Random(5), [Opened(names(9), System.SWISS, 3)]
    state = tournament_of(events)
    for _ in range(3):
        state, more = play_round(state, rng, absent=0.1)
        events += more
    entries = [Entry(number, "hub", event) for number, event in enumerate(events)]
    read = [parse_entry(format_entry(entry)) for entry in entries]
    assert [entry.event for entry in read] == events
    assert read == entries
    rng.shuffle(read)
    assert merged(read) == (state, ())
    for odd in (
        "", "[]", '{"do":"shout"}', '{"do":"cut"}', "null", '{"do":"cut","count":2,"entry":true}',
        '{"do":"cut","count":2,"entry":-1}', '{"do":"cut","count":2,"hub":3}',
    ):  # fmt: skip
        with pytest.raises(BadNotation):
            parse_entry(odd)


def test_lines_that_older_versions_kept_are_read_in_their_order():
    old = '{"do": "opened", "players": ["Ada", "Ben"], "system": "swiss", "rounds": 1}'
    assert parse_entry(old, 7, "hub") == Entry(7, "hub", Opened(("Ada", "Ben"), System.SWISS, 1))


def test_a_next_tournament_takes_the_place_of_the_last():
    first, second = (Opened(names(count), System.SWISS, 1) for count in (4, 6))
    state, left_out = merged([Entry(2, "hub", second), Entry(1, "hub", first)])
    assert state.players == names(6)
    assert left_out == ()
