"""What changes at a table of the page. Only the host's thread uses it.

`AtTable` holds the session, its camera if there is one, and the parts of a code that wait for the
others. What of it may be shown leaves the thread as a `Snapshot`.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom

from companion.displays.match_lights import MatchLights
from companion.displays.options import Press
from companion.displays.sequence import STAY
from companion.errors import IllegalMove, KeypegError
from companion.game.core.events import Event
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.session.corrections import steps_of
from companion.session.session import Session
from companion.table import Done, Happening, No, Yes
from companion.web.table.agreed import Agreed, agreed_before
from companion.web.table.calibrating import Calibrating
from companion.web.table.last_match import LastMatch, forget, remember, resumable
from companion.web.table.page_lights import PageLights
from companion.web.table.pictures import PictureBox
from companion.web.table.snapshot import Snapshot
from companion.web.table.tile_calibrating import TileCalibrating
from companion.web.table.viewing import Viewing
from companion.web.table.watching import Watching

__all__ = ["SOURCE", "AtTable"]

# the source of what was done at the page, in the log
SOURCE = "page"
# what a button says to a table that is watched
PRESSED: dict[Press, type[Done | Yes | No]] = {
    Press.DONE: Done,
    Press.YES: Yes,
    Press.NO: No,
}
# seconds between two looks through a camera that is only looked through; chosen: ten pictures a
# second are enough to aim a camera by
VIEW_PAUSE = 0.1


@dataclass
class AtTable:
    """The match being played, if one is.

    `parts` (board -> part, login) wait for those of the others; `shown_to` says, of each hidden
    code (by its commitments), which login alone may see the part of which owner. `follow` is told
    of each session that is played. `lights` are those among which the page may choose.
    """

    folder: Path | None
    light: MatchLights | None = None
    lights: PageLights | None = None
    presses: Callable[[], Press | None] = lambda: None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    rng: Random = field(default_factory=SystemRandom)
    session: Session | None = None
    watching: Watching | None = None
    agreed: Agreed | None = None
    parts: dict[int, tuple[str, str]] = field(default_factory=dict)
    pictures: PictureBox = field(default_factory=PictureBox)
    viewing: Viewing | None = None
    calibrating: Calibrating | TileCalibrating | None = None
    shown_to: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)
    has_left: bool = False
    is_closing: bool = False
    follow: Callable[[Session], None] = lambda __: None

    @property
    def playing(self) -> Session:
        """The session; raises `IllegalMove` when no match was begun or it was put away."""
        if self.session is None or self.has_left:
            raise IllegalMove(_("No match is being played."), hint=_("Begin one, or go on."))
        return self.session

    @property
    def is_watching(self) -> bool:
        """Whether frames of a camera are to be looked at."""
        return self.viewing is not None or (self.watching is not None and not self.has_left)

    @property
    def pause(self) -> float:
        """Seconds until the camera should be looked at again."""
        return self.watching.pause if self.watching else VIEW_PAUSE

    def begin(self, agreed: Agreed) -> None:
        """Begin a match, the last one put away; nothing changes when it cannot be begun."""
        session = Session.begin(
            agreed.book,
            agreed.rules,
            agreed.seated,
            folder=self.folder,
            now=self.now,
            rng=self.rng,
        )
        self._take(session, agreed)

    def choose_lights(self, spec: str) -> None:
        """Light `spec`, or nothing; raises UnknownName or DisplayError, and nothing is lit then."""
        if self.lights and self.light:
            self.lights.choose(spec)
            self.light.stay = STAY if self.lights.is_lit else 0

    def resume(self, path: Path, camera: CameraOptions | None = None) -> str:
        """Go on with the match of `path`; give what was torn off its log, if anything was."""
        if self.session and self.session.path == path and not self.has_left:
            return ""
        self.put_away()
        session, dropped = Session.resume(path, now=self.now)
        self.take(session, camera)
        return dropped

    def put_away(self) -> None:
        """Close the match; one that is not over can be gone on with."""
        if self.folder and not self.is_closing:
            forget(self.folder)
        if self.session is not None and not self.has_left:
            self.session.close()
        if self.watching:
            self.watching.close()
        self.watching, self.has_left, self.parts = None, self.session is not None, {}
        self.pictures.put(None)

    def go_on(self) -> None:
        """Go on with the match that was played when the page was last served, if it can be."""
        for path, camera in resumable(self.folder) if self.folder else ():
            with suppress(KeypegError):
                self.resume(path, camera)
                return

    def post(self, event: Event) -> None:
        """Let `event` happen, and the table see it."""
        self.playing.post(event, SOURCE)
        self.changed()

    def say(self, happening: Happening) -> None:
        """Let the watched table know what a person says; raises `IllegalMove` without a camera."""
        if self.watching is None:
            raise IllegalMove(_("No camera looks at this table."), hint=_("Tap what was set."))
        self.watching.evening.on(happening)

    def changed(self) -> None:
        """Let the watched table take in what was done to the session."""
        self.parts = {}
        if self.watching:
            self.watching.evening.refresh()

    def tick(self, now: float) -> None:
        """Look at the next frame, if one has come; tell lights on, and do what buttons say."""
        if self.light:
            self.light.tick()
        while (press := self.presses()) is not None:
            self._pressed(press)
        if self.watching and not self.has_left:
            self.watching.look(now)
            self.pictures.put(self.watching.picture)
        elif self.viewing:
            self.pictures.put(self.viewing.look())

    def snapshot(self) -> Snapshot:
        """Give what may be shown now."""
        session, watching = self.session, self.watching
        if session is None:
            return Snapshot()
        return Snapshot(
            match=session.match,
            table=watching.evening.table if watching else None,
            name=session.path.stem if session.path else "",
            trouble=session.trouble,
            can_undo=not self.has_left and bool(steps_of(session.entries)),
            has_lost_code=not self.has_left and session.has_lost_the_code,
            told=frozenset(self.parts),
            camera=watching.title if watching else "",
            shape=watching.shape if watching else None,
            has_left=self.has_left,
            notes=watching.notes if watching else (),
            second=watching.second if watching else (),
        )

    def close(self) -> None:
        """Leave everything so that it goes on by itself when the page is served again."""
        self.is_closing = True
        self.put_away()
        self.stop_viewing()

    def show_lights(self) -> None:
        """Show on the lights, if there are any, how things stand."""
        if self.light is None or self.session is None or self.session.match.seated is None:
            return
        watched = self.watching.evening if self.watching else None
        if watched:
            lies = watched.round_to_see
            self.light(self.session.match, watched.table.sentence, watched.mood, lies)
        else:
            self.light(self.session.match)

    def take(self, session: Session, camera: CameraOptions | None) -> None:
        """Play `session`, which was begun or resumed, before `camera` if there is one."""
        self._take(session, agreed_before(session, camera))

    def _pressed(self, press: Press) -> None:
        # a button has no words: what cannot be leaves all as it was
        with suppress(KeypegError):
            if press is Press.TAKE_BACK:
                self.playing.take_back(SOURCE)
                self.changed()
            elif self.watching:
                self.say(PRESSED[press]())

    def view(self, viewing: Viewing) -> None:
        """Look through a camera while no match is watched; raise `IllegalMove` if one is."""
        if self.watching is not None:
            viewing.close()
            raise IllegalMove(
                _("The camera looks at a match."), hint=_("Put the match away first.")
            )
        self.stop_viewing()
        self.viewing = viewing

    def stop_viewing(self) -> None:
        """Let go of the camera that was only looked through."""
        if self.viewing:
            self.viewing.close()
            self.pictures.put(None)
        self.viewing = self.calibrating = None

    def _take(self, session: Session, agreed: Agreed | None) -> None:
        """Let `session` be the one that is played; without its camera it is not begun."""
        self.stop_viewing()
        try:
            watching = agreed.watch(session) if agreed and agreed.watch else None
        except Exception:
            session.forget_unplayed()
            session.close()
            raise
        self.put_away()
        self.session, self.watching, self.agreed = session, watching, agreed
        self.has_left, self.parts, self.shown_to = False, {}, {}
        self.follow(session)
        if self.folder and session.path:
            remember(self.folder, LastMatch(session.path.stem, agreed.camera if agreed else None))
        if watching:
            watching.evening.refresh()
