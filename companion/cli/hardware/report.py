"""``keypeg report``: what is needed to find out why a peg was misread, as one file to hand on.

Nothing is sent. Names of players become numbers, a picture keeps the board alone, and a code that
is not open yet is painted over. What goes in is listed, and asked about, before it is written.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion import __version__
from companion.cli.common.frame_log import frame_name, read_again
from companion.cli.common.load_log import Loaded, load
from companion.cli.common.log_options import folder_option
from companion.cli.common.prompt import confirmed
from companion.cli.hardware.doctor import examine
from companion.errors import BoardNotFound, KeypegError, PictureError
from companion.game.record import entry_facts
from companion.i18n import _, speaking

if TYPE_CHECKING:
    from companion.vision.geometry.arrays import Image

__all__ = ["report"]

PACKAGES = ("numpy", "opencv-python-headless", "gpiozero", "pyserial", "starlette")
# findings of the doctor that name folders or numbers of the person's own
PRIVATE = ("settings", "folder", "pages", "calibration", "board", "ports")


@dataclass(frozen=True, slots=True)
class Frames:
    """The frames of a match: pictures by name, those left out, and what each reads today."""

    pictures: Mapping[str, bytes]
    left_out: tuple[str, ...]
    readings: tuple[Mapping[str, Any], ...]


@click.command()
@click.argument("log", default="last")
@click.option(
    "--frames",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder of 'play --frames': its pictures go in, cut to the board.",
)
@click.option("--board", help="With --frames: the board's name, or the path of its file.")
@click.option("--calibration", help="With --frames: its name (default: the board's).")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file that is written (default: LOG-report.zip).",
)
@click.option("--yes", is_flag=True, help="Write it without asking.")
@folder_option
def report(
    log: str,
    frames: Path | None,
    board: str | None,
    calibration: str | None,
    output: Path | None,
    yes: bool,  # noqa: FBT001
    folder: Path | None,
) -> None:
    """Pack what is needed to find out why something was misread in the match LOG.

    Look through the file before you hand it on: it is an ordinary zip. Nothing is sent.
    """
    loaded = load(log, folder)
    place = output or Path(f"{loaded.path.stem}-report.zip")
    if place.exists():
        raise KeypegError(
            _("{place} is there already.").format(place=place), hint=_("Name another file with -o.")
        )
    seen = _frames(loaded, frames, board, calibration) if frames else Frames({}, (), ())
    files = {
        "about.json": _json(_about()),
        "events.json": _json(_events(loaded)),
        **({"readings.json": _json(list(seen.readings))} if seen.readings else {}),
        **seen.pictures,
    }
    for line in _listed(files, seen):
        click.echo(line)
    if not (yes or confirmed(_("Write {place}?").format(place=place))):
        raise click.Abort
    _write(place, files)
    click.echo(_("{place}: look through it, then hand it on.").format(place=place))


def _about() -> dict[str, Any]:
    """Return versions, the machine, and what the doctor finds that is nobody's own."""
    # whoever reads it need not know the language spoken at the table
    with speaking("en"):
        found = [f for f in examine() if not f.name.startswith(PRIVATE)]
    return {
        "keypeg": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
        "findings": {f.name: {"ok": f.ok, "text": _without_home(f.text)} for f in found},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _without_home(text: str) -> str:
    return text.replace(str(Path.home()), "~").replace(sys.prefix, "PREFIX")


def _events(loaded: Loaded) -> dict[str, Any]:
    """Return the record of the match; each player is called by his seat."""
    seated = loaded.match.seated
    seats = {n: f"player {i}" for i, n in enumerate(seated.players if seated else (), start=1)}
    return {
        "book": loaded.log.header.book,
        "rules": dict(loaded.log.header.rules),
        "events": [_renamed(entry_facts(entry), seats) for entry in loaded.log.entries],
    }


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return `value` (as JSON has it) with each text or key that is a name exchanged."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {names.get(key, key): _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, names) for each in value]
    return value


def _frames(loaded: Loaded, folder: Path, board: str | None, calibration: str | None) -> Frames:
    """Return the board in each frame of the match, and what today's eyes read there."""
    if board is None:
        raise KeypegError(_("The frames are of a board."), hint=_("Add --board."))
    names = [frame_name(loaded.path, entry) for entry in loaded.log.entries]
    there = [name for name in names if (folder / name).is_file()]
    cuts = {name: _cut(loaded, folder / name, board, calibration) for name in there}
    pictures = {name: cut for name, cut in cuts.items() if cut}
    left_out = tuple(name for name in there if name not in pictures)
    readings = tuple(again.as_dict() for again in _readings(loaded, folder, board, calibration))
    return Frames(pictures, left_out, readings)


def _cut(loaded: Loaded, file: Path, board: str, calibration: str | None) -> bytes | None:
    """Return the picture `file` as a PNG of the board alone; None where no board is found."""
    from calibration.board_files.load import load_board
    from calibration.store.calibrations import load as load_calibration
    from companion.cli.common.photo import look
    from companion.vision.camera.image_files import encode_png
    from companion.vision.watch.shown_picture import board_alone, without_code

    shape = load_board(board)
    saved = load_calibration(calibration or shape.name, board=shape.name)
    try:
        photo = look(file, saved.fitted(shape), empty=saved.empty)
    except (BoardNotFound, PictureError):
        return None
    fit, image = photo.found, photo.image
    shown: Image = image if loaded.match.is_over else without_code(image, fit.shape, fit.pose)
    return encode_png(board_alone(shown, fit.shape, fit.pose))


def _readings(loaded: Loaded, folder: Path, board: str, calibration: str | None) -> Iterator[Any]:
    """Yield what the frames read now, up to one in which nothing can be read."""
    try:
        yield from read_again(loaded, folder, board, calibration)
    except KeypegError as error:
        click.echo(_("Not all frames are read again: {error}").format(error=error))


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def _listed(files: Mapping[str, bytes], seen: Frames) -> Iterator[str]:
    yield _("The report holds:")
    for name, content in files.items():
        yield f"  {name}, {max(1, len(content) // 1024)} kB"
    yield _("Players appear as numbers, not by name; pictures show nothing but the board.")
    if seen.left_out:
        yield _("Left out, as no board was found: {names}.").format(names=", ".join(seen.left_out))


def _write(place: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip that only its user can read."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
