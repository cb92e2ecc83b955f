"""Playing at the keyboard: asks for what the match waits for, and takes a few words at any time."""

import shlex

from companion.cli.common.command_name import command_name
from companion.cli.common.display_options import MatchLights
from companion.cli.common.prompt import Asker, Left
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.game_loop.narrate import Reporter
from companion.cli.game_loop.words import words_of
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import SOURCE
from companion.errors import BadNotation, KeypegError
from companion.game.core.turn import Need
from companion.i18n import _, ngettext, number
from companion.session.log_names import games_folder
from companion.session.session import Session

__all__ = ["mend_lost_code", "play", "say_farewell"]


def play(session: Session, reporter: Reporter, asker: Asker, show: MatchLights) -> None:
    """Play until the match is over or the players leave; then the log is closed.

    A refused line is told and asked again; from a pipe it is raised, and nothing is lost.
    """
    keyboard = Keyboard(session, reporter, asker, words_of(session.match.rules))
    say_anchor(keyboard)
    try:
        while asker.is_interactive or not session.match.is_over:
            _step(keyboard, show)
        reporter.look(session)
    except Left:
        say_farewell(keyboard)
    finally:
        session.close()
        say_anchor(keyboard)
        say_own_record(keyboard)


def say_anchor(keyboard: Keyboard) -> None:
    """Say what the record hashes to: a log that was rewritten since no longer fits it."""
    session = keyboard.session
    if session.anchor and session.path:
        keyboard.say(
            _("Record {name}, anchor {anchor}.").format(
                name=session.path.stem, anchor=session.anchor
            )
        )


def say_own_record(keyboard: Keyboard) -> None:
    """Say to who played alone what there is to beat: best, mean and the last ten codes."""
    match, path = keyboard.session.match, keyboard.session.path
    if not (match.is_over and match.is_alone and path):
        return
    from companion.history.index import summaries
    from companion.history.selection import chosen
    from companion.history.statistics import RECENT, record_of

    player = match.players[0]
    record = record_of(chosen(summaries(path.parent), book=match.rules.name, player=player), player)
    if record.best is None or record.mean is None:
        return
    keyboard.say(
        ngettext(
            "{player}, your best is {best} row, your mean {mean}; lately: {rows}.",
            "{player}, your best is {best} rows, your mean {mean}; lately: {rows}.",
            record.best,
        ).format(
            player=player,
            best=record.best,
            mean=number(record.mean, digits=1),
            rows=" ".join(map(str, record.rows[-RECENT:])),
        )
    )


def _step(keyboard: Keyboard, show: MatchLights) -> None:
    keyboard.reporter.look(keyboard.session)
    while show.is_telling and keyboard.asker.is_quiet(show.stay):
        show.step()
    try:
        mend_lost_code(keyboard)
        kind, need = terminal_of(keyboard.session.match.rules), keyboard.session.match.turn.need
        kind.show_privately(keyboard)
        if need is Need.NOTHING:
            _ask_end(keyboard)
        else:
            kind.asks[need](keyboard)
    except KeypegError as error:
        refused = keyboard.refused(error)
        if not keyboard.asker.is_interactive:
            raise refused from error
        keyboard.say(f"✗ {refused}")


def say_farewell(keyboard: Keyboard) -> None:
    """Say how the match is gone on with, if it is not over."""
    if keyboard.session.match.is_over:
        return
    path = keyboard.session.path
    if path:
        log = path.stem if path.parent == games_folder() else str(path)
        command = shlex.join([command_name(), "play", "--resume", "--log", log])
        keyboard.say(_("Left off. Go on with: {command}").format(command=command))
    else:
        keyboard.say(_("Left off; this match was not kept."))


def mend_lost_code(keyboard: Keyboard) -> None:
    """Begin the round anew if the file with its hidden code is gone; leave if that is refused."""
    if not keyboard.session.has_lost_the_code:
        return
    keyboard.say(_("The hidden code of this round is lost: its file is gone or damaged."))
    if not keyboard.asker.yes(_("Begin the round anew with another code?")):
        raise Left
    keyboard.session.begin_round_anew(SOURCE)
    keyboard.reporter.look(keyboard.session)


def _ask_end(keyboard: Keyboard) -> None:
    match = keyboard.session.match
    prompt = (
        _("Enter to end, or 'undo' or 'correct' if something was noted wrongly:")
        if "correct" in terminal_of(match.rules).help_words(match.round, keyboard.way)
        else _("Enter to end, or 'undo' if something was noted wrongly:")
    )
    typed = keyboard.ask(prompt)
    if typed:
        raise BadNotation(
            _("'{line}' is not what is asked for.").format(line=typed), hint=_("See 'help'.")
        )
    if typed is not None:
        raise Left
