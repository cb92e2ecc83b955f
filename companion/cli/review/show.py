"""``keypeg show`` and ``keypeg replay``: a match from its log, at once or step by step."""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.display_options import display_option, lights
from companion.cli.common.frame_log import Again, read_again
from companion.cli.common.json_output import echo_json, echo_json_line, json_option
from companion.cli.common.load_log import Loaded, load, nothing_played
from companion.cli.common.log_options import folder_option, log_argument
from companion.cli.common.prompt import Asker, Left
from companion.cli.kinds import terminal_of
from companion.cli.review.event_text import event_head, event_text
from companion.errors import BadNotation, LogError
from companion.game.core.events import Entry
from companion.game.match import Match
from companion.game.record import entry_facts
from companion.i18n import _, ngettext
from companion.kinds.all_kinds import kind_of
from companion.kinds.facts import match_facts
from companion.scene import round_title
from companion.terminal.console import Console

__all__ = ["print_match", "replay", "show"]

LONGEST_PAUSE = 5.0  # seconds: a coffee break is not replayed; chosen, no measurement


@click.command()
@log_argument
@click.option("--full", is_flag=True, help="Also what each hidden code was committed to.")
@folder_option
@json_option
def show(log: str, full: bool, folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Show the match of LOG as it stands: every round, the score card, the winner."""
    loaded = load(log, folder)
    if as_json:
        echo_json(match_facts(loaded.match) | {"dropped": loaded.log.dropped or None})
        return
    print_match(loaded, render.terminal())
    for number, played in enumerate(loaded.match.rounds if full else (), start=1):
        for sealed in played.code_round.sealed if played.code_round else ():
            click.echo(
                _("Round {number}: committed to {sealed}").format(
                    number=loaded.match.count_number(number), sealed=sealed
                )
            )


def print_match(loaded: Loaded, console: Console) -> None:
    """Print every round, the score card, and who has won or what comes next."""
    match = loaded.match
    if loaded.log.dropped:
        console.print(loaded.log.dropped)
    for number, played in enumerate(match.rounds, start=1):
        console.rule(round_title(match, number))
        console.print(terminal_of(match.rules).draw(played))
        for sentence in kind_of(match.rules).end_sentences(played) if played.is_over else ():
            console.print(sentence)
    if match.seated is None:
        console.print(nothing_played(loaded.path))
        return
    console.print(render.score_card(match))
    console.print(render.turn_line(match))


@click.command()
@log_argument
@click.option("--speed", type=click.FloatRange(min=0.01), help="As it was, so many times faster.")
@click.option("--step", is_flag=True, help="Wait for Enter after each event.")
@click.option(
    "--reread",
    type=click.Path(path_type=Path, file_okay=False),
    help="Read the frames in this folder again (kept by 'play --frames'); list what differs.",
)
@click.option("--board", help="With --reread: the board's name, or the path of its file.")
@click.option("--calibration", help="With --reread: its name (default: the board's).")
@folder_option
@display_option
@json_option
def replay(
    log: str,
    speed: float | None,
    step: bool,  # noqa: FBT001
    reread: Path | None,
    board: str | None,
    calibration: str | None,
    folder: Path | None,
    displays: tuple[str, ...],
    as_json: bool,  # noqa: FBT001
) -> None:
    """Replay LOG event by event: at once, at --speed, or by --step; on the lights too."""
    loaded = load(log, folder)
    if reread:
        if board is None:
            raise BadNotation(
                _("--reread needs to know the board."),
                hint=_("Add --board; 'keypeg board list' lists them."),
            )
        _tell_again(read_again(loaded, reread, board, calibration), as_json=as_json)
        return
    asker = Asker(render.terminal(stderr=as_json))
    if not loaded.log.entries and not as_json:
        asker.console.print(nothing_played(loaded.path))
    with lights(displays, asker.console.print) as light_up:
        for entry, match, pause in _paced(loaded, speed):
            sys.stdout.flush()
            time.sleep(pause)
            light_up(match)
            if as_json:
                echo_json_line(entry_facts(entry) | {"match": match_facts(match)})
            else:
                _print_step(asker, loaded, entry.seq, match)
            if step:
                try:
                    asker.line(_("Enter for the next event."))
                except Left:
                    return


def _tell_again(frames: Iterator[Again], *, as_json: bool) -> None:
    """Print what the frames read now: what differs from the record, and how many do."""
    count, differ = 0, 0
    for again in frames:
        count, differ = count + 1, differ + again.differs
        if as_json:
            echo_json_line(again.as_dict())
        elif again.differs:
            where = _("row {row}").format(row=again.row) if again.row else _("the code")
            said = _("Event {event}, {where}: recorded {recorded}, read again {read}.")
            click.echo(
                said.format(
                    event=again.event, where=where, recorded=again.recorded, read=again.read
                )
            )
    if not as_json:
        click.echo(
            ngettext(
                "{count} frame read again; otherwise than recorded: {differ}.",
                "{count} frames read again; otherwise than recorded: {differ}.",
                count,
            ).format(count=count, differ=differ)
        )


def _paced(loaded: Loaded, speed: float | None) -> Iterator[tuple[Entry, Match, float]]:
    """Yield each event, the match after it, and how many seconds to wait before it."""
    before: datetime | None = None
    for entry, match in zip(loaded.log.entries, loaded.matches[1:], strict=True):
        at = _time_of(entry)
        waited = (at - before).total_seconds() if before and speed else 0.0
        yield entry, match, min(max(waited, 0) / (speed or 1), LONGEST_PAUSE)
        before = at


def _time_of(entry: Entry) -> datetime:
    try:
        return datetime.fromisoformat(entry.at).astimezone(UTC)
    except ValueError as error:
        raise LogError(
            _("Line {seq} of the log was edited: '{at}' is no time.").format(
                seq=entry.seq + 1, at=entry.at
            ),
            hint=_("Take a copy that is whole."),
        ) from error


def _print_step(asker: Asker, loaded: Loaded, seq: int, match: Match) -> None:
    entry = loaded.log.entries[seq - 1]
    facts = entry_facts(entry)
    at = _time_of(entry).astimezone()
    asker.console.rule(f"{seq} · {at:%H:%M:%S} · {event_head(facts)}")
    asker.console.print(event_text(facts))
    if match.seated is not None:
        asker.console.print(terminal_of(match.rules).draw(match.round_to_see))
        asker.console.print(render.turn_line(match))
