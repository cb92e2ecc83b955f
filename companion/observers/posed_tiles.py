"""The drawn table of tiles before its calibration: it shows what each picture asks for."""

from calibration.wizard.stills import FRAMES
from calibration.wizard.tile_steps import TileStep
from companion.simulator.tiles.camera import TileCamera
from companion.vision.camera.frames import Camera

__all__ = ["lay_for"]


def lay_for(step: TileStep, camera: Camera) -> None:
    """Let a drawn table show what `step` asks for, as a user would lay it; a real one is left."""
    if isinstance(camera, TileCamera):
        table = camera.table
        camera.show(table.draw_open if step is TileStep.OPEN else table.draw_empty, FRAMES)
