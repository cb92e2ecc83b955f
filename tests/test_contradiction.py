"""Answers that cannot all be true: the smallest set of them, and single keys that mend them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.core.key_pegs import Keys, mark
from companion.game.solve.contradiction import one_key_fixes, smallest_contradiction
from companion.game.solve.possible import Space, possible

BOUWBLOKJE = Space("rbygon", 4, repeats=True)
SMALL = [Space("rby", 3, repeats=True), Space("rbyg", 3, repeats=False)]
ANSWERS = [Keys(b, w) for b in range(4) for w in range(4 - b)]


@st.composite
def spoilt_games(draw):
    """A true game on a small box, some answers of which were changed."""
    space = draw(st.sampled_from(SMALL))
    secret = draw(st.sampled_from(space.texts(space.codes)))
    guesses = draw(st.lists(st.sampled_from(space.texts(space.guesses)), min_size=1, max_size=5))
    return space, [
        (guess, draw(st.one_of(st.just(mark(secret, guess)), st.sampled_from(ANSWERS))))
        for guess in guesses
    ]


def fits(space, rows):
    return any(all(mark(code, g) == k for g, k in rows) for code in space.texts(space.codes))


def smallest_by_trying(space, rows):
    for size in range(1, len(rows) + 1):
        for places in combinations(range(len(rows)), size):
            if not fits(space, [rows[place] for place in places]):
                return tuple(place + 1 for place in places)
    return ()


@given(spoilt_games())
def test_no_fewer_rows_contradict_each_other(game):
    space, rows = game
    assert smallest_contradiction(space, rows) == smallest_by_trying(space, rows)


@given(spoilt_games())
def test_the_fixes_are_all_single_pegs_that_mend(game):
    space, rows = game
    wanted = {}
    for place, (guess, said) in enumerate(rows):
        for black, white in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            keys = Keys(said.black + black, said.white + white)
            mended = [*rows[:place], (guess, keys), *rows[place + 1 :]]
            if count := len(possible(space, mended)):
                wanted[place + 1, keys] = count
    fixes = one_key_fixes(space, rows)
    if fits(space, rows):
        assert fixes == []
    else:
        assert {(row, keys): count for row, keys, count in fixes} == wanted
        assert [count for _, _, count in fixes] == sorted(wanted.values(), reverse=True)


def test_two_of_five_rows():
    rows = [
        ("rrby", Keys(1, 1)),
        ("rrrr", Keys(2, 0)),
        ("oonn", Keys(1, 0)),
        ("rrgg", Keys(0, 0)),
        ("bbbb", Keys(1, 0)),
    ]
    assert smallest_contradiction(BOUWBLOKJE, rows) == (2, 4)


def test_a_single_row_that_cannot_be():
    rows = [("oonn", Keys(0, 0)), ("rrby", Keys(3, 1))]
    assert smallest_contradiction(BOUWBLOKJE, rows) == (2,)
    assert one_key_fixes(BOUWBLOKJE, rows) == [
        (2, Keys(2, 1), 20),
        (2, Keys(3, 0), 12),
        (2, Keys(2, 2), 5),
        (2, Keys(4, 0), 1),
    ]


def test_nothing_to_mend():
    rows = [("rrby", Keys(1, 1))]
    assert smallest_contradiction(BOUWBLOKJE, rows) == ()
    assert one_key_fixes(BOUWBLOKJE, rows) == []
    assert smallest_contradiction(BOUWBLOKJE, []) == ()
    assert one_key_fixes(BOUWBLOKJE, []) == []


def test_a_missing_key_is_found():
    secret, guesses = "nogb", ["rrby", "bggo", "nnoo", "gnob"]
    rows = [(guess, mark(secret, guess)) for guess in guesses]
    rows[1] = ("bggo", Keys(1, 1))  # a white key fell out: it was 1 black, 2 white
    fixes = one_key_fixes(BOUWBLOKJE, rows)
    assert smallest_contradiction(BOUWBLOKJE, rows)
    assert (2, Keys(1, 2)) in [(row, keys) for row, keys, _ in fixes]


@pytest.mark.parametrize("wrong", [1, 2])
def test_twelve_rows_of_a_big_box(wrong):
    space, secret = Space("rbygonwk.", 4, repeats=True), "now."
    guesses = ["rrby", "bggo", "wk..", "nnoo", "gnob", "n.w.", "kkkk", "wown", ".won", "bywo"]
    rows = [(guess, mark(secret, guess)) for guess in [*guesses, "rrrr", "ownk"]]
    for place in range(wrong):
        rows[place] = (rows[place][0], Keys(2, 0))
    found = smallest_contradiction(space, rows)
    assert found
    assert not len(possible(space, [rows[row - 1] for row in found]))
    for left_out in found:
        assert len(possible(space, [rows[row - 1] for row in found if row != left_out]))
