"""Codes, answers, and how one is marked against the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation
from companion.game.core.codes import COLOURS, EMPTY, parse_code, spell
from companion.game.core.key_pegs import Keys, check_keys, format_keys, mark, parse_keys
from companion.game.parts.rules import answer, parse_part_answer
from companion.rulebooks.shelf import find_book
from tests.games import vectors

LETTERS = "".join(COLOURS) + EMPTY


def codes_of(colours, holes):
    return st.text(alphabet=colours, min_size=holes, max_size=holes)


pairs = st.integers(1, 6).flatmap(lambda n: st.tuples(codes_of("rbyg.", n), codes_of("rbyg.", n)))


@pytest.mark.parametrize(
    "box", ["bouwblokje", "bouwblokje-8", "bouwblokje-9", "hasbro", "five-hole"]
)
def test_every_worked_example_of_an_answer(box):
    lines = [line for line in vectors("feedback.json") if line["set"] == box]
    assert len(lines) == 200
    for line in lines:
        assert mark(line["secret"], line["guess"]) == Keys(line["black"], line["white"]), line


def test_every_worked_example_of_an_answer_for_one_part():
    lines = vectors("four_player_info.json")
    assert len(lines) == 300
    for line in lines:
        part = (EMPTY * (line["hole"] - 1) + line["colour"]).ljust(5, EMPTY)
        assert answer(part, line["row"]) == parse_part_answer(line["answer"] or "nothing"), line


@given(pairs)
def test_a_mark_is_symmetric_and_bounded(pair):
    secret, guess = pair
    keys = mark(secret, guess)
    assert keys == mark(guess, secret)
    assert keys.black >= 0
    assert keys.white >= 0
    assert keys.black + keys.white <= len(secret)
    assert (keys.black == len(secret)) == (secret == guess)


@given(st.integers(2, 6).flatmap(lambda n: st.tuples(codes_of("rb", n), codes_of("rb", n))))
def test_never_all_but_one_black_with_one_white(pair):
    assert mark(*pair) != Keys(len(pair[0]) - 1, 1)
    check_keys(mark(*pair), holes=len(pair[0]))


@given(pairs)
def test_a_mark_does_not_depend_on_the_order_of_holes(pair):
    secret, guess = pair
    assert mark(secret[::-1], guess[::-1]) == mark(secret, guess)


def test_rows_of_different_lengths_are_not_marked():
    with pytest.raises(BadNotation, match="5 holes cannot be marked against a code of 4"):
        mark("rgby", "rgbyo")


@given(st.integers(1, 7).flatmap(lambda n: codes_of(LETTERS, n)), st.sampled_from(" ,-"))
def test_a_code_reads_as_it_is_written(code, between):
    holes = len(code)
    assert parse_code(code, colours=LETTERS, holes=holes) == code
    assert parse_code(between.join(code.upper()), colours=LETTERS, holes=holes) == code


@given(st.integers(0, 9), st.integers(0, 9))
def test_keys_read_as_they_are_written(black, white):
    keys = Keys(black, white)
    assert parse_keys(format_keys(keys)) == keys
    assert parse_keys(str(keys)) == keys
    assert parse_keys(f"{black} {white}") == keys
    assert parse_keys(("b" * black + "w" * white) or "-") == keys
    assert parse_keys(f"{black}r{white}w") == keys  # the red slider of Hasbro's board
    assert parse_keys(("r" * black + "w" * white) or "-") == keys


@pytest.mark.parametrize("text", ["", "3", "2b3b", "x", "1 2 3", "-1 0", "b2", "2x1w"])
def test_bad_keys_say_what_to_type(text):
    with pytest.raises(BadNotation) as caught:
        parse_keys(text)
    assert caught.value.message == f"'{text}' is not an answer."
    assert "'2b1w'" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rgzb", "'z' at place 3 of 'rgzb' is no colour of this game."),
        (
            "rg.b",
            "'.' at place 3 of 'rg.b' is no colour of this game (an empty hole is not allowed).",
        ),
        ("rgb", "'rgb' has 3 pegs; a row has 4."),
        ("rgbyr", "'rgbyr' has 5 pegs; a row has 4."),
        ("", "'' has 0 pegs; a row has 4."),
    ],
)
def test_a_bad_code_is_named_with_its_place(text, message):
    with pytest.raises(BadNotation) as caught:
        parse_code(text, colours="rgby", holes=4)
    assert caught.value.message == message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (Keys(3, 1), "3 black and 1 white cannot be"),
        (Keys(3, 2), "are 5 key pegs; a row of 4 has at most 4"),
        (Keys(-1, 0), "-1 black"),
    ],
)
def test_an_impossible_answer_is_refused(keys, words):
    with pytest.raises(BadNotation, match=words):
        check_keys(keys, holes=4)


def test_an_impossible_answer_is_refused_in_the_words_of_the_box():
    with pytest.raises(BadNotation, match=r"^3 red and 1 white cannot be: with 3 pegs in place"):
        find_book("hasbro-2").check_keys(Keys(3, 1))
    with pytest.raises(BadNotation, match=r"^4 red, 1 white are 5 key pegs"):
        find_book("hasbro-group").check_keys(Keys(4, 1))
    with pytest.raises(BadNotation, match=r"^3 black and 1 white cannot be"):
        find_book("bouwblokje").check_keys(Keys(3, 1))


def test_a_code_in_words():
    assert spell("rg.y") == "red green empty yellow"
