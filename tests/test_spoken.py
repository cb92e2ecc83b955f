"""What people say for colours and answers, in four languages, read as the letters noted."""

import pytest

from companion import i18n
from companion.errors import BadNotation
from companion.game.core.codes import Keys, parse_code, parse_keys
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
    with pytest.raises(BadNotation, match="'o' at place 2 of 'rood blauw' is no colour"):
        parse_code("rood blauw", colours="rgby", holes=4)


@pytest.mark.parametrize(
    ("language", "said", "keys"),
    [
        ("en", "1 black 2 white", (1, 2)),
        ("en", "2 white, 1 black", (1, 2)),
        ("en", "2-1", (2, 1)),
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
