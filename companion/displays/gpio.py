"""Lights, servos and buttons on the Raspberry Pi's header. The only file that imports gpiozero."""

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from gpiozero import Button, Buzzer, DigitalOutputDevice, PWMOutputDevice
from gpiozero.exc import GPIOZeroError, PinUnknownPi
from gpiozero.pins import Factory

from companion.displays.key_lights import lights_of
from companion.displays.options import GpioChoices, Press, Wanted, check_gpio
from companion.displays.servo import SERVO_HZ, Servo
from companion.errors import DisplayError
from companion.i18n import _
from companion.scene import Scene

__all__ = ["GpioDisplay", "is_mock", "open_display", "open_pins"]

BOUNCE_S = 0.03  # a cheap button rattles for 5 to 20 ms; as datasheets of tactile switches say
BEEP_S = 0.08  # seconds a beep and the silence after it last: chosen, short and clearly heard
# by preference: Pi 5, Pi 4, the ones before; the chip's number changed between kernels
CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")


def open_display(wanted: Wanted) -> "GpioDisplay":
    """Return what is wired to the header; raises `DisplayError` if the pins cannot be had."""
    if is_mock():
        wanted.report(_("GPIOZERO_PIN_FACTORY=mock: the pins are pretended, nothing lights up."))
    return GpioDisplay(wanted.choices.gpio, pressed=wanted.pressed)


class GpioDisplay:
    """Shows scenes on what `choices` says is wired; tells `pressed` of buttons.

    `factory` is a pin factory of gpiozero, its mock in tests; left out, the real one.
    `pressed` is called from another thread. Raises `DisplayError` with what to do if the pins
    cannot be had.
    """

    def __init__(
        self,
        choices: GpioChoices | None = None,
        *,
        pressed: Callable[[Press], None] = lambda _: None,
        factory: Factory | None = None,
    ) -> None:
        self._choices = choices or GpioChoices()
        check_gpio(self._choices)
        self._factory = factory or open_pins()
        self._owns_factory = factory is None
        self._devices: dict[str, list[Any]] = {}
        self._answered = 0
        try:
            self._wire(pressed)
        except Exception as error:
            problem = _pin_problem(error)
            self.close()
            if problem is None:
                raise
            raise problem from None

    def show(self, scene: Scene) -> None:
        """Set every light and slider to what `scene` says; beep for a new answer."""
        lights = lights_of(scene)
        for place, light in enumerate(self._wired("black")):
            light.value = lights.key(place) == "black"
        for place, light in enumerate(self._wired("white")):
            light.value = lights.key(place) == "white"
        for place, light in enumerate(self._wired("turn")):
            light.value = lights.turn == place
        _fill(self._wired("white_bar"), 0 if scene.dark else lights.clicks.white)
        _fill(self._wired("red_bar"), 0 if scene.dark else lights.clicks.black)
        for servo in self._wired("white_servo"):
            servo.push(lights.clicks.white)
        for servo in self._wired("red_servo"):
            servo.push(lights.clicks.black)
        self._beep_for(scene)

    def close(self) -> None:
        """Turn everything off and let the pins go; twice is harmless."""
        for devices in self._devices.values():
            for device in devices:
                device.close()
        self._devices.clear()
        if self._owns_factory:
            self._factory.close()  # after its devices, or they fail when they are forgotten
            self._owns_factory = False

    def _wired(self, name: str) -> list[Any]:
        return self._devices.get(name, [])

    def _wire(self, pressed: Callable[[Press], None]) -> None:
        for name in ("black", "white", "turn", "white_bar", "red_bar"):
            self._add(name, DigitalOutputDevice)
        self._add("white_servo", partial(_servo, self._choices.white_clicks))
        self._add("red_servo", partial(_servo, self._choices.red_clicks))
        self._add("buzzer", Buzzer)
        for name, press in (("done", Press.DONE), ("take_back", Press.TAKE_BACK)):
            self._add(name, Button, bounce_time=BOUNCE_S)
            for button in self._wired(name):
                button.when_pressed = partial(pressed, press)

    def _add(self, name: str, device: Callable[..., Any], **how: float) -> None:
        """Make a device for each pin of the setting `name`; kept at once, for `close`."""
        devices = self._devices.setdefault(name, [])
        for pin in getattr(self._choices, name):
            devices.append(device(pin, pin_factory=self._factory, **how))

    def _beep_for(self, scene: Scene) -> None:
        answered = sum(row.keys is not None for row in scene.rows)
        if answered > self._answered:
            for buzzer in self._wired("buzzer"):
                buzzer.beep(on_time=BEEP_S, off_time=BEEP_S, n=1)
        self._answered = answered


def _fill(bar: list[Any], count: int) -> None:
    for place, light in enumerate(bar):
        light.value = place < count


def _servo(pulses: tuple[int, ...], pin: int, pin_factory: Factory) -> Servo:
    return Servo(PWMOutputDevice(pin, frequency=SERVO_HZ, pin_factory=pin_factory), pulses)


def is_mock() -> bool:
    """Return whether gpiozero's own variable asks for pins that light nothing."""
    return os.environ.get("GPIOZERO_PIN_FACTORY", "").casefold() == "mock"


