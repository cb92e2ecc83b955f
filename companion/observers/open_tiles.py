"""A table of tiles before a camera, and eyes for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.observers.observer import Observer

if TYPE_CHECKING:
    from companion.observers.options import CameraOptions
    from companion.sightings.tiles import TileSighting

__all__ = ["open_tiles"]


def open_tiles(
    options: CameraOptions, seats: int, say: Callable[[str], None]
) -> Observer[TileSighting]:
    """Open a camera over a table with `seats` rows, measured as the calibration that is named.

    Without a name the camera's place is found anew in every picture, which is less sure. A
    simulated table knows its own.
    """
    from calibration.store.tile_tables import load_table
    from companion.simulator.open import open_simulation
    from companion.vision.camera.open import open_camera
    from companion.vision.tiles.reader import read_table
    from companion.vision.tiles.seat_order import by_sides
    from companion.vision.tiles.table_eyes import READINGS, TileEyes
    from companion.vision.tiles.watcher import TileWatcher

    table = load_table(options.calibration) if options.calibration else None
    pose, net = (table.pose, table.net) if table else (None, None)
    simulation = open_simulation(options.spec)
    camera = simulation.camera if simulation else open_camera(options.spec, say=say)
    if simulation:
        pose = simulation.tile_pose()

    def read(image: Any) -> Any:
        size = (image.shape[1], image.shape[0])
        here = pose.resized(size) if pose and pose.size != size else pose
        return by_sides(read_table(image, pose=here, faces=net))

    return Observer(camera, TileEyes(read, TileWatcher(seats, READINGS)), simulation)
