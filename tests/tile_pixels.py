"""Tiles seen through drawn pixels by the real eyes: what they say of tables, and of matches."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from random import Random

from companion.errors import CameraEnded
from companion.game.core.events import Seated, Way
from companion.observers.open_tiles import open_tiles
from companion.observers.options import CameraOptions
from companion.rulebooks.shelf import find_book
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.tiles import TilesLying, fits
from companion.simulator.simulation import known_table
from companion.simulator.tiles.camera import DrawnTable
from companion.simulator.tiles.hands import acted_at_table
from companion.simulator.tiles.players import LUCK, DrawnTiles
from companion.simulator.tiles.script import random_table
from companion.vision.camera.frames import Frame
from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides

# in a set without dashes
TILES = 24
NAMES = ("Ada", "Ben", "Cleo", "Dirk")


def played(seed, *, players, tables=None):
    """Give how often a table was told right, with a face unclear, wrongly or not, and the faults.

    Hands come and go between two tables; only the first `tables` are looked at.
    """
    table = DrawnTable.usual(seed=seed)
    watcher = TileWatcher(players, READINGS)
    reader = TableReader(replace(known_table(table), whole=TILES))
    eyes = TileEyes(lambda image: by_sides(reader.read(image)), watcher)
    counts, faults = Counter(), []
    # a table on which nothing moves is drawn once, and photographed again
    scene = lru_cache(maxsize=1)(table.scene)
    moments = enumerate(random_table(find_book("davinci"), players=players, seed=seed))
    for _, group in groupby(moments, key=lambda pair: (pair[1].rows, pair[1].clue)):
        if tables is not None and counts.total() >= tables:
            break
        for number, moment in group:
            image = table.taken(scene(moment), moment.light, noise=number)
            eyes.look(Frame(image, 0.0, number))
        true, said = lying(moment), eyes.watcher.said
        outcome = judged(said, true)
        counts[outcome] += 1
        if outcome in ("wrong", "untold"):
            faults.append(f"seed {seed} ({moment.note}): {outcome}: {said}, true {true}")
    return counts, faults


def played_match(seed, *, players, rounds=1, table=0, width=960, luck=LUCK):
    """Give how a match of robots at a drawn table ended, and how often what was asked about.

    ``"as laid"`` when it is over and its record is what lay there, ``"wrong"`` when it is not that.
    Where people gave up laying the tiles anew: ``"named"`` when what is asked names a row that is
    recorded, or seen, otherwise than it lies, else ``"unfinished"``.
    """
    seated = Seated(NAMES[:players], rounds, Way.KEPT, NAMES[0])
    session = Session.begin("davinci", {}, seated, folder=None, rng=Random(seed))
    spec = f"sim:davinci?seed={seed}&players={players}&width={width}&table={table}"
    seeing = open_tiles(CameraOptions(spec), players, TILES, lambda _: None)
    asked = Counter()
    evening = WatchedSession(session, seeing.eyes)
    robots = DrawnTiles(evening, Random(f"robots {seed}"), luck=luck)
    seeing.camera.follow(acted_at_table(robots, players))
    evening.refresh()
    try:
        while True:
            for happening in seeing.eyes.look(seeing.camera.read(0.0)):
                evening.on(happening)
                if question := evening.table.question:
                    asked[question.about.name.lower()] += 1
    except CameraEnded:
        pass
    if session.match.is_over:
        return "as laid" if session.match.rounds == robots.truth.rounds else "wrong", asked
    if names_the_row(evening.table, robots.truth.round_to_see):
        return "named", asked
    recorded, laid = ([move for _, move in m.moves] for m in (session.match, robots.truth))
    return "unfinished" if recorded == laid[: len(recorded)] else "wrong", asked


def names_the_row(table, true):
    """Give whether what is asked names a row that is recorded or seen otherwise than in `true`."""
    if table.question is None or table.question.player not in true.rows:
        return False
    at = true.players.index(table.question.player)
    seen = table.lying.turned(-table.nearest % len(true.players)).rows[at]
    row = true.rows[table.question.player]
    known = table.match.round.rows.get(table.question.player)
    return known != row or len(seen) != len(row) or not all(map(fits, seen, row))


def lying(moment):
    """Give what may be seen of `moment`."""
    rows = [[t[:-1] if t.endswith("!") else t[0] + "?" for t in row] for row in moment.rows]
    pool = moment.pool.count("B"), moment.pool.count("W")
    return TilesLying(tuple(map(tuple, rows)), moment.clue[1] if moment.clue else "", pool)


def judged(said, true):
    if (said.clue, said.pool) != (true.clue, true.pool) or list(map(len, said.rows)) != list(
        map(len, true.rows)
    ):
        return "untold"
    rows = zip(said.rows, true.rows, strict=True)
    pairs = [pair for a, b in rows for pair in zip(a, b, strict=True)]
    if all(a == b for a, b in pairs):
        return "right"
    return "unclear" if all(fits(a, b) for a, b in pairs) else "wrong"
