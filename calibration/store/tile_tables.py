"""A table of tiles: measured from a picture of it empty and one of all tiles open, kept on disk.

``tables/NAME.json`` in the user's data folder is the newest; older ones are ``NAME.1.json``, ...
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import platformdirs

from calibration.store.calibrations import check_name
from calibration.store.envelope import pack, unpack, write_new
from calibration.store.tile_faces import (
    LearnedFaces,
    Prints,
    faces_as_data,
    faces_from_data,
    learned_from,
    prints_of,
)
from companion.errors import BoardNotFound, CalibrationError, UnknownName, did_you_mean
from companion.game.tiles.tile import BACKS
from companion.i18n import N_, _
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.lens_priors import Lens
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox, TilePlace
from companion.vision.tile_rows.row_fit import FittedRows, fit_rows
from companion.vision.tile_rows.row_lines import rows_of
from companion.vision.tiles.corner_net import refined
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reading import SeenTile, TileReading, TileRow
from companion.vision.tiles.second_look import newly_laid
from companion.vision.tiles.tile_net import OpenTile, find_open_tiles

__all__ = ["MeasuredTable", "load_table", "measure_table", "save_table", "table_names"]


KIND = "table"
QUALITY = 92  # of the JPEG that is kept, 0 to 100: a guess, no edge is lost by it
# tile widths that the median corner that the net saw is off at most: drawn tables have 0.03 to
# 0.22; chosen beyond them
FITS = 0.3
# heat of a tile among corners that a person has tapped: less will do; a guess
TAPPED_SCORE = 0.12
LAY = N_(
    "Lay all tiles open, upright for the near player: black ones in a row from 0 at the left, a "
    "dash last, white ones in a row below."
)
BY_CORNERS = N_("Or tell the corners around them (at the keyboard: --corners).")


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredTable:
    """A table as it was measured; `faces` is what was learned of these tiles' own print.

    The near player reads upright what lay there open; `places` is where that was, by tile.
    """

    pose: Pose
    box: TileBox
    empty: Image | None = None
    faces: LearnedFaces | None = None
    places: Sequence[tuple[str, TilePlace]] = ()

    @property
    def known(self) -> KnownTable:
        """What reading needs of it."""
        if self.faces is None:
            return KnownTable(self.pose, self.box, self.empty)
        whole = len(self.faces.known)
        return KnownTable(self.pose, self.box, self.empty, self.faces.net, whole)

    @property
    def reading(self) -> TileReading:
        """The open tiles by which it was measured, a row of each colour."""
        tiles = [SeenTile(place, text[0], text[1:]) for text, place in self.places]
        rows = (tuple(tile for tile in tiles if tile.colour == back) for back in BACKS)
        return TileReading(tuple(TileRow(0.0, row) for row in rows), self.known)


def measure_table(
    image: Image,
    empty: Image | None = None,
    *,
    lens: Lens | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> MeasuredTable:
    """Measure a table from a BGR picture of all its tiles open, upright for the near player.

    `corners` (four, px) are those around all tiles, if a person has tapped them. The table proves
    itself: the prints read back in order. Raises BoardNotFound when there are no tiles,
    CalibrationError with what to do when they do not do.
    """
    if empty is not None and empty.shape != image.shape:
        raise CalibrationError(
            _("The two pictures are not of one size."), hint=_("Take both with the same camera.")
        )
    tiles = refined(_tiles(image, empty, corners), image, empty)
    tiles = newly_laid(tiles, image, empty)
    rows = rows_of(tiles)
    if rows is None:
        raise _not_in_rows(tiles)
    fitted = fit_rows(rows, (image.shape[1], image.shape[0]), lens)
    prints = prints_of(image, fitted)
    if prints.is_turned:
        fitted = _turned(fitted)
    _check(fitted, prints)
    in_order = (place for row in fitted.places for place in row)
    places = [(name, at) for (name, _patch), at in zip(prints.patches, in_order, strict=True)]
    return MeasuredTable(fitted.pose, fitted.box, empty, learned_from(prints), places)


def _tiles(
    image: Image, empty: Image | None, corners: Sequence[tuple[float, float]] | None
) -> list[OpenTile]:
    if corners is None:
        return find_open_tiles(image, empty)
    hull = cv2.convexHull(np.asarray(corners, np.float32))
    hull = (hull - hull.mean(axis=0)) * 1.06 + hull.mean(axis=0)
    found = find_open_tiles(image, empty, min_score=TAPPED_SCORE)
    return [
        tile
        for tile in found
        if cv2.pointPolygonTest(hull, (float(tile.middle[0]), float(tile.middle[1])), False) >= 0  # noqa: FBT003
    ]


def _not_in_rows(tiles: Sequence[OpenTile]) -> Exception:
    if not tiles:
        return BoardNotFound(_("No open tiles are seen."), hint=_(LAY))
    black = sum(tile.white < 0 for tile in tiles)
    return CalibrationError(
        _(
            "{black} black and {white} white open tiles are seen, not 12 or 13 of each in two rows."
        ).format(black=black, white=len(tiles) - black),
        hint=" ".join((_(LAY), _("Let nothing lie on them."), _(BY_CORNERS))),
    )


def _check(fitted: FittedRows, prints: Prints) -> None:
    """Raise CalibrationError unless the tiles fit one camera and their prints read in order."""
    if not fitted.error <= FITS:
        raise CalibrationError(
            _("The tiles that are seen do not lie as tiles in two rows do."),
            hint=f"{_(LAY)} {_(BY_CORNERS)}",
        )
    if prints.washed:
        raise CalibrationError(
            _("The print of {tiles} is washed out by a lamp.").format(
                tiles=", ".join(prints.washed)
            ),
            hint=_("Move the lamp or the tiles a little, and take this picture again."),
        )
    if not prints.is_proven:
        raise CalibrationError(
            _("The prints do not read back as 0, 1, 2, ... from the left."),
            hint=" ".join(
                (_(LAY), _("Take the picture nearer, sharper, and without shine on the tiles."))
            ),
        )


def _turned(fitted: FittedRows) -> FittedRows:
    """Return the same rows for somebody on the other side, to whom they are upright."""
    frame = np.diag([-1.0, -1.0, 1.0])
    places = tuple(
        tuple(replace(place, x=-place.x, y=-place.y) for place in row[::-1])
        for row in fitted.places
    )
    pose = replace(fitted.pose, r=fitted.pose.r @ frame)
    return replace(fitted, pose=pose, places=places)


def save_table(
    name: str, measured: MeasuredTable, *, date: str, folder: Path | None = None
) -> Path:
    """Write a measured table as the newest under `name`; an older one is kept beside it."""
    file = _root(folder) / f"{check_name(name)}.json"
    if file.exists():
        older = len(list(file.parent.glob(f"{name}.*.json"))) + 1
        file.rename(file.with_suffix(f".{older}.json"))
    pose, box = measured.pose, measured.box
    arrays = {"k": pose.k, "dist": pose.dist, "r": pose.r, "t": pose.t}
    data: dict[str, Any] = {key: value.tolist() for key, value in arrays.items()}
    data["tile"] = [box.width, box.height, box.thickness]
    if measured.faces:
        data["faces"] = faces_as_data(measured.faces)
    if measured.empty is not None:
        _done, jpeg = cv2.imencode(".jpg", measured.empty, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        data["empty"] = base64.b64encode(jpeg.tobytes()).decode()
    write_new(file, pack(KIND, {"date": date, "size": list(pose.size), **data}).encode())
    return file


def load_table(name: str, folder: Path | None = None) -> MeasuredTable:
    """Read a measured table by name or path; raises UnknownName and CalibrationError."""
    file = Path(name) if name.endswith(".json") else _root(folder) / f"{name}.json"
    if not file.is_file():
        known = table_names(folder)
        hint = _("Measure it: keypeg calibrate davinci --camera ..., or --photos DIR.")
        raise UnknownName(
            _("There is no measured table '{name}'.").format(name=name),
            hint=did_you_mean(name, known) if known else hint,
        )
    data = unpack(
        KIND, file.read_text("utf-8", "replace"), name=_("The table '{name}'").format(name=name)
    )
    try:
        return _table_from(data)
    except (KeyError, TypeError, ValueError, OverflowError, cv2.error) as error:
        raise CalibrationError(
            _("The table '{name}' lacks {error}.").format(name=name, error=error),
            hint=_("Measure it again."),
        ) from error


def table_names(folder: Path | None = None) -> list[str]:
    """Return the names of all measured tables."""
    # an older one under the same name has a number behind a dot
    stems = (path.stem for path in _root(folder).glob("*.json"))
    return sorted(stem for stem in stems if "." not in stem)


def _table_from(data: dict[str, Any]) -> MeasuredTable:
    width, height = data["size"]
    pose = Pose(
        k=np.array(data["k"], np.float64).reshape(3, 3),
        dist=np.array(data["dist"], np.float64).reshape(5),
        r=np.array(data["r"], np.float64).reshape(3, 3),
        t=np.array(data["t"], np.float64).reshape(3),
        size=(int(width), int(height)),
    )
    empty = None
    if "empty" in data:
        jpeg = np.frombuffer(base64.b64decode(data["empty"]), np.uint8)
        empty = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    faces = faces_from_data(data["faces"]) if "faces" in data else None
    return MeasuredTable(pose, TileBox(*map(float, data["tile"])), empty, faces)


def _root(folder: Path | None) -> Path:
    return folder or platformdirs.user_data_path("keypeg") / "tables"
