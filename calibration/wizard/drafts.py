"""A calibration under way, on disk: the pictures and words so far, in order, to be gone on with.

A draft ``kitchen`` of a board is the folder ``drafts/BOARD-kitchen`` in the user's data folder:
``draft.json`` has the list, ``1.png``, ``2.png``, ... the pictures.
"""

import shutil
from pathlib import Path

import platformdirs

from calibration.store.calibrations import check_name
from calibration.store.envelope import pack, unpack
from calibration.wizard.guide import Guide
from companion.durable import write_durably
from companion.errors import CalibrationError, KeypegError, os_reason
from companion.i18n import _
from companion.vision.camera.image_files import encode_png, load_picture
from companion.vision.geometry.arrays import Image

__all__ = ["Draft"]

DRAFT_KIND = "draft"


class Draft:
    """The draft of `name` on a board; every `keep` is on the disk before it returns."""

    def __init__(self, board: str, name: str, root: Path | None = None) -> None:
        root = root or platformdirs.user_data_path("keypeg") / "drafts"
        self.folder = root / f"{Path(board).stem}-{check_name(name)}"
        self._entries: list[dict[str, str]] = []

    def resumed(self, guide: Guide) -> Guide:
        """Return `guide` as far as it had come; what can no longer be used is dropped.

        Raises CalibrationError for a draft that is damaged or newer.
        """
        file = self.folder / "draft.json"
        if not file.is_file():
            return guide
        data = unpack(
            DRAFT_KIND,
            file.read_text("utf-8", "replace"),
            name=_("The draft {file}").format(file=file),
        )
        entries = data.get("entries")
        for entry in entries if isinstance(entries, list) else ():
            try:
                guide = guide.on(self._given(entry))
            except (KeypegError, OSError, KeyError, TypeError, ValueError):
                break  # it goes on from the last step that can be used
            self._entries.append(entry)
        return guide

    def keep(self, given: Image | str) -> None:
        """Add a picture or a word; raises CalibrationError when it cannot be written."""
        entry = {"said": given} if isinstance(given, str) else {"saw": self._next_picture()}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not isinstance(given, str):
                write_durably(self.folder / entry["saw"], encode_png(given))
            self._write([*self._entries, entry])
        except OSError as error:
            raise CalibrationError(
                _("The draft {folder} cannot be written: {why}.").format(
                    folder=self.folder, why=os_reason(error)
                ),
                hint=_("Check the folder and its space."),
            ) from error
        self._entries.append(entry)

    def clear(self) -> None:
        """Throw the draft away."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._entries = []

    def _write(self, entries: list[dict[str, str]]) -> None:
        write_durably(self.folder / "draft.json", pack(DRAFT_KIND, {"entries": entries}))

    def _next_picture(self) -> str:
        return f"{1 + sum('saw' in entry for entry in self._entries)}.png"

    def _given(self, entry: dict[str, str]) -> Image | str:
        if "said" in entry:
            return entry["said"]
        return load_picture(self.folder / Path(entry["saw"]).name).pixels
