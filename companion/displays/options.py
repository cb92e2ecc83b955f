"""What can be chosen about lights, buttons and boards; checked, with reasons. Pure."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from companion.errors import SettingsError
from companion.i18n import N_, _, joined

__all__ = [
    "HEADER",
    "RESERVED",
    "USB_MAKERS",
    "DisplayChoices",
    "GpioChoices",
    "Press",
    "SerialChoices",
    "Wanted",
    "check_gpio",
    "check_serial",
    "named_pins",
    "pin_warnings",
]

# BCM number -> physical pin of the 40-pin header
HEADER = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32,
    13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18,
    25: 22, 26: 37, 27: 13,
}  # fmt: skip
# BCM number -> what else uses that pin once it is switched on (Raspberry Pi's "GPIO and the 40-pin
# header"); the last six are the ones that a Pi with a sound card, a thermometer or analogue sound
# has on without its owner knowing
RESERVED = {
    **dict.fromkeys((0, 1), N_("the ID memory of HATs")), **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"), **dict.fromkeys((14, 15), N_("the UART")),
    4: "1-Wire", **dict.fromkeys((12, 13), N_("analogue sound")),
    **dict.fromkeys((18, 19, 20, 21), N_("I2S sound")),
}  # fmt: skip
# vendors of USB plugs: Arduino, its Italian twin, CH340, FTDI, CP210x, Raspberry Pi, Espressif;
# vendor numbers of the USB standard (usb.ids)
USB_MAKERS = {0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4, 0x2E8A, 0x303A}
# what servos stand; beyond it they push against their stop; microseconds, as datasheets of hobby
# servos say
PULSE_US = (500, 2500)
# microseconds of a servo's pulse for 0 to 5 clicks: the usual 1 to 2 ms of hobby servos in equal
# steps, tuned by the user to his own (standard range)
CLICKS_US = (1000, 1200, 1400, 1600, 1800, 2000)


class Press(StrEnum):
    """Which button was pressed."""

    DONE = "done"  # the row is complete: read it
    TAKE_BACK = "take back"  # the newest row was a mistake
    YES = "yes"  # of buttons far away alone: the answer to what is asked
    NO = "no"


@dataclass(frozen=True, slots=True)
class GpioChoices:
    """What is wired to the Raspberry Pi's header, in BCM numbers; an empty list leaves it out.

    Key light i is black light i or white light i, black ones first: two LEDs beside each other, or
    the two colours of one. Pulses are in microseconds for 0, 1, 2 ... clicks. The pins given here
    leave I2C, the UART, 1-Wire and sound of both kinds alone; five are SPI's, which is off on a
    Raspberry Pi unless its owner switches it on.
    """

    black: tuple[int, ...] = (5, 6, 16, 26)
    white: tuple[int, ...] = (23, 24, 25, 27)
    turn: tuple[int, ...] = (8, 7)
    white_bar: tuple[int, ...] = ()
    red_bar: tuple[int, ...] = ()
    white_servo: tuple[int, ...] = (17,)
    red_servo: tuple[int, ...] = (22,)
    white_clicks: tuple[int, ...] = CLICKS_US
    red_clicks: tuple[int, ...] = CLICKS_US
    buzzer: tuple[int, ...] = (11,)
    done: tuple[int, ...] = (9,)
    take_back: tuple[int, ...] = (10,)


@dataclass(frozen=True, slots=True)
class SerialChoices:
    """Which board, and how bright its strips are (0-255).

    `serial_number` is that of the board's USB plug, for a table with two of them.
    """

    serial_number: str = ""
    brightness: int = 64


@dataclass(frozen=True, slots=True)
class DisplayChoices:
    """All that the displays need to be told."""

    gpio: GpioChoices = field(default_factory=GpioChoices)
    serial: SerialChoices = field(default_factory=SerialChoices)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a display is opened with: where it is, what is chosen, and who is told of it.

    `report` hears a sentence when hardware is lost or found, `pressed` of buttons; both may be
    called from other threads. A display that `is_patient` waits for hardware that is not there yet.
    """

    place: str = ""
    choices: DisplayChoices = field(default_factory=DisplayChoices)
    report: Callable[[str], None] = lambda __: None
    pressed: Callable[[Press], None] = lambda __: None
    is_patient: bool = False


def named_pins(choices: GpioChoices) -> Iterator[tuple[str, int]]:
    """Yield each pin with the name of its setting: ``("black[0]", 5)``, ``("buzzer", 24)``."""
    lists = ("black", "white", "turn", "white_bar", "red_bar")
    for name in lists:
        for place, pin in enumerate(getattr(choices, name)):
            yield f"{name}[{place}]", pin
    for name in ("white_servo", "red_servo", "buzzer", "done", "take_back"):
        for pin in getattr(choices, name):
            yield name, pin


def check_gpio(choices: GpioChoices) -> None:
    """Raise `SettingsError` for pins that are not on the header, named twice, or too many."""
    pins = list(named_pins(choices))
    for name, pin in pins:
        if pin not in HEADER:
            raise SettingsError(
                _("gpio.{name} = {pin} is not on the header.").format(name=name, pin=pin),
                hint=_("Use BCM numbers, 0 to 27; 'pinout' shows them."),
            )
    for pin, uses in Counter(pin for __, pin in pins).items():
        if uses > 1:
            names = joined(f"gpio.{name}" for name, p in pins if p == pin)
            raise SettingsError(
                _("{names} both use GPIO{pin}.").format(names=names, pin=pin),
                hint=_("Give each its own pin."),
            )
    for name in ("white_servo", "red_servo", "buzzer", "done", "take_back"):
        if len(getattr(choices, name)) > 1:
            raise SettingsError(
                _("gpio.{name} names several pins.").format(name=name), hint=_("Name one, or [].")
            )
    for name in ("white_clicks", "red_clicks"):
        _check_pulses(name, getattr(choices, name))


def _check_pulses(name: str, pulses: tuple[int, ...]) -> None:
    low, high = PULSE_US
    if not pulses:
        raise SettingsError(
            _("gpio.{name} is empty.").format(name=name), hint=_("Name a pulse for each click.")
        )
    for pulse in pulses:
        if not low <= pulse <= high:
            raise SettingsError(
                _("gpio.{name}: a pulse of {pulse} µs is outside {low} to {high}.").format(
                    name=name, pulse=pulse, low=low, high=high
                ),
                hint=_("Most servos turn between 1000 and 2000 µs."),
            )


def pin_warnings(choices: GpioChoices, switched_on: Collection[str]) -> list[str]:
    """Return a sentence for each pin that a bus of `switched_on`, values of `RESERVED`, uses."""
    return [
        _(
            "gpio.{name} = {pin} is also {bus}, which is switched on: choose another pin, or "
            "switch it off in raspi-config."
        ).format(name=name, pin=pin, bus=_(RESERVED[pin]))
        for name, pin in named_pins(choices)
        if RESERVED.get(pin) in switched_on
    ]


def check_serial(choices: SerialChoices) -> None:
    """Raise `SettingsError` for a brightness out of range."""
    if not 0 <= choices.brightness <= 255:
        raise SettingsError(
            _("serial.brightness = {brightness} is out of range.").format(
                brightness=choices.brightness
            ),
            hint=_("Use 0 to 255."),
        )
