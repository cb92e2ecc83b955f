"""The files of a match: its log, and beside it the hidden code. All may be missing.

A disk that is full or gone never stops a game: `trouble` says what is not kept, and what could not
be written is tried again with the next event.
"""

from contextlib import suppress
from pathlib import Path

from companion.errors import JournalError, LogError, os_reason
from companion.game.core.events import Entry
from companion.game.log_line import format_anchor
from companion.i18n import _
from companion.session.code_maker import Secret
from companion.session.journal import Journal
from companion.session.secret_file import Vault

__all__ = ["MatchFiles"]


class MatchFiles:
    """Keeps one match in `journal`; None: nothing is kept but the hidden code, in memory."""

    def __init__(self, journal: Journal | None, vault: Vault | None = None) -> None:
        self.trouble = ""
        self.journal = journal
        self._vault = vault or Vault(None)

    def note(self, entry: Entry) -> None:
        """Write `entry`, and what could not be written before; `trouble` says if it cannot be."""
        if self.journal is None:
            return
        try:
            self.journal.append(entry)
            self._vault.move_beside(self.journal.path)
            self.trouble = ""
        except JournalError as error:
            self.trouble = str(error)
        except OSError as error:
            self.trouble = _("The code cannot be kept: {why}.").format(why=os_reason(error))

    @property
    def path(self) -> Path | None:
        """Where the log is, or None if there is none yet."""
        return self.journal.path if self.journal and self.journal.is_begun else None

    @property
    def anchor(self) -> str:
        """What the record hashes to so far, as it is printed; nothing if it is not kept."""
        return format_anchor(self.journal.anchor) if self.journal and self.path else ""

    def lines(self, since: int) -> list[bytes]:
        """Return the lines of the log that are on the disk, from line `since` (0: header) on."""
        return self.journal.kept_lines(since) if self.journal else []

    def hide(self, secret: Secret) -> None:
        """Keep `secret`, on the disk if that can be: else the next `note` says so."""
        with suppress(OSError):
            self._vault.store(secret)

    def hidden(self) -> Secret | None:
        """Return the secret that is kept; None if there is none, or its file is damaged."""
        with suppress(LogError):
            return self._vault.load()
        return None

    def clear_hidden(self) -> None:
        """Forget the secret: it is shown, or of no more use."""
        self._vault.clear()

    def discard(self) -> None:
        """Remove log and secret; nothing is kept from now on."""
        self._vault.clear()
        if self.journal:
            self.journal.discard()
        self.journal = None

    def close(self) -> None:
        """Close the log."""
        if self.journal:
            self.journal.close()
