"""Code games with one maker: the leaflets' own examples, the recorded games, and every refusal."""

from dataclasses import replace

import pytest

from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import (
    Answered,
    CodeSet,
    CodeShown,
    Guessed,
    Seated,
    Voided,
    Way,
)
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Cell, Need
from companion.game.match import Match
from companion.game.pegs.round import PegRound
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import BOUWBLOKJE, HASBRO_2, HASBRO_GROUP
from tests.games import vectors


def begun(rules, players=("Ada", "Ben"), rounds=2, way=Way.KEPT):
    return Match(rules).on(Seated(players, rounds, way, players[0]))


def play_round(match, secret, guesses, said=None):
    """Play a round with a kept code; `said` are the maker's answers (default: the true ones)."""
    maker = match.round.maker
    match = match.on(CodeSet((maker,)))
    for place, guess in enumerate(guesses):
        keys = Keys(*said[place]) if said else mark(secret, guess)
        match = match.on(Guessed(match.turn.player, guess)).on(Answered(maker, keys))
    return match.on(CodeShown((secret,)))


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (BOUWBLOKJE, 1296),
        (with_rules(BOUWBLOKJE, {"variation": "A"}), 4096),
        (with_rules(BOUWBLOKJE, {"variation": "B"}), 6561),
        (HASBRO_2, 1680),
        (with_rules(HASBRO_2, {"repeats": "yes"}), 4096),
    ],
)
def test_number_of_codes(rules, count):
    assert rules.codes_count == count == len(set(rules.codes()))


@pytest.mark.parametrize("game", vectors("matches.json")["bouwblokje"])
def test_recorded_bouwblokje(game):
    match = begun(BOUWBLOKJE, tuple(game["players"]), game["counted_rounds"])
    for number, played in enumerate(game["rounds"]):
        assert match.round.maker == played["maker"]
        match = play_round(match, played["secret"], played["guesses"], played["said"])
        ended = match.rounds[number]
        assert list(ended.mistakes) == played["wrong_rows"]
        assert ended.is_void == played["void"]
        assert match.totals() == played["points_after"]
    assert match.is_over
    assert match.totals() == game["points"]
    assert list(match.winners()) == game["winners"]


@pytest.mark.parametrize("game", vectors("matches.json")["hasbro"])
def test_recorded_hasbro_for_two(game):
    match = begun(HASBRO_2, tuple(game["players"]), len(game["rounds"]))
    for number, played in enumerate(game["rounds"]):
        assert match.round.maker == played["maker"]
        match = play_round(match, played["secret"], played["guesses"])
        score = match.rounds[number].score()
        assert [p for p, cell in score.items() if cell.sum == 1] == [played["winner"]]
    assert match.totals() == game["won"]
    assert list(match.winners()) == game["winners"]


@pytest.mark.parametrize("played", vectors("hasbro_group_rounds.json"))
def test_recorded_hasbro_for_the_group(played):
    rules = replace(HASBRO_GROUP, repeats=played["repeats"])
    ended = PegRound.begin(rules, tuple(played["players"]), played["maker"])
    ended = ended.on(CodeSet((played["maker"],)))
    for row in played["rows"]:
        assert ended.turn.player == row["player"]
        keys = mark(played["secret"], row["guess"])
        assert (keys.black, keys.white) == (row["red"], row["white"])
        ended = ended.on(Guessed(row["player"], row["guess"])).on(Answered(played["maker"], keys))
        assert ended.score()[row["player"]].singles[-1] == row["points"]
    ended = ended.on(CodeShown((played["secret"],)))
    assert ended.broken_on == played["solved_on_row"]
    assert ended.score()[played["maker"]].sum == played["maker_points"]
    assert {p: cell.sum for p, cell in ended.score().items()} == played["totals"]


def test_the_score_card_of_the_book():
    """The book's round 1: Tim made the code, Ben 1 3 3 = 7, Lotte 2 4 10 = 16 on row 6."""
    rules = HASBRO_GROUP
    said = {"wsgp": (0, 1), "wspr": (0, 2), "pwsr": (1, 1), "pyrw": (1, 2), "pwgr": (1, 1)}
    said["pryb"] = (4, 0)
    match = begun(rules, ("Tim", "Ben", "Lotte"), 3).on(CodeSet(("Tim",)))
    for guess, keys in said.items():
        match = match.on(Guessed(match.turn.player, guess)).on(Answered("Tim", Keys(*keys)))
    match = match.on(CodeShown(("pryb",)))
    assert match.card()[0] == {
        "Tim": Cell((10,)),
        "Ben": Cell((1, 3, 3)),
        "Lotte": Cell((2, 4, 10)),
    }
    assert match.totals() == {"Tim": 10, "Ben": 7, "Lotte": 16}


