"""Makes pictures that must be doubted: something lies on a labelled board, or shines on it.

    python -m benchmarks.doubted_pictures SESSIONS OUT [--seed N] [--only s00] [--kinds glare]

OUT gets one session for each kind and each given one, for `keypeg evaluate`; its calibration
pictures are unchanged and one still has the things. What nobody can see is labelled with a colour
that the palette has not, so that any letter read there is wrong and `?` is right.
"""

import argparse
import json
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.evaluation.label_files import LETTERS, load_session
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose, pose_from_label

Floats = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]
Chance = np.random.Generator
Cells = set[int]

# linear light, blue green red, of usual plastics and prints: guesses
PAINTS = {
    "white": (0.8, 0.8, 0.8),
    "grey": (0.3, 0.3, 0.3),
    "green": (0.06, 0.25, 0.05),
    "red": (0.03, 0.02, 0.45),
    "orange": (0.02, 0.15, 0.8),
    "pink": (0.45, 0.12, 0.75),
    "yellow": (0.03, 0.55, 0.85),
    "blue": (0.4, 0.08, 0.02),
    "black": (0.012, 0.012, 0.012),
    "brown": (0.02, 0.05, 0.12),
    "lime": (0.05, 0.48, 0.35),
    "azure": (0.72, 0.32, 0.12),
}
SKIN = (0.25, 0.35, 0.6)
FEW = 5  # small things on a picture
MARGIN = 1.3  # head radii around what a sheet covers


class Scene:
    """A still: its picture in linear light, where it was taken from, and what stands there."""

    def __init__(
        self, file: Path, shape: BoardShape, chance: Chance, pose: Pose | None = None
    ) -> None:
        self.label: dict[str, Any] = json.loads(file.read_text("utf-8"))
        self.shape, self.chance, self.file = shape, chance, file
        self.pose = pose or pose_from_label(self.label["camera"], self.label["size"])
        self.image = light_of(_picture(file))
        self.holes, self.heads = shape.holes(), shape.heads()
        self.at, self.tops = self.pose.project(self.holes), self.pose.project(self.heads)
        self.radii = self.pose.px_per_mm(self.heads) * shape.head.radius
        self.empty = [i for i, c in enumerate(self.label["cells"]) if c["color"] == "empty"]
        h, w = self.image.shape[:2]
        smooth = cv2.GaussianBlur(self.image.mean(axis=2), (0, 0), max(h, w) / 20)
        self.white = smooth / smooth.mean() * np.percentile(self.image.mean(axis=2), 92)

    def paint(self, mask: Floats, colour: Floats) -> None:
        """Lay `colour`, (3,) or (h, w, 3) reflectance in the picture's light, where `mask` is 1."""
        soft = cv2.GaussianBlur(mask, (0, 0), 0.9)[..., None]
        noise = self.chance.normal(0, 0.004, self.image.shape)
        self.image = self.image * (1 - soft) + (colour * self.white[..., None] + noise) * soft

    def filled(self, outline: Floats) -> Floats:
        mask = np.zeros(self.image.shape[:2], np.float64)
        return np.asarray(cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1.0))

    def disc(self, middle: Floats, radius: float) -> Floats:
        """Return the mask of a disc that lies flat around `middle`, in mm of the board."""
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], 1)
        return self.filled(self.pose.project(middle + radius * ring))

    def picture(self) -> Picture:
        """Return the picture as it is stored."""
        return np.asarray(np.rint(np.clip(self.image, 0, 1) ** (1 / 2.2) * 255), np.uint8)

    def some(self, cells: list[int]) -> list[int]:
        return [int(i) for i in self.chance.permutation(cells)[:FEW]]

    def peg_colour(self) -> Floats:
        name = str(self.chance.choice(self.label["board"]["palette"]))
        return np.array(PAINTS[name]) * np.exp(self.chance.normal(0, 0.1, 3))


def sticker(scene: Scene) -> Cells:
    """Stick flat discs of a head's size and a peg's colour on empty places."""
    cells = scene.some(scene.empty)
    for i in cells:
        size = scene.shape.head.radius * scene.chance.uniform(0.85, 1.15)
        scene.paint(scene.disc(scene.holes[i], size), scene.peg_colour())
    return set(cells)


