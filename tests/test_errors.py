"""Near misses are named as they are written; else everything allowed is."""

import ast
import os
from pathlib import Path

import pytest

from companion import i18n
from companion.errors import REASONS, did_you_mean, os_reason
from tests.our_code import nodes_of

ROOT = Path(__file__).parent.parent


def test_a_near_miss_is_found_whatever_its_capitals():
    assert did_you_mean("Bne", ["Ada", "Ben"]) == "Did you mean 'Ben'?"
    assert did_you_mean("BOUWBLOKJ", ["bouwblokje"]) == "Did you mean 'bouwblokje'?"


def test_without_one_all_are_named():
    assert did_you_mean("xyz", ["Ada", "Ben"]) == "Choose from: Ada, Ben."


@pytest.mark.parametrize("language", sorted(i18n.LANGUAGES.keys() - {"en"}))
def test_why_a_file_is_refused_is_said_in_the_language_spoken(language, tmp_path):
    with pytest.raises(OSError, match="No such") as caught:
        (tmp_path / "none").read_text()
    with i18n.speaking(language):
        assert os_reason(caught.value) == i18n._("No such file or directory")
        assert "No such" not in os_reason(caught.value)
    assert os_reason(OSError("as it is")) == "as it is"


def test_the_reasons_are_those_of_the_system():
    every = {os.strerror(number) for number in range(134)}
    assert set(REASONS) <= every


def test_no_room_says_a_system_s_reason_past_the_catalogue():
    """How it is said is `os_reason`'s; what other libraries say has no catalogue."""
    said = [
        path.name
        for room in ("companion", "calibration")
        for path in (ROOT / room).rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr == "strerror"
    ]
    assert set(said) == {"errors.py"}
