"""Finding and reading a log named on the command line."""

from dataclasses import dataclass
from pathlib import Path

from companion.errors import KeypegError, LogError, UnknownName
from companion.game.match import Match
from companion.game.record import Log
from companion.history.titles import titles
from companion.i18n import _
from companion.session.log_files import read_log
from companion.session.log_names import SUFFIX, games_folder, list_logs, log_order
from companion.session.replay import matches_of

__all__ = ["Loaded", "find_log", "load", "nothing_played"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A log and the match that it makes, event by event."""

    path: Path
    log: Log
    matches: tuple[Match, ...]

    @property
    def match(self) -> Match:
        """The match as it stands at the end of the log."""
        return self.matches[-1]


def load(name: str, folder: Path | None) -> Loaded:
    """Give the match of log `name`: a path, a name as 'keypeg games' prints it, or ``last``.

    Raises `UnknownName` or `LogError`.
    """
    path = find_log(name, folder)
    log = read_log(path)
    try:
        return Loaded(path, log, tuple(matches_of(log)))
    except KeypegError as error:
        raise LogError(f"{path}: {error.message}", hint=error.hint) from error


def nothing_played(path: Path) -> str:
    """Return what is said of a log that was broken off between its header and the seating."""
    return _("In '{path}' nothing was played: it broke off before anyone was seated.").format(
        path=path
    )


def find_log(name: str, folder: Path | None) -> Path:
    """Return the path of log `name`, as `load` takes it, or of the match with that title.

    Raises `UnknownName` when ``last`` is asked for and there is none.
    """
    folder = folder or games_folder()
    if name == "last":
        newest = next(list_logs(folder), None)
        if newest is None:
            raise UnknownName(
                _("There are no matches in '{folder}' yet.").format(folder=folder),
                hint=_("Play one first."),
            )
        return newest
    named = folder / f"{name}{SUFFIX}"
    if Path(name).name == name and named.exists():
        return named
    if Path(name).exists():
        return Path(name)
    titled = [log for log, title in titles(folder).items() if title.casefold() == name.casefold()]
    # of several matches with one title, the newest
    return folder / f"{max(titled, key=log_order)}{SUFFIX}" if titled else Path(name)
