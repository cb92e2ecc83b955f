"""Opens any camera by its string: a drawn one, `sim:BOOK`, here; all others in `vision.camera`."""

from companion.game.parts.rules import PartsRules
from companion.game.tiles.rules import TileRules
from companion.rulebooks import find_book
from companion.vision.camera.frames import Camera, Say, silent
from companion.vision.camera.open import CameraSpec, parse_spec
from companion.vision.camera.open import open_camera as open_real_camera

__all__ = ["open_camera"]


def open_camera(spec: str, *, say: Say = silent) -> Camera:
    """Return the camera that `spec` names; `say` hears once when it is lost, once when it is back.

    Raises CameraError, which says what to do.
    """
    asked = parse_spec(spec)
    return _drawn(asked) if asked.kind == "sim" else open_real_camera(spec, say=say)


def _drawn(spec: CameraSpec) -> Camera:
    rules = find_book(spec.place)
    if isinstance(rules, PartsRules):
        from companion.simulator.boards_camera import sim_boards

        known = {"seed": 1, "boards": 4, "faults": 1, "width": 1280}
        return sim_boards(rules, spec.numbers(known))
    if isinstance(rules, TileRules):
        from companion.simulator.tile_script import sim_tiles

        return sim_tiles(spec.place, spec.numbers({"seed": 1, "players": 3, "width": 1280}))
    from companion.simulator.board_camera import sim_camera

    return sim_camera(spec.place, spec.numbers({"seed": 1, "faults": 1, "width": 960}))
