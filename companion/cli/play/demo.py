"""``keypeg demo``: a match from drawn camera frames to lights in the terminal, nothing attached."""

import sys
import time
from random import Random

import click

from companion.cli.common import render
from companion.cli.common.display_options import MatchLights, display_option, lights
from companion.cli.game_loop.narrate import Reporter
from companion.cli.kinds import terminal_of
from companion.game.core.events import Seated
from companion.game.match import Rules
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.rulebooks.shelf import find_book
from companion.session.session import Session

__all__ = ["demo"]

PLAYERS = ("Ada", "Ben", "Cleo", "Dirk")


@click.command()
@click.argument("book", default="bouwblokje")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, another game.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 10),
    help="Seconds between the steps (default: 0.5 on a terminal, else 0).",
)
@display_option
def demo(book: str, seed: int, pause: float | None, displays: tuple[str, ...]) -> None:
    """Play a match of BOOK between robots: rows, answers, score card, winner.

    The table is drawn, and what a drawn camera reads there is played.
    """
    box = find_book(book)
    pause = pause if pause is not None else 0.5 * sys.stdout.isatty()
    session = Session.begin(box.name, {}, _seated(box), folder=None, rng=Random(seed))
    console = render.terminal()
    with lights(displays or ("terminal",), console.print) as show:
        reporter = Reporter(console)
        reporter.say(
            _("A match of {title} between robots; 'keypeg play {name}' is yours.").format(
                title=_(box.title), name=box.name
            )
        )
        _play(session, reporter, show, seed, pause)


def _play(session: Session, reporter: Reporter, show: MatchLights, seed: int, pause: float) -> None:
    """Play at a drawn table that a drawn camera looks at: what is read is what is played."""
    from companion.cli.game_loop.sighting_text import say_seen
    from companion.observers.simulated_game import begin_simulated
    from companion.session.watched_session import WatchedSession

    # lights show the rows of pegs, but no tiles
    on_lights = terminal_of(session.match.rules).is_on_lights
    look = reporter.look_at_ends if on_lights else reporter.look

    def tell(evening: WatchedSession) -> None:
        show(session.match, evening.table.sentence, evening.mood, evening.round_to_see)
        look(session)
        time.sleep(pause)
        while show.is_telling:
            show.step()
            time.sleep(pause)

    chance = Random(f"robots {seed}")
    drawn = begin_simulated(session, _table_of(session, seed), chance, tell)
    for happening in drawn.seen():
        say_seen(drawn.evening.sayable(happening), reporter.say)
        drawn.evening.on(happening)


def _table_of(session: Session, seed: int) -> str:
    """Return the camera of the simulated table for this match."""
    match = session.match
    options = kind_of(match.rules).simulated_table(match)
    return f"sim:{match.rules.name}?seed={seed}&{options}"


def _seated(box: Rules) -> Seated:
    players = PLAYERS[: terminal_of(box).demo_seats(*box.players)]
    return Seated(players, box.rounds_for(len(players)), box.usual_way, players[0])
