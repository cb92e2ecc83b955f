"""The frames in which events were seen: kept while playing, and read again to find a misreading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import UnknownName
from companion.game.core.events import Answered, CodeShown, Entry, Guessed
from companion.game.core.key_pegs import Keys
from companion.i18n import _
from companion.session.watched_session import CAMERA

if TYPE_CHECKING:
    from companion.cli.common.load_log import Loaded
    from companion.session.watched_session import WatchedSession
    from companion.vision.geometry.arrays import Image
    from companion.vision.read.reading import Reading

__all__ = ["Again", "FrameKeeper", "read_again"]

SEEN = (Guessed, Answered, CodeShown)


class FrameKeeper:
    """Keeps, in `folder`, the frame in which each event of an evening was seen.

    A frame in which the code lies open before it is shown is not kept: it would tell the code.
    """

    def __init__(self, folder: Path, evening: WatchedSession) -> None:
        self._folder = folder
        self._evening = evening
        self._known = len(evening.session.entries)

    def keep(self, image: Image) -> None:
        """Keep `image` for the events that came with it; raises OSError when it cannot be."""
        from companion.vision.camera.image_files import encode_png

        entries = self._evening.session.entries
        fresh, self._known = entries[self._known :], len(entries)
        for entry in fresh:
            if entry.by == CAMERA and isinstance(entry.event, SEEN) and not self._tells_code():
                self._folder.mkdir(parents=True, exist_ok=True)
                name = frame_name(self._evening.session.path, entry)
                (self._folder / name).write_bytes(encode_png(image))

    def _tells_code(self) -> bool:
        return self._evening.table.may_show_code


def frame_name(log: Path | None, entry: Entry) -> str:
    """Return the file's name of the frame of `entry`: that of the log, and the event's number."""
    return f"{log.stem if log else 'match'}-{entry.seq:04d}.png"


@dataclass(frozen=True, slots=True)
class Again:
    """An event's frame: `recorded` then, `read` now; `row` counts from 1, 0 is the code."""

    event: int
    row: int
    recorded: str
    read: str

    @property
    def differs(self) -> bool:
        """Whether it reads otherwise than it is recorded."""
        return self.recorded != self.read

    def as_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self) | {"differs": self.differs}


def read_again(
    loaded: Loaded, folder: Path, board: str, calibration: str | None
) -> Iterator[Again]:
    """Read the frames in `folder` of the match `loaded` with a calibration of today.

    Raises UnknownName when none of its frames is there, and what a picture, a board or a
    calibration that cannot be used raises.
    """
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load
    from companion.cli.common.photo import look
    from companion.vision.read import reader

    shape = load_board(board)
    saved = load(calibration or shape.name, board=shape.name)
    kept = [(e, folder / frame_name(loaded.path, e)) for e in loaded.log.entries]
    there = [(entry, file) for entry, file in kept if file.exists()]
    if not there:
        raise UnknownName(
            _("There are no frames of this match in '{folder}'.").format(folder=folder),
            hint=_("Keep them while playing: --frames FOLDER."),
        )
    for entry, file in there:
        photo = look(file, saved.fitted(shape), empty=saved.empty)
        reading = reader.read(photo.image, photo.found, saved.calibration)
        yield _compared(entry, len(loaded.matches[entry.seq].round_to_see.rows), reading)


def _compared(entry: Entry, row: int, reading: Reading) -> Again:
    match entry.event:
        case Guessed(row=code):
            return Again(entry.seq, row, code, reading.rows[row - 1])
        case Answered(keys=keys):
            seen = (reading.keys or reading.sliders)[row - 1]
            known = seen.black is not None and seen.white is not None
            read = str(Keys(seen.black or 0, seen.white or 0)) if known else "?"
            return Again(entry.seq, row, str(keys), read)
        case CodeShown(codes=codes):
            return Again(entry.seq, 0, codes[0], reading.code.letters or "?")
    raise AssertionError(entry)
