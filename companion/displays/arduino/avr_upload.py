"""Uploading the Arduino's firmware with avrdude, through the board's bootloader."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from companion.displays.arduino.avr_toolchain import board_named, need_programs
from companion.errors import KeypegError
from companion.i18n import _

__all__ = ["flash"]


# uploads that are begun, each with a reset, until the board's bootloader has answered to the end; a
# guess
TRIES = 3
# answers missed until no more will come: more than the ten times that avrdude asks to begin
# with, as it then waits five seconds for each page of a board that has left its bootloader; a guess
MOST_SILENT = 12


def flash(
    firmware: Path,
    port: str,
    *,
    board: str = "uno",
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Upload a hex file through the bootloader of the board at `port`, and have it read back.

    `progress` gets avrdude's lines as they come. Raises `KeypegError` with what to do.
    """
    kind = board_named(board)
    if not kind.can_flash:
        raise KeypegError(
            _("A {board} cannot be uploaded to from here.").format(board=board),
            hint=_("Open the sketch in the Arduino IDE and upload from there."),
        )
    need_programs("avrdude")
    command = [
        "avrdude",
        "-q",
        "-p",
        kind.chip,
        "-c",
        kind.programmer,
        "-P",
        str(Path(port).resolve()),
    ]
    command += ["-b", str(kind.baud), "-D", "-U", f"flash:w:{firmware}:i"]
    if not any(_uploads(command, progress) for __ in range(TRIES)):
        raise KeypegError(
            _("avrdude could not upload to {port}.").format(port=port),
            hint=_(
                "Close every program that uses the port, and check the board: an older Nano needs "
                "'--board nano-old'."
            ),
        )


def _uploads(command: list[str], progress: Callable[[str], None]) -> bool:
    """Return whether avrdude uploads all; it is ended when the board has fallen silent."""
    silent = 0
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as avrdude:  # noqa: S603
        assert avrdude.stderr is not None
        for line in avrdude.stderr:
            if line.strip():
                progress(line.strip())
            silent += "not responding" in line
            if silent == MOST_SILENT:
                avrdude.kill()
    return avrdude.returncode == 0
