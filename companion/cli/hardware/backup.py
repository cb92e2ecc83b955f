"""``keypeg backup`` and ``keypeg restore``: matches, calibrations and settings as one file."""

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path, PurePosixPath

import click
from platformdirs import user_data_path

from companion.durable import write_durably
from companion.errors import KeypegError, os_reason
from companion.i18n import N_, _
from companion.session.log_names import games_folder
from companion.settings_file import settings_path

__all__ = ["backup", "restore"]

SETTINGS = "settings.toml"
# endings of the files with the hidden code of a round (`session.secret_file`), whole and in writing
CODES = (".secret", ".secret-new")
LEFT_OUT = N_(
    "Left out: the hidden code of a match that is being played. Where you put this back its round "
    "begins anew; --codes keeps the code as well, for all to read who have the file."
)
# what zipfile raises of a damaged file, or of one that is packed in a way it does not know
UNREADABLE = (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, struct.error)
# a calibration with its picture takes 1 MB; nothing that Keypeg writes comes near this
LARGEST_BYTES = 100 * 2**20


@click.command()
@click.argument(
    "file", required=False, metavar="FILE.zip", type=click.Path(path_type=Path, dir_okay=False)
)
@click.option(
    "--codes",
    is_flag=True,
    help="Keep the hidden codes of matches that are being played too: they lie open in the file.",
)
def backup(file: Path | None, codes: bool) -> None:  # noqa: FBT001
    """Write matches, calibrations (unfinished too), own boards, lenses and settings into one file.

    Only you can read the file: passwords of your settings are in it. A hidden code is left out.
    """
    place = file or Path(f"keypeg-{datetime.now():%Y-%m-%d}.zip")
    if place.exists():
        raise KeypegError(
            _("'{file}' is there already.").format(file=place), hint=_("Name another file.")
        )
    kept = dict(_kept())
    hidden = set() if codes else {name for name, path in kept.items() if path.suffix in CODES}
    files = {name: path for name, path in kept.items() if name not in hidden}
    if not files:
        raise KeypegError(_("There is nothing to keep yet."), hint=_("Play a match first."))
    _pack(place, files)
    said = _("{file}: {count} files. Put it back with: keypeg restore {file}")
    click.echo(said.format(file=place, count=len(files)))
    if hidden:
        click.echo(_(LEFT_OUT))


def _pack(place: Path, files: Mapping[str, Path]) -> None:
    """Write a zip that only its user can read, whole or not at all."""
    try:
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise _unwritten(place, error) from error
    try:
        with (
            os.fdopen(handle, "wb") as out,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            for name, path in sorted(files.items()):
                archive.write(path, name)
    except OSError as error:
        place.unlink(missing_ok=True)
        raise _unwritten(place, error) from error


def _unwritten(place: Path, error: OSError) -> KeypegError:
    return KeypegError(
        _("'{file}' cannot be written: {why}.").format(file=place, why=os_reason(error)),
        hint=_("Name another file."),
    )


@click.command()
@click.argument(
    "file", metavar="FILE.zip", type=click.Path(exists=True, path_type=Path, dir_okay=False)
)
def restore(file: Path) -> None:
    """Put a backup back: what is missing here is added, and nothing that is here is changed.

    Where a file here says something else, nothing at all is put back, and the files are named.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            wanted = {info.filename: info for info in archive.infolist() if not info.is_dir()}
            places = {name: _place(name) for name in wanted}
            _check(wanted, file)
            contents = {name: archive.read(info) for name, info in wanted.items()}
    except (*UNREADABLE, zipfile.BadZipFile, zlib.error) as error:
        raise KeypegError(
            _("'{file}' is no backup that can be read: {error}.").format(file=file, error=error)
        ) from error
    _refuse_changes(contents, places)
    missing = [name for name in contents if not places[name].exists()]
    for name in missing:
        _write(places[name], contents[name])
    said = _("{count} of {all} files put back; the others were here already.")
    click.echo(said.format(count=len(missing), all=len(wanted)))


def _roots() -> Mapping[str, Path]:
    """Return what is kept: the name of a folder in the backup, and where it lies here."""
    data = user_data_path("keypeg")
    folders = ("boards", "calibrations", "drafts", "lenses", "tables")
    return {"games": games_folder(), **{name: data / name for name in folders}}


def _kept() -> Iterator[tuple[str, Path]]:
    for name, root in _roots().items():
        for path in sorted(root.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield str(PurePosixPath(name, *path.relative_to(root).parts)), path
    if settings_path().is_file():
        yield SETTINGS, settings_path()


def _place(name: str) -> Path:
    """Return where `name` of a backup belongs; raises KeypegError for what Keypeg never wrote."""
    parts = PurePosixPath(name).parts
    if name == SETTINGS:
        return settings_path()
    roots = _roots()
    if len(parts) < 2 or parts[0] not in roots or ".." in parts or name.startswith("/"):
        raise KeypegError(
            _("'{name}' is not from a Keypeg backup.").format(name=name),
            hint=_("Nothing was put back; check the file."),
        )
    return roots[parts[0]].joinpath(*parts[1:])


def _check(wanted: Mapping[str, zipfile.ZipInfo], file: Path) -> None:
    too_large = next((n for n, info in wanted.items() if info.file_size > LARGEST_BYTES), None)
    if too_large:
        raise KeypegError(
            _("'{name}' in '{file}' is larger than anything that Keypeg writes.").format(
                name=too_large, file=file
            )
        )


def _refuse_changes(contents: Mapping[str, bytes], places: Mapping[str, Path]) -> None:
    other = [
        name
        for name, content in contents.items()
        if places[name].exists() and places[name].read_bytes() != content
    ]
    if other:
        raise KeypegError(
            _("These are here already and say something else: {names}.").format(
                names=", ".join(sorted(other)[:5]) + (" ..." if len(other) > 5 else "")
            ),
            hint=_("Nothing was put back. Move them away first."),
        )


def _write(place: Path, content: bytes) -> None:
    """Write a file that only its user can read, and that is whole or not there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    write_durably(place, content, mode=0o600)