def open_pins() -> Factory:
    """Return the pin factory of this Raspberry Pi, or raise `DisplayError` with what is missing.

    Built by hand, never by gpiozero's search, which falls back to factories that do not work. Who
    sets ``GPIOZERO_PIN_FACTORY=mock`` gets pins that light nothing, on any computer.
    """
    if is_mock():
        mock = import_module("gpiozero.pins.mock")
        return mock.MockFactory(pin_class=mock.MockPWMPin)
    lgpio = _import_lgpio()
    chip = _choose_chip(lgpio)
    try:
        return _fine_factory(lgpio, chip)
    except Exception as error:
        raise _pin_problem(error) or error from None


def _import_lgpio() -> Any:
    # importing lgpio leaves a pipe in this folder; the working folder may be read-only
    os.environ.setdefault("LG_WD", os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    try:
        with _same_folder():
            lgpio = import_module("lgpio")
    except ImportError as error:
        raise DisplayError(
            _("The Python package lgpio is not installed."),
            hint=_(
                "Run 'sudo apt install python3-lgpio' and then ./run again, or install "
                "Keypeg where the system's packages are seen; or use --display terminal."
            ),
        ) from error
    except OSError as error:
        raise DisplayError(
            _("lgpio cannot write into {folder}.").format(folder=os.environ["LG_WD"]),
            hint=_("Set LG_WD to a folder that you may write."),
        ) from error
    if not hasattr(lgpio, "gpiochip_open"):
        raise DisplayError(
            _("The Python package lgpio is an empty one (0.0.0.2)."),
            hint=_("Run 'pip uninstall lgpio', then 'sudo apt install python3-lgpio'."),
        )
    return lgpio


@contextmanager
def _same_folder() -> Iterator[None]:
    """Come back to the working folder: lgpio goes to LG_WD, and paths that were typed go astray."""
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _choose_chip(lgpio: Any) -> int:
    paths = sorted(Path("/dev").glob("gpiochip*"))
    if not paths:
        raise DisplayError(
            _("This computer has no GPIO chip; it is no Raspberry Pi."),
            hint=_("Use --display terminal, or an Arduino with --display serial:auto."),
        )
    if not any(os.access(path, os.R_OK | os.W_OK) for path in paths):
        raise DisplayError(
            _("You may not use the GPIO pins."),
            hint=_("Run 'sudo usermod -aG gpio $USER', then log out and in again."),
        )
    labels = dict(_chip_labels(lgpio, paths))
    for label in CHIP_LABELS:
        if label in labels:
            return labels[label]
    raise DisplayError(
        _("None of the GPIO chips here is a Raspberry Pi's: {what}.").format(
            what=", ".join(labels) or _("none opens")
        ),
        hint=_("Use --display terminal, or an Arduino with --display serial:auto."),
    )


def _chip_labels(lgpio: Any, paths: list[Path]) -> Iterator[tuple[str, int]]:
    for path in paths:
        number = int(path.name.removeprefix("gpiochip"))
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        label = lgpio.gpio_get_chip_info(handle)[3]
        lgpio.gpiochip_close(handle)
        yield label, number


def _fine_factory(lgpio: Any, chip: int) -> Factory:
    """Return gpiozero's lgpio factory on `chip`, with pins whose duty is not cut to whole percent.

    A servo's 1-2 ms of 20 ms would have six positions otherwise (gpiozero #1209). And a pin that is
    closed no longer listens: its next edge would end lgpio's only thread, and with it all buttons.
    """
    module = import_module("gpiozero.pins.lgpio")
    local = import_module("gpiozero.pins.local")

    class FinePin(module.LGPIOPin):  # type: ignore[misc, name-defined]
        _callback: Any

        def _set_state(self, value: float) -> None:
            if not self._pwm:
                super()._set_state(value)
                return
            frequency, _ = self._pwm
            self._pwm: tuple[float, float] | None = (frequency, value * 100)
            lgpio.tx_pwm(self.factory._handle, self._number, frequency, value * 100)

        def close(self) -> None:
            if self._callback is not None:
                self._callback.cancel()
                self._callback = None
            super().close()

    class FineFactory(module.LGPIOFactory):  # type: ignore[misc, name-defined]
        # older ones ignore the number of the chip on a Pi 5 (gpiozero #1166): open it here
        def __init__(self) -> None:
            local.LocalPiFactory.__init__(self)
            self._handle = lgpio.gpiochip_open(chip)
            self._chip = chip
            self.pin_class = FinePin

    return FineFactory()


def _pin_problem(error: Exception) -> DisplayError | None:
    """Tell what gpiozero or lgpio said; None if it is neither's."""
    text = str(error).strip("'\"")
    _forget(error)
    if isinstance(error, PinUnknownPi):
        return DisplayError(
            _("This computer is no Raspberry Pi that gpiozero knows."),
            hint=_("Use --display terminal, or an Arduino with --display serial:auto."),
        )
    if text == "GPIO busy":
        return DisplayError(
            _("Another program uses one of the GPIO pins."),
            hint=_("'gpioinfo' shows which; close that program or change [gpio] in the settings."),
        )
    if isinstance(error, GPIOZeroError) or type(error).__module__ == "lgpio":
        return DisplayError(
            _("The GPIO pins cannot be used: {text}.").format(text=text),
            hint=_("Run 'keypeg doctor'."),
        )
    return None


def _forget(error: BaseException | None) -> None:
    """Let go of what an error's tracebacks hold: a device that failed keeps its pin until then."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
    gc.collect()
