"""Talking with the board: one question at a time, asked again until it is answered. No threads.

The port is anything with `write` and `read`; the clock is given, so a test needs no waiting.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.displays.arduino.line import Port
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
from companion.displays.options import Press
from companion.errors import DisplayError
from companion.i18n import _

__all__ = ["BoardInfo", "Conversation", "SessionLost"]

ANSWER_S = 0.3  # an answer takes 8 ms; a USB adapter holds bytes back for 16, a busy PC for more
# times that a frame is sent before the board counts as lost: chosen, and tried on a line that flips
# 0.2 per cent of all bits (benchmarks/bad_line.py)
TRIES = 5
BOOT_S = 5.0  # an Uno resets when its port is opened: its bootloader takes 1.4 s, an old Nano's 2
# a board that is still in its bootloader is asked again after this; chosen: a tenth of the
# bootloader's time
HELLO_S = 0.2
# payloads of SHOWN, and of PONG with and without the counts of presses; bytes, as the firmware
# writes them (a convention of ours)
SHOWN_BYTES = (4, 6)
BUTTONS = (Press.DONE, Press.TAKE_BACK)
# as often the same refusal of the same frame, and it is no accident; chosen: a frame that noise
# changed alike so often was not seen
MEANT_IT = 3


class SessionLost(DisplayError):
    """The board has started anew, or another program spoke to it: say hello again."""


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board says of itself."""

    protocol: int
    major: int
    minor: int
    session: int

    @property
    def version(self) -> str:
        """The firmware's version, ``"1.0"``."""
        return f"{self.major}.{self.minor}"


