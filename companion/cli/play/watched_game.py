"""Playing before a camera: frames, typed words and buttons, one after another, until it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import click

from companion.cli.common.display_options import Lights
from companion.cli.play.buttons import Buttons
from companion.cli.play.camera_options import Sight, check_boards_are_seen, check_tiles_are_seen
from companion.cli.play.frame_log import FrameKeeper
from companion.cli.play.keyboard import SOURCE, WORDS, Keyboard
from companion.cli.play.prompt import Left
from companion.cli.play.prompts import ASKS, mend_lost_code, show_parts_to_owners
from companion.cli.play.sighting_text import say_seen
from companion.cli.play.stdin_lines import Lines
from companion.cli.play.tile_prompts import say_of_tiles
from companion.cli.play.typed_game import say_farewell
from companion.cli.play.watched_parts import told_parts
from companion.displays.buttons import Press
from companion.errors import BadNotation, CameraEnded, CameraError, KeypegError
from companion.game.core.codes import parse_keys
from companion.game.core.events import Answered, Way
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.table import CameraBack, CameraLost, Done, Happening, No, Told, Yes
from companion.table.questions import About

if TYPE_CHECKING:
    from companion.cli.play.open_board import Seeing, TileSeeing
    from companion.cli.play.open_boards import SeeingBoards
    from companion.session.session import Session
    from companion.session.watched_session import Evening
    from companion.vision.camera.frames import Frame

__all__ = ["Hands", "Watched", "play_seen", "play_watched"]

# seconds that a frame is waited for before the keyboard and the buttons are looked at
WAIT = 0.25
# frames missed in a row after which the camera counts as lost: five seconds
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

    evening: Evening
    seeing: Seeing | SeeingBoards | TileSeeing
    keyboard: Keyboard
    hands: Hands
    keeper: FrameKeeper | None = None
    tick: Callable[[], object] = lambda: None
    frame: Frame | None = None
    missed: int = 0


def play_seen(keyboard: Keyboard, hands: Hands, show: Lights, sight: Sight) -> None:
    """Play the session of `keyboard` on a board that a camera sees; then close its log.

    Raises `CameraError`, `CalibrationError` or `UnknownName` before anything is played; of a match
    that was to begin nothing is kept then.
    """
    from companion.cli.play.simulated_game import seat
    from companion.session.watched_session import Evening

    session = keyboard.session
    try:
        if isinstance(session.match.round, TileRound):
            _play_tiles(keyboard, hands, show, sight)
            return
        check_boards_are_seen(session, sight)
        seeing = _opened(session, sight)
        evening = Evening(session, seeing.eyes, confirm=sight.confirm, show=_teller(keyboard, show))
        if sight.spec.startswith("sim:"):
            seat(evening, seeing, Random(sight.spec))
        keeper = FrameKeeper(sight.frames, evening) if sight.frames else None
        _play_to_the_end(Watched(evening, seeing, keyboard, hands, keeper, show.tick))
    except (KeypegError, click.ClickException):
        session.forget_unplayed()
        raise
    finally:
        session.close()


def _play_tiles(keyboard: Keyboard, hands: Hands, show: Lights, sight: Sight) -> None:
    """Play a game of tiles on a table that a camera sees."""
    from companion.cli.play.open_board import once_each, open_tile_eyes
    from companion.cli.play.simulated_game import seat
    from companion.session.watched_session import Evening

    session = keyboard.session
    check_tiles_are_seen(sight)
    seats = len(session.match.players)
    seeing = open_tile_eyes(sight.spec, seats, sight.calibration, once_each())
    evening = Evening(session, None, show=_teller(keyboard, show))
    if sight.spec.startswith("sim:"):
        seat(evening, seeing, Random(sight.spec))
    _play_to_the_end(Watched(evening, seeing, keyboard, hands))


def _opened(session: Session, sight: Sight) -> Seeing | SeeingBoards:
    """Open the camera, and eyes for the board or the boards of this match."""
    from companion.cli.play.open_board import once_each, open_eyes
    from companion.cli.play.open_boards import open_boards
    from companion.cli.play.simulated_game import limits_of

    where, limits = (sight.spec, sight.board, sight.calibration), limits_of(session)
    if isinstance(session.match.round, PartsRound):
        return open_boards(*where, len(session.match.round.owners), limits, once_each())
    return open_eyes(*where, sight.corners, limits, once_each())


def _teller(keyboard: Keyboard, show: Lights) -> Callable[[Evening], None]:
    """Give what tells the table on lights and screen how things stand."""
    told = ""

    def tell(evening: Evening) -> None:
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
    for note in (f"{watched.seeing.camera.title}.", *watched.seeing.camera.notes):
        say(note)
    try:
        play_watched(watched)
    except CameraEnded as end:
        say(str(end))
        say_farewell(watched.keyboard)
    except (Left, KeyboardInterrupt):
        say_farewell(watched.keyboard)
    finally:
        watched.seeing.camera.close()


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
        if is_resumed and watched.seeing.eyes.has_read:
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
            _("Frames are no longer kept: {why}. The game goes on.").format(why=error.strerror)
        )


def _seen(watched: Watched) -> Iterator[Happening]:
    """Give what the next frame shows, if one comes in time."""
    try:
        frame = watched.seeing.camera.read(WAIT)
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
    yield from watched.seeing.eyes.look(frame)


def _people(watched: Watched) -> None:
    """Take in what was typed and pressed."""
    _ask_alone(watched)
    for line in watched.hands.lines.ready():
        try:
            _heed(watched, line)
        except KeypegError as error:
            watched.keyboard.say(f"✗ {error}")
    while watched.hands.buttons.has_any():
        if watched.hands.buttons.take() is Press.TAKE_BACK:
            _command(watched, "undo", "")
        else:
            watched.evening.on(Done())


def _ask_alone(watched: Watched) -> None:
    """Ask what only the keyboard can: a lost code, parts for their owners' eyes."""
    keyboard = watched.keyboard
    mend_lost_code(keyboard)
    show_parts_to_owners(keyboard)


