"""Logs that were written before today's version: they are read, resumed and written as they were.

`data/logs` has two small ones a game, played by robots with another version: never write them anew.
"""

import shutil
from pathlib import Path

import pytest

from companion.game.record import format_entry, format_header
from companion.session.log_files import read_log
from companion.session.replay import matches_of
from companion.session.session import Session

LOGS = Path(__file__).parent / "data" / "logs"
# the log -> totals in seating order, and what is waited for
STANDS = {
    "bouwblokje-left": ((0, 0), "guess", "Ben"),
    "bouwblokje-whole": ((10, 10), "nothing", ""),
    "davinci-left": ((2, 0, 1), "draw", "Ada"),
    "davinci-whole": ((15, 4, 0), "nothing", ""),
    "hasbro-2-left": ((0, 0), "guess", "Ben"),
    "hasbro-2-taken-back": ((1, 2), "nothing", ""),
    "hasbro-2-whole": ((2, 0), "nothing", ""),
    "hasbro-group-left": ((11, 5, 18), "answer", "Ben"),
    "hasbro-group-whole": ((44, 48, 30), "nothing", ""),
    "invicta-4-left": ((0, 0), "answer", "Ben"),
    "invicta-4-taken-back": ((0, 0, 1, 1), "nothing", ""),
    "invicta-4-whole": ((0, 1), "nothing", ""),
}


def stands(match):
    return tuple(match.totals().values()), str(match.turn.need), match.turn.player


@pytest.mark.parametrize("name", STANDS)
def test_a_log_of_before_is_read_and_written_byte_for_byte(name):
    path = LOGS / f"{name}.keypeg"
    log = read_log(path)
    *_, match = matches_of(log)
    assert stands(match) == STANDS[name]
    written = format_header(log.header) + b"".join(map(format_entry, log.entries))
    assert written == path.read_bytes()


@pytest.mark.parametrize("name", [name for name in STANDS if name.endswith("left")])
def test_a_match_of_before_is_gone_on_with(name, tmp_path):
    path = Path(shutil.copy(LOGS / f"{name}.keypeg", tmp_path))
    session, dropped = Session.resume(path)
    assert (stands(session.match), dropped) == (STANDS[name], "")
    seq = session.match.seq
    session.take_back("keyboard")
    session.close()
    assert read_log(path).entries[-1].seq == seq + 1


def test_a_row_that_was_taken_back_in_a_log_of_before_is_not_used():
    """It was played by the rule of its time: twelve rows, and one more that was taken back."""
    *_, match = matches_of(read_log(LOGS / "hasbro-2-taken-back.keypeg"))
    assert [played.broken_on for played in match.rounds] == [4, 12, 6]
    assert match.forgets
    assert not any(played.withdrawn for played in match.rounds)
