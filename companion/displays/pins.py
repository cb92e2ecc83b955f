"""The pins of this Raspberry Pi, through lgpio; what may be wrong with them, in words."""

import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from gpiozero.exc import GPIOZeroError, PinUnknownPi
from gpiozero.pins import Factory

from companion.errors import DisplayError
from companion.i18n import _

__all__ = ["is_mock", "open_pins", "pin_problem"]

# by preference: Pi 5, Pi 4, the ones before; the chip's number changed between kernels
CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")


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
        raise pin_problem(error) or error from None


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


def pin_problem(error: Exception) -> DisplayError | None:
    """Return what gpiozero or lgpio said, in words; None if it is neither's."""
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
