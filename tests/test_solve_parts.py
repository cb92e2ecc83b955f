"""The code held in parts: how many codes are left, what to ask, how a game went."""

from itertools import permutations, product
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.game.parts.rules import BLACK, NOTHING, WHITE, answer, merge
from companion.game.solve.parts import Said, analyse_parts, parts_hint, parts_left
from companion.game.solve.parts_space import PartsSpace

BOX = PartsSpace("rbygow", 5, 4)
SMALL = [PartsSpace("rby", 3, 2), PartsSpace("rb", 4, 3), PartsSpace("rby", 3, 3)]


def draws_of(space):
    """All draws as parts, by plain means."""
    for holes in permutations(range(space.holes), space.boards):
        for colours in product(space.colours, repeat=space.boards):
            yield tuple(
                (EMPTY * hole + colour).ljust(space.holes, EMPTY)
                for hole, colour in zip(holes, colours, strict=True)
            )


def asked(parts, row, asker):
    """What the owners of the other boards say to `row`."""
    boards = [b for b in range(1, len(parts) + 1) if b != asker]
    return Said(row, {board: answer(parts[board - 1], row) for board in boards})


def agrees(parts, said):
    return all(
        (merge(parts) == item.row) is item.right
        if item.right is not None
        else all(answer(parts[b - 1], item.row) == keys for b, keys in item.answers.items())
        for item in said
    )


@st.composite
def games(draw):
    space = draw(st.sampled_from(SMALL))
    parts = draw(st.sampled_from(list(draws_of(space))))
    row = st.text(space.colours + EMPTY, min_size=space.holes, max_size=space.holes)
    rows = draw(st.lists(row, max_size=3))
    said = [asked(parts, row, 1 + turn % space.boards) for turn, row in enumerate(rows)]
    call = merge(draw(st.sampled_from(list(draws_of(space)))))
    return space, parts, [*said, Said.of_call(call, right=call == merge(parts))]


@pytest.mark.parametrize(
    ("boards", "codes"), [(4, 6480), (3, 10 * 6**3), (2, 10 * 6**2), (1, 5 * 6)]
)
def test_the_number_of_codes_at_the_start(boards, codes):
    assert parts_left(PartsSpace("rbygow", 5, boards), []) == codes


@given(games())
def test_the_codes_left_are_those_that_some_draw_makes(game):
    space, parts, said = game
    left = [draw for draw in draws_of(space) if agrees(draw, said)]
    assert parts in left
    assert parts_left(space, said) == len({merge(draw) for draw in left})
    mine = [draw for draw in left if draw[0] == parts[0]]
    assert parts_left(space, said, {1: parts[0]}) == len({merge(draw) for draw in mine})


@given(games())
def test_the_hint_tells_most(game):
    space, parts, said = game
    left = [d for d in draws_of(space) if agrees(d, said) and d[0] == parts[0]]

    def bits(row):
        total = 0.0
        for place in range(1, space.boards):
            shares = [
                sum(answer(d[place], row) == keys for d in left) / len(left)
                for keys in (BLACK, WHITE, NOTHING)
            ]
            total += sum(share * log2(1 / share) for share in shares if share)
        return total

    found = parts_hint(space, said, asker=[1], own={1: parts[0]})
    rows = ("".join(row) for row in product(space.colours + EMPTY, repeat=space.holes))
    assert found.bits == pytest.approx(bits(found.row), abs=1e-6)
    assert found.bits == pytest.approx(max(map(bits, rows)), abs=1e-6)
    assert found.left == len({merge(draw) for draw in left})
    assert found.code == (merge(parts) if found.left == 1 else None)


def test_a_whole_game_by_hints_ends_with_a_right_call():
    parts, said = (".r...", "r....", "...g.", "..b.."), []
    for turn in range(16):
        board = 1 + turn % 4
        found = parts_hint(BOX, said, asker=[board], own={board: parts[board - 1]})
        if found.code:
            break
        said.append(asked(parts, found.row, board))
    assert found.code == merge(parts) == "rrbg."
    assert len(said) < 12


def test_a_part_of_ones_own_leaves_fewer_codes():
    assert parts_left(BOX, [], {1: ".r..."}) == 4 * 6**3
    assert parts_left(BOX, [], {1: ".r...", 2: "..b.."}) == 3 * 6**2
    assert parts_left(BOX, [], {1: ".r...", 2: ".b..."}) == 0


def test_a_game_row_by_row():
    parts = (".r...", "r....", "...g.", "..b..")
    said = [
        asked(parts, "rrrby", 1),
        Said.of_call("rrb.g", right=False),
        Said.of_call("rrbg.", right=True),
    ]
    first, wrong, right = analyse_parts(BOX, said)
    assert (first.row, first.is_call, first.before) == ("rrrby", False, 6480)
    assert first.bits > 4
    assert first.after == wrong.before == parts_left(BOX, said[:1])
    assert (wrong.is_call, wrong.after) == (True, wrong.before - 1)
    assert (right.before, right.after, right.bits) == (wrong.after, 1, 0)


def test_a_call_that_is_impossible_anyway_tells_nothing():
    said = [Said("rrrrr", dict.fromkeys((2, 3, 4), NOTHING)), Said.of_call("rrrr.", right=False)]
    first, call = analyse_parts(BOX, said)
    assert call.before == call.after == first.after


def test_answers_that_cannot_all_be():
    said = [Said("rrrrr", {2: BLACK, 3: WHITE})]
    assert parts_left(BOX, said) == 0
    with pytest.raises(IllegalMove, match="No code agrees"):
        parts_hint(BOX, said, asker=[1])
    assert parts_left(BOX, [Said("rrrrr", {2: Keys(1, 1)})]) == 0


@pytest.mark.parametrize(
    ("colours", "holes", "boards", "message"),
    [
        ("rbygow", 5, 6, "6 parts in 5 holes cannot be"),
        ("rbygow", 5, 0, "0 parts in 5 holes cannot be"),
        ("", 5, 4, "4 parts in 5 holes cannot be"),
        ("rbygowkspnla", 6, 5, "5 parts of 12 colours cannot be searched"),
    ],
)
def test_a_box_that_cannot_be_is_refused(colours, holes, boards, message):
    with pytest.raises(BadNotation, match=message):
        PartsSpace(colours, holes, boards)


def test_what_is_no_row_and_no_part_is_refused():
    with pytest.raises(BadNotation, match=r"'rrzr\.' is no row of 5 holes"):
        parts_left(BOX, [Said("rrzr.", {2: WHITE})])
    with pytest.raises(BadNotation, match="is no part"):
        parts_left(BOX, [], {1: "rr..."})
