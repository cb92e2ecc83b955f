"""``keypeg demo``: a match that plays itself in the terminal, with nothing attached."""

import sys
import time
from random import Random

import click

from companion.cli import draw
from companion.cli.report import Reporter
from companion.game.events import Seated, Way
from companion.game.match import Rules
from companion.game.parts import PartsRound
from companion.game.peg_rules import PegRules
from companion.game.tile_rules import TileRules
from companion.robots import Robots
from companion.rulebooks import find_book
from companion.session import Session

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
def demo(book: str, seed: int, pause: float | None) -> None:
    """Play a match of BOOK between robots: rows, answers, score card, winner."""
    box = find_book(book)
    rng = Random(seed)
    pause = pause if pause is not None else 0.5 * sys.stdout.isatty()
    session = Session.begin(box.name, {}, _seated(box), folder=None, rng=rng)
    robots, reporter = Robots(Random(f"robots {seed}")), Reporter(draw.terminal())
    reporter.say(f"A match of {box.title} between robots; 'keypeg play {box.name}' is yours.")
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
