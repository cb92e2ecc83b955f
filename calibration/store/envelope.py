"""A measured thing as a file: what it is, its format version, a checksum. Pure: standard library.

The file is JSON, so that a person can read it: ``{"keypeg": kind, "format": 1, "sha256": "...",
"data": {...}}``. The checksum is taken over the data alone, keys sorted, without spaces; a file
that was damaged or edited by hand is refused.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.durable import write_durably
from companion.errors import CalibrationError, os_reason
from companion.i18n import _

__all__ = ["FORMAT", "pack", "unpack", "write_new"]

FORMAT = 1  # the version of the envelope, by definition: counted up when it changes


def pack(kind: str, data: Mapping[str, Any]) -> str:
    """Return the text of a file that holds `data`, plain JSON values, as a thing of `kind`."""
    head = {"keypeg": kind, "format": FORMAT, "sha256": _sum(data), "data": data}
    return json.dumps(head, indent=1, ensure_ascii=False) + "\n"


def unpack(kind: str, text: str, *, name: str) -> dict[str, Any]:
    """Return the data of a file's `text`; `name` is what messages call it.

    Raises CalibrationError when it is no file of this kind, of a newer version, or damaged.
    """
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(name) from error
    if not isinstance(head, dict) or head.get("keypeg") != kind:
        raise CalibrationError(
            _("{name}: the file is of another kind.").format(name=name),
            hint=_("Name another file."),
        )
    if not isinstance(head.get("format"), int):
        raise _damaged(name)
    if head["format"] > FORMAT:
        raise CalibrationError(
            _(
                "{name} was written by a newer Keypeg: format {number}, and this one reads up to "
                "{own}."
            ).format(name=name, number=head["format"], own=FORMAT),
            hint=_("Update Keypeg, or calibrate again."),
        )
    data = head.get("data")
    if not isinstance(data, dict) or head.get("sha256") != _sum(data):
        raise _damaged(name)
    return data


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, whole or not at all.

    Raises CalibrationError when it is there already or cannot be written.
    """
    if path.exists():
        raise CalibrationError(
            _("{path} is there already and is not overwritten.").format(path=path),
            hint=_("Choose another name."),
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, content)
    except OSError as error:
        raise CalibrationError(
            _("{path} cannot be written: {why}.").format(path=path, why=os_reason(error)),
            hint=_("Check the folder and its space."),
        ) from error


def _sum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _damaged(name: str) -> CalibrationError:
    return CalibrationError(
        _("{name} is damaged, or was edited by hand.").format(name=name),
        hint=_("Take an older version of it (NAME@1), or calibrate again."),
    )
