"""Lights on an Arduino: a thread shows scenes on the board, and finds it again when it was lost."""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

from companion.displays.arduino.clock import HOST_CLOCK, Clock
from companion.displays.arduino.line import OpenPort, Port
from companion.displays.arduino.link import BOOT_S, BoardInfo, Conversation, SessionLost
from companion.displays.arduino.port import SerialPort, attached_ports
from companion.displays.arduino.port_facts import PortFact, at_port, find_board
from companion.displays.arduino.protocol import Phase, picture
from companion.displays.options import Press, SerialChoices, Wanted
from companion.errors import DisplayError
from companion.i18n import _
from companion.scene import Scene

__all__ = ["ArduinoDisplay", "open_display"]

# seconds between two looks at the board's buttons: chosen, less than a person notices
LISTEN_S = 0.05
PING_S = 0.8  # the board takes three seconds of silence for a loss
# seconds that greeting a board may take after its bootloader: chosen, no measurement
PATIENCE_S = 3.0
# seconds between two looks for a lost board: chosen, a plug that is back is found while one looks
RETRY_S = 0.3
# seconds to the next attempt at a board that is there and shows nothing: doubled each time, up to
# this; chosen, what a family does not wait for and no log is filled by
LONGEST_RETRY_S = 60.0
# the bootloader's 1.4 s, measured on the emulated Uno, and a little: closing is not held up
AGAIN_BOOT_S = 2.5


def open_display(wanted: Wanted) -> "ArduinoDisplay":
    """Return the board at a port; raises `DisplayError` if there is none."""
    return ArduinoDisplay(
        wanted.place or "auto",
        choices=wanted.choices.serial,
        is_patient=wanted.is_patient,
        report=wanted.report,
        pressed=wanted.pressed,
    )


