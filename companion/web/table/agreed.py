"""What is agreed before a match: the box, who sits where, the camera that looks, if one does."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.game.core.events import Seated
from companion.game.record import Header
from companion.observers.options import CameraOptions
from companion.session.log_files import read_log
from companion.session.session import Session
from companion.vision.camera.frames import silent
from companion.web.table.watched_match import opener
from companion.web.table.watching import Watching

__all__ = ["Agreed", "agreed_before"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is agreed before a match; `watch` opens its `camera` and eyes, if it is watched."""

    book: str
    rules: dict[str, str]
    seated: Seated
    watch: Callable[[Session], Watching] | None = None
    camera: CameraOptions | None = None


def agreed_before(session: Session, camera: CameraOptions | None) -> Agreed | None:
    """Return what was agreed before `session` began, with the camera that looks at it now."""
    match = session.match
    header = read_log(session.path).header if session.path else Header(match.rules.name, {})
    agreed = Agreed(header.book, dict(header.rules), match.seated) if match.seated else None
    if agreed and camera:
        agreed = replace(agreed, watch=opener(camera, silent), camera=camera)
    return agreed
