"""``keypeg firmware``: make the Arduino's firmware and put it on the board."""

import shutil
from pathlib import Path

import click
from platformdirs import user_cache_path

from companion.displays.arduino.avr_toolchain import BOARDS, Firmware, sketch_folder
from companion.displays.arduino.avr_toolchain import build as build_firmware
from companion.displays.arduino.avr_upload import flash as flash_firmware
from companion.displays.arduino.port import attached_ports
from companion.displays.options import USB_MAKERS
from companion.errors import DisplayError, KeypegError
from companion.i18n import _, joined
from companion.spoken_help import SpokenGroup
from companion.terminal.progress import Progress

__all__ = ["firmware"]

# the Arduino IDE wants a sketch in a folder of its own name
SKETCH = "keypeg"

board_option = click.option(
    "--board",
    type=click.Choice(list(BOARDS)),
    default="uno",
    show_default=True,
    help="Which Arduino it is for.",
)
sketch_option = click.option(
    "--sketch",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of your own copy of the sketch.",
)


@click.group(cls=SpokenGroup)
def firmware() -> None:
    """Make the Arduino's firmware, and upload it.

    Choices (strips, lights, servos, pins) are in config.h of the sketch: copy it, choose, flash it.
    """


@firmware.command()
@board_option
@sketch_option
def build(board: str, sketch: Path | None) -> None:
    """Compile the sketch and say what it takes of the chip."""
    made = _build(board, sketch)
    room = BOARDS[board]
    click.echo(f"{made.hex}")
    click.echo(
        _("flash {flash} of {flash_room} bytes, RAM {ram} of {ram_room}").format(
            flash=made.flash_bytes,
            flash_room=room.flash_bytes,
            ram=made.ram_bytes,
            ram_room=room.ram_bytes,
        )
    )


@firmware.command()
@board_option
@sketch_option
@click.option("--port", help="The board's port; left out, the only one that is plugged in.")
def flash(board: str, sketch: Path | None, port: str | None) -> None:
    """Compile the sketch and upload it."""
    place = port or _only_port()
    made = _build(board, sketch)
    flash_firmware(made.hex, place, board=board, progress=lambda line: click.echo(f"  {line}"))
    click.echo(
        _("The firmware is on the board at {place}. Try it: keypeg test-lights").format(place=place)
    )


@firmware.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def copy(folder: Path) -> None:
    """Copy the sketch to DIR, for the Arduino IDE and for choices of your own in its config.h.

    Into a copy that is there already come the newest files; what you chose in config*.h stays.
    """
    target = folder if folder.name == SKETCH else folder / SKETCH
    strangers = (
        [p.name for p in target.glob("*") if not _is_ours(p.name)] if target.exists() else []
    )
    if strangers:
        raise KeypegError(
            _("{target} holds other files too, as {other}.").format(
                target=target, other=strangers[0]
            ),
            hint=_("Name another folder."),
        )
    target.mkdir(parents=True, exist_ok=True)
    kept = []
    for source in sorted(sketch_folder().iterdir()):
        if source.name.startswith("config") and (target / source.name).exists():
            kept.append(source.name)
        else:
            shutil.copyfile(source, target / source.name)
    said = " " + _("{kept} stayed as you have it.").format(kept=joined(kept)) if kept else ""
    click.echo(
        _("{file}: open it in the Arduino IDE.").format(file=target / f"{SKETCH}.ino") + said
    )
    click.echo(_("Or: keypeg firmware flash --sketch {target}").format(target=target))


def _is_ours(name: str) -> bool:
    return (sketch_folder() / name).is_file()


def _build(board: str, sketch: Path | None) -> Firmware:
    click.echo(f"sketch {sketch or sketch_folder()}", err=True)
    with Progress("compiling", 0) as bar:
        return build_firmware(
            user_cache_path("keypeg") / "firmware" / board,
            board=board,
            sketch=sketch,
            progress=lambda name, done, total: bar.update(said=name, done=done, total=total),
        )


def _only_port() -> str:
    ports = [p.device for p in attached_ports() if p.vendor in USB_MAKERS]
    if len(ports) == 1:
        return ports[0]
    if not ports:
        raise DisplayError(
            _("No Arduino is plugged in."), hint=_("Plug it in, or name its --port.")
        )
    raise DisplayError(
        _("There are several boards: {ports}.").format(ports=", ".join(ports)),
        hint=_("Name one with --port."),
    )
