"""What can go wrong, told to a person: what, where, what is allowed, and what to do now.

Every error is also the builtin one that a caller would expect, so ``except ValueError`` works.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from companion.i18n import N_, _

__all__ = [
    "BadNotation",
    "BoardNotFound",
    "CalibrationError",
    "CameraAway",
    "CameraEnded",
    "CameraError",
    "ChangesLater",
    "DisplayError",
    "IllegalMove",
    "JournalError",
    "KeypegError",
    "LogError",
    "LogInUse",
    "MirroredPicture",
    "MissingPart",
    "PictureError",
    "SettingsError",
    "UnfitPicture",
    "UnknownName",
    "did_you_mean",
    "os_reason",
]


class KeypegError(Exception):
    """The base of all: a `message` of one sentence, and a `hint` that says what to do now."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class BadNotation(KeypegError, ValueError):
    """A text that is not a code, an answer, a tile or a rule."""


class UnknownName(KeypegError, LookupError):
    """A rulebook, player, board, calibration or device that is not there."""


class IllegalMove(KeypegError, ValueError):
    """A move that the rulebook does not allow now; nothing has changed."""


class ChangesLater(IllegalMove):
    """A correction that what came after it does not allow."""


class LogError(KeypegError, ValueError):
    """A log that cannot be read: another program's, a newer version's, damaged."""


class JournalError(KeypegError, OSError):
    """A log that cannot be written: a full disk, a folder that is read-only."""


class LogInUse(JournalError):
    """A log that another process is writing."""


class PictureError(KeypegError, ValueError):
    """A picture that cannot be used."""


class BoardNotFound(KeypegError, LookupError):
    """No board in the picture, or none that is sure enough to be read."""


class UnfitPicture(BoardNotFound):
    """A picture in which no board is found since something is wrong with all of it."""


class MirroredPicture(UnfitPicture):
    """A picture that shows the board as a mirror does."""


class CalibrationError(KeypegError, ValueError):
    """A calibration that is damaged, of another board, or that would not be safe."""


class CameraError(KeypegError, OSError):
    """A camera that is missing, busy or silent."""


class CameraAway(CameraError):
    """A camera that is being opened again; whoever listens to it has been told."""


class CameraEnded(CameraError):
    """A folder, a video or a drawn game that has given all it had."""


class DisplayError(KeypegError, OSError):
    """Lights that are missing, busy or silent."""


class MissingPart(KeypegError, ImportError):
    """A part of Keypeg that is not installed: OpenCV, NumPy, the page's packages, the pins'."""


class SettingsError(KeypegError, ValueError):
    """A setting that is unknown, of the wrong kind, or that cannot be."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Give ``"Did you mean 'x'?"`` for a near miss, else the list of what is allowed."""
    names = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), names, n=1, cutoff=0.6)
    if near:
        return _("Did you mean '{name}'?").format(name=names[near[0]])
    return _("Choose from: {names}.").format(names=", ".join(names.values()))


# why a file or a device is refused, as the system says it; the usual ones are translated
REASONS = (
    *(N_("No such file or directory"), N_("Permission denied"), N_("Operation not permitted")),
    *(N_("No space left on device"), N_("Read-only file system"), N_("Input/output error")),
    *(N_("Is a directory"), N_("Not a directory"), N_("File exists"), N_("File name too long")),
    *(N_("Address already in use"), N_("Connection refused"), N_("Too many open files")),
    *(N_("No such device"), N_("Device or resource busy"), N_("Broken pipe")),
)


def os_reason(error: OSError) -> str:
    """Return why the system refused, in the language spoken where it is a usual reason."""
    return _(error.strerror) if error.strerror else str(error)
