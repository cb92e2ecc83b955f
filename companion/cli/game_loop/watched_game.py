"""Playing before a camera: frames, typed words and buttons, one after another, until it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import click

from companion.cli.common.buttons import Buttons
from companion.cli.common.display_options import MatchLights
from companion.cli.common.frame_log import FrameKeeper
from companion.cli.common.prompt import Left
from companion.cli.common.stdin_lines import Lines
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.game_loop.sighting_text import say_seen
from companion.cli.game_loop.typed_game import mend_lost_code, say_farewell
from companion.cli.kinds import terminal_of
from companion.displays.options import Press
from companion.errors import CameraEnded, CameraError, KeypegError, os_reason
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.i18n import _
from companion.kinds.typed_words import english_of
from companion.observers.options import CameraOptions
from companion.table import CameraBack, CameraLost, Done, Happening, No, Yes

if TYPE_CHECKING:
    from companion.observers.observer import Observer
    from companion.session.watched_session import WatchedSession
    from companion.vision.camera.frames import Frame

__all__ = ["Hands", "Watched", "play_seen", "play_watched"]

# seconds that a frame is waited for before the keyboard and the buttons are looked at; chosen: a
# key or a button is answered within it
WAIT = 0.25
# frames missed in a row after which the camera counts as lost: five seconds; chosen: a plug that is
# put back at once is no loss
MISSED = 20


@dataclass(frozen=True, slots=True)
class Hands:
    """Where people's hands are heard: buttons, and lines typed while nothing is asked."""

    buttons: Buttons
    lines: Lines


@dataclass
class Watched:
    """An evening with its camera, keyboard and hands.

    `tick` is called again and again; `frame` is the last one looked at, `missed` counts those that
    did not come, in a row.
    """

    evening: WatchedSession
    observer: Observer[Happening]
    keyboard: Keyboard
    hands: Hands
    keeper: FrameKeeper | None = None
    tick: Callable[[], object] = lambda: None
    frame: Frame | None = None
    missed: int = 0


def play_seen(keyboard: Keyboard, hands: Hands, show: MatchLights, options: CameraOptions) -> None:
    """Play the session of `keyboard` on a board that a camera sees; then close its log.

    Raises `CameraError`, `CalibrationError` or `UnknownName` before anything is played; of a match
    that was to begin nothing is kept then.
    """
    from companion.cli.common.once_each import once_each
    from companion.observers.open import open_observer
    from companion.session.watched_session import WatchedSession

    session = keyboard.session
    try:
        kind, title = terminal_of(session.match.rules), _(session.match.rules.title)
        kind.check_camera(session.match.round, options, title)
        observer = open_observer(session.match, options, once_each())
        evening = WatchedSession(
            session, observer.eyes, confirm=options.confirm, show=_teller(keyboard, show)
        )
        observer.seat_robots(evening, Random(options.spec))
        keeper = FrameKeeper(options.frames, evening) if options.frames else None
        _play_to_the_end(Watched(evening, observer, keyboard, hands, keeper, show.tick))
    except (KeypegError, click.ClickException):
        session.forget_unplayed()
        raise
    finally:
        session.close()


def _teller(keyboard: Keyboard, show: MatchLights) -> Callable[[WatchedSession], None]:
    """Return what tells the table on lights and screen how things stand."""
    told = ""

    def tell(evening: WatchedSession) -> None:
        nonlocal told
        sentence = evening.table.sentence
        show(evening.session.match, sentence, evening.mood, evening.round_to_see)
        keyboard.reporter.look(evening.session)
        if sentence != told:
            keyboard.say(sentence)
        told = sentence

    return tell


def _play_to_the_end(watched: Watched) -> None:
    say = watched.keyboard.say
    for note in (f"{watched.observer.camera.title}.", *watched.observer.camera.notes):
        say(note)
    try:
        play_watched(watched)
    except CameraEnded as end:
        say(str(end))
        say_farewell(watched.keyboard)
    except (Left, KeyboardInterrupt):
        say_farewell(watched.keyboard)
    finally:
        watched.observer.camera.close()


def play_watched(watched: Watched) -> None:
    """Play until the match is over, the camera has no more pictures, or somebody leaves."""
    evening = watched.evening
    is_resumed = bool(evening.session.match.round_to_see.rows)
    evening.refresh()
    while not evening.is_over:
        watched.tick()
        _people(watched)
        for happening in _seen(watched):
            say_seen(evening.sayable(happening), watched.keyboard.say)
            evening.on(happening)
        _keep(watched)
        if is_resumed and watched.observer.eyes.has_read:
            is_resumed = False
            watched.keyboard.say(evening.table.comparison)


def _keep(watched: Watched) -> None:
    """Keep the frame of what was seen, if frames are kept; a full disk ends that, not the game."""
    if watched.keeper is None or watched.frame is None:
        return
    try:
        watched.keeper.keep(watched.frame.image)
    except OSError as error:
        watched.keeper = None
        watched.keyboard.say(
            _("Frames are no longer kept: {why}. The game goes on.").format(why=os_reason(error))
        )


def _seen(watched: Watched) -> Iterator[Happening]:
    """Yield what the next frame shows, if one comes in time."""
    try:
        frame = watched.observer.camera.read(WAIT)
    except CameraEnded:
        raise
    except CameraError as error:
        watched.missed += 1
        if watched.missed == MISSED:
            yield CameraLost(str(error))
        return
    if watched.missed >= MISSED:
        yield CameraBack()
    watched.missed, watched.frame = 0, frame
    yield from watched.observer.eyes.look(frame)


def _people(watched: Watched) -> None:
    """Take in what was typed and pressed."""
    _ask_alone(watched)
    for line in watched.hands.lines.ready():
        try:
            _heed(watched, line)
        except KeypegError as error:
            watched.keyboard.say(f"✗ {error}")
    while watched.hands.buttons.has_any():
        press = watched.hands.buttons.take()
        if press is Press.TAKE_BACK:
            _take_back(watched)
        else:
            watched.evening.on(PRESSED[press]())


def _ask_alone(watched: Watched) -> None:
    """Ask what only the keyboard can: a lost code, parts for their owners' eyes."""
    keyboard = watched.keyboard
    mend_lost_code(keyboard)
    terminal_of(keyboard.session.match.rules).show_privately(keyboard)


def _heed(watched: Watched, line: str) -> None:
    word, kind = english_of(line), terminal_of(watched.evening.session.match.rules)
    if said := watched.keyboard.command_in(line):
        command, rest = said
        command.do(watched.keyboard, rest)
        watched.evening.refresh()
    elif word == "code" and watched.keyboard.way is Way.TOLD:
        kind.asks[Need.CODE](watched.keyboard)
        watched.evening.refresh()
    elif word in SAID:
        watched.evening.on(SAID[word]())
    elif word == _("yes"):
        watched.evening.on(Yes())
    elif word == _("no"):
        watched.evening.on(No())
    elif line:
        kind.heed(watched.keyboard, watched.evening, line)


PRESSED: dict[Press, type[Done | Yes | No]] = {
    Press.DONE: Done,
    Press.YES: Yes,
    Press.NO: No,
}
SAID: dict[str, type[Done | Yes | No]] = {"done": Done, "yes": Yes, "no": No, "y": Yes, "n": No}


def _take_back(watched: Watched) -> None:
    """Take back the last step; a button that cannot is told why, and the game goes on."""
    try:
        watched.keyboard.words["undo"].do(watched.keyboard, "")
        watched.evening.refresh()
    except KeypegError as error:
        watched.keyboard.say(f"✗ {error}")
