"""A table of a TOML file whose fields are taken out with a check; what is left over is refused."""

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.errors import CalibrationError, did_you_mean
from companion.i18n import _, number

__all__ = ["MOST_MM", "MOST_PLACES", "CheckedTable"]

# no measure of a board is longer, none has more rows or places in a row: more than any box's
MOST_MM, MOST_PLACES = 2000.0, 40

T = TypeVar("T")


class CheckedTable:
    """A table of a board file: fields are taken out with a check; what is left over is refused."""

    def __init__(self, board: str, path: str, data: Mapping[str, Any]) -> None:
        self.board = board
        self.path = path
        self.left = dict(data)
        self.known: list[str] = []

    def take(self, key: str, default: T | None = None) -> Any:
        """Return the field `key`, or `default`; a field without a default must be there."""
        self.known.append(key)
        if key in self.left:
            return self.left.pop(key)
        if default is None:
            missing = _("'{field}' is missing").format(field=f"{self.path}{key}")
            raise self.bad(missing, _("Add it; measure the board."))
        return default

    def number(self, key: str, default: float | None = None, *, low: float = -2000.0) -> float:
        """Return a number of mm between `low` and 2000."""
        return self._number(key, self.take(key, default), low)

    def numbers(self, key: str, *, low: float = -2000.0) -> tuple[float, float]:
        """Return a pair of numbers."""
        pair = self.take(key)
        if not isinstance(pair, list) or len(pair) != 2:
            raise self.not_so(key, pair, _("Give two numbers: [1.0, 2.0]."))
        return self._number(key, pair[0], low), self._number(key, pair[1], low)

    def count(self, key: str) -> int:
        """Return a whole number from 1 to 40."""
        value = self.take(key)
        if type(value) is not int or not 1 <= value <= MOST_PLACES:
            raise self.not_so(key, value, _("Give a whole number, 1 to 40."))
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """Return a word out of `allowed`."""
        value = self.take(key, default)
        if value not in allowed:
            raise self.not_so(key, value, did_you_mean(str(value), allowed))
        return str(value)

    def table(self, key: str) -> "CheckedTable":
        """Return the table `key`."""
        value = self.take(key)
        if not isinstance(value, dict):
            raise self.not_so(key, value, _("Make it a table: [{key}].").format(key=key))
        return CheckedTable(self.board, f"{self.path}{key}.", value)

    def has(self, key: str) -> bool:
        """Return whether the optional field `key` is there."""
        self.known.append(key)
        return key in self.left

    def done(self) -> None:
        """Refuse what was not taken out."""
        for key in self.left:
            unknown = _("'{field}' is no field here").format(field=f"{self.path}{key}")
            raise self.bad(unknown, did_you_mean(key, self.known))

    def bad(self, what: str, hint: str) -> CalibrationError:
        """Return the error that names this file."""
        said = _("In the board file of '{board}': {what}.").format(board=self.board, what=what)
        return CalibrationError(said, hint=hint)

    def not_so(self, key: str, value: object, hint: str) -> CalibrationError:
        """Return the error that names the field `key`, and the `value` that it cannot have."""
        what = _("'{field}' is {value}").format(field=f"{self.path}{key}", value=repr(value))
        return self.bad(what, hint)

    def _number(self, key: str, value: object, low: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.not_so(key, value, _("Give a number of millimetres."))
        if not low <= value <= MOST_MM:
            between = _("It must lie between {low} and 2000.").format(low=number(low))
            raise self.not_so(key, value, between)
        return float(value)
