"""Boards by name: those that are shipped in `calibration/boards`, and a user's own.

His lie in the folder ``boards`` of his data folder; `parse` says what stands in a file.
"""

from contextlib import suppress
from pathlib import Path

import platformdirs

from calibration.board_files.parse import parse_board
from companion.errors import CalibrationError, KeypegError, UnknownName, did_you_mean
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title

__all__ = ["board_file", "board_names", "board_titles", "load_board", "own_boards", "shipped_names"]

SHIPPED = Path(__file__).parents[1] / "boards"


def own_boards() -> Path:
    """Return the folder of the boards that this user described."""
    return platformdirs.user_data_path("keypeg") / "boards"


def shipped_names() -> tuple[str, ...]:
    """Return the names of the boards that are shipped."""
    return tuple(sorted(file.stem for file in SHIPPED.glob("*.toml")))


def board_names() -> tuple[str, ...]:
    """Return the names of all boards: of those that are shipped, and of the user's own."""
    own = {file.stem for file in own_boards().glob("*.toml")}
    return tuple(sorted(own.union(shipped_names())))


def board_titles() -> dict[str, str]:
    """Return what each board is called, by its name, without those that cannot be loaded."""
    titles = {}
    for name in board_names():
        with suppress(KeypegError):
            titles[name] = said_title(load_board(name))
    return titles


def board_file(name: str) -> Path:
    """Return the file of a board by its name or path, whether it is there or not."""
    if name.endswith(".toml"):
        return Path(name)
    is_own = name in board_names() and name not in shipped_names()
    return (own_boards() if is_own else SHIPPED) / f"{name}.toml"


def load_board(name: str) -> BoardShape:
    """Load a board by name, shipped or one's own, or by the path of its file (ends in ``.toml``).

    Raises UnknownName for a name that is not there, CalibrationError for an unusable file.
    """
    file = board_file(name)
    if not file.is_file():
        raise UnknownName(
            _("There is no board '{name}'.").format(name=name),
            hint=did_you_mean(name, board_names())
            + " "
            + _("Or give the path of a board file (.toml)."),
        )
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(
            _(
                "The board file '{file}' cannot be read: it is no UTF-8 text, or not to be opened."
            ).format(file=file),
            hint=_("Save it as UTF-8, or name another file."),
        ) from error
    return parse_board(text, name=file.stem)
