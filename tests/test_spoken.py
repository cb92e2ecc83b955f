"""What people say for colours and answers, in four languages, read as the letters noted."""

import re

import pytest

from companion import i18n
from companion.errors import BadNotation
from companion.game.core.codes import parse_code, spell
from companion.game.core.key_pegs import Keys, parse_keys
from companion.game.core.spoken import back_of
from companion.game.parts.rules import BLACK, NOTHING, WHITE, parse_part_answer

ALL = "wksgropybnla"


@pytest.fixture
def speak():
    yield i18n.use
    i18n.use("en")


@pytest.mark.parametrize(
    ("language", "said", "letters"),
    [
        ("en", "red green blue yellow", "rgby"),
        ("en", "Red, GREEN, b, y", "rgby"),
        ("en", "grey-red-red-red", "srrr"),
        ("nl", "rood groen blauw geel", "rgby"),
        ("nl", "zwart wit zilver roze", "kwsp"),
        ("nl", "red green blue yellow", "rgby"),
        ("fr", "rouge vert bleu jaune", "rgby"),
        ("fr", "blanche, noire, rose, argent", "wkps"),
        ("nb", "rød grønn blå gul", "rgby"),
        ("nb", "rod gronn bla gul", "rgby"),
        ("nb", "sort hvit sølv rosa", "kwsp"),
        ("nb", "grå, rødt, grønt og gult", "srgy"),
        ("nl", "paars zilver grijze en bruine", "pssn"),
        ("fr", "argenté violet gris et brun", "spsn"),
    ],
)
def test_colours_are_said_in_whole_words(speak, language, said, letters):
    speak(language)
    assert parse_code(said, colours=ALL, holes=4) == letters


def test_letters_stay_letters_in_every_language(speak):
    for language in i18n.LANGUAGES:
        speak(language)
        assert parse_code("ROSA", colours=ALL, holes=4) == "rosa"
        assert parse_code("r g-b,y", colours=ALL, holes=4) == "rgby"
    speak("en")
    with pytest.raises(BadNotation, match=r"^'x' at place 3 of 'rgxy' is no colour"):
        parse_code("rgxy", colours="rgby", holes=4)


@pytest.mark.parametrize(
    ("language", "said", "refused"),
    [
        ("en", "rood blauw", "rood"),
        ("en", "red green black blue", "black"),
        ("nl", "rood groen blauw appel", "appel"),
        ("fr", "blanc vert doré rouge", "doré"),
        ("fr", "2 rouges et 1 blanc", "2"),
        ("nb", "avbryt", "avbryt"),
    ],
)
def test_of_a_row_in_words_the_word_is_named_that_is_no_colour(speak, language, said, refused):
    speak(language)
    with pytest.raises(BadNotation) as caught:
        parse_code(said, colours="rgbyw", holes=4)
    assert re.match(rf".{{1,2}}{refused}\W", str(caught.value)), str(caught.value)


@pytest.mark.parametrize(
    ("language", "letter", "meant"), [("fr", "v", "g vert"), ("nl", "z", "s zilver")]
)
def test_a_letter_that_begins_a_colour_s_word_is_asked_about(speak, language, letter, meant):
    speak(language)
    with pytest.raises(BadNotation) as caught:
        parse_code(f"rr{letter}r", colours="wsgropyb", holes=4)
    assert meant in str(caught.value).partition("?")[0]
    red = spell("r")
    with pytest.raises(BadNotation) as caught:
        parse_code(f"{red} {letter} {red} {red}", colours="wsgropyb", holes=4)
    assert meant in str(caught.value).partition("?")[0]


def test_an_empty_hole_is_said_in_words_where_one_may_be(speak):
    speak("nl")
    assert parse_code("rood leeg blauw geel rood", colours="rby.", holes=5) == "r.byr"
    with pytest.raises(BadNotation, match=r"'leeg' is geen kleur van dit spel .*leeg gat"):
        parse_code("rood leeg blauw geel", colours="rby", holes=4)