class Conversation:
    """A session with the board at `port`; `pressed` is told of each press of its buttons, once."""

    def __init__(
        self,
        port: Port,
        *,
        now: Callable[[], float] = time.monotonic,
        pressed: Callable[[Press], None] = lambda __: None,
    ) -> None:
        self._port = port
        self._now = now
        self._pressed = pressed
        self._presses = bytes(len(BUTTONS))
        self._unpacker = Unpacker()
        self._seq = 0
        self.session = secrets.randbelow(255) + 1
        self.asked_again = 0

    def hello(self, *, brightness: int, patience_s: float, wait_s: float = BOOT_S) -> BoardInfo:
        """Open the session. Raises `DisplayError` if no board answers within `wait_s`."""
        payload = bytes((PROTOCOL, self.session, round(patience_s * 10), brightness))
        until = self._now() + wait_s
        while True:
            frame = self._question(Kind.HELLO, payload)
            info = self._hear_info(frame, min(HELLO_S, wait_s))
            if info is not None:
                return _checked(info, self.session)
            if self._now() >= until:
                raise DisplayError(
                    _("No Keypeg board answers."),
                    hint=_(
                        "Is the sketch uploaded (keypeg firmware flash), and no other program on "
                        "this port?"
                    ),
                )

    def show(self, payload: bytes) -> None:
        """Have the board show a picture (of `wire.picture`), and be told that it does.

        Raises `SessionLost`, or `DisplayError` if it is silent or shows something else.
        """
        answer = self._ask(Kind.SHOW, payload)
        if answer[1:] != bytes((Phase.LIVE,)) + checksum(payload).to_bytes(2):
            raise DisplayError(_("The board shows something else than it was told."))

    def ping(self) -> Phase:
        """Tell the board that someone is there; gives what its lights do."""
        phase = self._ask(Kind.PING)[1]
        if phase not in list(Phase):
            raise DisplayError(
                _("The board says that it is in phase {phase}, which there is not.").format(
                    phase=phase
                )
            )
        return Phase(phase)

    def listen(self) -> None:
        """Take what the board has said unasked; returns at once.

        Raises `SessionLost` if it has started anew, OSError if the port is gone.
        """
        for frame in self._unpacker.feed(self._port.read(0)):
            self._take_unasked(frame)

    def bye(self) -> None:
        """Turn the lights off and end the session."""
        self._ask(Kind.BYE)

    def _question(self, kind: Kind, payload: bytes) -> Frame:
        self._seq = self._seq % 255 + 1
        return Frame(kind, self._seq, payload)

    def _ask(self, kind: Kind, payload: bytes = b"") -> bytes:
        frame = self._question(kind, bytes((self.session,)) + payload)
        refusals: list[int] = []
        for attempt in range(TRIES):
            self.asked_again += attempt > 0
            # the first try follows an answer, so the line is clean and needs no 00 to begin with
            self._port.write(pack(frame)[attempt == 0 :])
            answer = self._hear(frame, refusals)
            if answer is not None:
                return answer
            if len(refusals) == MEANT_IT and len(set(refusals)) == 1:
                raise DisplayError(
                    _("The board refuses what it is told (reason {refusals}).").format(
                        refusals=refusals[0]
                    ),
                    hint=_("Its firmware may be of another version: keypeg firmware flash."),
                )
        raise DisplayError(
            _("The board does not answer."), hint=_("Check its cable and that its light is on.")
        )

    def _hear(self, asked: Frame, refusals: list[int]) -> bytes | None:
        """Wait for the answer to `asked`; None means that it must be asked again."""
        wanted = Kind.PONG if asked.kind == Kind.PING else Kind.SHOWN
        damaged = self._unpacker.damaged
        for frame in self._frames(ANSWER_S):
            if (
                frame.seq == asked.seq
                and frame.kind == wanted
                and len(frame.payload) in SHOWN_BYTES
            ):
                self._count(frame.payload)
                return frame.payload[:4]
            self._take_unasked(frame)
            if frame.kind == Kind.REFUSED and len(frame.payload) == 2:
                if frame.seq == 0:
                    return None
                if frame.seq == asked.seq:
                    return self._weigh(frame.payload[0], refusals)
            if self._unpacker.damaged > damaged:
                return None
        return None

    def _take_unasked(self, frame: Frame) -> None:
        if frame.kind == Kind.INFO and frame.seq == 0:
            raise SessionLost(_("The board has started anew."))
        if frame.kind == Kind.PRESSED and frame.payload[:1] == bytes((self.session,)):
            self._count(frame.payload)

    def _count(self, payload: bytes) -> None:
        """Tell the presses that `payload`, of PONG or PRESSED, has more than were told."""
        counts = payload[4:]
        if len(counts) != len(BUTTONS):
            return  # SHOWN has none, nor has a PONG of firmware 1.0
        before, self._presses = self._presses, counts
        for button, old, new in zip(BUTTONS, before, counts, strict=True):
            for __ in range((new - old) % 256):
                self._pressed(button)

    @staticmethod
    def _weigh(reason: int, refusals: list[int]) -> None:
        if reason == Reason.OTHER_SESSION:
            raise SessionLost(_("The board has started anew, or another program spoke to it."))
        refusals.append(reason)

    def _hear_info(self, asked: Frame, wait_s: float) -> BoardInfo | None:
        self._port.write(pack(asked))
        for frame in self._frames(wait_s):
            if frame.kind == Kind.INFO and frame.seq == asked.seq and len(frame.payload) == 4:
                return BoardInfo(*frame.payload)
        return None

    def _frames(self, wait_s: float) -> Iterator[Frame]:
        """Yield the frames that come within `wait_s`; end early at a damaged one.

        What lies there when the time is up counts: a busy computer may not have looked before.
        """
        until, damaged = self._now() + wait_s, self._unpacker.damaged
        left = wait_s
        while left > 0 and self._unpacker.damaged == damaged:
            left = until - self._now()
            yield from self._unpacker.feed(self._port.read(max(0.0, left)))


def _checked(info: BoardInfo, session: int) -> BoardInfo:
    if info.protocol != PROTOCOL:
        raise DisplayError(
            _(
                "The board's firmware ({version}) speaks protocol {protocol}; this keypeg "
                "speaks {own}."
            ).format(version=info.version, protocol=info.protocol, own=PROTOCOL),
            hint=_("Upload the matching firmware: keypeg firmware flash."),
        )
    if info.session != session:
        raise DisplayError(
            _("The board answers another program."), hint=_("Close the other program.")
        )
    return info
