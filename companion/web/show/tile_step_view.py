"""A step of measuring a table of tiles as a page shows it."""

from dataclasses import dataclass

from calibration.wizard.tile_steps import TileStep
from companion.i18n import _, ngettext
from companion.web.table.tile_calibrating import TileCalibrating

__all__ = ["TileStepView", "drawn_tile_step", "tile_step_view"]

# JPEG quality of a picture to look at, and pixels across at most; chosen as for boards
QUALITY, WIDTH = 80, 1280


@dataclass(frozen=True, slots=True)
class TileStepView:
    """What is shown of the step `number` of `count`; `trouble` asks for corners or a new picture.

    `size` is that of the picture in pixels, (0, 0) while there is none.
    """

    number: int
    count: int
    title: str
    asks: str
    trouble: str
    told: tuple[str, ...]
    size: tuple[int, int]
    picture: str
    is_over: bool
    is_saved: bool
    called: str
    template: str = "tile_step.html"


def tile_step_view(under_way: TileCalibrating) -> TileStepView:
    """Return what is shown of the step that is due."""
    step, picture = under_way.step, under_way.picture
    return TileStepView(
        number=step.number,
        count=len(TileStep),
        title=step.heading,
        asks=step.asks,
        trouble=under_way.trouble,
        told=_told(under_way),
        size=(picture.shape[1], picture.shape[0]) if picture is not None else (0, 0),
        picture=f"{step}-{id(picture)}-{under_way.measured is not None}",
        is_over=under_way.measured is not None,
        is_saved=under_way.is_saved,
        called=under_way.name,
    )


def _told(under_way: TileCalibrating) -> tuple[str, ...]:
    """Return what the tiles told, in words."""
    measured = under_way.measured
    if measured is None:
        return ()
    known = measured.faces.known if measured.faces else ()
    return (
        _("Seen: {rows}.").format(rows=" | ".join(map(str, measured.reading.rows))),
        ngettext("{number} face is learned.", "{number} faces are learned.", len(known)).format(
            number=len(known)
        ),
        _("Look whether the boxes lie on the tiles in the picture."),
    )


def drawn_tile_step(under_way: TileCalibrating) -> bytes | None:
    """Return the picture of this step as JPEG, with a box around each tile once it is measured."""
    from companion.vision.camera.image_files import encode_jpeg
    from companion.vision.tiles.overlay import draw_tiles_read
    from companion.vision.watch.shown_picture import shrunk

    image, measured = under_way.picture, under_way.measured
    if image is None:
        return None
    if measured is not None:
        image = draw_tiles_read(image, measured.reading)
    return encode_jpeg(shrunk(image, WIDTH), quality=QUALITY)
