"""Matches: seats, roles that rotate, take-backs and corrections, the winner."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import IllegalMove
from companion.game.core.events import (
    Answered,
    Change,
    CodeSet,
    CodeShown,
    Corrected,
    Ended,
    Guessed,
    RowShown,
    Seated,
    TakenBack,
    Way,
)
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Need
from companion.game.match import COMPANION, Match, replay
from companion.rulebooks.shelf import BOUWBLOKJE, DAVINCI, HASBRO_2, HASBRO_GROUP, INVICTA_4, SHELF
from tests.games import played
from tests.stages import each_kind


def seated(rules, *players, rounds=2, way=Way.KEPT, first=None):
    return Match(rules).on(Seated(players, rounds, way, first or players[0]))


def broken_at_once(match, code="rgby"):
    match = match.on(CodeSet((match.round.maker,)))
    match = match.on(Guessed(match.turn.player, code))
    return match.on(Answered(match.round.maker, Keys(4, 0))).on(CodeShown((code,)))


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        (BOUWBLOKJE, ("Ada", "Ben", "Cleo"), "for 2 players; named: Ada, Ben and Cleo"),
        (HASBRO_GROUP, ("Ada", "Ben"), "for 3-5 players; named: Ada and Ben. .* Ada,Ben,Cleo"),
        (INVICTA_4, ("A", "B", "C", "D", "E"), "for 2-4 players; named: A, B, C, D and E"),
        (BOUWBLOKJE, ("Ada",), "for 2 players; named: Ada"),
        (BOUWBLOKJE, (), "for 2 players; named: nobody"),
        (BOUWBLOKJE, ("Ada", "ada "), "Two players are called"),
        (BOUWBLOKJE, ("Ada", "  "), "cannot be a player's name"),
        (BOUWBLOKJE, ("Ada", "B\nen"), "cannot be a player's name"),
        (BOUWBLOKJE, ("Ada", "\ud800"), "cannot be a player's name"),
        (BOUWBLOKJE, ("Ada", "x" * 41), "cannot be a player's name"),
    ],
)
def test_seats_are_checked(rules, players, said):
    with pytest.raises(IllegalMove, match=said) as caught:
        Match(rules).on(Seated(players, 3, Way.KEPT, players[0] if players else ""))
    assert caught.value.hint


def test_any_text_may_be_a_name():
    names = ("../../etc/passwd", "Chloé 👩‍🚀 'x'; --")
    assert seated(BOUWBLOKJE, *names).players == names


def test_agreements_are_checked():
    with pytest.raises(IllegalMove, match="as many rounds as there are players: 3"):
        seated(HASBRO_GROUP, "Ada", "Ben", "Cleo", rounds=2)
    with pytest.raises(IllegalMove, match="0 rounds"):
        seated(BOUWBLOKJE, "Ada", "Ben", rounds=0)
    with pytest.raises(IllegalMove, match="'Zed' is not among"):
        seated(BOUWBLOKJE, "Ada", "Ben", first="Zed")
    with pytest.raises(IllegalMove, match="hold their own tiles"):
        seated(DAVINCI, "Ada", "Ben", way=Way.COMPANION)
    with pytest.raises(IllegalMove, match="seated already"):
        seated(BOUWBLOKJE, "Ada", "Ben").on(Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada"))
    with pytest.raises(IllegalMove, match="Nobody is seated"):
        Match(BOUWBLOKJE).on(CodeSet(("Ada",)))


def test_the_maker_rotates_from_the_first():
    match, makers = seated(BOUWBLOKJE, "Ada", "Ben", rounds=3, first="Ben"), []
    while not match.is_over:
        makers.append(match.round.maker)
        match = broken_at_once(match)
    assert makers == ["Ben", "Ada", "Ben"]


def test_in_the_group_the_next_maker_is_the_next_player_and_guessing_starts_at_his_left():
    match = seated(HASBRO_GROUP, "Ada", "Ben", "Cleo", rounds=3, first="Ben")
    assert match.round.breakers == ("Cleo", "Ada")
    assert broken_at_once(match).round.breakers == ("Ada", "Ben")


def test_a_player_alone_breaks_the_companions_codes():
    match = seated(BOUWBLOKJE, "Ada", way=Way.COMPANION)
    assert match.players == ("Ada", COMPANION)
    assert broken_at_once(match).round.maker == match.round.maker == COMPANION


def test_equal_points_share_the_win_and_nothing_happens_after_the_end():
    match = broken_at_once(broken_at_once(seated(BOUWBLOKJE, "Ada", "Ben")))
    assert match.winners() == ("Ada", "Ben")
    assert match.turn.need is Need.NOTHING
    with pytest.raises(IllegalMove, match=r"The match is over\."):
        match.on(CodeSet(("Ada",)))


def test_a_board_is_seen_until_a_row_is_set_in_the_next_round():
    match = broken_at_once(seated(BOUWBLOKJE, "Ada", "Ben"))
    assert (match.round.maker, match.round.rows) == ("Ben", ())
    assert match.round_to_see.maker == "Ada"
    assert match.round_to_see.rows[-1].keys == Keys(4, 0)
    match = match.on(CodeSet(("Ben",)))
    assert match.round_to_see.maker == "Ada"
    match = match.on(Guessed("Ada", "rrrr"))
    assert match.round_to_see is match.round
    fresh = seated(BOUWBLOKJE, "Ada", "Ben")
    assert fresh.round_to_see is fresh.round


def guessing(secret, *guesses):
    match = seated(HASBRO_GROUP, "Ada", "Ben", "Cleo", rounds=3).on(CodeSet(("Ada",)))
    for guess in guesses:
        match = match.on(Guessed(match.turn.player, guess))
        match = match.on(Answered("Ada", mark(secret, guess)))
    return match


def test_a_take_back_leaves_what_was_before_it():
    match = guessing("pryb", "wsgo", "prwo")
    back = match.on(TakenBack(5))
    assert back.round.rows == guessing("pryb", "wsgo").round.rows
    assert [gone.code for gone in back.round.withdrawn] == ["prwo"]
    assert back.seq == match.seq + 1
    again = back.on(Guessed("Cleo", "prwo")).on(Answered("Ada", mark("pryb", "prwo")))
    assert again.round.rows == match.round.rows


def test_a_take_back_goes_over_the_end_of_a_round():
    match = guessing("pryb", "pryb").on(CodeShown(("pryb",)))
    assert match.round.maker == "Ben"
    back = match.on(TakenBack(match.moves[-1][0]))
    assert back.round.maker == "Ada"
    assert back.turn.need is Need.SHOW


def test_a_correction_in_an_earlier_round_changes_the_scores():
    match = guessing("pryb", "prwo", "pryb").on(CodeShown(("pryb",)))
    assert match.totals() == {"Ada": 6, "Ben": 4, "Cleo": 10}
    (guess, _), (answer, _) = match.moves_of_row(1, 1)
    right = Corrected(
        (Change(guess, Guessed("Ben", "pwso")), Change(answer, Answered("Ada", Keys(1, 0))))
    )
    corrected = match.on(right)
    assert corrected.totals() == {"Ada": 6, "Ben": 2, "Cleo": 10}
    assert corrected.rounds[0].rows[0].code == "pwso"


def test_a_correction_that_would_undo_later_steps_is_refused():
    match = guessing("pryb", "wsgo", "prwo")
    answer = match.moves_of_row(1, 1)[1][0]
    before = repr(match)
    with pytest.raises(IllegalMove, match="change what came after it"):
        match.on(Corrected((Change(answer, Answered("Ada", Keys(4, 0))),)))
    with pytest.raises(IllegalMove, match="cannot be corrected so"):
        match.on(Corrected((Change(answer, Guessed("Ben", "wsgo")),)))
    with pytest.raises(IllegalMove, match="cannot be corrected so"):
        match.on(Corrected((Change(99, Guessed("Ben", "wsgo")),)))
    assert repr(match) == before


def test_there_is_nothing_to_take_back_at_the_start():
    match = seated(HASBRO_2, "Ada", "Ben")
    for seq in (0, 1, 2, 9):
        with pytest.raises(IllegalMove, match="nothing to take back"):
            match.on(TakenBack(seq))


def test_rows_that_are_not_there():
    match = guessing("pryb", "wsgo")
    with pytest.raises(IllegalMove, match="no row 2"):
        match.moves_of_row(1, 2)
    with pytest.raises(IllegalMove, match="no round 2"):
        match.moves_of_row(2, 1)


@pytest.mark.parametrize("book", each_kind(SHELF))
@given(seed=st.integers(0, 2**32), data=st.data())
def test_taking_back_before_anything_is_learned_and_doing_it_again_gives_the_same_match(
    book, seed, data
):
    session = played(book, seed, way=Way.KEPT)
    moves = session.match.moves
    shown = [i for i, (_, m) in enumerate(moves) if isinstance(m, CodeShown | RowShown | Ended)]
    end = shown[0] if shown else len(moves)
    match = replay(session.match.rules, [m for _, m in moves[:end]])
    cut = data.draw(st.integers(1, end - 1))
    again = match.on(TakenBack(moves[cut][0]))
    for _, move in moves[cut:end]:
        again = again.on(move)
    assert [r.rows for r in again.rounds] == [r.rows for r in match.rounds]
    assert again.totals() == match.totals()
    assert again.turn == match.turn


def test_who_sits_at_the_table_cannot_be_corrected():
    match = guessing("pryb", "wsgo")
    other = Seated(("Ada", "Ben", "Zoe"), 3, Way.KEPT, "Ada")
    with pytest.raises(IllegalMove, match="Event 1 cannot be corrected so"):
        match.on(Corrected((Change(1, other),)))


def test_a_match_ends_once_and_as_it_was_played():
    match = broken_at_once(seated(BOUWBLOKJE, "Ada", "Ben", rounds=1))
    right = match.result
    for wrong in (replace(right, winners=("Ben",)), replace(right, winners=())):
        with pytest.raises(IllegalMove, match="not how the match ended"):
            match.on(wrong)
    ended = match.on(right)
    assert ended.has_ended
    with pytest.raises(IllegalMove, match="not how the match ended"):
        ended.on(right)
