"""A board that is not there: it answers like the firmware and remembers what it shows."""

import time

from companion.displays.arduino.protocol import (
    PROTOCOL,
    Frame,
    Kind,
    Phase,
    Reason,
    Unpacker,
    checksum,
    pack,
)

__all__ = ["StandInBoard"]


class StandInBoard:
    """A `Port` with a board behind it; `shown` is the picture its lights make, b"" when dark.

    `unplug` and `plug` pull and push the cable, `power_off_and_on` makes it forget, `lose_next`
    loses the next answer.
    """

    def __init__(self, *, protocol: int = PROTOCOL) -> None:
        self._protocol = protocol
        self._unpacker = Unpacker()
        self._answers = b""
        self._session = 0
        self._plugged = True
        self._picture = b""
        self.phase = Phase.WAITING
        self.lose_next = 0
        self._presses = [0, 0]

    @property
    def shown(self) -> bytes:
        """What is lit: the picture while it is live, else nothing of it."""
        return self._picture if self.phase == Phase.LIVE else b""

    def unplug(self) -> None:
        """Pull the cable: every read and write fails, and the lights have no power."""
        self._plugged = False
        self.power_off_and_on()

    def plug(self) -> None:
        """Push the cable in again."""
        self._plugged = True

    def power_off_and_on(self) -> None:
        """Forget everything, as a reset does."""
        self._session, self._picture, self.phase = 0, b"", Phase.WAITING

    def press(self, which: int) -> None:
        """Press a button: 0 is done, 1 take back."""
        self._presses[which] = (self._presses[which] + 1) % 256
        if self._session:
            self._say(Frame(Kind.PRESSED, 0, self._state() + bytes(self._presses)))

    def hear_nothing(self) -> None:
        """Let the board's patience run out."""
        if self.phase == Phase.LIVE:
            self.phase = Phase.LOST

    def write(self, data: bytes) -> None:
        """Take bytes from the computer and answer the frames in them."""
        self._check_cable()
        damaged = self._unpacker.damaged
        for frame in self._unpacker.feed(data):
            self._say(self._obey(frame))
        if self._unpacker.damaged > damaged:
            self._answers += pack(self._refuse(0, Reason.BAD_CHECKSUM))

    def read(self, timeout_s: float) -> bytes:
        """Return the answers; wait `timeout_s` if there is none, as a port does."""
        self._check_cable()
        if not self._answers:
            time.sleep(min(timeout_s, 0.001))
        answers, self._answers = self._answers, b""
        return answers

    def _say(self, frame: Frame) -> None:
        if self.lose_next:
            self.lose_next -= 1
        else:
            self._answers += pack(frame)

    def close(self) -> None:
        """Drop what was not read."""
        self._answers = b""

    def _check_cable(self) -> None:
        if not self._plugged:
            raise OSError(5, "Input/output error")

    def _obey(self, frame: Frame) -> Frame:
        if frame.kind == Kind.HELLO:
            return self._hello(frame)
        if frame.kind not in {Kind.SHOW, Kind.PING, Kind.BYE}:
            return self._refuse(frame.seq, Reason.UNKNOWN_KIND)
        if self._session == 0 or frame.payload[:1] != bytes((self._session,)):
            return self._refuse(frame.seq, Reason.OTHER_SESSION)
        if frame.kind == Kind.SHOW:
            self._picture, self.phase = frame.payload[1:], Phase.LIVE
        if frame.kind == Kind.BYE:
            self.phase = Phase.OFF
        if frame.kind == Kind.PING:
            return Frame(Kind.PONG, frame.seq, self._state() + bytes(self._presses))
        return Frame(Kind.SHOWN, frame.seq, self._state())

    def _state(self) -> bytes:
        return bytes((self._session, self.phase)) + checksum(self._picture).to_bytes(2)

    def _hello(self, frame: Frame) -> Frame:
        if frame.payload[0] == self._protocol:
            if frame.payload[1] != self._session or self.phase == Phase.OFF:
                self.phase = Phase.WAITING
            if frame.payload[1] != self._session:
                self._presses = [0, 0]
            self._session = frame.payload[1]
        return Frame(Kind.INFO, frame.seq, bytes((self._protocol, 1, 1, self._session)))

    def _refuse(self, seq: int, reason: Reason) -> Frame:
        return Frame(Kind.REFUSED, seq, bytes((reason, self._session)))
