"""Spaces of codes, all answers at once, and what is still possible."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation
from companion.game.core.key_pegs import Keys, mark
from companion.game.solve.possible import Space, index_of, is_among, keys_at, marks, possible

BOUWBLOKJE = Space("rbygon", 4, repeats=True)
COUNTS = [
    (BOUWBLOKJE, 1296, 1296),
    (Space("rbygonwk", 4, repeats=True), 4096, 4096),
    (Space("rbygonwk.", 4, repeats=True), 6561, 6561),
    (Space("wsgropyb", 4, repeats=False), 1680, 4096),
    (Space("wsgropyb", 4, repeats=True), 4096, 4096),
    (Space("wsgropyb", 5, repeats=True), 32768, 32768),
]

spaces = st.builds(
    Space, st.sampled_from(["rbyg", "rbyg.", "wsgrop"]), st.integers(2, 4), repeats=st.booleans()
)


@pytest.mark.parametrize(("space", "codes", "guesses"), COUNTS)
def test_the_number_of_codes_and_of_guesses(space, codes, guesses):
    assert len(space.codes) == codes
    assert len(space.guesses) == guesses
    assert len(set(space.texts(space.codes))) == codes


@given(spaces, st.data())
def test_all_answers_at_once_agree_with_mark(space, data):
    rows = st.lists(st.sampled_from(space.texts(space.guesses)), min_size=1, max_size=6)
    guesses, codes = data.draw(rows), data.draw(rows)
    answers = marks(
        np.array([space.numbers(guess) for guess in guesses]),
        np.array([space.numbers(code) for code in codes]),
    )
    for (i, guess), (j, code) in product(enumerate(guesses), enumerate(codes)):
        assert keys_at(int(answers[i, j]), holes=space.holes) == mark(code, guess)
        assert index_of(mark(code, guess), holes=space.holes) == answers[i, j]


def test_answers_in_many_blocks_are_those_of_one():
    space = Space("wsgropyb", 5, repeats=True)
    some = space.guesses[::997]
    assert (marks(some, space.codes) == marks(space.codes, some).T).all()


def test_no_answer_has_the_number_of_another():
    keys = [Keys(b, w) for b in range(6) for w in range(6 - b)]
    assert len({index_of(k, holes=5) for k in keys}) == len(keys)
    assert index_of(Keys(3, 3), holes=5) not in {index_of(k, holes=5) for k in keys}


@given(spaces, st.data())
def test_possible_codes_are_those_that_mark_agrees_with(space, data):
    texts = space.texts(space.guesses)
    secret = data.draw(st.sampled_from(space.texts(space.codes)))
    guesses = data.draw(st.lists(st.sampled_from(texts), max_size=3))
    rows = [(guess, mark(secret, guess)) for guess in guesses]
    left = space.texts(possible(space, rows))
    assert secret in left
    assert left == [
        code
        for code in space.texts(space.codes)
        if all(mark(code, guess) == keys for guess, keys in rows)
    ]


def test_an_answer_that_cannot_be_leaves_nothing():
    assert len(possible(BOUWBLOKJE, [("rbyg", Keys(3, 1))])) == 0
    assert len(possible(BOUWBLOKJE, [("rbyg", Keys(3, 3))])) == 0


def test_whether_a_code_is_among_others():
    left = possible(BOUWBLOKJE, [("rrrr", Keys(0, 0))])
    assert is_among(BOUWBLOKJE.numbers("bygo")[None], left)
    assert not is_among(BOUWBLOKJE.numbers("bygr")[None], left)


@pytest.mark.parametrize(
    ("colours", "holes", "repeats", "message"),
    [
        ("rbz", 4, True, "'z' in 'rbz' is no colour letter"),
        ("rbr", 4, True, "must name each colour once"),
        ("", 4, True, "must name each colour once"),
        ("rby", 4, False, "3 colours cannot fill 4 holes without a repeat"),
        ("rbygonwk", 7, True, "8 colours in 7 holes cannot be searched"),
        ("rb", 0, True, "2 colours in 0 holes cannot be searched"),
    ],
)
def test_a_box_that_cannot_be_is_refused(colours, holes, repeats, message):
    with pytest.raises(BadNotation, match=message):
        Space(colours, holes, repeats=repeats)


@pytest.mark.parametrize("row", ["rby", "rbygo", "rbyw", "RBYG"])
def test_a_row_that_is_not_of_the_box_is_refused(row):
    with pytest.raises(BadNotation, match=f"'{row}' is no row of 4 pegs in the colours 'rbygon'"):
        possible(BOUWBLOKJE, [(row, Keys(0, 0))])
