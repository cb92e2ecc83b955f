"""What stands between gpiozero and a Raspberry Pi's pins, with an lgpio that is made up here."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.displays import pins
from companion.displays.gpio import GpioDisplay
from companion.displays.options import GpioChoices, Press
from companion.displays.pins import open_pins
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow

PI_4 = 0xC03111


class FakeLgpio(ModuleType):
    """As much of lgpio as gpiozero touches; `duties` is what each pin's PWM was told."""

    def __init__(self, labels: dict[int, str]) -> None:
        super().__init__("lgpio")
        self.labels = labels
        self.duties: dict[int, list[float]] = {}
        self.opened: list[int] = []
        self.callbacks: list[tuple[int, Callable[..., None]]] = []
        self.busy: set[int] = set()
        self.outputs: set[int] = set()
        self.error = type("error", (Exception,), {"__module__": "lgpio"})
        for n, name in enumerate(("NONE", "UP", "DOWN")):
            setattr(self, f"SET_PULL_{name}", n)
        self.BOTH_EDGES = self.RISING_EDGE = self.FALLING_EDGE = 0

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.labels:
            raise self.error("'can not open gpiochip'")
        self.opened.append(chip)
        return 100 + chip

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle - 100)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle - 100}", self.labels[handle - 100]]

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> None:
        if pin in self.busy:
            raise self.error("'GPIO busy'")
        self.outputs.discard(pin)

    def gpio_claim_output(self, handle: int, pin: int) -> None:
        self.outputs.add(pin)

    def gpio_claim_alert(self, *_: object) -> None: ...

    def gpio_free(self, *_: object) -> None: ...

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        return 2 if pin in self.outputs else 1 << 5

    def gpio_read(self, handle: int, pin: int) -> int:
        return 0 if pin in self.outputs else 1

    def gpio_write(self, handle: int, pin: int, level: int) -> None: ...

    def gpio_set_debounce_micros(self, *_: object) -> None: ...

    def tx_pwm(self, handle: int, pin: int, frequency: float, duty: float) -> None:
        if frequency:
            self.duties.setdefault(pin, []).append(duty)

    def callback(self, handle: int, pin: int, edges: int, func: Callable[..., None]) -> Any:
        fake = self

        class Callback:
            def cancel(self) -> None:
                fake.callbacks.remove((pin, func))

        fake.callbacks.append((pin, func))
        return Callback()

    def press(self, pin: int) -> None:
        """Pull the line of a button down, as lgpio's thread hears it."""
        for each, func in list(self.callbacks):
            if each == pin:
                func(0, pin, 0, 1)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stands for /dev."""
    monkeypatch.setattr(pins, "Path", lambda place: tmp_path if place == "/dev" else Path(place))
    return tmp_path


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[FakeLgpio]:
    fake = FakeLgpio({0: "raspberrypi-exp-gpio", 4: "pinctrl-rp1"})
    for number in fake.labels:
        (folder / f"gpiochip{number}").touch()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(
        "gpiozero.pins.local.LocalPiFactory._get_revision", lambda _: PI_4, raising=True
    )
    yield fake
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_the_chip_is_chosen_by_its_label(lgpio: FakeLgpio) -> None:
    factory = open_pins()
    assert factory.chip == 4
    assert lgpio.opened == [4]
    factory.close()
    assert lgpio.opened == []


def test_a_servo_moves_in_steps_of_a_microsecond(lgpio: FakeLgpio) -> None:
    clicks = (1000, 1001, 1005, 1500, 2000)
    wired = GpioChoices(buzzer=(), done=(), take_back=(), red_clicks=clicks)
    display = GpioDisplay(wired)
    for black in range(5):
        keys = Keys(black, 0)
        display.show(Scene(size=(12, 4), rows=(SceneRow("rgby", keys),)))
    microseconds = [duty / 100 * 20_000 for duty in lgpio.duties[22] if duty]
    assert microseconds[-5:] == pytest.approx(clicks, abs=0.001)
    display.close()
    assert lgpio.opened == []


def test_buttons_are_heard_again_after_the_pins_were_let_go(lgpio: FakeLgpio) -> None:
    GpioDisplay().close()
    assert lgpio.callbacks == []
    heard: list[Press] = []
    display = GpioDisplay(pressed=heard.append)
    lgpio.press(9)
    assert heard == [Press.DONE]
    display.close()


def test_a_pin_that_another_program_holds(lgpio: FakeLgpio) -> None:
    lgpio.busy.add(16)
    with pytest.raises(DisplayError, match=r"Another program uses one.*gpioinfo"):
        GpioDisplay()
    assert lgpio.opened == []
    lgpio.busy.clear()
    GpioDisplay(GpioChoices(buzzer=(), done=(), take_back=())).close()


def test_a_computer_that_is_no_pi(lgpio: FakeLgpio) -> None:
    lgpio.labels = {0: "gpio-sim.0", 4: "INT33FC:00"}
    with pytest.raises(DisplayError, match=r"None of the GPIO chips.*gpio-sim.0, INT33FC:00"):
        open_pins()


def test_no_chip_at_all(lgpio: FakeLgpio, folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    with pytest.raises(DisplayError, match=r"no GPIO chip.*--display terminal"):
        open_pins()


def test_a_user_who_is_not_in_the_group(lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins.os, "access", lambda *_: False)
    with pytest.raises(DisplayError, match=r"may not use the GPIO pins.*usermod -aG gpio"):
        open_pins()


def test_lgpio_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DisplayError, match=r"lgpio is not installed.*python3-lgpio"):
        open_pins()


def test_the_empty_lgpio_is_told_from_a_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    with pytest.raises(DisplayError, match=r"empty one \(0\.0\.0\.2\)"):
        open_pins()


def test_a_working_folder_that_is_read_only_does_no_harm(
    lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.delenv("LG_WD")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    open_pins().close()
    assert pins.os.environ["LG_WD"] == str(tmp_path)


def test_the_working_folder_stays_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # as the real one does when it is imported
    goes_away = "import os\nos.chdir(os.environ['LG_WD'])\ngpiochip_open = None\n"
    for name in ("package", "run", "mine"):
        (tmp_path / name).mkdir()
    (tmp_path / "package" / "lgpio.py").write_text(goes_away)
    monkeypatch.syspath_prepend(tmp_path / "package")
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setenv("LG_WD", str(tmp_path / "run"))
    monkeypatch.chdir(tmp_path / "mine")
    assert pins._import_lgpio().__file__ == str(tmp_path / "package" / "lgpio.py")
    assert Path.cwd() == tmp_path / "mine"
    sys.modules.pop("lgpio")
