"""``keypeg config``: the settings read and changed without an editor."""

import tomllib
from dataclasses import asdict
from typing import Any

import click

from companion.cli.common.json_output import echo_json, json_option
from companion.config import load_settings, parse_settings
from companion.durable import write_durably
from companion.errors import SettingsError, did_you_mean
from companion.i18n import _
from companion.settings_file import settings_path
from companion.spoken_help import SpokenGroup

__all__ = ["config"]


@click.group(cls=SpokenGroup)
def config() -> None:
    """Read and change the settings: cameras, lights, pins, language.

    A name is as in the file, sections with a dot: camera, gpio.turn, serial.brightness.
    """


@config.command("list")
@json_option
def list_settings(as_json: bool) -> None:  # noqa: FBT001
    """List all settings with their present values, defaults included."""
    values = _flat(asdict(load_settings()))
    if as_json:
        echo_json(values)
        return
    for name, value in values.items():
        click.echo(f"{name} = {_written(value)}")


@config.command("get")
@click.argument("name")
def get(name: str) -> None:
    """Print one setting as it would stand in the file."""
    click.echo(_written(_value_of(name)))


@config.command("set")
@click.argument("name")
@click.argument("value")
def set_(name: str, value: str) -> None:
    """Set one setting; the rest of the file, comments included, stays as it is.

    A list is written with commas: keypeg config set display terminal,gpio
    """
    _value_of(name)
    _change(name, value)
    click.echo(f"{name} = {_written(_value_of(name))}")


@config.command("unset")
@click.argument("name")
def unset(name: str) -> None:
    """Remove a setting from the file, so that its default holds again."""
    _value_of(name)
    _change(name, None)
    click.echo(f"{name} = {_written(_value_of(name))}")


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = list(value) if isinstance(value, tuple) else value
    return flat


def _value_of(name: str) -> Any:
    values = _flat(asdict(load_settings()))
    if name not in values:
        raise SettingsError(
            _("There is no setting '{name}'.").format(name=name), hint=did_you_mean(name, values)
        )
    return values[name]


def _written(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_written(each) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else _quoted(value)


def _quoted(value: str | int) -> str:
    return str(value) if isinstance(value, int) else '"' + value.replace('"', '\\"') + '"'


def _parsed(text: str, now: Any) -> Any:
    """Return `text` as the kind of value that is there `now`."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        value = text
    if isinstance(now, list) and not isinstance(value, list):
        return [_parsed(each.strip(), "") for each in text.split(",") if each.strip()]
    return text if isinstance(now, str) and not isinstance(value, str | int) else value


def _change(name: str, text: str | None) -> None:
    """Write the file with `name` set, or without it; it is checked whole before it is written."""
    import tomlkit

    place = settings_path()
    before = place.read_text(encoding="utf-8") if place.exists() else ""
    document: Any = tomlkit.parse(before)
    section, _, key = name.rpartition(".")
    table = document.setdefault(section, tomlkit.table()) if section else document
    if text is None:
        table.pop(key, None)
    else:
        table[key] = _parsed(text, _value_of(name))
    after = tomlkit.dumps(document)
    parse_settings(after, place)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_durably(place, after)
