"""Near misses are named as they are written; else everything allowed is."""

from companion.errors import did_you_mean


def test_a_near_miss_is_found_whatever_its_capitals():
    assert did_you_mean("Bne", ["Ada", "Ben"]) == "Did you mean 'Ben'?"
    assert did_you_mean("BOUWBLOKJ", ["bouwblokje"]) == "Did you mean 'bouwblokje'?"


def test_without_one_all_are_named():
    assert did_you_mean("xyz", ["Ada", "Ben"]) == "Choose from: Ada, Ben."
