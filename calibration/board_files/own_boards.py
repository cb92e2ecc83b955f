"""The boards that a user described himself: written by name beside those that are shipped."""

from collections.abc import Mapping
from typing import Any

from calibration.board_files.load import board_names, own_boards, shipped_names
from calibration.board_files.write import described
from calibration.names import is_name
from companion.durable import write_durably
from companion.errors import CalibrationError, os_reason
from companion.i18n import _
from companion.vision.board.shape import BoardShape

__all__ = ["check_own_name", "save_own_board"]


def check_own_name(name: str, *, over: bool = False) -> None:
    """Refuse a `name` that is taken, but for one's own if `over`, or that could not be a file's.

    Raises CalibrationError.
    """
    if not is_name(name):
        raise CalibrationError(
            _("'{name}' cannot be the name of a board.").format(name=name),
            hint=_("Use up to 60 small letters, digits, - and _."),
        )
    if name in shipped_names() or (name in board_names() and not over):
        raise CalibrationError(
            _("There is a board '{name}' already.").format(name=name),
            hint=_("Choose another name."),
        )


def save_own_board(name: str, measures: Mapping[str, Any], *, over: bool = False) -> BoardShape:
    """Write the board `name` of these `measures` and return it; `over` an older one of that name.

    Raises CalibrationError, with nothing written, for a name that is taken or could not be a
    file's, for measures that give no board, and when nothing can be written.
    """
    check_own_name(name, over=over)
    text, shape = described(name, measures)
    file = own_boards() / f"{name}.toml"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(file, text)
    except OSError as error:
        raise CalibrationError(
            _("{file} cannot be written: {why}.").format(file=file, why=os_reason(error)),
            hint=_("Free some space, or mend the folder's rights."),
        ) from error
    return shape
