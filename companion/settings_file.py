"""Where the settings lie, and what their file says; `companion.config` says what it means.

The language alone is read here: every command asks for it, also those that need no other setting.
"""

import os
from pathlib import Path

from platformdirs import user_config_path

from companion.errors import SettingsError
from companion.i18n import _

__all__ = ["language_set", "settings_path", "settings_text", "unreadable"]


def settings_path() -> Path:
    """Return the file: ``KEYPEG_SETTINGS``, or ``settings.toml`` in the user's config folder."""
    named = os.environ.get("KEYPEG_SETTINGS")
    return Path(named) if named else user_config_path("keypeg") / "settings.toml"


def settings_text(path: Path | None = None) -> str:
    """Return what the file says; one that is not there is an empty one, unless it was named.

    Raises `SettingsError` for one that was named, and for what is no text.
    """
    place = path or settings_path()
    try:
        return place.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if path is None and not os.environ.get("KEYPEG_SETTINGS"):
            return ""
        raise SettingsError(
            _("There is no file '{file}'.").format(file=place), hint=_("Check KEYPEG_SETTINGS.")
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(place, error) from error


def unreadable(place: Path, error: Exception) -> SettingsError:
    """Return the error of a file that is no text, or no TOML."""
    return SettingsError(
        _("'{file}' cannot be read: {error}.").format(file=place, error=error),
        hint=_("Mend that line."),
    )


def language_set() -> str:
    """Return the setting `language`; nothing where there is none, or none can be read.

    What is wrong with the file is told by the commands that need it: the others work on.
    """
    try:
        text = settings_text()
        if not text:
            return ""
        import tomllib

        language = tomllib.loads(text).get("language")
    except (SettingsError, ValueError, RecursionError):
        return ""
    return language if isinstance(language, str) else ""
