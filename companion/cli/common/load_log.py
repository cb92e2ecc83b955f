"""Finding and reading a log named on the command line."""

from dataclasses import dataclass
from pathlib import Path

import click

from companion.errors import KeypegError, LogError, UnknownName
from companion.game.match import Match
from companion.game.record import Log
from companion.session.journal import SUFFIX, games_folder, list_logs, read_log
from companion.session.session import matches_of

__all__ = ["Loaded", "folder_option", "load", "log_argument"]

log_argument = click.argument("log")
folder_option = click.option(
    "--games",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of the logs (default: KEYPEG_GAMES, else the user's data folder).",
)


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
    path = _find(name, folder or games_folder())
    log = read_log(path)
    try:
        return Loaded(path, log, tuple(matches_of(log)))
    except KeypegError as error:
        raise LogError(f"{path}: {error.message}", hint=error.hint) from error


def _find(name: str, folder: Path) -> Path:
    if name == "last":
        newest = next(list_logs(folder), None)
        if newest is None:
            raise UnknownName(f"There are no matches in '{folder}' yet.", hint="Play one first.")
        return newest
    named = folder / f"{name}{SUFFIX}"
    return named if Path(name).name == name and named.exists() else Path(name)
