"""``keypeg demo``: a match that plays itself in the terminal, with nothing attached."""

import sys
import time
from collections.abc import Callable
from random import Random

import click

from companion.cli import draw
from companion.cli.lights import display_option, lights
from companion.cli.report import Reporter
from companion.game.events import Seated, Way
from companion.game.match import Rules
from companion.game.parts import PartsRound
from companion.game.peg_rules import PegRules
from companion.game.pegs import PegRound
from companion.game.tile_rules import TileRules
from companion.robots import Robots
from companion.rulebooks import find_book
from companion.session import Session
from companion.words import _

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
    """Play a match of BOOK between robots: rows, answers, score card, winner."""
    box = find_book(book)
    rng = Random(seed)
    pause = pause if pause is not None else 0.5 * sys.stdout.isatty()
    session = Session.begin(box.name, {}, _seated(box), folder=None, rng=rng)
    console = draw.terminal()
    with lights(displays, console.print) as show:
        reporter = Reporter(console, show)
        reporter.say(
            _("A match of {title} between robots; 'keypeg play {name}' is yours.").format(
                title=box.title, name=box.name
            )
        )
        _play(session, reporter, seed, pause)


def _play(session: Session, reporter: Reporter, seed: int, pause: float) -> None:
    chance = Random(f"robots {seed}")
    robots = Robots(chance, guess=_thinker(chance))
    while not session.match.is_over:
        reporter.look(session)
        time.sleep(pause)
        if isinstance(session.match.round, PartsRound) and session.secret:
            robots.look_at_own_parts(session.secret.codes)
        session.post(robots.move(session.match), "robot")
    reporter.look(session)


def _seated(box: Rules) -> Seated:
    least, most = box.players
    a_round_each = isinstance(box, PegRules) and box.round_a_player
    players = PLAYERS[: least if isinstance(box, PegRules) else most]
    way = Way.KEPT if isinstance(box, TileRules) else Way.COMPANION
    return Seated(players, len(players) if a_round_each else box.rounds, way, players[0])


def _thinker(chance: Random) -> Callable[[PegRound], str]:
    """Give a breaker that guesses one of the codes still possible."""
    from companion.game.solve import Space, possible

    def guess(current: PegRound) -> str:
        rules = current.rules
        space = Space(rules.colours, rules.holes, rules.repeats)
        left = possible(space, current.answered())
        return space.text(left[chance.randrange(len(left))])

    return guess
