"""Playing at the keyboard: asks for what the match waits for, and takes a few words at any time."""

from companion.cli.common.display_options import Lights
from companion.cli.common.narrate import Reporter
from companion.cli.play.keyboard import Keyboard
from companion.cli.play.prompt import Asker, Left
from companion.cli.play.prompts import ASKS, mend_lost_code, show_parts_to_owners
from companion.errors import KeypegError
from companion.i18n import _
from companion.session.session import Session

__all__ = ["play", "say_farewell"]


def play(session: Session, reporter: Reporter, asker: Asker, show: Lights) -> None:
    """Play until the match is over or the players leave; then the log is closed.

    A refused line is told and asked again; from a pipe it is raised, and nothing is lost.
    """
    keyboard = Keyboard(session, reporter, asker)
    try:
        while asker.is_interactive or not session.match.is_over:
            _step(keyboard, show)
        reporter.look(session)
    except Left:
        say_farewell(keyboard)
    finally:
        session.close()


def _step(keyboard: Keyboard, show: Lights) -> None:
    keyboard.reporter.look(keyboard.session)
    while show.is_telling and keyboard.asker.is_quiet(show.stay):
        show.step()
    try:
        mend_lost_code(keyboard)
        show_parts_to_owners(keyboard)
        ASKS[keyboard.session.match.turn.need](keyboard)
    except KeypegError as error:
        if not keyboard.asker.is_interactive:
            raise
        keyboard.say(f"✗ {error}")


def say_farewell(keyboard: Keyboard) -> None:
    """Say how the match is gone on with, if it is not over."""
    if keyboard.session.match.is_over:
        return
    path = keyboard.session.path
    if path:
        keyboard.say(
            _("Left off. Go on with: keypeg play --resume --log '{path}'").format(path=path)
        )
    else:
        keyboard.say(_("Left off; this match was not kept."))
