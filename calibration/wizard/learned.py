"""What a finished guide has learned, as a calibration to be saved. Pure but for JPEG encoding."""

from calibration.store.calibrations import EmptyBoard, Saved
from calibration.wizard.guide import Guide
from calibration.wizard.learn_from_photos import Outcome
from companion.vision.camera.image_files import encode_jpeg
from companion.vision.locate.marker_survey import learn_markers

__all__ = ["saved_from"]


def saved_from(
    guide: Guide, outcome: Outcome, *, name: str, camera: str, light: str, date: str
) -> Saved:
    """Return what `guide` has learned as a calibration `name`; `date` is when, as ISO 8601."""
    image, found = guide.empty()
    return Saved(
        name=name,
        date=date,
        board=guide.shape.name,
        calibration=outcome.calibration,
        camera=camera,
        light=light,
        empty=EmptyBoard(encode_jpeg(image), found.pose),
        stretch=found.shape.row_pitch / guide.shape.row_pitch,
        markers=learn_markers(image, found),
        notes=outcome.warnings,
    )