@pytest.mark.parametrize(
    ("language", "said", "keys"),
    [
        ("en", "1 black 2 white", (1, 2)),
        ("en", "2 white, 1 black", (1, 2)),
        ("en", "2-1", (2, 1)),
        ("en", "one black and two white", (1, 2)),
        ("en", "no black, 2 white", (0, 2)),
        ("nl", "een zwarte en twee witte", (1, 2)),
        ("nl", "geen zwart, 1 wit", (0, 1)),
        ("fr", "2 rouges et un blanc", (2, 1)),
        ("fr", "aucun noir, une blanche", (0, 1)),
        ("nb", "to svarte og én hvit", (2, 1)),
        ("nb", "hs", (1, 1)),
        ("en", "21", (2, 1)),
        ("en", "2b1w", (2, 1)),
        ("en", "2 red", (2, 0)),
        ("en", "bbw", (2, 1)),
        ("en", "black white white", (1, 2)),
        ("en", "nothing", (0, 0)),
        ("nl", "1 zwart 2 wit", (1, 2)),
        ("nl", "zzw", (2, 1)),
        ("nl", "niets", (0, 0)),
        ("nl", "2 rood 1 wit", (2, 1)),
        ("fr", "1 noir, 2 blancs", (1, 2)),
        ("fr", "2n1b", (2, 1)),
        ("fr", "2b1w", (2, 1)),
        ("fr", "rien", (0, 0)),
        ("nb", "1 svart 2 hvite", (1, 2)),
        ("nb", "1 sort", (1, 0)),
        ("nb", "ssh", (2, 1)),
        ("nb", "ingen", (0, 0)),
    ],
)
def test_an_answer_in_words_and_numbers(speak, language, said, keys):
    speak(language)
    assert parse_keys(said) == Keys(*keys)


@pytest.mark.parametrize("said", ["b", "bb", "2b"])
def test_a_letter_that_is_two_colours_in_french_is_asked_about(speak, said):
    speak("fr")
    with pytest.raises(BadNotation, match="blanc"):
        parse_keys(said)


def test_a_letter_that_is_red_or_nothing_in_french_is_asked_about(speak):
    speak("fr")
    for parse in (parse_keys, parse_part_answer):
        with pytest.raises(BadNotation, match="rien"):
            parse("r")
    assert parse_keys("rr") == Keys(2, 0)
    speak("nl")
    assert parse_keys("r") == Keys(1, 0)


@pytest.mark.parametrize("said", ["", "1 1 1", "x", "123", "1 2 3", "black or white", "12b", "b2"])
def test_what_is_no_answer_is_refused(said):
    with pytest.raises(BadNotation, match="is not an answer"):
        parse_keys(said)


@pytest.mark.parametrize(
    ("language", "said", "keys"),
    [
        ("en", "b", BLACK),
        ("nl", "wit", WHITE),
        ("nl", "z", BLACK),
        ("nl", "niets", NOTHING),
        ("fr", "noir", BLACK),
        ("fr", "blanc", WHITE),
        ("fr", "rien", NOTHING),
        ("nb", "svart", BLACK),
        ("nb", "h", WHITE),
        ("nb", "-", NOTHING),
    ],
)
def test_an_owner_answers_in_his_language(speak, language, said, keys):
    speak(language)
    assert parse_part_answer(said) == keys


def test_an_owner_s_letter_that_is_two_answers_is_asked_about(speak):
    speak("fr")
    with pytest.raises(BadNotation, match=r"noir .* blanc"):
        parse_part_answer("b")


@pytest.mark.parametrize("said", ["ben 1 1 1", "B0 B1 W5", "bl", "", "red"])
def test_only_b_w_and_whole_words_are_backs(said):
    assert back_of(said) == ""


def test_backs_in_words(speak):
    assert back_of("B") == back_of("black") == "B"
    speak("fr")
    assert (back_of("blanche"), back_of("noire"), back_of("w")) == ("W", "B", "W")
