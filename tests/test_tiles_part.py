"""The part of a table's view that is looked at: where something is not as on the empty table."""

import numpy as np
import pytest

from companion.simulator.simulation import known_table
from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.vision.tiles import tile_net
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.table_view import CHANNELS
from companion.vision.tiles.tile_net import changed_part

ROWS = (("B1", "W4", "B7!"), ("W0", "B2!", "W11"))


def planes(*, has_empty=True):
    made = np.zeros((CHANNELS, 320, 480), np.float32)
    made[6] = np.random.default_rng(1).normal(0, 0.02, made.shape[1:])
    made[7] = has_empty
    return made


def all_of(view):
    return slice(0, view.shape[1]), slice(0, view.shape[2])


def test_what_has_changed_is_looked_at_with_something_around_it():
    view = planes()
    view[6, 138:150, 200:260] += 0.4
    assert changed_part(view) == (slice(64, 224), slice(128, 352))


def test_a_lamp_that_is_turned_and_noise_change_nothing():
    view = planes()
    view[6] += np.linspace(-0.5, 0.5, 480, dtype=np.float32)
    view[6, 20:40, 440:470] -= 0.4
    assert changed_part(view) == (slice(0, 128), slice(352, 480))


@pytest.mark.parametrize("view", [planes(has_empty=False), planes()])
def test_all_is_looked_at_without_an_empty_table_and_where_nothing_has_changed(view):
    assert changed_part(view) == (slice(0, 320), slice(0, 480))


@pytest.mark.opencv
def test_a_part_tells_what_the_whole_view_does(monkeypatch):
    table = DrawnTable.usual(width=960)
    image = table.draw(TableMoment(ROWS, pool=("B", "W", "W")))
    reader = TableReader(known_table(table))
    seen = reader.read(image)
    monkeypatch.setattr(tile_net, "changed_part", all_of)
    whole = reader.read(image)
    assert [*map(str, seen.rows)] == [*map(str, whole.rows)]
    assert seen.pool_counts == whole.pool_counts == (1, 2)
