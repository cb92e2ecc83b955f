"""A serial port of this machine. The only file that imports pyserial."""

import errno
import termios

import serial
from serial.tools import list_ports

from companion.displays.arduino.port_facts import PortFact, open_failed
from companion.errors import DisplayError
from companion.i18n import _

__all__ = ["SerialPort", "attached_ports"]

# symbols a second, the standard rate that a 16 MHz board divides to within 2.1 per cent
BAUD = 115_200


def attached_ports() -> list[PortFact]:
    """Return the USB serial ports that are there now."""
    return [
        PortFact(p.device, p.vid, p.pid, p.serial_number or "")
        for p in sorted(list_ports.comports(), key=lambda p: p.device)
        if p.vid is not None
    ]


class SerialPort:
    """A real port, for this program alone. Every failure of it is an `OSError`."""

    def __init__(self, device: str) -> None:
        try:
            self._serial = serial.Serial(device, BAUD, timeout=0, write_timeout=1, exclusive=True)
        except OSError as error:
            raise open_failed(device, error) from error
        except termios.error as error:  # pulled out at this very moment
            raise DisplayError(
                _("{device} is gone.").format(device=device), hint=_("Check the cable.")
            ) from error

    def write(self, data: bytes) -> None:
        """Send `data`; TimeoutError if the board takes none of it for a second."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise TimeoutError(errno.ETIMEDOUT, _("The board takes no more data.")) from error
        except termios.error as error:
            raise OSError(errno.EIO, _("The port is gone.")) from error

    def read(self, timeout_s: float) -> bytes:
        """Return what has come; wait at most `timeout_s` for the first byte."""
        try:
            self._serial.timeout = timeout_s
            first = self._serial.read(1)
            return bytes(first + self._serial.read(self._serial.in_waiting)) if first else b""
        except termios.error as error:
            raise OSError(errno.EIO, _("The port is gone.")) from error

    def close(self) -> None:
        """Let the port go."""
        self._serial.close()
