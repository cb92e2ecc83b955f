"""Labelled pictures on disk: a folder for each session, a JSON file beside each picture.

A set is a folder of sessions; a session is a folder of pictures of one board with a JSON label
beside each: `calib_empty`, `calib_pegs`, `calib_pegs2` (may be missing), then `still_N` or
`frame_NNN`. Of a label are used: ``board`` (type, rows, cols, palette, dims_mm, params),
``grid.corners_dist``, ``cells[]`` (row, col, color, px, radius_px, visible), ``keys[]``, ``code``,
``markers.present``, ``occlusion.present``.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.board_files.checked_table import MOST_PLACES
from calibration.board_files.load import load_board
from calibration.board_files.measure_check import missized
from calibration.board_files.specimen import measured
from calibration.evaluation.labels import Given, Labelled, LabelledSession, Truth
from companion.errors import PictureError
from companion.game.core.codes import COLOURS, EMPTY
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.read.reading import RowKeys

__all__ = ["TILES", "UNUSABLE", "VISIBLE", "label_lacks", "load_session", "sessions_in"]

# what comes of a label with something missing, of another kind, or too large
UNUSABLE = (AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError)
# a cell that is hidden more than this is nobody's to read; a convention
VISIBLE = 0.6
BOARDS = {
    "A": "hasbro-2004",
    "B": "classic",
    "C": "lego-free",
    "D": "four-player",
    "F": "bouwblokje",
}
TILES = "E"
LETTERS = {word: letter for letter, word in COLOURS.items()} | {"grey": "s", "empty": EMPTY}


def sessions_in(folder: Path, *, pattern: str = "*") -> tuple[list[Path], list[str]]:
    """Return the session folders at or below `folder`, and a note for each that cannot be used.

    Raises PictureError when there is no session at all.
    """
    if not folder.is_dir():
        raise PictureError(
            _("{folder} is not a folder.").format(folder=folder),
            hint=_("Name a folder of labelled pictures."),
        )
    here = [folder] if (folder / "calib_pegs.json").is_file() else sorted(folder.glob(pattern))
    found, notes = [], []
    for path in here:
        label = path / "calib_pegs.json"
        if not label.is_file():
            continue
        board = _json(label).get("board")
        kind = board.get("type") if isinstance(board, dict) else None
        if isinstance(kind, str) and (kind in BOARDS or kind == TILES):
            found.append(path)
        else:
            notes.append(
                _("{name}: skipped, a board of type {kind} is not read.").format(
                    name=path.name, kind=kind
                )
            )
    if not found:
        raise PictureError(
            _("There are no labelled sessions in {folder}.").format(folder=folder),
            hint=_(
                "A session is a folder with calib_empty, calib_pegs and still_0 ... as .jpg and "
                ".json: 'keypeg evaluate --help'."
            ),
        )
    return found, notes


def load_session(folder: Path) -> LabelledSession:
    """Read a session's labels; PictureError when one is missing or cannot be used."""
    file = folder / "calib_pegs.json"
    label = _json(file)
    try:
        shape = _shape(label["board"])
        has_markers = bool(label.get("markers", {}).get("present"))
    except UNUSABLE as error:
        raise label_lacks(file, error) from error
    if wrong := missized(shape):
        said = _("The board in the label {file} cannot be: {what}.")
        raise PictureError(said.format(file=file, what=wrong[0]), hint=wrong[1])
    known = [folder / f"{name}.json" for name in ("calib_pegs", "calib_pegs2")]
    others = sorted([*folder.glob("still_*.json"), *folder.glob("frame_*.json")])
    return LabelledSession(
        name=folder.name,
        shape=shape,
        has_markers=has_markers,
        empty=_labelled(folder / "calib_empty.json"),
        known=tuple(_labelled(file) for file in known if file.is_file()),
        stills=tuple(
            picture for file in others if not _is_occluded(file) for picture in [_labelled(file)]
        ),
    )


def _shape(board: Mapping[str, Any]) -> BoardShape:
    palette = "".join(LETTERS[word] for word in board["palette"])
    kind = replace(load_board(BOARDS[board["type"]]), palette=palette)
    return measured(kind, board["params"], size=tuple(board["dims_mm"]))


def _is_occluded(file: Path) -> bool:
    """Return whether a hand is in the picture; only frames of a game may be left out."""
    label = _json(file)
    return file.stem.startswith("frame") and bool(label.get("occluded"))


def _json(file: Path) -> dict[str, Any]:
    try:
        label = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise PictureError(
            _("The label {file} cannot be read.").format(file=file), hint=_("Check the file.")
        ) from error
    if not isinstance(label, dict):
        raise PictureError(
            _("The label {file} is not a table.").format(file=file), hint=_("Check the file.")
        )
    return label


def label_lacks(file: Path, error: Exception) -> PictureError:
    """Return what to say of a label in which something is missing, or of another kind."""
    return PictureError(
        _("The label {file} lacks {error}.").format(file=file, error=error),
        hint=_("Check the file."),
    )


def _labelled(file: Path) -> Labelled:
    label = _json(file)
    try:
        return Labelled(file.with_suffix(".jpg"), _given(label), _truth(label))
    except UNUSABLE as error:
        raise label_lacks(file, error) from error


def _given(label: Mapping[str, Any]) -> Given:
    has_sliders = label["board"].get("key_style") == "sliders"
    keys, sliders = {}, {}
    for row in label["keys"]:
        if has_sliders:
            sliders[row["row"]] = (row["red"], row["white"])
        else:
            keys[row["row"]] = "".join(LETTERS[hole["color"]] for hole in row["holes"])
    return Given(
        corners=np.array(label["grid"]["corners_dist"], np.float64),
        pegs={(cell["row"], cell["col"]): LETTERS[cell["color"]] for cell in label["cells"]},
        keys=keys or None,
        sliders=sliders or None,
    )


def _truth(label: Mapping[str, Any]) -> Truth:
    count, cols = label["board"]["rows"], label["board"]["cols"]
    if not (1 <= count <= MOST_PLACES and 1 <= cols <= MOST_PLACES):
        raise ValueError(_("board.rows and board.cols from 1 to {most}").format(most=MOST_PLACES))
    rows = [["?"] * cols for _ in range(count)]
    for cell in label["cells"]:
        if cell["visible"] >= VISIBLE:
            rows[cell["row"] - 1][cell["col"] - 1] = LETTERS[cell["color"]]
    code = label["code"]
    return Truth(
        rows=tuple("".join(row) for row in rows),
        holes=np.array([cell["px"] for cell in label["cells"]], np.float64),
        radii=np.array([cell["radius_px"] for cell in label["cells"]], np.float64),
        keys=tuple(_keys(row) for row in label["keys"]),
        covered=bool(code["covered"]),
        code="".join(LETTERS[word] for word in code["colors"] or ()),
    )


def _keys(row: Mapping[str, Any]) -> RowKeys:
    """Return one row's black and white; a hidden slider or any hidden key hole gives None."""
    if "holes" in row:
        seen = all(hole.get("visible", 1.0) >= VISIBLE for hole in row["holes"])
        return RowKeys(row["black"], row["white"]) if seen else RowKeys(None, None)
    white, red = (share >= VISIBLE for share in row.get("visible", (1.0, 1.0)))
    return RowKeys(row["red"] if red else None, row["white"] if white else None)