def number(scene: Scene) -> Cells:
    """Print a digit in a peg's colour on a field of a head's size, on empty places."""
    cells, field = scene.some(scene.empty), np.full((64, 64, 3), 0.75)
    radius = scene.shape.head.radius * 1.1
    for i in cells:
        ink = np.zeros((64, 64), np.uint8)
        cv2.putText(ink, str(scene.chance.integers(10)), (14, 50), 0, 1.7, 255, 8)
        inked = ink[..., None] / 255
        page = field * (1 - inked) + scene.peg_colour() * inked
        square = scene.holes[i] + radius * np.array(
            [(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]
        )
        corners = scene.pose.project(square)
        source = np.array([(0, 0), (63, 0), (63, 63), (0, 63)], np.float32)
        flat = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        h, w = scene.image.shape[:2]
        scene.paint(scene.filled(corners), cv2.warpPerspective(page, flat, (w, h)))
    return set(cells)


def glare(scene: Scene) -> Cells:
    """Reflect a lamp the size of a head in empty places and heads."""
    h, w = scene.image.shape[:2]
    y, x = np.mgrid[0:h, 0:w]
    cells = scene.some(list(range(len(scene.at))))
    for i in cells:
        size = scene.radii[i] * scene.chance.uniform(0.7, 1.2)
        far = np.hypot(x - scene.tops[i, 0], y - scene.tops[i, 1])
        there = 1 / (1 + np.exp(np.clip((far - size) / (0.15 * size), -30, 30)))
        lamp = np.array([0.8, 0.95, 1.0]) if scene.chance.random() < 0.5 else np.ones(3)
        scene.image += (there * scene.white * scene.chance.uniform(0.8, 2.5))[..., None] * lamp
    return set(cells)


def photograph(scene: Scene) -> Cells:
    """Lay a photograph of the board with its pegs exactly over it."""
    known = scene.file.with_name("calib_pegs.json")
    label = json.loads(known.read_text("utf-8"))
    pose = pose_from_label(label["camera"], label["size"])
    corners = _grown(scene.shape, MARGIN * 2)
    there, here = pose.project(corners), scene.pose.project(corners)
    flat = cv2.getPerspectiveTransform(there.astype(np.float32), here.astype(np.float32))
    h, w = scene.image.shape[:2]
    page = light_of(_picture(known))
    page = page / np.percentile(page.mean(axis=2), 92) * 0.75
    scene.paint(scene.filled(here), cv2.warpPerspective(page, flat, (w, h)))
    return set(range(len(scene.at)))


def phone(scene: Scene) -> Cells:
    """Lay a phone over some rows, its glass bright on one side."""
    h, w = scene.image.shape[:2]
    ramp = np.linspace(0.01, scene.chance.uniform(0.05, 0.5), w)[None, :, None]
    return _cover(scene, np.broadcast_to(ramp, (h, w, 3)))


def napkin(scene: Scene) -> Cells:
    """Lay wrinkled paper over some rows."""
    h, w = scene.image.shape[:2]
    rough = cv2.GaussianBlur(scene.chance.normal(0, 1, (h, w)), (0, 0), 6)
    return _cover(scene, scene.peg_colour() * np.exp(3 * rough)[..., None])


def hands(scene: Scene) -> Cells:
    """Reach over the board with the fingers of two hands."""
    covered: Cells = set()
    for _ in range(2):
        i, turn = scene.chance.integers(len(scene.at)), scene.chance.uniform(0, 6.28)
        step = np.array([np.cos(turn), np.sin(turn)]) * scene.radii[i]
        for finger in range(3):
            start = scene.at[i] + 2.6 * finger * np.array([-step[1], step[0]])
            mask = np.zeros(scene.image.shape[:2])
            ends = [tuple(int(v) for v in p) for p in (start, start + 25 * step)]
            cv2.line(mask, *ends, 1.0, max(1, int(2.4 * scene.radii[i])))
            far = cv2.distanceTransform((mask > 0).astype(np.uint8), cv2.DIST_L2, 3)
            round_off = np.sqrt(np.clip(far / max(1.0, far.max()), 0.05, 1))
            scene.paint(mask, np.array(SKIN) * round_off[..., None])
            covered |= _under(scene, mask)
    return covered


def spill(scene: Scene) -> Cells:
    """Spill a clear drink: it blurs what lies below, and shines; the pegs are still seen."""
    h, w = scene.image.shape[:2]
    i = scene.chance.integers(len(scene.at))
    y, x = (np.mgrid[0:h, 0:w] - scene.at[i, ::-1, None, None]) / (5 * scene.radii[i])
    edge = cv2.GaussianBlur(scene.chance.normal(0, 1, (h, w)), (0, 0), float(scene.radii[i]))
    mask = (np.hypot(x, y) + 3 * edge < 1).astype(np.float64)
    bent = cv2.GaussianBlur(scene.image, (0, 0), 2.0)
    shine = np.clip(cv2.GaussianBlur(scene.chance.normal(0, 1, (h, w)), (0, 0), 8) * 9, 0, 2)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)[..., None]
    wet = bent * 0.9 + (shine * scene.white)[..., None]
    scene.image = scene.image * (1 - soft) + wet * soft
    return set()


