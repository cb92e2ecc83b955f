"""A camera over a table of tiles: measured from one picture of open tiles, kept on disk.

``tables/NAME.json`` in the user's data folder is the newest; older ones are ``NAME.1.json``, ...
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from calibration.store.calibrations import check_name
from calibration.store.envelope import pack, unpack, write_new
from calibration.store.tile_faces import LearnedFaces, faces_as_data, faces_from_data, learned_from
from companion.errors import CalibrationError, UnknownName, did_you_mean
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.lens_priors import Lens
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import Stance
from companion.vision.tiles.face_net import FaceNet
from companion.vision.tiles.locate_table import SeenTable, look_at_table
from companion.vision.tiles.reader import read_table, upright_turn
from companion.vision.tiles.reading import TileReading

__all__ = ["MeasuredTable", "load_table", "measure_table", "save_table"]


KIND = "table"
FEWEST = 4


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredTable:
    """Where a camera stands over a table; the near player reads upright what lay there open.

    `faces` is what was learned of these tiles' own print.
    """

    pose: Pose
    faces: LearnedFaces | None = None
    reading: TileReading | None = None

    @property
    def net(self) -> FaceNet | None:
        """What recognises the faces of this set of tiles, if they were learned."""
        return self.faces.net if self.faces else None


def measure_table(image: Image, *, lens: Lens | None = None) -> MeasuredTable:
    """Measure a camera from a picture of open tiles, upright for the near player.

    Raises BoardNotFound when there are no tiles, CalibrationError when they do not do.
    """
    table = look_at_table(image, lens=lens)
    tiles = [tile for row in table.rows for tile in row.tiles]
    lying = sum(tile.stance is Stance.LIES for tile in tiles)
    if lying < FEWEST or lying < len(tiles) or not table.is_sure:
        raise CalibrationError(
            f"{lying} lying tiles are seen; at least {FEWEST} are needed, and no standing ones.",
            hint="Lay all tiles open, upright for the near player: black ones in a row from 0 at "
            "the left, white ones in a row below. Photograph them from above.",
        )
    near = upright_turn(image, table)
    if near is None:
        raise CalibrationError(
            "No number can be read on the tiles.",
            hint="Take the picture nearer, sharper, and without shine on the tiles.",
        )
    pose = _facing(table, near)
    faces = learned_from(image, look_at_table(image, pose=pose))
    return MeasuredTable(
        pose, faces, read_table(image, pose=pose, faces=faces.net if faces else None)
    )


def _facing(table: SeenTable, near: float) -> Pose:
    """Give the camera in a frame with its middle in that of the tiles, x the near one's right."""
    middle = np.mean([(tile.x, tile.y) for row in table.rows for tile in row.tiles], axis=0)
    cos, sin = np.cos(near), np.sin(near)
    frame = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    old = table.pose
    return replace(old, r=old.r @ frame, t=old.t + old.r @ np.array([*middle, 0.0]))


def save_table(
    name: str, measured: MeasuredTable, *, date: str, folder: Path | None = None
) -> Path:
    """Write a measured camera as the newest under `name`; an older one is kept beside it."""
    file = _root(folder) / f"{check_name(name)}.json"
    if file.exists():
        older = len(list(file.parent.glob(f"{name}.*.json"))) + 1
        file.rename(file.with_suffix(f".{older}.json"))
    pose = measured.pose
    arrays = {"k": pose.k, "dist": pose.dist, "r": pose.r, "t": pose.t}
    data: dict[str, Any] = {key: value.tolist() for key, value in arrays.items()}
    if measured.faces:
        data["faces"] = faces_as_data(measured.faces)
    write_new(file, pack(KIND, {"date": date, "size": list(pose.size), **data}).encode())
    return file


def load_table(name: str, folder: Path | None = None) -> MeasuredTable:
    """Read a measured camera by name or path; raises UnknownName and CalibrationError."""
    file = Path(name) if name.endswith(".json") else _root(folder) / f"{name}.json"
    if not file.is_file():
        known = sorted(path.stem for path in _root(folder).glob("*.json"))
        hint = "Measure it: keypeg calibrate davinci --photos DIR."
        raise UnknownName(
            f"There is no measured table '{name}'.",
            hint=did_you_mean(name, known) if known else hint,
        )
    data = unpack(KIND, file.read_text("utf-8", "replace"), name=f"The table '{name}'")
    try:
        width, height = data["size"]
        return MeasuredTable(
            Pose(
                k=np.array(data["k"], np.float64).reshape(3, 3),
                dist=np.array(data["dist"], np.float64).reshape(5),
                r=np.array(data["r"], np.float64).reshape(3, 3),
                t=np.array(data["t"], np.float64).reshape(3),
                size=(int(width), int(height)),
            ),
            faces_from_data(data["faces"]) if "faces" in data else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CalibrationError(
            f"The table '{name}' lacks {error}.", hint="Measure it again."
        ) from error


def _root(folder: Path | None) -> Path:
    return folder or platformdirs.user_data_path("keypeg") / "tables"
