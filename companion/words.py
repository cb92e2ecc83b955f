"""Every sentence that a player sees, in the language chosen: ``_("Row {row}.").format(row=3)``.

The one thing here that changes is the language: an edge chooses it once, at the start. What is
noted in a log is never a sentence, so a log is the same in all languages.
"""

import gettext
from pathlib import Path

__all__ = ["LANGUAGES", "_", "use"]

FOLDER = Path(__file__).parent / "locale"
LANGUAGES = ("en", "nl", "fr", "nb")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Speak `language`, one of `LANGUAGES`; what is not translated stays English."""
    global _catalogue
    _catalogue = gettext.translation("keypeg", FOLDER, [language], fallback=True)


def _(text: str) -> str:
    """Give `text`, an English sentence as it stands in the code, in the language spoken."""
    return _catalogue.gettext(text)
