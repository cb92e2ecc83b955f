"""Two houses, one match: played over what they say alone, each code hidden at home until shown."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.duel.guest import Guest
from companion.club.duel.host import AFAR, Host
from companion.club.duel.messages import Hello, Line, Move, Refused, parse_message
from companion.errors import BadNotation, LogError
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
from companion.session.log_files import read_log
from companion.session.replay import matches_of
from companion.session.session import Session

CODES = {"Ada": "rgby", "Ben": "ybgr"}


class Houses:
    """Ada keeps the log, Ben joins; `said` is all that went over the line."""

    def __init__(self, folder, *, book="hasbro-2"):
        seated = Seated(("Ada", "Ben"), 2, Way.TOLD, "Ada")
        session = Session.begin(book, {}, seated, folder=folder / "ada", rng=Random(1))
        self.host = Host(session, "Ben")
        self.guest = Guest("Ben", folder / "ben" / "copy.keypeg", Random(2))
        self.said = []
        self.to_host(self.guest.hello)

    @property
    def match(self):
        return self.host.session.match

    def to_host(self, message):
        self.said.append(message.to_bytes())
        self.to_guest(*self.host.hear(parse_message(message.to_bytes())))

    def to_guest(self, *messages):
        for message in messages:
            self.said.append(message.to_bytes())
            self.guest.hear(parse_message(message.to_bytes()))
        if move := self.guest.own_move():
            self.to_host(move)

    def here(self, act):
        act(self.host.session)
        self.to_guest(*self.host.news())

    def step(self, rows):
        """Let whose turn it is act as people do."""
        turn = self.match.turn
        if turn.need is Need.CODE and turn.player == "Ada":
            self.here(lambda session: session.tell((CODES["Ada"],), "keyboard"))
        elif turn.need is Need.CODE:
            self.to_host(self.guest.hide(CODES["Ben"]))
        elif turn.player == "Ada":
            self.here(lambda session: session.post(Guessed("Ada", next(rows)), "keyboard"))
        else:
            self.to_host(self.guest.move(Guessed("Ben", next(rows))))


def test_a_match_is_played_to_its_end_and_both_have_the_same_log(tmp_path):
    houses = Houses(tmp_path)
    rows = iter(["rrgg", "rgyb", CODES["Ada"], "bbyy", CODES["Ben"]])
    while not houses.match.is_over:
        houses.step(rows)
    assert houses.guest.match == houses.match
    houses.host.session.close()
    houses.to_guest(*houses.host.news())
    ours, theirs = read_log(houses.host.session.path), read_log(tmp_path / "ben" / "copy.keypeg")
    assert ours == theirs
    assert ours.anchor == theirs.anchor
    *__, match = matches_of(theirs)
    assert [(r.maker, r.code, r.mistakes) for r in match.rounds] == [
        ("Ada", "rgby", ()), ("Ben", "ybgr", ()),
    ]  # fmt: skip
    far = [entry for entry in ours.entries if entry.by == AFAR]
    assert {type(entry.event) for entry in far} == {CodeSet, Guessed, Answered, CodeShown}


@pytest.mark.parametrize("maker", ["Ada", "Ben"])
def test_a_code_leaves_its_house_when_it_is_shown_and_not_before(maker, tmp_path):
    houses = Houses(tmp_path)
    if maker == "Ben":
        rows = iter(["oooo", CODES["Ada"]])
        while len(houses.match.rounds) == 1 or not houses.match.rounds[0].is_over:
            houses.step(rows)
    rows = iter(["oooo", "ssss", "wwww"])
    for _ in range(4):
        houses.step(rows)
    assert len(houses.match.round.rows) == 3
    over_the_line = b"\n".join(houses.said).decode()
    assert CODES[maker] not in over_the_line
    other = tmp_path / ("ben" if maker == "Ada" else "ada")
    for file in other.rglob("*"):
        assert file.is_dir() or CODES[maker] not in file.read_text()
    assert CODES[maker] in "".join(
        file.read_text() for file in (tmp_path / maker.lower()).rglob("*.secret")
    )


def test_who_joins_may_do_nothing_but_his_own_moves(tmp_path):
    houses = Houses(tmp_path)
    before = houses.match
    sealed = CodeSet(("Ben",), ("0" * 64,))
    for event in (sealed, CodeSet(("Ada",)), Guessed("Ada", "rgby"), TakenBack(1), Voided(1)):
        (refused, *_) = houses.host.hear(Move(before.seq, event))
        assert isinstance(refused, Refused)
    houses.here(lambda session: session.tell((CODES["Ada"],), "keyboard"))
    now = houses.match
    for event in (
        Guessed("Ada", "rgby"),
        Answered("Ada", Keys(0, 0)),
        CodeShown((CODES["Ada"],)),
        TakenBack(2),
    ):
        (refused, *_) = houses.host.hear(Move(now.seq, event))
        assert isinstance(refused, Refused)
    late = houses.host.hear(Move(now.seq - 1, Guessed("Ben", "rrgg")))
    assert "further" in late[0].said
    assert houses.match == now


def test_another_code_than_the_one_that_was_sealed_is_not_taken(tmp_path):
    houses = Houses(tmp_path)
    rows = iter(["oooo", CODES["Ada"]])
    while len(houses.match.rounds) == 1 or not houses.match.rounds[0].is_over:
        houses.step(rows)
    houses.step(rows)
    # Ben's house falls silent, and somebody there sends moves by hand
    houses.guest = Guest("Ben", None, Random(5))
    for n in range(houses.match.rules.rows):
        row = 4 * "owsp"[n % 4]
        houses.here(lambda session, row=row: session.post(Guessed("Ada", row), "keyboard"))
        houses.host.hear(Move(houses.match.seq, Answered("Ben", Keys(0, 0))))
        assert len(houses.match.round.rows) == n + 1
    assert houses.match.turn.need is Need.SHOW
    (refused, *_) = houses.host.hear(Move(houses.match.seq, CodeShown(("wosp",), ("0" * 32,))))
    assert "committed" in refused.said
    assert not houses.match.is_over


def test_lines_that_were_changed_or_come_twice_are_noticed(tmp_path):
    houses = Houses(tmp_path)
    lines = [line.decode().rstrip("\n") for line in houses.host.session.kept_lines()]
    guest = Guest("Ben", None, Random(3))
    guest.hear(Line(0, lines[0]))
    guest.hear(Line(0, lines[0]))
    assert (guest.match, guest.is_mine) == (None, False)
    guest.hear(Line(5, lines[1]))
    assert guest.hello == Hello(1)
    with pytest.raises(LogError):
        guest.hear(Line(1, lines[1].replace("Ada", "Eve")))
    guest.hear(Line(1, lines[1]))
    assert guest.match.players == ("Ada", "Ben")


def test_who_joins_again_goes_on_where_it_was_with_his_code(tmp_path):
    houses = Houses(tmp_path)
    rows = iter(["oooo", CODES["Ada"]])
    while len(houses.match.rounds) == 1 or not houses.match.rounds[0].is_over:
        houses.step(rows)
    houses.step(rows)
    # the house that joined is started anew; its code lies in its own file
    houses.guest = Guest("Ben", tmp_path / "ben" / "copy.keypeg", Random(9))
    houses.to_host(houses.guest.hello)
    assert houses.guest.match == houses.match
    houses.step(iter([CODES["Ben"]]))
    assert houses.match.is_over


WORDS = st.sampled_from(("v", "kind", "have", "number", "text", "seq", "event", "said", "do"))


@given(st.binary(max_size=40) | st.dictionaries(WORDS, st.integers() | st.text()).map(repr).map(
    lambda text: re.sub("'", '"', text).encode()
))  # fmt: skip
def test_what_strangers_say_is_refused_in_words(payload):
    try:
        message = parse_message(payload)
    except BadNotation:
        return
    assert parse_message(message.to_bytes()) == message
