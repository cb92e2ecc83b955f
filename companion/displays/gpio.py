"""Lights, servos and buttons on the Raspberry Pi's header."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gpiozero import Button, Buzzer, DigitalOutputDevice, PWMOutputDevice
from gpiozero.pins import Factory

from companion.displays.key_lights import lights_of
from companion.displays.options import GpioChoices, Press, Wanted, check_gpio
from companion.displays.pins import is_mock, open_pins, pin_problem
from companion.displays.servo import SERVO_HZ, Servo
from companion.i18n import _
from companion.scene import Scene

__all__ = ["GpioDisplay", "open_display"]

BOUNCE_S = 0.03  # a cheap button rattles for 5 to 20 ms; as datasheets of tactile switches say
BEEP_S = 0.08  # seconds a beep and the silence after it last: chosen, short and clearly heard


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
            problem = pin_problem(error)
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
