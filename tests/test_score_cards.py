"""What stands on a score card stands alike on paper, page, picture, table and in the statistics."""

import csv
import io
import itertools

import pytest

from companion.cli.common import render
from companion.errors import IllegalMove
from companion.game.core.events import (
    Answered,
    CodeSet,
    CodeShown,
    Guessed,
    Seated,
    TakenBack,
    Voided,
    Way,
)
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.history.reading import summary_of
from companion.history.statistics import record_of
from companion.kinds.csv_lines import match_csv
from companion.kinds.score_card_svg import card_picture
from companion.rulebooks.shelf import BOUWBLOKJE, HASBRO_2, HASBRO_GROUP
from companion.web.show.views import card_of


def kept(match, maker, breaker, rows):
    """Let `maker` hide a code and answer `rows` of `breaker`, each with that many blacks."""
    if match.turn.need is Need.CODE:
        match = match.on(CodeSet((maker,)))
    for guess, black in rows:
        match = match.on(Guessed(breaker, guess)).on(Answered(maker, Keys(black, 0)))
    return match


@pytest.fixture
def played():
    """Round 1 is void twice, by one wrong answer each; a row of round 2 was taken back."""
    match = Match(BOUWBLOKJE).on(Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada"))
    match = kept(match, "Ada", "Ben", [("rrrr", 1), ("bbbb", 1)]).on(Voided(2))
    match = kept(match, "Ada", "Ben", [("gggg", 2), ("rbyo", 4)])
    match = match.on(CodeShown(("rbyo",)))
    match = kept(match, "Ada", "Ben", [("rbyo", 4)]).on(CodeShown(("rbyo",)))
    match = kept(match, "Ben", "Ada", [("rrrr", 0)])
    match = match.on(TakenBack(match.seq - 1))
    match = match.on(Guessed("Ada", "gggg")).on(Answered("Ben", Keys(4, 0)))
    return match.on(CodeShown(("gggg",)))


def lines_of(match):
    return list(csv.DictReader(io.StringIO(match_csv(match))))


def test_a_void_round_scores_nothing_but_the_extra_points_wherever_it_is_counted(played):
    assert played.totals() == {"Ada": 1, "Ben": 7}
    card = [("void", "·", "3"), ("void", "·", "3"), ("ROUND 1", "1", "·")]
    card.append(("ROUND 2, taken back: 1", "·", "1"))
    assert [(row["name"], *row["cells"]) for row in card_of(played)] == card
    with io.StringIO() as out:
        render.page(out).print(render.score_card(played))
        paper = out.getvalue()
    words = [text.said for text in card_picture(played).texts]
    for name, *_cells in card:
        assert name in paper
        assert name in words
    summary = summary_of("a", "2026-01-01T00:00:00+00:00", played)
    ada = record_of([summary], "Ada")
    ben = record_of([summary], "Ben")
    assert (ada.matches, ada.wins, ada.rows) == (1, 0, (1,))
    assert (ben.matches, ben.wins, ben.rows) == (1, 1, (1,))


def test_a_table_of_a_match_has_the_rounds_of_the_card_and_says_which_are_void(played):
    lines = lines_of(played)
    guesses = [(x["round"], x["void"], x["guess"]) for x in lines if x["what"] == "guess"]
    assert guesses == [
        ("1", "True", "rrrr"),
        ("1", "True", "bbbb"),
        ("1", "True", "gggg"),
        ("1", "True", "rbyo"),
        ("1", "False", "rbyo"),
        ("2", "False", "gggg"),
    ]
    gone = [(x["round"], x["guess"], x["counts"]) for x in lines if x["what"] == "withdrawn"]
    assert gone == [("2", "rrrr", "False")]


def test_a_table_names_the_maker_of_every_round_and_the_code_once_it_was_shown(played):
    codes = [(x["round"], x["void"], x["owner"], x["code"]) for x in lines_of(played) if x["code"]]
    makers = [(x["round"], x["void"], x["owner"]) for x in lines_of(played) if x["what"] == "code"]
    # the first of the void rounds ended before its code was seen
    assert makers == [
        ("1", "True", "Ada"),
        ("1", "True", "Ada"),
        ("1", "False", "Ada"),
        ("2", "False", "Ben"),
    ]
    assert codes == [
        ("1", "True", "Ada", "rbyo"),
        ("1", "False", "Ada", "rbyo"),
        ("2", "False", "Ben", "gggg"),
    ]


def test_the_points_of_a_table_add_up_to_its_totals(played):
    lines = lines_of(played)
    points = [(x["player"], int(x["points"])) for x in lines if x["what"] == "points"]
    for player, total in played.totals().items():
        assert sum(number for name, number in points if name == player) == total
        assert [int(x["points"]) for x in lines if x["what"] == "total" and x["player"] == player]


def extent(text):
    """Where `text` begins and ends, at 9 units a letter of Georgia, 18 a Chinese one."""
    width = sum(9 if letter.isascii() else 18 for letter in text.said)
    return (text.x - width, text.x) if text.ends else (text.x, text.x + width)


@pytest.mark.parametrize("name", ["Wim", "王小明王小明王小明王小明"])
def test_words_on_a_picture_of_the_card_do_not_touch(name):
    match = Match(HASBRO_GROUP).on(Seated(("Ada", "Cem", name), 3, Way.KEPT, name))
    match = kept(match, name, "Ada", [("rgop", 2)])
    match = match.on(TakenBack(match.seq - 1))
    for number in range(8):
        match = kept(match, name, ("Ada", "Cem")[number % 2], [("rgop", 2)])
    picture = card_picture(match)
    height = next(text.y for text in picture.texts if text.said.startswith("ROUND 1, taken back"))
    heads = [text for text in picture.texts if text.said in match.players]
    for texts in (heads, [text for text in picture.texts if text.y == height]):
        placed = [extent(text) for text in texts]
        assert all(end < begin for (_, end), (begin, _) in itertools.pairwise(placed))


def test_a_card_without_players_is_refused_in_words():
    with pytest.raises(IllegalMove, match="Nobody is seated yet"):
        card_picture(Match(HASBRO_2))


def test_a_spreadsheet_takes_a_name_for_a_name():
    match = Match(HASBRO_2).on(Seated(("=1+1", "-Ben"), 2, Way.KEPT, "=1+1"))
    match = kept(match, "=1+1", "-Ben", [("rgop", 0)])
    lines = lines_of(match)
    assert {line["player"] or line["owner"] for line in lines} == {"'=1+1", "'-Ben"}
    assert lines[0]["guess"] == "rgop"
