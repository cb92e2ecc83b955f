"""What may be wrong with a whole picture, and the sentence that says so with its remedy."""

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import UnfitPicture
from companion.i18n import N_, _
from companion.vision.geometry.arrays import F32

__all__ = ["PictureCheck", "PictureFault"]


class PictureFault(StrEnum):
    """What is wrong with a whole picture."""

    GREY = "grey"
    SWAPPED = "swapped"
    CAST = "cast"
    DARK = "dark"
    BRIGHT = "bright"
    STRAY = "stray light"
    BLUR = "blur"

    @property
    def error(self) -> UnfitPicture:
        """What is wrong and what to do, as an error in the language spoken."""
        what, remedy = SENTENCES[self]
        return UnfitPicture(_(what), hint=_(remedy))

    @property
    def sentence(self) -> str:
        """The same as text."""
        return str(self.error)


SENTENCES: dict[PictureFault, tuple[str, str]] = {
    PictureFault.GREY: (
        N_("The picture has no colours."),
        N_("Switch the camera's night mode off, and give it light."),
    ),
    PictureFault.SWAPPED: (
        N_("Red and blue are swapped in the picture."),
        N_("Choose another format of the camera or the stream."),
    ),
    PictureFault.CAST: (
        N_("The light has another colour than at the calibration."),
        N_("Change the lamp back, lock the white balance, or calibrate in this light."),
    ),
    PictureFault.DARK: (
        N_("The picture is much darker than at the calibration."),
        N_("Add light or exposure, or calibrate in this light."),
    ),
    PictureFault.BRIGHT: (
        N_("The picture is much brighter than at the calibration."),
        N_("Take light or exposure away, or calibrate in this light."),
    ),
    PictureFault.STRAY: (
        N_("Stray light lies over the picture."),
        N_("Wipe the lens, and turn it away from lamp and window."),
    ),
    PictureFault.BLUR: (
        N_("The picture is blurred."),
        N_("Hold camera and board still, focus, and give it light."),
    ),
}


@dataclass(frozen=True, slots=True)
class PictureCheck:
    """What is wrong with a picture, None if nothing is; `needed` log odds a letter needs in it.

    `clipped` (n,) is the part of the ground by which the light on each place is known that is
    clipped.
    """

    fault: PictureFault | None = None
    needed: float = 0.0
    clipped: F32 | None = None
