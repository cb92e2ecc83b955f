"""Which camera looks at a match of the page, and with what eyes."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from companion.errors import BadNotation
from companion.game.match import Match
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.observers.open import open_observer
from companion.observers.options import CameraOptions
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.simulator.open import book_of
from companion.vision.camera.frames import Say
from companion.web.table.watching import Watching

__all__ = ["opener", "simulated_spec"]

# simulated frames a second; a real camera has a clock of its own; chosen as the drawn cameras' own
# clock has it
SIMULATED_RATE = 10.0


def opener(options: CameraOptions, say: Say) -> Callable[[Session], Watching]:
    """Return what opens the camera of `options` for a session; a simulated one gets robots.

    It raises CameraError, CalibrationError, UnknownName or BadNotation, with what to do.
    """

    def watch(session: Session) -> Watching:
        is_simulated = bool(book_of(options.spec))
        if not is_simulated and not options.board and session.match.round.code_round:
            raise BadNotation(_("Which board lies before the camera?"), hint=_("Choose it."))
        spec = simulated_spec(session.match, options.spec) if is_simulated else options.spec
        observer = open_observer(session.match, replace(options, spec=spec), say)
        evening = WatchedSession(session, observer.eyes, confirm=options.confirm)
        observer.seat_robots(evening, Random(spec))
        rate = SIMULATED_RATE if is_simulated else 0.0
        return Watching(evening, observer.camera, observer.eyes, rate=rate)

    return watch


def simulated_spec(match: Match, asked: str) -> str:
    """Return the string of a simulated camera over the table of `match`, by the seed asked for."""
    seed = asked.rpartition("seed=")[2].partition("&")[0]
    seed = seed if seed.isdigit() and len(seed) < 9 else "1"
    options = kind_of(match.rules).simulated_table(match)
    return f"sim:{match.rules.name}?seed={seed}&{options}"
