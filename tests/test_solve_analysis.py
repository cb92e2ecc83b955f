"""What each guess of a finished game was worth."""

from math import log2

import numpy as np
import pytest

from companion.game.core.key_pegs import Keys, mark
from companion.game.solve.analysis import analyse
from companion.game.solve.possible import Space, keys_at, marks, possible

BOUWBLOKJE = Space("rbygon", 4, repeats=True)


def test_a_short_game():
    secret = "nogb"
    rows = [(guess, mark(secret, guess)) for guess in ("rrby", "bggo", "rrby", "nogb")]
    first, second, third, last = analyse(BOUWBLOKJE, rows, secret)
    assert (first.number, first.guess, first.keys) == (1, "rrby", Keys(0, 1))
    assert (first.before, first.after) == (1296, 276)
    assert first.expected == first.best == pytest.approx(240_108 / 1296)
    assert first.was_possible
    assert second.before == 276
    assert second.after == third.before == len(possible(BOUWBLOKJE, rows[:2]))
    assert (third.was_possible, third.after) == (False, third.before)
    assert third.expected == third.before  # it told nothing,
    assert third.luck == 0  # which was no bad luck
    assert third.best < third.before / 3
    assert (last.after, last.was_possible, last.is_wrong) == (1, True, False)
    assert all(row.best <= row.expected for row in (first, second, third, last))


def test_the_best_guess_leaves_what_is_said():
    rows = [("rrrr", Keys(1, 0)), ("rbbb", Keys(0, 2))]
    second = analyse(BOUWBLOKJE, rows)[1]
    left = possible(BOUWBLOKJE, rows[:1])
    sizes = np.bincount(marks(BOUWBLOKJE.numbers(second.best_guess)[None], left)[0])
    assert second.best == pytest.approx((sizes**2).sum() / len(left))


def test_luck_is_nothing_on_average():
    guess, codes = "rbyg", BOUWBLOKJE.codes
    counts = np.bincount(marks(BOUWBLOKJE.numbers(guess)[None], codes)[0])
    lucks = {
        keys: analyse(BOUWBLOKJE, [(guess, keys)])[0].luck
        for keys in (keys_at(i, holes=4) for i in np.flatnonzero(counts).tolist())
    }
    mean = sum(lucks[mark(c, guess)] for c in BOUWBLOKJE.texts(codes)) / len(codes)
    assert mean == pytest.approx(0, abs=1e-9)
    assert lucks[Keys(4, 0)] == pytest.approx(
        log2(1296) - sum(n / 1296 * log2(1296 / n) for n in counts if n)
    )


def test_a_makers_mistakes_and_what_follows():
    rows = [("rrby", Keys(0, 1)), ("rrby", Keys(1, 1)), ("bggo", Keys(1, 2))]
    first, second, third = analyse(BOUWBLOKJE, rows, "nogb")
    assert [row.is_wrong for row in (first, second, third)] == [False, True, False]
    assert second.truth == Keys(0, 1)
    assert (second.after, second.luck) == (0, 0)
    assert (third.before, third.after, third.expected, third.was_possible) == (0, 0, 0, False)


def test_without_the_code_no_answer_is_judged():
    row = analyse(BOUWBLOKJE, [("rrby", Keys(3, 1))])[0]
    assert row.truth is None
    assert not row.is_wrong
    assert analyse(BOUWBLOKJE, []) == []


def test_a_long_game_of_a_big_box():
    space, secret = Space("rbygonwk.", 4, repeats=True), "now."
    guesses = ["rrby", "bggo", "yyyy", "rrrr", "nnoo", "gnob", "nogr", "onbg", "no..", "now."]
    found = analyse(space, [(guess, mark(secret, guess)) for guess in guesses], secret)
    assert [row.after for row in found[:-1]] == [row.before for row in found[1:]]
    assert found[0].best == pytest.approx(1133.61, abs=0.01)
