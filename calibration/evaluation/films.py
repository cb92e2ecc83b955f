"""Filmed games: a labelled session whose frames are one game, with its true log.

A film is a session's folder with a ``game.json``: ``guesses[]`` (guess, a list of colours) and
``frames[]`` in the order they were taken: image, occluded (a hand is in it), state (colours of each
row, row 1 first) and keys (a row's colours, or red and white clicks).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.evaluation.label_files import LETTERS, load_session
from calibration.evaluation.labels import LabelledSession
from companion.errors import PictureError
from companion.game.core.codes import EMPTY
from companion.i18n import _

__all__ = ["Film", "FilmFrame", "is_film", "load_film"]

LOG = "game.json"


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A frame's file and what it shows in truth: rows, and (black, white) a row."""

    file: Path
    occluded: bool
    rows: tuple[str, ...]
    keys: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A filmed game: the session it belongs to, its frames in order, its guesses as they ended."""

    session: LabelledSession
    shots: tuple[FilmFrame, ...]
    guesses: tuple[str, ...]


def is_film(folder: Path) -> bool:
    """Return whether a session's folder is a filmed game."""
    return (folder / LOG).is_file()


def load_film(folder: Path) -> Film:
    """Read a filmed game's labels; PictureError when one is missing or cannot be used."""
    file = folder / LOG
    try:
        log = json.loads(file.read_text("utf-8"))
        shots = tuple(_shot(folder, frame) for frame in log["frames"])
        guesses = tuple(_word(each["guess"]) for each in log["guesses"])
    except OSError as error:
        raise PictureError(
            _("The log {file} cannot be read.").format(file=file), hint=_("Check the file.")
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise PictureError(
            _("The log {file} is not that of a filmed game: {error}.").format(
                file=file, error=error
            ),
            hint=_("'keypeg evaluate --help' shows its form."),
        ) from error
    return Film(load_session(folder), shots, guesses)


def _shot(folder: Path, frame: Mapping[str, Any]) -> FilmFrame:
    rows = tuple(_word(row) for row in frame["state"])
    keys = tuple(_counts(row) for row in frame["keys"])
    return FilmFrame(folder / frame["image"], bool(frame["occluded"]), rows, keys)


def _word(colours: Sequence[str | None]) -> str:
    return "".join(LETTERS[colour] if colour else EMPTY for colour in colours)


def _counts(row: Mapping[str, int] | Sequence[str | None]) -> tuple[int, int]:
    if isinstance(row, Mapping):
        return row["red"], row["white"]
    return list(row).count("black"), list(row).count("white")
