"""Opens the simulated table that a camera's string names, `sim:BOOK?seed=1`."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.rulebooks.shelf import find_book
from companion.simulator.parts.camera import sim_boards
from companion.simulator.pegs.camera import sim_camera
from companion.simulator.simulation import (
    BoardSimulation,
    BoardsSimulation,
    Simulation,
    TileSimulation,
)
from companion.simulator.tiles.script import sim_tiles
from companion.vision.camera.frames import Camera, Say, silent
from companion.vision.open_camera import CameraSpec, parse_spec
from companion.vision.open_camera import open_camera as open_real_camera

__all__ = ["book_of", "open_camera", "open_simulation"]

SIM = "sim"


def book_of(spec: str) -> str:
    """Return the rulebook that a simulated table is of; nothing for a real camera."""
    asked = parse_spec(spec)
    return asked.place if asked.kind == SIM else ""


def open_simulation(spec: str) -> Simulation | None:
    """Return the simulated table that `spec` names, None for a real camera.

    Raises CameraError or UnknownName, which say what to do.
    """
    asked = parse_spec(spec)
    if asked.kind != SIM:
        return None
    return SIMULATIONS[type(find_book(asked.place))](asked)


def open_camera(spec: str, *, say: Say = silent) -> Camera:
    """Return any camera; `say` hears once when it is lost, once when it is back.

    Raises CameraError, which says what to do.
    """
    simulation = open_simulation(spec)
    return simulation.camera if simulation else open_real_camera(spec, say=say)


def _board(spec: CameraSpec) -> Simulation:
    return BoardSimulation(
        sim_camera(spec.place, spec.numbers({"seed": 1, "faults": 1, "width": 960}))
    )


def _boards(spec: CameraSpec) -> Simulation:
    rules: Any = find_book(spec.place)
    known = {"seed": 1, "boards": 4, "faults": 1, "width": 1280}
    return BoardsSimulation(sim_boards(rules, spec.numbers(known)))


def _tiles(spec: CameraSpec) -> Simulation:
    known = {"seed": 1, "players": 3, "width": 1280, "table": 0}
    return TileSimulation(sim_tiles(spec.place, spec.numbers(known)))


# the class of a box's rules -> what is drawn of it; a new kind of game is one line
SIMULATIONS: Mapping[type, Callable[[CameraSpec], Simulation]] = {
    PegRules: _board,
    PartsRules: _boards,
    TileRules: _tiles,
}
