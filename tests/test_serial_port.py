"""The serial port itself, on a pseudo terminal."""

import os

import pytest

from companion.displays.arduino.port import SerialPort

MORE_THAN_IT_HOLDS = bytes(1 << 20)


@pytest.fixture
def port():
    """Give a port behind which nobody takes anything."""
    master, slave = os.openpty()
    opened = SerialPort(os.ttyname(slave))
    opened._serial.write_timeout = 0.01
    yield opened
    opened.close()
    os.close(master)
    os.close(slave)


def test_a_board_that_takes_nothing_is_told_in_a_sentence(port):
    with pytest.raises(TimeoutError, match="takes no more data"):
        port.write(MORE_THAN_IT_HOLDS)
