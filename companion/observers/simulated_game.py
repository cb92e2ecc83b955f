"""A match at a simulated table: drawn pictures are read, robots set what is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.errors import CameraEnded
from companion.observers.observer import Observer
from companion.observers.open import open_observer
from companion.observers.options import CameraOptions
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.table import Happening

__all__ = ["SimulatedGame", "begin_simulated"]


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """The watched session, and what is seen of it."""

    evening: WatchedSession
    observer: Observer[Happening]

    def seen(self) -> Iterator[Happening]:
        """Yield what the eyes say, frame after frame, until nobody does anything any more."""
        while True:
            try:
                frame = self.observer.camera.read(0.0)
            except CameraEnded:
                return
            yield from self.observer.eyes.look(frame)


def begin_simulated(
    session: Session, spec: str, chance: Random, show: Callable[[WatchedSession], None]
) -> SimulatedGame:
    """Return the game of `session` at the simulated table of `spec`, with robots who think."""
    observer = open_observer(session.match, CameraOptions(spec), lambda __: None)
    evening = WatchedSession(session, observer.eyes, show=show)
    observer.seat_robots(evening, chance)
    evening.refresh()
    return SimulatedGame(evening, observer)
