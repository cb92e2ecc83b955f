"""The match of ``keypeg play``: a new one as it was agreed, or one that is gone on with."""

from pathlib import Path

from companion.cli.common import render
from companion.cli.common.load_log import find_log, nothing_played
from companion.cli.game_loop.narrate import Reporter
from companion.cli.play.options import Agreement, Kept
from companion.errors import BadNotation, KeypegError, UnknownName
from companion.game.core.events import Way
from companion.game.match import Match
from companion.i18n import _, joined
from companion.optional import install_command, is_installed
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.scene import headline
from companion.session.log_files import read_log
from companion.session.log_names import games_folder, list_logs
from companion.session.replay import matches_of
from companion.session.session import Session

__all__ = ["begun", "resumed"]


def begun(reporter: Reporter, book: str | None, agreed: Agreement, kept: Kept) -> Session:
    """Return a new match of `book` as it is agreed; what is odd about it is said."""
    wanted = agreed.house_rules
    box = with_rules(find_book(book or _no_book()), wanted)
    seated = agreed.seated(box)
    session = Session.begin(box.name, wanted, seated, folder=kept.folder or games_folder())
    for notice in box.notices(seated):
        reporter.say(_("Notice: {notice}").format(notice=notice))
    hides_a_code = session.match.round.code_round is not None
    if hides_a_code and seated.way is Way.KEPT and not is_installed("hints"):
        reporter.say(
            _("Answers are not compared with each other; that takes: {command}").format(
                command=install_command("hints")
            )
        )
    return session


def resumed(reporter: Reporter, book: str | None, agreed: Agreement, kept: Kept) -> Session:
    """Return the match that is gone on with: the log that is named, or the newest that fits."""
    agreed.check_nothing_is_new()
    folder = kept.folder or games_folder()
    named = find_log(str(kept.path), folder) if kept.path else None
    path = named or _unfinished(reporter, folder, book, agreed.seats)
    _refuse_unplayed(path)
    session, dropped = Session.resume(path)
    if dropped:
        reporter.say(dropped)
    reporter.say(_where(session.match))
    return session


def _no_book() -> str:
    raise BadNotation(_("Which game?"), hint=_("Name a rulebook: 'keypeg rules' lists them."))


def _refuse_unplayed(path: Path) -> None:
    if not read_log(path).entries:
        raise UnknownName(
            nothing_played(path),
            hint=_("Begin a new match; 'keypeg play --resume' goes on with the last one played."),
        )


def _unfinished(reporter: Reporter, folder: Path, book: str | None, seats: tuple[str, ...]) -> Path:
    """Return the newest match that is not over; damaged ones that are newer are said."""
    wanted = find_book(book).name if book else None
    for path in list_logs(folder):
        try:
            *__, match = matches_of(read_log(path))
        except KeypegError as error:
            reporter.say(_("Passed over: {error}").format(error=error))
            continue
        named = match.seated.players if match.seated else ()
        fits = wanted in (None, match.rules.name) and seats in ((), named)
        if match.seated and fits and not match.is_over:
            return path
    raise UnknownName(
        _no_match(wanted, seats, folder),
        hint=_("'keypeg games' lists the matches; begin a new one without --resume."),
    )


def _no_match(wanted: str | None, seats: tuple[str, ...], folder: Path) -> str:
    if seats:
        said = _("There is no unfinished match of {names}, in this order, in '{folder}'.")
        return said.format(names=joined(seats), folder=folder)
    if wanted is None:
        return _("There is no unfinished match in '{folder}'.").format(folder=folder)
    said = _("There is no unfinished match of {name} in '{folder}'.")
    return said.format(name=wanted, folder=folder)


def _where(match: Match) -> str:
    totals = ", ".join(f"{player} {total}" for player, total in match.totals().items())
    return _("Resumed: {headline}; {turn} Score: {totals}.").format(
        headline=headline(match), turn=render.turn_line(match), totals=totals
    )
