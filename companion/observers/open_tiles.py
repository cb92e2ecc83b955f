"""A table of tiles before a camera, and eyes for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.observers.observer import Observer

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.sightings.tiles import TileSighting

__all__ = ["open_tiles"]

# the name under which a table is measured, unless another is given
USUAL_TABLE = "davinci"


def open_tiles(
    options: CameraOptions, seats: int, tiles: int, say: Callable[[str], None]
) -> Observer[TileSighting]:
    """Open a camera over a table with `seats` rows, measured as the calibration that is named.

    `tiles` are played with: more than that are never seen. Without a name the table called after
    the game is taken. A simulated table knows its own. Raises UnknownName where nothing was
    measured, with how to do it.
    """
    from calibration.store.tile_tables import load_table
    from companion.simulator.open import open_simulation
    from companion.vision.open_camera import open_camera
    from companion.vision.tile_watch.claim_strip import ClaimEyes
    from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
    from companion.vision.tile_watch.watcher import TileWatcher
    from companion.vision.tiles.reader import TableReader
    from companion.vision.tiles.seat_order import by_sides

    simulation = open_simulation(options.spec)
    if simulation and not options.calibration:
        table = simulation.tile_table()
    else:
        table = load_table(options.calibration or USUAL_TABLE).known
    camera = simulation.camera if simulation else open_camera(options.spec, say=say)
    reader = TableReader(replace(table, whole=tiles), watches=True)

    def read(image: Any) -> Any:
        return by_sides(reader.read(image))

    eyes = TileEyes(read, TileWatcher(seats, READINGS), ClaimEyes(reader.view_for))
    return Observer(camera, eyes, simulation)
