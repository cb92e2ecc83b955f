"""The words that may be typed at any time: in each language, and what they never are."""

import re

import pytest

from companion import i18n
from companion.cli.game_loop.words import WORDS, help_text
from companion.cli.kinds import terminal_of
from companion.kinds.typed_words import TYPED_WORDS, english_of, words_for
from companion.rulebooks.shelf import SHELF
from tests.command import run
from tests.evenings import begin


@pytest.fixture
def speak():
    yield i18n.use
    i18n.use("en")


def test_every_word_has_one_in_each_language():
    others = i18n.LANGUAGES.keys() - {"en"}
    assert [name for name, words in TYPED_WORDS.items() if others - words.keys()] == []


def test_each_word_means_one_thing():
    said = [word for name in TYPED_WORDS for word in {*words_for(name)}]
    assert sorted(said) == sorted(set(said))


def test_no_word_is_a_row_of_a_box():
    """Lower case letters of colours, as many as a row has, would be taken for a row."""
    for box in SHELF.values():
        holes, colours = getattr(box, "holes", 0), set(getattr(box, "colours", "")) | set("wk.")
        rows = [w for n in TYPED_WORDS for w in words_for(n) if len(w) == holes]
        assert [word for word in rows if set(word) <= colours] == [], box.name


@pytest.mark.parametrize(
    ("language", "typed", "name"),
    [
        ("en", "Undo", "undo"),
        *(("en", word, "quit") for word in ("q", "exit", "bye", "Quit")),
        *(("en", word, "help") for word in ("?", "help")),
        *(("en", word, "card") for word in ("score", "Scores", "card")),
        ("nl", "TERUG", "undo"),
        ("fr", "reponse", "keys"),
        ("fr", "Réponse", "keys"),
        ("nb", "undo", "undo"),
        ("nl", "angre", "undo"),
        ("nl", "punten", "card"),
        ("nb", "rop", "call"),
        ("nb", "slutt", "quit"),
        ("en", "Bindestrek", "dash"),
        ("en", "h", "help"),
        ("fr", "h", "help"),
        ("nb", "h", "h"),
        ("nb", "?", "help"),
        ("nb", "hvit", "hvit"),
    ],
)
def test_a_word_is_known_whatever_is_spoken_and_an_answer_is_none(speak, language, typed, name):
    speak(language)
    assert english_of(typed) == name


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("book", "way"), [(name, way) for name, box in SHELF.items() for way in terminal_of(box).ways]
)
def test_what_help_tells_to_type_is_understood(speak, language, book, way):
    speak(language)
    players = ("Ada", "Ben", "Cleo")[: max(SHELF[book].players[0], 2)]
    match = begin(book, way=way, players=players, rounds=3 if len(players) == 3 else 2).match
    told = re.findall(r"^  (\w+)", help_text(match), re.MULTILINE)
    assert told
    assert [word for word in told if english_of(word) not in WORDS] == []


def test_a_match_is_played_in_words_of_the_language(monkeypatch, tmp_path):
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    monkeypatch.setenv("KEYPEG_LANGUAGE", "nb")
    play = ("play", "bouwblokje", "--players", "Ola,Kari", "--maker", "kept", "--rounds", "1")
    typed = ["", "rød blå gul grønn", "h", "angre", "to svarte", "rbgy", "fire svarte"]
    typed += ["rett 1 svar 2 2", "ja", "kort", "stilling", "brett", "tips", "rbgy"]
    said = run(*play, typed=typed)
    assert said.returncode == 0, said.stderr
    assert "1  Kari   r   b   y   g   ○" in said.stdout
    assert "Kari   r   b   y   g   ●●○○  2 sorte 2 hvite" in said.stdout
    assert said.stdout.count("Poengkort") == 3
    assert "Partiet er over: Ola vinner." in said.stdout


def test_what_is_told_in_a_refusal_is_typed_as_it_stands(monkeypatch, tmp_path):
    """A contradiction tells a correction: typed as it was told, in each language, it mends."""
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))
    play = ("play", "hasbro-2", "--players", "Ada,Ben", "--maker", "kept")
    for language in i18n.LANGUAGES:
        monkeypatch.setenv("KEYPEG_LANGUAGE", language)
        rows = ["", "rpby", "1 2", "wgpr", "0 0"]
        told = re.search(r"['«]\s?(\w+ 2 \w+ 0 1)\s?['»]", run(*play, typed=rows).stdout)
        assert told, language
        said = run(*play, typed=[*rows, told[1]]).stdout.rpartition(told[1])[2]
        assert re.search(r"w   g   p   r   ○", said), said