KINDS: tuple[Callable[[Scene], Cells], ...] = (
    sticker,
    number,
    glare,
    photograph,
    phone,
    napkin,
    hands,
    spill,
)


def _cover(scene: Scene, colour: Floats) -> Cells:
    rows, cols = scene.shape.rows, scene.shape.cols
    high = min(rows, int(scene.chance.integers(1, 4)))
    row = int(scene.chance.integers(0, rows - high + 1))
    at = scene.at.reshape(rows, cols, 2)
    quad = np.array([at[row, 0], at[row, -1], at[row + high - 1, -1], at[row + high - 1, 0]])
    across, along = ((end - at[0, 0]) for end in (at[0, -1], at[-1, 0]))
    x, y = (step / np.linalg.norm(step) for step in (across, along))
    reach = np.median(scene.radii) * scene.chance.uniform(1.5, 2.2)
    quad = quad + reach * np.array([-x - y, x - y, x + y, y - x])
    mask = scene.filled(quad)
    scene.paint(mask, np.asarray(colour, np.float64))
    return _under(scene, mask)


def _under(scene: Scene, mask: Floats) -> Cells:
    """Return the places whose hole or head lies under a thing."""
    h, w = mask.shape
    under: Cells = set()
    for points in (scene.at, scene.tops):
        x, y = np.rint(points).astype(int).clip(0, (w - 1, h - 1)).T
        under |= {int(i) for i in np.flatnonzero(mask[y, x] > 0.5)}
    return under


def _grown(shape: BoardShape, radii: float) -> Floats:
    corners = shape.corners()
    out = np.sign(corners - corners.mean(axis=0)) * (1, 1, 0)
    return np.asarray(corners + out * radii * shape.head.radius)


def light_of(image: Picture) -> Floats:
    return np.asarray((image / 255.0) ** 2.2)


def _picture(file: Path) -> Picture:
    return np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)


def make(folder: Path, out: Path, kind: Callable[[Scene], Cells], seed: int) -> None:
    """Write one session with one spoilt still."""
    files = sorted(folder.glob("still_*.json"))
    labels = ((file, json.loads(file.read_text("utf-8"))) for file in files)
    still = next((file for file, label in labels if not label["occlusion"]["present"]), files[0])
    number = zlib.crc32(f"{folder.name} {kind.__name__}".encode())
    scene = Scene(still, load_session(folder).shape, np.random.default_rng([seed, number]))
    hidden = kind(scene)
    board = scene.label["board"]
    none = next(name for name in LETTERS if name not in (*board["palette"], "empty"))
    for i in hidden:
        scene.label["cells"][i] |= {"color": none, "visible": 1.0}
    there = out / f"{folder.name}_{kind.__name__}"
    there.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("calib_*"):
        shutil.copy(file, there / file.name)
    cv2.imwrite(str(there / f"{still.stem}.jpg"), scene.picture(), [cv2.IMWRITE_JPEG_QUALITY, 92])
    (there / still.name).write_text(json.dumps(scene.label), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sessions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--kinds", type=lambda text: text.split(","))
    options = parser.parse_args()
    for folder in sorted(options.sessions.iterdir()):
        if (options.only is None or folder.name in options.only) and _has_pegs(folder):
            for kind in KINDS:
                if options.kinds is None or kind.__name__ in options.kinds:
                    make(folder, options.out, kind, options.seed)


def _has_pegs(folder: Path) -> bool:
    label = folder / "calib_pegs.json"
    return label.is_file() and json.loads(label.read_text("utf-8"))["board"]["type"] != "E"


if __name__ == "__main__":
    main()
