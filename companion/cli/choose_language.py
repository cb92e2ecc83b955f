"""Which language is spoken: asked for, set, or the system's."""

import os

from companion import i18n
from companion.errors import BadNotation, did_you_mean
from companion.settings_file import language_set

__all__ = ["choose_language"]


def choose_language(asked: str = "") -> None:
    """Speak `asked`, else ``KEYPEG_LANGUAGE``, else the setting `language`, else the system's.

    Raises `BadNotation` for one that Keypeg does not speak.
    """
    wanted = asked or os.environ.get("KEYPEG_LANGUAGE", "") or language_set()
    if wanted and wanted not in i18n.LANGUAGES:
        spoken = {f"{code} ({name})": code for code, name in i18n.LANGUAGES.items()}
        i18n.use(i18n.spoken(os.environ))
        raise BadNotation(
            i18n._("Keypeg does not speak '{wanted}'.").format(wanted=wanted),
            hint=did_you_mean(wanted, spoken),
        )
    i18n.use(wanted or i18n.spoken(os.environ))