def test_the_scoring_example_of_the_book():
    """Two right colours misplaced and one in place: white 2, red 1, and 4 points."""
    keys = mark("prby", "rpbw")
    assert keys == Keys(black=1, white=2)
    match = begun(HASBRO_GROUP, ("Tim", "Ben", "Lotte"), 3).on(CodeSet(("Tim",)))
    match = match.on(Guessed("Ben", "rpbw")).on(Answered("Tim", keys))
    assert match.round.score()["Ben"] == Cell((4,))


def test_breakers_keep_their_points_when_nobody_breaks_the_code():
    match = begun(HASBRO_GROUP, ("Tim", "Ben", "Lotte"), 3)
    match = play_round(match, "pryb", ["pwsg"] * 12)
    assert match.totals() == {"Tim": 40, "Ben": 12, "Lotte": 12}


def test_broken_on_row_ten_and_not_broken_both_give_ten():
    broken = play_round(begun(BOUWBLOKJE), "rgby", ["nnnn"] * 9 + ["rgby"])
    failed = play_round(begun(BOUWBLOKJE), "rgby", ["nnnn"] * 10)
    assert broken.totals() == failed.totals() == {"Ada": 10, "Ben": 0}


def test_a_mistake_found_before_the_showing_voids_the_round_too():
    match = begun(BOUWBLOKJE).on(CodeSet(("Ada",))).on(Guessed("Ben", "rgby"))
    match = match.on(Answered("Ada", Keys(1, 0))).on(Guessed("Ben", "rrrr")).on(Voided(1))
    assert match.totals() == {"Ada": 0, "Ben": 3}
    assert match.round.maker == "Ada"
    assert match.turn.need is Need.CODE
    assert not match.rounds[0].counts


def test_an_answer_of_the_companion_is_no_mistake_of_the_maker():
    match = begun(BOUWBLOKJE, way=Way.TOLD).on(CodeSet(("Ada",), ("0" * 64,)))
    match = match.on(Guessed("Ben", "rgby")).on(Answered("Ada", Keys(0, 0)))
    with pytest.raises(IllegalMove, match="companion answers"):
        match.on(Voided(1))


def test_hasbro_names_a_wrong_row_and_lets_the_round_stand():
    said = [(0, 0), (4, 0)]
    match = play_round(begun(HASBRO_2), "pryb", ["prwo", "pryb"], said)
    assert match.rounds[0].mistakes == (1,)
    assert match.rounds[0].true_keys(1) == Keys(2, 0)
    assert match.totals() == {"Ada": 0, "Ben": 1}


def test_a_code_that_fits_only_backwards_is_noticed():
    current = begun(HASBRO_2).on(CodeSet(("Ada",))).round
    for guess in ("wsgo", "pryb"):
        current = current.on(Guessed("Ben", guess)).on(Answered("Ada", mark("pryb", guess)))
    assert current.fits_only_backwards("bryp") is False
    assert current.fits_only_backwards("byrp")
    assert not current.fits_only_backwards("pryb")


def test_a_code_that_fits_both_ways_does_not_fit_only_backwards():
    current = begun(BOUWBLOKJE).on(CodeSet(("Ada",))).round
    current = current.on(Guessed("Ben", "rggr")).on(Answered("Ada", mark("rggr", "rggr")))
    assert not current.fits_only_backwards("rggr")
    other = begun(BOUWBLOKJE).on(CodeSet(("Ada",))).round
    other = other.on(Guessed("Ben", "rrrr")).on(Answered("Ada", Keys(2, 0)))
    assert other.mistakes_for("rrgg") == other.mistakes_for("ggrr") == ()
    assert not other.fits_only_backwards("rrgg")


def test_a_void_round_scores_nothing_for_its_rows_each_time():
    match = begun(BOUWBLOKJE)
    for _ in range(2):
        match = play_round(match, "rgby", ["rgbo", "rgby"], [(1, 0), (4, 0)])
    assert match.totals() == {"Ada": 0, "Ben": 6}
    assert match.round.maker == "Ada"


def test_an_empty_hole_is_answered_like_a_colour_in_variation_b():
    rules = with_rules(BOUWBLOKJE, {"variation": "B"})
    match = begun(rules).on(CodeSet(("Ada",))).on(Guessed("Ben", "...."))
    assert match.round.rows[0].code == "...."
    assert mark("r..g", ".r..") == Keys(1, 2)
    assert rules.parse_code("....") == "...."


