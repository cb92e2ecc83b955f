"""Random matches through the real prompts, refereed by rules that are written down anew."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import KeypegError
from tests.referee import BOOKS, script_of, sittings


def typed(args, lines):
    result = CliRunner().invoke(cli, args, input="".join(f"{line}\n" for line in lines))
    if result.exception and not isinstance(result.exception, KeypegError | SystemExit):
        raise result.exception
    return result


def stands_after(book, seed, folder):
    """Play a made-up match in its sittings; return what stands, and what must."""
    rng = Random(f"{book} {seed}")
    script = script_of(book, rng)
    games = ["--games", str(folder)]
    for number, lines in enumerate(sittings(script, rng)):
        typed(["play", "--resume", *games] if number else [*script.args, *games], lines)
    return json.loads(typed(["show", "last", "--json", *games], []).output), script


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("book", BOOKS)
def test_the_referee_agrees_on_every_score(tmp_path, book, seed):
    stands, script = stands_after(book, seed, tmp_path)
    assert stands["over"], script.lines
    assert stands["totals"] == script.totals, script.lines