class ArduinoDisplay:
    """Shows scenes on the board at `port` (a device, or ``"auto"``).

    A thread of its own talks with the board, pings it, and finds it again after it was unplugged;
    `report` is told (from that thread) when the board is lost and when it shows something again,
    once each; a board that greets and then shows nothing is tried ever more slowly. One that
    `is_patient` waits for a board that is not there yet, and says so. `pressed` is told of each
    press of its buttons. All waiting is by `clock`.
    """

    def __init__(
        self,
        port: str = "auto",
        *,
        choices: SerialChoices | None = None,
        is_patient: bool = False,
        report: Callable[[str], None] = lambda _: None,
        pressed: Callable[[Press], None] = lambda _: None,
        open_port: OpenPort = SerialPort,
        ports: Callable[[], Iterable[PortFact]] = attached_ports,
        clock: Clock = HOST_CLOCK,
    ) -> None:
        self._choices = choices or SerialChoices()
        self._device = port
        self._report = report
        self._pressed = pressed
        self._open_port = open_port
        self._ports = ports
        self._clock = clock
        self._known: PortFact | None = None
        self._changed = threading.Condition()
        self._wanted: bytes | None = None
        self._shown: bytes | None = None
        self._closing = False
        self._lost = ""  # what was said of a board that is lost
        self._rest_s = 0.0
        self._line: Port | None = None
        try:
            self._line, self._talk, self.info = self._connect(BOOT_S)
        except DisplayError as error:
            if not is_patient:
                raise
            self._lost = str(error)
            report(
                _("{reason} The game begins; its lights come on when it is there.").format(
                    reason=error
                )
            )
        self._thread = threading.Thread(target=self._run, name="keypeg-serial")
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Have the board show `scene` as soon as it hears; returns at once."""
        with self._changed:
            self._wanted = picture(scene)
            self._changed.notify_all()

    def wait_shown(self, timeout_s: float) -> bool:
        """Wait until the board has said that it shows the newest scene."""
        with self._changed:
            self._clock.wait_for(
                self._changed, lambda: self._closing or self._shown == self._wanted, timeout_s
            )
            return self._shown == self._wanted

    def close(self) -> None:
        """Turn the lights off and let the port go; twice is harmless."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        if self._line is None:
            self._find()
        while not self._closing:
            try:
                self._serve()
            except SessionLost:
                self._greet_again()
            except OSError as error:
                self._lose(error)
                self._find()
        self._say_goodbye()

    def _serve(self) -> None:
        while True:
            wanted = self._next_picture()
            if self._closing:
                return
            if wanted is None:
                self._ping()
            else:
                self._talk.show(wanted)
                self._set_shown(wanted)
            self._say_back()

    def _next_picture(self) -> bytes | None:
        """Wait for a picture that is not shown yet; None after a while without one.

        Meanwhile the board is listened to: a press is told within `LISTEN_S`.
        """
        for _look in range(round(PING_S / LISTEN_S)):
            with self._changed:
                self._clock.wait_for(
                    self._changed, lambda: self._closing or self._wanted != self._shown, LISTEN_S
                )
                if self._closing or self._wanted != self._shown:
                    return self._wanted if self._wanted != self._shown else None
            self._talk.listen()
        return None

    def _ping(self) -> None:
        if self._talk.ping() != Phase.LIVE:
            self._set_shown(None)  # it has not heard us for too long; show it again

    def _set_shown(self, shown: bytes | None) -> None:
        with self._changed:
            self._shown = shown
            self._changed.notify_all()

    def _greet_again(self) -> None:
        self._set_shown(None)
        assert self._line
        try:
            self._talk, self.info = self._greet(self._line, AGAIN_BOOT_S)
        except OSError as error:
            self._lose(error)
            self._find()

    def _lose(self, error: OSError) -> None:
        if self._line:
            self._line.close()
        self._set_shown(None)
        if self._lost:  # it greeted us, and then showed nothing
            self._rest_s = min(2 * max(self._rest_s, RETRY_S), LONGEST_RETRY_S)
        self._say_lost(
            str(error) if isinstance(error, DisplayError) else _("Its cable is unplugged.")
        )

    def _say_lost(self, reason: str) -> None:
        """Say that the board is lost, once for each reason."""
        if reason != self._lost:
            self._lost = reason
            self._report(_("The Arduino is lost. {reason} The game goes on.").format(reason=reason))

    def _say_back(self) -> None:
        """Say that the board is back, after it has shown something or answered."""
        if self._lost:
            self._lost, self._rest_s = "", 0.0
            self._report(_("The Arduino is back."))

    def _find(self) -> None:
        """Look for the board until it is there, or until the display is closed."""
        with self._changed:
            self._clock.wait_for(self._changed, lambda: self._closing, self._rest_s)
        while not self._closing:
            try:
                self._line, self._talk, self.info = self._connect(AGAIN_BOOT_S)
            except OSError:
                with self._changed:
                    self._clock.wait_for(self._changed, lambda: self._closing, RETRY_S)
            else:
                return

    def _connect(self, wait_s: float) -> tuple[Port, Conversation, BoardInfo]:
        """Open the first port at which a board answers."""
        problem = DisplayError(
            _("No Arduino is plugged in."),
            hint=_("'keypeg doctor' lists the ports that are there."),
        )
        for fact in self._candidates():
            try:
                line = self._open_port(fact.device)
            except DisplayError as error:
                problem = error
                continue
            try:
                talk, info = self._greet(line, wait_s)
            except OSError as error:
                line.close()
                problem = at_port(error, fact.device)
                continue
            self._known = fact
            return line, talk, info
        raise problem

    def _greet(self, line: Port, wait_s: float) -> tuple[Conversation, BoardInfo]:
        talk = Conversation(line, now=self._clock.now, pressed=self._pressed)
        info = talk.hello(brightness=self._choices.brightness, patience_s=PATIENCE_S, wait_s=wait_s)
        return talk, info

    def _candidates(self) -> list[PortFact]:
        return find_board(
            list(self._ports()),
            device=self._device,
            serial_number=self._choices.serial_number,
            known=self._known,
        )

    def _say_goodbye(self) -> None:
        if self._line is None:
            return
        with suppress(OSError):  # it may be gone, and then it is dark by itself
            self._talk.bye()
        self._line.close()
