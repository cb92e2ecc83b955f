"""A picture file becomes pixels, safely: what cannot be used is refused in one sentence."""

import stat
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import PictureError, os_reason
from companion.i18n import N_, _
from companion.vision.camera.frame_faults import is_cut_off
from companion.vision.camera.image_headers import ImageHeader, read_header
from companion.vision.geometry.arrays import Image

__all__ = [
    "MOST_PIXELS",
    "Picture",
    "check_colours",
    "decode",
    "encode_jpeg",
    "encode_png",
    "load_picture",
    "pictures_in",
    "reduction_of",
]

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
# 48 MB as pixels: leaves the whole process below 200 MB; a phone's usual 12 megapixels pass; chosen
# by that
MOST_PIXELS = 16_000_000
# the largest JPEG that an eighth a side brings below that
MOST_JPEG_PIXELS = 64 * MOST_PIXELS
# larger files are refused unread; the largest JPEG that a camera writes is about 60 MB; chosen
# three times that
MOST_BYTES = 200_000_000
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
DARKEST_LEVEL = 40  # of 255: nearly all of the picture below it; a guess
MOST_GREY = 10  # steps of 255 between the channels of a grey picture after JPEG; a guess
PHONE_HINT = N_("Photograph at the usual 12 megapixels, or save a smaller copy.")


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Pixels as uint8 BGR (H, W, 3), upright as its EXIF says, `reduced` times smaller a side."""

    pixels: Image
    reduced: int = 1


def load_picture(source: Path | str | bytes, *, name: str = "") -> Picture:
    """Read a picture from a path, or from the bytes of a file called `name` in messages.

    Grey, 16-bit, CMYK and transparent pictures come as 8-bit BGR (transparency is dropped); EXIF
    rotation is applied. A JPEG of more than 16 megapixels comes at 1/2, 1/4 or 1/8 a side.
    Raises PictureError: missing, no file, empty, no picture, cut off, damaged, too large. What is
    refused by its header is never decoded.
    """
    name = name or _("the picture")
    if not isinstance(source, bytes):
        name = str(source)
        source = _bytes_of(Path(source))
    reduced = reduction_of(_checked_header(source, name), name)
    pixels = decode(source, reduced)
    if pixels is None:
        raise PictureError(
            _("{name} is damaged: it cannot be decoded.").format(name=name),
            hint=_("Take it again."),
        )
    if is_cut_off(pixels):
        raise PictureError(
            _("{name} is cut off: its lower part is missing.").format(name=name),
            hint=_("Copy it again, or take it again."),
        )
    return Picture(pixels, reduced)


def decode(data: bytes, reduced: int) -> Image | None:
    """Return the pixels of a picture whose header was checked, `reduced` times smaller a side.

    None when it cannot be decoded.
    """
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), REDUCED[reduced])
    except cv2.error:
        return None
    if pixels is None or pixels.size == 0:
        return None
    return np.ascontiguousarray(pixels, np.uint8)


def check_colours(pixels: Image, *, name: str) -> None:
    """Raise PictureError for a picture too dark or too grey for colours to be told apart in it.

    One small coloured peg, a tenth of a percent of the pixels, is enough to pass; noise and JPEG
    stay below.
    """
    small = pixels[:: max(1, len(pixels) // 400), :: max(1, pixels.shape[1] // 400)].astype(
        np.int16
    )
    if np.quantile(small.max(axis=2), 0.99) < DARKEST_LEVEL:
        raise PictureError(
            _("{name} is too dark.").format(name=name), hint=_("Add light, or open the lens.")
        )
    if np.quantile(np.ptp(small, axis=2), 0.999) <= MOST_GREY:
        raise PictureError(
            _("{name} has no colours: it is a grey picture.").format(name=name),
            hint=_("Take it in colour."),
        )


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files of `folder` in order of name; PictureError when it has none."""
    if not folder.is_dir():
        raise PictureError(
            _("{folder} is not a folder.").format(folder=folder),
            hint=_("Name a folder of pictures."),
        )
    found = sorted(path for path in folder.iterdir() if path.suffix.casefold() in ENDINGS)
    if not found:
        raise PictureError(
            _("There are no pictures in {folder}.").format(folder=folder),
            hint=_("Known endings: {endings}.").format(endings=" ".join(sorted(ENDINGS))),
        )
    return found


def encode_jpeg(pixels: Image, *, quality: int = 92) -> bytes:
    """Return `pixels` (BGR) as the bytes of a JPEG file."""
    __, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def encode_png(pixels: Image) -> bytes:
    """Return `pixels` (BGR) as the bytes of a PNG file."""
    __, data = cv2.imencode(".png", pixels)
    return data.tobytes()


def _bytes_of(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError(
            _("{path} is a folder, not a picture.").format(path=path),
            hint=_("Name one picture in it."),
        )
    try:
        about = path.stat()
        # a pipe or a device may never end
        if not stat.S_ISREG(about.st_mode):
            raise PictureError(
                _("{path} is a pipe or a device, not a picture.").format(path=path),
                hint=_("Name a picture file."),
            )
        size = about.st_size
        if size > MOST_BYTES:
            raise PictureError(
                _("{path} has {size} MB, more than the {most} MB that are read.").format(
                    path=path, size=size // 1_000_000, most=MOST_BYTES // 1_000_000
                ),
                hint=_(PHONE_HINT),
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise PictureError(
            _("There is no file {path}.").format(path=path), hint=_("Check its name.")
        ) from None
    except OSError as error:
        raise PictureError(
            _("{path} cannot be read: {why}.").format(path=path, why=os_reason(error)),
            hint=_("Check that you may read it."),
        ) from error


def _checked_header(data: bytes, name: str) -> ImageHeader:
    if not data:
        raise PictureError(
            _("{name} is empty (0 bytes).").format(name=name), hint=_("Copy or take it again.")
        )
    header = read_header(data)
    if header is None:
        raise PictureError(
            _("{name} is not a picture that can be read, whatever its name ends in.").format(
                name=name
            ),
            hint=_("Save it as JPEG or PNG."),
        )
    if header.kind == "heic":
        raise PictureError(
            _("{name} is a HEIC or AVIF picture, which is not read.").format(name=name),
            hint=_("Let the phone save JPEG ('Most Compatible'), or share it as JPEG."),
        )
    if not header.is_sound:
        raise PictureError(
            _("{name} is damaged: it says two different things of its size.").format(name=name),
            hint=_("Take it again."),
        )
    if not header.whole:
        raise PictureError(
            _("{name} is cut off: its end is missing.").format(name=name),
            hint=_("Copy it again, or take it again."),
        )
    return header


def reduction_of(header: ImageHeader, name: str) -> int:
    """Return the divisor a side that keeps the picture within memory; raises PictureError."""
    size = header.width * header.height
    if header.in_strips and size <= MOST_JPEG_PIXELS:
        return next((by for by in REDUCED if size <= MOST_PIXELS * by * by), 8)
    if size > MOST_PIXELS:
        raise PictureError(
            _(
                "{name} has {size:.0f} megapixels ({width} x {height}), more than the {most} that "
                "are read of a {kind}."
            ).format(
                name=name,
                size=size / 1e6,
                width=header.width,
                height=header.height,
                most=MOST_PIXELS // 1_000_000,
                kind=header.kind.upper(),
            ),
            hint=_(PHONE_HINT),
        )
    return 1
