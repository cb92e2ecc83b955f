"""Whole matches for the tests: robots play, a session keeps the log."""

import json
from pathlib import Path
from random import Random

from companion.game.core.events import Seated, Way
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.rulebooks.shelf import SHELF
from companion.session.session import Session
from companion.simulator.robots import Robots

NAMES = ("Ada", "Ben de Boer", "Chloé", "Dağ 🎲", "E, the fifth")


def vectors(name):
    return json.loads((Path(__file__).parent / "vectors" / name).read_text())


def begin(book, seed, *, folder=None, way=None):
    """Begin a match of `book` with players, house rules and way drawn from `seed`."""
    rng = Random(seed)
    box = SHELF[book]
    least, most = box.players
    players = NAMES[: rng.randint(least, most)]
    way = way or (Way.KEPT if book == "davinci" else rng.choice(list(Way)))
    # a box with as many rounds as players leaves no choice
    usual = box.rounds_for(len(players))
    rounds = rng.randint(1, 3) if usual == box.rounds else usual
    rules = _rules(book, players, rng)
    seated = Seated(players, rounds, way, rng.choice(players))
    return Session.begin(book, rules, seated, folder=folder, rng=rng)


def _rules(book, players, rng):
    if book == "davinci":
        return {"dashes": rng.choice(["yes", "no"]), "points": rng.choice(["yes", "no"])}
    if book == "invicta-4":
        return {"boards": rng.choice("12")} if len(players) == 2 else {}
    if book == "bouwblokje":
        return rng.choice([{}, {"variation": "A"}, {"variation": "B"}])
    return {"repeats": rng.choice(["yes", "no"])}


def robots_for(seed):
    """Robots whose chance is not that of the match: they must not draw the hidden code."""
    return Robots(Random(f"robots {seed}"))


def step(session, robots):
    """Let whose turn it is act."""
    match = session.match
    if match.turn.need is Need.CODE and match.seated.way is Way.TOLD:
        session.tell(robots.codes_to_tell(match), "keyboard")
        return
    if isinstance(match.round, PartsRound) and session.secret:
        robots.look_at_own_parts(session.secret.codes)
    session.post(robots.move(match), "keyboard")


def play(session, seed, *, steps=10_000):
    """Play `session` to its end, or so many steps."""
    robots = robots_for(seed)
    for _ in range(steps):
        if session.match.is_over:
            break
        step(session, robots)
    return session


def played(book, seed, **options):
    return play(begin(book, seed, **options), seed)
