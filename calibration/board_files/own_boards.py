"""The boards that a user described himself: written by name beside those that are shipped."""

import re
from collections.abc import Mapping
from typing import Any

from calibration.board_files.load import board_names, own_boards, shipped_names
from calibration.board_files.write import described
from companion.errors import CalibrationError
from companion.i18n import _
from companion.vision.board.shape import BoardShape

__all__ = ["save_own_board"]

# a calibration is called as its board is if nothing else is said
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def save_own_board(name: str, measures: Mapping[str, Any], *, over: bool = False) -> BoardShape:
    """Write the board `name` of these `measures` and return it; `over` an older one of that name.

    Raises CalibrationError, with nothing written, for a name that is taken or could not be a
    file's, for measures that give no board, and when nothing can be written.
    """
    if not NAME.fullmatch(name):
        raise CalibrationError(
            _("'{name}' cannot be the name of a board.").format(name=name),
            hint=_("Use up to 60 small letters, digits, - and _."),
        )
    if name in shipped_names() or (name in board_names() and not over):
        raise CalibrationError(
            _("There is a board '{name}' already.").format(name=name),
            hint=_("Choose another name."),
        )
    text, shape = described(name, measures)
    file = own_boards() / f"{name}.toml"
    part = file.with_name(f".{name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CalibrationError(
            _("{file} cannot be written: {why}.").format(file=file, why=error.strerror or error),
            hint=_("Free some space, or mend the folder's rights."),
        ) from error
    return shape
