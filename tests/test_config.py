"""The settings file: all optional, nothing unknown, and pins that can be wired."""

from pathlib import Path

import pytest

from companion.config import Settings, load_settings
from companion.displays.options import RESERVED, GpioChoices, pin_warnings
from companion.errors import SettingsError
from companion.settings_file import language_set, settings_path


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("KEYPEG_SETTINGS", str(path))
    return path


def test_no_file_is_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEYPEG_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_path() == tmp_path / "keypeg" / "settings.toml"
    assert load_settings() == Settings()


def test_a_file_that_was_named_must_be_there(file: Path) -> None:
    with pytest.raises(SettingsError, match=r"There is no .*settings\.toml.*KEYPEG_SETTINGS"):
        load_settings()


def test_what_is_written_is_taken_and_the_rest_stays(file: Path) -> None:
    file.write_text(
        'display = ["terminal", "gpio"]\n[gpio]\nturn = []\nbuzzer = 18\n[serial]\nbrightness = 9\n'
    )
    settings = load_settings()
    assert settings.display == ("terminal", "gpio")
    assert settings.gpio == GpioChoices(turn=(), buzzer=(18,))
    assert settings.serial.brightness == 9
    assert settings.camera == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dispay = []", r"no setting 'dispay'.*Did you mean 'display'\?"),
        ("[gpio]\nblak = [5]", r"no setting 'gpio\.blak'.*Did you mean 'black'\?"),
        ("gpio = 5", r"'gpio' is a section.*\[gpio\]"),
        ("camera = 5", r"'camera' must be a text, not 5"),
        ("[gpio]\nturn = [26, 'x']", r"'gpio\.turn\[1\]' must be a whole number, not 'x'"),
        ("[gpio]\nturn = [26, true]", r"'gpio\.turn\[1\]' must be a whole number, not True"),
        ("[gpio]\ndone = 5", r"gpio\.black\[0\] and gpio\.done both use GPIO5"),
        ("[gpio]\ndone = 28", r"gpio\.done = 28 is not on the header.*0 to 27"),
        ("[gpio]\nred_servo = [17, 18]", r"both use GPIO17"),
        ("[gpio]\nred_servo = [18, 19]", r"gpio\.red_servo names several"),
        ("[gpio]\nred_clicks = [1000, 3000]", r"gpio\.red_clicks: a pulse of 3000 µs"),
        ("[gpio]\nred_clicks = []", r"gpio\.red_clicks is empty"),
        ("[serial]\nbrightness = 256", r"serial\.brightness = 256 is out of range.*0 to 255"),
        ("display = [", r"cannot be read: Invalid value"),
    ],
)
def test_what_cannot_be_is_named_with_its_file(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(SettingsError, match=said) as error:
        load_settings()
    assert str(file) in str(error.value)


def test_pins_shared_with_a_bus_that_is_switched_on_are_warned_of() -> None:
    shared = GpioChoices(done=(3,), buzzer=(19,), turn=(14, 26))
    assert pin_warnings(shared, ()) == []
    assert pin_warnings(shared, {"I2S sound", "I2C"}) == [
        "gpio.buzzer = 19 is also I2S sound, which is switched on: choose another pin, "
        "or switch it off in raspi-config.",
        "gpio.done = 3 is also I2C, which is switched on: choose another pin, "
        "or switch it off in raspi-config.",
    ]


def test_the_pins_given_leave_sound_i2c_the_uart_and_1_wire_alone() -> None:
    buses = set(RESERVED.values()) - {"SPI"}
    assert pin_warnings(GpioChoices(), buses) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('language = "nl"', "nl"),
        ('dispay = []\nlanguage = "fr"', "fr"),
        ("language = 5", ""),
        ("language = ", ""),
        ("camera = 'usb:0'", ""),
    ],
)
def test_the_language_is_read_whatever_else_the_file_says(
    file: Path, text: str, language: str
) -> None:
    file.write_text(text)
    assert language_set() == language


def test_a_file_that_is_no_text_sets_no_language(file: Path) -> None:
    file.write_bytes(b"\xff")
    assert language_set() == ""
