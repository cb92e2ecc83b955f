"""Where the hidden code of the round being played is kept: a file that only its user can read."""

import os
from dataclasses import dataclass
from pathlib import Path

from companion.durable import sync_folder
from companion.errors import LogError
from companion.i18n import _
from companion.session.code_maker import Secret

__all__ = ["Vault"]

# bytes; four parts with their salts have 300; chosen more than thirty times as much
SECRET_LIMIT = 10_000


@dataclass
class Vault:
    """The secret beside a log, mode 0600, or in memory alone when there is no log."""

    path: Path | None
    _held: Secret | None = None

    @classmethod
    def beside(cls, log: Path | None) -> "Vault":
        """Return the vault of the match whose log is `log`."""
        return cls(log.with_suffix(".secret") if log else None)

    def store(self, secret: Secret) -> None:
        """Keep `secret`, on the disk before this returns; raise `OSError` if it cannot be."""
        self._held = secret
        if self.path is None:
            return
        handle = os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            left = memoryview(secret.to_text().encode())
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        self._draft.replace(self.path)
        sync_folder(self.path.parent)

    def load(self) -> Secret | None:
        """Return the secret kept, or None; raise `LogError` if its file is damaged."""
        if self._held is None and self.path is not None and self.path.exists():
            self._held = Secret.from_text(_text_of(self.path))
        return self._held

    def move_beside(self, log: Path) -> None:
        """Keep what is held beside `log` from now on; raise `OSError` if it cannot be."""
        self.path = log.with_suffix(".secret")
        if self._held is not None and not self.path.exists():
            self.store(self._held)

    def clear(self) -> None:
        """Forget the secret and remove its file."""
        self._held = None
        if self.path is not None:
            self.path.unlink(missing_ok=True)
            self._draft.unlink(missing_ok=True)

    @property
    def _draft(self) -> Path:
        assert self.path
        return self.path.with_suffix(".secret-new")


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(SECRET_LIMIT).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(
            _("The file with the hidden code cannot be read."),
            hint=_("Begin the round anew with another code."),
        ) from error