def _heed(watched: Watched, line: str) -> None:
    word, __, rest = line.partition(" ")
    command = word.casefold()
    if command in WORDS:
        _command(watched, command, rest.strip())
    elif command == "code" and watched.keyboard.way is Way.TOLD:
        ASKS[Need.CODE](watched.keyboard)
        watched.evening.refresh()
    elif command in SAID:
        watched.evening.on(SAID[command]())
    elif command == _("yes"):
        watched.evening.on(Yes())
    elif command == _("no"):
        watched.evening.on(No())
    elif line:
        _told(watched, line)


# questions that an answer of the maker settles
ABOUT_ANSWER = (About.NO_KEYS, About.REFUSED, About.AGAIN)

SAID: dict[str, type[Done | Yes | No]] = {"done": Done, "yes": Yes, "no": No, "y": Yes, "n": No}


def _command(watched: Watched, command: str, rest: str) -> None:
    WORDS[command](watched.keyboard, rest)
    watched.evening.refresh()


def _told(watched: Watched, line: str) -> None:
    """Take in a row, an answer or a code that is typed instead of seen."""
    match = watched.evening.session.match
    current = match.round
    if isinstance(current, TileRound):
        say_of_tiles(watched.keyboard, watched.evening, line)
        return
    if isinstance(current, PartsRound):
        told_parts(watched.evening, watched.keyboard, line)
        return
    assert isinstance(current, PegRound)
    asked = watched.evening.table.question
    if match.turn.need is Need.ANSWER and (asked is None or asked.about in ABOUT_ANSWER):
        watched.evening.session.post(Answered(match.turn.player, parse_keys(line)), SOURCE)
        watched.evening.refresh()
    elif match.turn.need is Need.CODE:
        raise BadNotation(
            _("The code is not typed here, where all can see it."),
            hint=_("Say 'code' first.")
            if watched.keyboard.way is Way.TOLD
            else _("When it is hidden, say 'done'."),
        )
    else:
        watched.evening.on(Told(current.rules.parse_guess(line)))
