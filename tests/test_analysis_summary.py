"""A round looked back on: accuracy by the measure of a hint, luck, and where it was decided."""

import pytest

from companion.game.core.events import (
    Answered,
    Claimed,
    CodeSet,
    CodeShown,
    Guessed,
    Seated,
    Way,
)
from companion.game.core.key_pegs import mark
from companion.game.match import Match
from companion.kinds.advice import advice_facts, say_advice
from companion.kinds.analysis_summary import curve, summaries_of, summary_sentences
from companion.kinds.facts import analysis_facts
from companion.rulebooks.shelf import BOUWBLOKJE, DAVINCI
from tests.tile_stories import DEAL, DRAW


def played(secret, *guesses, follow=0):
    """Play a kept round; where `follow` is given, that many guesses are the hint's own."""
    match = Match(BOUWBLOKJE).on(Seated(("Ada", "Ben"), 1, Way.KEPT, "Ada")).on(CodeSet(("Ada",)))
    guesses = [*guesses, *[None] * follow]
    for each in guesses:
        guess = each or advice_facts(match)["guess"]
        match = match.on(Guessed("Ben", guess)).on(Answered("Ada", mark(secret, guess)))
        if guess == secret:
            return match.on(CodeShown((secret,)))
    return match


def test_who_follows_the_hint_is_wholly_accurate():
    facts = analysis_facts(played("rgby", follow=4), 1)
    (ben,) = summaries_of(facts)
    assert ben.accuracy > 0.999


def test_a_wasted_guess_is_the_weakest_one_and_costs_accuracy():
    facts = analysis_facts(played("rgby", "rrgg", "rrrr", "rgby"), 1)
    (ben,) = summaries_of(facts)
    assert ben.worst_row == 2
    assert ben.accuracy < 0.9
    assert "weakest in row 2" in summary_sentences(facts)[1]


def test_a_curve_falls_from_all_codes_to_none_left_to_find():
    facts = analysis_facts(played("rgby", "rrgg", "rgyb", "rgby"), 1)
    drawn = curve(facts)
    assert len(drawn) == len(facts) + 1
    assert drawn[0] == "█"
    assert drawn[-1] == "▁"
    assert list(drawn) == sorted(drawn, reverse=True)


def test_that_few_codes_were_left_is_said_where_more_guesses_followed():
    facts = [
        {"row": n, "player": "Ben", "left_before": b, "left_after": a, "luck": 0.0}
        | {"expected": 2.0, "best_expected": 2.0}
        for n, (b, a) in enumerate([(100, 2), (2, 1), (1, 1)], start=1)
    ]
    assert "After row 1 only 2 codes were left." in summary_sentences(facts)


@pytest.mark.parametrize("secret", ["oogn", "ynrb"])
@pytest.mark.parametrize("first", ["rrrr", "gnbo"])
def test_who_follows_the_hint_from_any_row_on_is_as_accurate_as_it(secret, first):
    # when few codes are left a hint looks further than to the next answer, and so does this
    facts = analysis_facts(played(secret, first, follow=7), 1)
    assert [fact["guess"] for fact in facts[1:]] == [fact["best_guess"] for fact in facts[1:]]
    assert all(fact["expected"] == fact["best_expected"] for fact in facts[1:])


def test_a_guess_that_leaves_fewer_codes_than_the_hint_is_wholly_accurate():
    fact = {"row": 1, "player": "Ben", "left_before": 40, "left_after": 4, "luck": 0.0}
    (ben,) = summaries_of([fact | {"expected": 4.0, "best_expected": 5.05}])
    assert ben.accuracy == 1.0


def test_while_a_claim_is_replied_to_no_claim_is_advised():
    match = Match(DAVINCI).on(Seated(("Ada", "Ben"), 1, Way.KEPT, "Ada")).on(DEAL).on(DRAW)
    assert say_advice(match).startswith("From what all can see, the likeliest:")
    assert say_advice(match.on(Claimed("Ada", "Ben", 2, "3"))).startswith(
        "There is nothing to hint"
    )
