"""The settings: one TOML file, all of it optional, and a key that is not known is refused.

``KEYPEG_SETTINGS`` names another file. What is measured is never written into it::

    display = ["terminal", "gpio"]
    camera = "usb:0"
    language = "nl"

    [gpio]
    turn = [18, 4]

    [serial]
    brightness = 40

    [club]
    mqtt = "mqtts://window@hub.local?ca=/etc/keypeg/ca.crt"
    table = "window"
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from companion.displays.options import GpioChoices, SerialChoices, check_gpio, check_serial
from companion.errors import SettingsError, did_you_mean
from companion.i18n import N_, _
from companion.settings_file import settings_path, settings_text, unreadable

__all__ = ["ClubChoices", "Settings", "load_settings", "parse_settings"]

T = TypeVar("T")
KINDS = {str: N_("a text"), int: N_("a whole number"), bool: N_("true or false")}


@dataclass(frozen=True, slots=True)
class ClubChoices:
    """Who is told what happens at this table: a broker, as table `table`, and hooks."""

    mqtt: str = ""
    table: str = ""
    hook: tuple[str, ...] = ()
    home_assistant: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table is made of, when the command line does not say otherwise."""

    display: tuple[str, ...] = ()
    camera: str = ""
    language: str = ""
    gpio: GpioChoices = field(default_factory=GpioChoices)
    serial: SerialChoices = field(default_factory=SerialChoices)
    club: ClubChoices = field(default_factory=ClubChoices)


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings; a file that is not there is an empty one, unless it was named.

    Raises `SettingsError` with the file, the key and what is allowed.
    """
    return parse_settings(settings_text(path), path or settings_path())


def parse_settings(text: str, place: Path) -> Settings:
    """Return the settings in `text`, the file `place`; raise `SettingsError` as `load_settings`."""
    try:
        settings = _made(Settings, tomllib.loads(text), "")
        check_gpio(settings.gpio)
        check_serial(settings.serial)
    except SettingsError as error:
        raise SettingsError(f"{place}: {error.message}", hint=error.hint) from None
    except (ValueError, RecursionError) as error:
        raise unreadable(place, error) from error
    return settings


def _made(kind: type[T], table: Mapping[str, Any], prefix: str) -> T:
    """Return a `kind` (a dataclass) of the values in `table`."""
    known, hints = [f.name for f in fields(kind)], get_type_hints(kind)  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            raise SettingsError(
                _("There is no setting '{name}'.").format(name=prefix + name),
                hint=did_you_mean(name, known),
            )
    return kind(**{n: _value(hints[n], v, f"{prefix}{n}") for n, v in table.items()})


def _value(kind: Any, value: object, name: str) -> object:
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, dict):
            raise SettingsError(
                _("'{name}' is a section.").format(name=name),
                hint=_("Write [{name}] on its own line.").format(name=name),
            )
        return _made(kind, value, f"{name}.")
    if get_args(kind):
        item = get_args(kind)[0]
        values = value if isinstance(value, list) else [value]
        return tuple(_value(item, v, f"{name}[{n}]") for n, v in enumerate(values))
    if type(value) is not kind:
        said = _("'{name}' must be {kind}, not {value}.")
        raise SettingsError(
            said.format(name=name, kind=_(KINDS[kind]), value=repr(value)), hint=_("Change it.")
        )
    return value
