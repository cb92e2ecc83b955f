"""Commitments: anyone can check with `sha256sum` that the code shown is the one that was hidden."""

import pytest

from companion.errors import IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.commit import check_commitments, commit
from companion.game.core.events import CodeShown

GIVEN = (commit("rgby", "5a17"), commit("prby", "0c4f"))


def test_a_commitment_is_the_hash_of_the_salt_and_then_the_code():
    # printf %s 5a17rgby | sha256sum
    said = "0c7287db73605c427f0d1c7fc009ca0f236214deba2e9e5481e94b001e013771"
    assert commit("rgby", "5a17") == said


def test_the_codes_committed_to_are_shown():
    check_commitments(GIVEN, CodeShown(("rgby", "prby"), ("5a17", "0c4f")))
    check_commitments((), CodeShown(("rgby",)))


@pytest.mark.parametrize(
    ("codes", "salts"),
    [
        (("rgby", "prbw"), ("5a17", "0c4f")),
        (("rgbw", "prby"), ("5a17", "0c4f")),
        (("rgby", "prby"), ("5a17", "0c4e")),
        (("prby", "rgby"), ("5a17", "0c4f")),
        ((EMPTY * 4, EMPTY * 4), ("5a17", "0c4f")),
    ],
)
def test_another_code_or_salt_is_refused(codes, salts):
    with pytest.raises(IllegalMove, match="is not the code that was committed to"):
        check_commitments(GIVEN, CodeShown(codes, salts))


@pytest.mark.parametrize(
    ("codes", "salts"),
    [
        (("rgby", "prby"), ()),
        (("rgby", "prby"), ("5a17",)),
        (("rgby",), ("5a17", "0c4f")),
        (("rgby",), ("5a17",)),
    ],
)
def test_a_code_without_the_salts_of_all_its_parts_is_refused(codes, salts):
    with pytest.raises(IllegalMove, match="lacks the salts"):
        check_commitments(GIVEN, CodeShown(codes, salts))
