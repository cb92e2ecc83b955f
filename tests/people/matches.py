"""Whole matches of people who blunder, before eyes not always sure: what is recorded is true."""

from random import Random

from companion.game.core.events import Way
from companion.simulator.parts.camera import acted_on_boards
from companion.simulator.pegs.hands import acted
from tests.looks import ROUGH
from tests.people.one_board import PeopleAtBoard
from tests.people.several_boards import PeopleAtBoards
from tests.people.table import Agreed, Evenings, Table

WAYS = (Way.COMPANION, Way.KEPT, Way.TOLD)
TWO, THREE, FOUR = ("Ada", "Ben"), ("Ada", "Ben", "Cleo"), ("Ada", "Ben", "Cleo", "Dirk")
# the book, the players, the rounds and the house rules: one after another, seed by seed
ONE_BOARD = (
    ("bouwblokje", TWO, 2, {}),
    ("hasbro-2", TWO, 2, {}),
    ("hasbro-group", THREE, 3, {}),
)
# the leaflet's first game, and its second with two and three players
SEVERAL_BOARDS = (
    ("invicta-4", FOUR, 1, {}),
    ("invicta-4", TWO, 2, {}),
    ("invicta-4", THREE, 1, {}),
    ("invicta-4", TWO, 1, {"boards": "2"}),
)


def agreed_of(seed):
    """Give what is played in match `seed`: each fourth on several boards."""
    nth, which = divmod(seed, len(ONE_BOARD) + 1)
    several = SEVERAL_BOARDS[nth // len(WAYS) % len(SEVERAL_BOARDS)]
    book, players, rounds, rules = (*ONE_BOARD, several)[which]
    return Agreed(book, WAYS[nth % len(WAYS)], players, rounds, rules)


def play_match(seed, folder, noise=ROUGH):
    """Play match `seed` to its end, or until nobody gets further; give what came of it."""
    evenings, chance = Evenings(agreed_of(seed), seed, folder, noise), Random(f"people {seed}")
    people = (PeopleAtBoards if evenings.has_several else PeopleAtBoard)(evenings, chance)
    table, last = Table(evenings, seed, noise), None
    for frame, last in enumerate(moments_of(people, evenings, chance)):
        table.take(last, frame)
    if evenings.session.match.is_over:
        people.at_the_end(last)
    else:
        evenings.outcome.faults.append(f"stuck at: {evenings.evening.table.sentence}")
    evenings.outcome.did[f"matches of {evenings.session.match.rules.name}"] += 1
    evenings.session.close()
    return evenings.outcome


def moments_of(people, evenings, chance):
    """Give moment after moment of what `people` do, one a board."""
    limits = evenings.limits
    if evenings.has_several:
        return acted_on_boards(people, limits, evenings.boards, chance)
    return ((m,) for m in acted(people, rows=limits.rows, cols=limits.cols, chance=chance))
