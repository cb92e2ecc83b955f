"""``keypeg hint`` and ``keypeg analyse``: what is still possible, and what each step was worth."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion.cli.common import render
from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.load_log import load, nothing_played
from companion.cli.common.log_options import folder_option, log_argument
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import Column
from companion.i18n import _
from companion.kinds.advice import advice_facts, say_advice
from companion.kinds.all_kinds import kind_of
from companion.kinds.analysis_summary import summary_sentences
from companion.kinds.facts import analysis_facts
from companion.scene import round_title
from companion.terminal.table import Table

__all__ = ["analyse", "hint"]


@click.command()
@log_argument
@folder_option
@json_option
def hint(log: str, folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Say a good next step in the match of LOG, and how many codes remain."""
    match = load(log, folder).match
    if as_json:
        echo_json(advice_facts(match))
    else:
        render.terminal().print(say_advice(match))


@click.command()
@log_argument
@folder_option
@json_option
def analyse(log: str, folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Look back on LOG: for each guess the codes left, what the best would have left, luck.

    'left' is the number of codes possible before and after the answer; 'expected' what the guess
    leaves on average, 'best' what 'hint' would have said, and what that leaves; 'luck' is in
    bits, 1 for a halving that skill cannot claim; a guess is 100% accurate if it is the hint's
    or leaves no more codes on average. 'true' is the right answer where a human maker gave a
    wrong one. In Da Vinci Code: how likely each claim was from what all could see, and
    the likeliest one.
    """
    loaded = load(log, folder)
    match = loaded.match
    rounds = [analysis_facts(match, number) for number in range(1, match.begun + 1)]
    if as_json:
        echo_json({"book": match.rules.name, "rounds": rounds})
        return
    console = render.terminal()
    if not rounds:
        console.print(nothing_played(loaded.path))
    for number, facts in enumerate(rounds, start=1):
        played = match.rounds[number - 1]
        console.rule(round_title(match, number))
        if not facts:
            console.print(_("There is nothing to look back on in this round yet."))
            continue
        console.print(_table(facts, terminal_of(match.rules).columns))
        for sentence in summary_sentences(facts):
            console.print(sentence)
        for sentence in kind_of(match.rules).end_sentences(played) if played.is_over else ():
            console.print(sentence)


def _table(facts: list[dict[str, Any]], columns: Mapping[str, Column]) -> Table:
    """Return the facts of a round, drawn."""
    table = Table(gap=1)
    for heading in columns:
        table.add_column(_(heading), justify="right" if heading != "guess" else "left")
    for fact in facts:
        table.add_row(*(say(fact) for say in columns.values()))
    return table
