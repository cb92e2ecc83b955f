"""Hints: deterministic, among all guesses, and short whole games."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import IllegalMove
from companion.game.core.key_pegs import Keys, mark
from companion.game.solve.hint import best_split, hint, split
from companion.game.solve.possible import Space, keys_at, marks, possible

BOUWBLOKJE = Space("rbygon", 4, repeats=True)
SMALL = [Space("rbyg", 3, repeats=True), Space("rbygo", 3, repeats=False)]


def guesses_of_all_games(space, rows=(), left=None):
    """Play by hints from `rows` on: all guesses of all codes from here, and the longest game."""
    left = space.codes if left is None else left
    guess = hint(space, rows).guess
    answers = marks(space.numbers(guess)[None], left)[0]
    total, longest = len(left), 1
    for index in np.unique(answers).tolist():
        keys = keys_at(index, holes=space.holes)
        if keys.black < space.holes:
            games = guesses_of_all_games(space, (*rows, (guess, keys)), left[answers == index])
            total, longest = total + games[0], max(longest, 1 + games[1])
    return total, longest


def fewest_guesses(space, left):
    """The least total over all codes, by trying everything."""
    if len(left) <= 2:
        return 2 * len(left) - 1
    best = 10**6
    for guess in space.guesses:
        answers = marks(guess[None], left)[0]
        parts = [left[answers == index] for index in np.unique(answers)]
        if len(parts) > 1:
            right = (answers == space.holes * (space.holes + 1)).any()
            lower = len(left) + sum(2 * len(part) - 1 for part in parts) - right
            if lower < best:
                sums = [fewest_guesses(space, p) for p in parts if not (p == guess).all()]
                best = min(best, len(left) + sum(sums))
    return best


def test_playing_by_hints_needs_the_fewest_guesses_that_can_be():
    total, longest = guesses_of_all_games(BOUWBLOKJE)
    assert total == 5625  # the proven minimum (Koyama and Lai, 1993)
    assert longest <= 6


@pytest.mark.parametrize(
    ("secret", "rows", "count"),
    [
        ("rygo", ("rbyg", "onrb", "yrng"), 6),
        ("nogb", ("rrby", "oonn", "bggo"), 5),
    ],
)
def test_a_few_codes_left_are_played_on_to_the_end(secret, rows, count):
    answered = tuple((row, mark(secret, row)) for row in rows)
    left = possible(BOUWBLOKJE, answered)
    assert len(left) == count
    total, _ = guesses_of_all_games(BOUWBLOKJE, answered, left)
    assert total == fewest_guesses(BOUWBLOKJE, left)


@given(st.sampled_from(SMALL), st.data())
def test_the_best_split_leaves_no_more_codes_than_any_guess(space, data):
    texts = space.texts(space.guesses)
    secret = data.draw(st.sampled_from(space.texts(space.codes)))
    rows = [(g, mark(secret, g)) for g in data.draw(st.lists(st.sampled_from(texts), max_size=2))]
    left = possible(space, rows)
    best = split(best_split(space, [space.numbers(g) for g, _ in rows], left), left)
    assert best.expected == min(split(guess[None], left).expected for guess in space.guesses)


@given(st.sampled_from(SMALL), st.data())
def test_a_hint_says_what_follows(space, data):
    texts = space.texts(space.guesses)
    secret = data.draw(st.sampled_from(space.texts(space.codes)))
    rows = [(g, mark(secret, g)) for g in data.draw(st.lists(st.sampled_from(texts), max_size=3))]
    left = space.texts(possible(space, rows))
    found = hint(space, rows)
    sizes = [sum(mark(c, found.guess) == mark(d, found.guess) for d in left) for c in left]
    assert found == hint(space, rows)
    assert found.remaining == len(left)
    assert found.expected == pytest.approx(sum(sizes) / len(left))
    assert found.worst == max(sizes)
    assert found.is_possible == (found.guess in left)


@pytest.mark.parametrize(
    ("space", "remaining"),
    [
        (Space("wsgropyb", 4, repeats=False), 1680),
        (Space("rbygonwk.", 4, repeats=True), 6561),
        (Space("wsgropyb", 5, repeats=True), 32768),
    ],
)
def test_a_first_hint_for_every_box(space, remaining):
    found = hint(space, [])
    assert found.remaining == remaining
    assert found.is_possible
    assert found.expected < remaining / 5


def test_the_last_code_is_the_hint():
    found = hint(BOUWBLOKJE, [("rbyg", Keys(2, 2)), ("ryrr", Keys(1, 1)), ("rgyy", Keys(2, 1))])
    assert (found.guess, found.remaining, found.worst, found.is_possible) == ("rbgy", 1, 1, True)


def test_answers_that_no_code_gives_are_said():
    with pytest.raises(IllegalMove, match="No code agrees with these answers"):
        hint(BOUWBLOKJE, [("rrrr", Keys(1, 0)), ("rrrr", Keys(2, 0))])


def test_a_split_in_numbers():
    left = possible(BOUWBLOKJE, [("rrrr", Keys(3, 0))])
    found = split(BOUWBLOKJE.numbers("brrr")[None], left)
    # 20 codes: brrr itself; 4 with another colour in hole 1; 3 with b elsewhere; 12 others.
    assert found.worst == 12
    assert found.expected == pytest.approx((1 + 16 + 9 + 144) / 20)
