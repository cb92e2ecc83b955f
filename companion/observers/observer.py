"""What looks at a table: a camera, and eyes that say what is new in each of its frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from companion.session.watched_session import Eyes

if TYPE_CHECKING:
    from random import Random

    from companion.session.watched_session import WatchedSession
    from companion.simulator.simulation import Simulation
    from companion.vision.camera.frames import Camera, Frame

__all__ = ["Observer", "TableEyes"]


# what is seen: sightings of a board, of several, or of tiles
S = TypeVar("S", covariant=True)


class TableEyes(Eyes, Protocol[S]):
    """Eyes for what lies before a camera: a board, several boards, or tiles."""

    def look(self, frame: Frame) -> Sequence[S]:
        """Return what `frame` shows that was not said before."""

    @property
    def has_read(self) -> bool:
        """Whether all that lies there was read once."""


@dataclass(frozen=True, slots=True)
class Observer(Generic[S]):
    """A camera and eyes for what lies before it; `simulation` where that is drawn."""

    camera: Camera
    eyes: TableEyes[S]
    simulation: Simulation | None = None

    def seat_robots(self, evening: WatchedSession, chance: Random) -> None:
        """Let robots play `evening` where the table is simulated; elsewhere people do."""
        if self.simulation:
            self.simulation.seat(evening, chance)
