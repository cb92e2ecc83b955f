"""Commitments: a code is fixed before the first guess and can be checked after it is shown. Pure.

A commitment is the SHA-256 of the salt followed by the code, both as text, in lower-case hex.
``printf %s SALTCODE | sha256sum`` gives the same.
"""

from hashlib import sha256

from companion.errors import IllegalMove
from companion.game.core.events import CodeShown
from companion.i18n import _

__all__ = ["check_commitments", "commit"]


def commit(code: str, salt: str) -> str:
    """Return the commitment of `code` under `salt` (64 hex digits)."""
    return sha256((salt + code).encode()).hexdigest()


def check_commitments(commitments: tuple[str, ...], shown: CodeShown) -> None:
    """Raise `IllegalMove` if a part shown is not the one that was committed to."""
    if not commitments:
        return
    if len(shown.salts) != len(commitments) or len(shown.codes) != len(commitments):
        raise IllegalMove(
            _("The code shown lacks the salts of its commitments."),
            hint=_("Show the code as the companion kept it."),
        )
    for given, code, salt in zip(commitments, shown.codes, shown.salts, strict=True):
        if commit(code, salt) != given:
            raise IllegalMove(
                _("'{code}' is not the code that was committed to at the start.").format(code=code),
                hint=_("The log or the secret's file has been changed."),
            )
