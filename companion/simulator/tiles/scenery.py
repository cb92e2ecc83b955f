"""What a drawn table of tiles is made of, as values: tiles, cloth, lamps, hands, other things."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.vision.geometry.arrays import F64, Image
from companion.vision.tile_faces.boxes import TileBox, TilePlace
from companion.vision.tile_faces.glyphs import face_picture

__all__ = [
    "Cloth",
    "Colour",
    "DrawnTile",
    "Hand",
    "Lamp",
    "Light",
    "Paper",
    "PrintOf",
    "TableLook",
    "Thing",
]

Colour = tuple[int, int, int]
# a face's ink (h, w) as read, 0 plain and 255 printed, at so many px a mm
PrintOf = Callable[[str, int, TileBox], Image]

# BGR of the plastic and of its print
PLASTIC: dict[str, tuple[Colour, Colour]] = {
    "B": ((34, 32, 31), (225, 228, 230)),
    "W": ((222, 226, 228), (30, 28, 28)),
}
TABLE: Colour = (84, 104, 128)  # BGR of the wood, chosen by eye
SKIN: Colour = (122, 152, 205)  # BGR of a hand, chosen by eye
HAND_HEIGHT = 45.0  # mm that a hand is over the table: chosen by eye


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile with the face it shows: of a lying tile on top, of a standing one to its owner."""

    place: TilePlace
    colour: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Light:
    """What multiplies the light, and its red against its blue."""

    gain: float = 1.0
    tint: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """What the table is covered with: `picture` BGR at `scale` px a mm, repeated without end."""

    picture: Image
    scale: float = 1.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """A printed sheet that lies on the table: `picture` BGR at `scale` px a mm.

    (x, y) mm is its left upper corner as it is read, `turn` radians the way of its lines.
    """

    picture: Image
    x: float
    y: float
    turn: float = 0.0
    scale: float = 2.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp at (x, y, z) mm: its part of the light, its radius in mm, how it falls off.

    `spot` is the radius (mm) of its pool of light on the table, or 0 for an even light.
    """

    x: float = -1400.0
    y: float = 1000.0
    z: float = 3600.0
    part: float = 0.55
    radius: float = 60.0
    spot: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand: `outlines` of (N, 2) mm at its height, its BGR, and how dark its shadow is."""

    outlines: tuple[F64, ...]
    colours: tuple[Colour, ...] = (SKIN,)
    height: float = HAND_HEIGHT
    shadow: float = 0.38


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something else on the table: an outline (N, 2) mm raised to `height` mm, of one BGR."""

    outline: F64
    height: float
    colour: Colour


@dataclass(frozen=True, slots=True, eq=False)
class TableLook:
    """All that makes one table look other than the next.

    `plastic` is BGR of plastic and print a colour; `print_of` gives a face's ink (h, w) at so many
    px a mm; `gloss` is how strongly lamps mirror on tiles; `blur` px, `noise` grey levels one
    sigma.
    """

    cloth: Cloth | None = None
    papers: Sequence[Paper] = ()
    table: Colour = TABLE
    lamps: Sequence[Lamp] = (Lamp(),)
    plastic: dict[str, tuple[Colour, Colour]] = field(default_factory=lambda: dict(PLASTIC))
    print_of: PrintOf = face_picture
    gloss: float = 0.0
    table_gloss: float = 0.0
    bevel: float = 0.0
    blur: float = 0.7
    noise: float = 2.0
    gamma: float = 1.0
