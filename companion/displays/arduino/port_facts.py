"""Serial ports as facts: which of them to try, and why one cannot be opened. Pure: no pyserial."""

import errno
from dataclasses import dataclass

from companion.displays.options import USB_MAKERS
from companion.errors import DisplayError, os_reason
from companion.i18n import _

__all__ = ["PortFact", "at_port", "find_board", "open_failed"]


@dataclass(frozen=True, slots=True)
class PortFact:
    """A serial port that is there: its device, and its plug's vendor, product and serial number."""

    device: str
    vendor: int | None = None
    product: int | None = None
    serial_number: str = ""

    @property
    def identity(self) -> tuple[int | None, int | None, str]:
        """What stays the same when it is plugged in under another name."""
        return self.vendor, self.product, self.serial_number


def open_failed(device: str, error: OSError) -> DisplayError:
    """Return why `device` could not be opened, with what to do."""
    if error.errno == errno.EACCES:
        return DisplayError(
            _("You may not use {device}.").format(device=device),
            hint=_("Run 'sudo usermod -aG dialout $USER', then log out and in again."),
        )
    if error.errno in {errno.EAGAIN, errno.EBUSY}:
        return DisplayError(
            _("Another program uses {device}.").format(device=device),
            hint=_("Close the Arduino IDE's monitor; ModemManager and brltty take ports too."),
        )
    if error.errno == errno.ENOENT:
        return DisplayError(
            _("There is no {device}.").format(device=device),
            hint=_("Is the board plugged in? 'keypeg doctor' lists ports."),
        )
    return DisplayError(
        _("{device} cannot be opened: {what}.").format(device=device, what=os_reason(error))
    )


def at_port(error: OSError, device: str) -> DisplayError:
    """Return `error` with the name of its port."""
    if isinstance(error, DisplayError):
        return DisplayError(f"{device}: {error.message}", hint=error.hint)
    return DisplayError(_("{device} is gone.").format(device=device), hint=_("Check the cable."))


def find_board(
    ports: list[PortFact], *, device: str, serial_number: str = "", known: PortFact | None = None
) -> list[PortFact]:
    """Return the ports to try, best first.

    A device that was asked for by name is tried first; if it answered before, so is the same plug
    under another name. ``"auto"`` tries every Arduino and USB adapter, or the one of that number.
    """
    if device == "auto":
        fits = [p for p in ports if p.vendor in USB_MAKERS]
        if serial_number:
            fits = [p for p in ports if p.serial_number == serial_number]
        return sorted(fits, key=lambda p: known is None or p.identity != known.identity)
    named = next((p for p in ports if p.device == device), PortFact(device))
    again = [p for p in ports if known and known.vendor and p.identity == known.identity]
    return [named] + [p for p in again if p.device != device]
