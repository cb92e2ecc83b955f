"""What lights of any kind show of a scene. Pure."""

from dataclasses import dataclass

from companion.game.core.key_pegs import Keys
from companion.scene import Scene

__all__ = ["LightState", "lights_of"]


NO_CLICKS = Keys(0, 0)


@dataclass(frozen=True, slots=True)
class LightState:
    """Which key lights are lit, where the sliders stand, and whose light is on.

    `black` and `white` count lit key lights; `clicks` is the answer the sliders stand at (they stay
    when it is dark); `turn` is the place of the player, or None.
    """

    black: int = 0
    white: int = 0
    clicks: Keys = NO_CLICKS
    turn: int | None = None

    def key(self, place: int) -> str:
        """Return what key light `place` (from 0) shows: ``"black"``, ``"white"`` or ``""``."""
        if place < self.black:
            return "black"
        return "white" if place < self.black + self.white else ""


def lights_of(scene: Scene) -> LightState:
    """Return the lights for the newest answer of `scene`; all off while it asks for the dark."""
    keys = scene.last_keys or NO_CLICKS
    if scene.dark:
        return LightState(clicks=keys)
    return LightState(keys.black, keys.white, keys, scene.turn)