def test_odd_rounds_are_noticed_for_hasbro_for_two_alone():
    seated = Seated(("Ada", "Ben"), 3, Way.KEPT, "Ada")
    assert "odd" in HASBRO_2.notices(seated)[0]
    assert BOUWBLOKJE.notices(seated) == ()
    assert HASBRO_2.notices(replace(seated, rounds=4)) == ()


REFUSED = [
    (HASBRO_2, CodeShown(("pryb",)), IllegalMove, "Ben must set a row"),
    (HASBRO_2, Guessed("Ada", "pryb"), IllegalMove, "not Ada's turn"),
    (HASBRO_2, Guessed("Ben", "prxb"), BadNotation, "'x' at place 3"),
    (HASBRO_2, Guessed("Ben", "pry"), BadNotation, "has 3 pegs"),
    (HASBRO_2, Guessed("Ben", "prybw"), BadNotation, "has 5 pegs"),
    (HASBRO_2, Guessed("Ben", "pr.b"), BadNotation, "empty hole is not allowed"),
    (HASBRO_2, Answered("Ada", Keys(1, 0)), IllegalMove, "must set a row"),
    (HASBRO_2, Voided(1), IllegalMove, "does not void"),
    (BOUWBLOKJE, Voided(1), IllegalMove, "A mistake of the maker cannot be now"),
    (BOUWBLOKJE, CodeSet(("Ada",)), IllegalMove, "must set a row"),
]


@pytest.mark.parametrize(("rules", "event", "error", "said"), REFUSED)
def test_a_refused_move_says_why_and_changes_nothing(rules, event, error, said):
    match = begun(rules).on(CodeSet(("Ada",)))
    before = repr(match)
    with pytest.raises(error, match=said) as caught:
        match.on(event)
    assert caught.value.hint
    assert repr(match) == before


@pytest.mark.parametrize("keys", [Keys(3, 1), Keys(3, 2), Keys(5, 0), Keys(-1, 1), Keys(0, 5)])
def test_an_impossible_answer_is_refused(keys):
    match = begun(HASBRO_2).on(CodeSet(("Ada",))).on(Guessed("Ben", "pryb"))
    with pytest.raises(BadNotation, match=r"\bred\b.*white"):
        match.on(Answered("Ada", keys))


def test_a_thirteenth_row_is_refused():
    match = begun(HASBRO_2).on(CodeSet(("Ada",)))
    for _ in range(12):
        match = match.on(Guessed("Ben", "wsgo")).on(Answered("Ada", Keys(0, 0)))
    with pytest.raises(IllegalMove, match="Ada must show the code"):
        match.on(Guessed("Ben", "pryb"))


def test_a_repeat_in_the_code_is_refused_where_none_may_be():
    with pytest.raises(BadNotation, match="red twice"):
        HASBRO_2.parse_code("prrb")
    assert with_rules(HASBRO_2, {"repeats": "yes"}).parse_code("prrb") == "prrb"
    assert HASBRO_2.parse_guess("prrb") == "prrb"


def test_the_box_has_twelve_pegs_of_a_colour():
    match = begun(HASBRO_2).on(CodeSet(("Ada",)))
    for _ in range(3):
        match = match.on(Guessed("Ben", "wwww")).on(Answered("Ada", Keys(0, 0)))
    with pytest.raises(IllegalMove, match="13 white pegs"):
        match.on(Guessed("Ben", "wsgo"))
    match.on(Guessed("Ben", "sgor"))


def test_a_round_that_is_over_cannot_be_voided():
    current = begun(BOUWBLOKJE).on(CodeSet(("Ada",))).round
    current = current.on(Guessed("Ben", "rgby")).on(Answered("Ada", Keys(4, 0)))
    over = current.on(CodeShown(("rgby",)))
    for ended in (over, current.on(Voided(1))):
        with pytest.raises(IllegalMove, match="A mistake of the maker cannot be now"):
            ended.on(Voided(1))


@pytest.mark.parametrize("row", [0, -1, 2, 3])
def test_only_a_row_that_has_an_answer_can_be_the_mistake(row):
    current = begun(BOUWBLOKJE).on(CodeSet(("Ada",))).round
    current = current.on(Guessed("Ben", "rgby")).on(Answered("Ada", Keys(1, 0)))
    current = current.on(Guessed("Ben", "rrrr"))
    with pytest.raises(IllegalMove, match=f"Row {row} has no answer in this round"):
        current.on(Voided(row))
