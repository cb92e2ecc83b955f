"""Every sentence that a player sees, in the language chosen: ``_("Row {row}.").format(row=3)``.

The one thing here that changes is the language: an edge chooses it once, at the start. What is
noted in a log is never a sentence, so a log is the same in all languages. The catalogues in
`locale` are those of gettext; `.ci/catalogues.py` brings them up to the sentences in the code.
"""

import gettext
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["LANGUAGES", "_", "joined", "language", "later", "spoken", "use"]

FOLDER = Path(__file__).parent / "locale"
# language -> what it calls itself
LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "français", "nb": "norsk bokmål"}
# languages that a speaker of one reads: a Norwegian system often says `no` or `nn`
CLOSE = {"no": "nb", "nn": "nb"}
# where a system says its language, the strongest first (as gettext does)
PLACES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def use(language: str) -> None:
    """Speak `language`, one of `LANGUAGES`; what is not translated stays English."""
    global _catalogue, _language
    _language = language
    _catalogue = gettext.translation("keypeg", FOLDER, [language], fallback=True)


def language() -> str:
    """Give the language that is spoken, one of `LANGUAGES`."""
    return _language


def spoken(environment: Mapping[str, str]) -> str:
    """Give the language of `LANGUAGES` that the system asks for, English if it asks for none."""
    said = next((environment[place] for place in PLACES if environment.get(place)), "")
    for wanted in said.split(":"):
        short = wanted.partition("_")[0].partition(".")[0].casefold()
        if (language := CLOSE.get(short, short)) in LANGUAGES:
            return language
    return "en"


def _(text: str) -> str:
    """Give `text`, an English sentence as it stands in the code, in the language spoken."""
    return _catalogue.gettext(text) if text else ""


def later(text: str) -> str:
    """Give `text` as it is; a table made at import marks its sentences so, `_` says them."""
    return text


def joined(names: Iterable[str]) -> str:
    """Join names as a list is said: ``"Ada, Ben and Cleo"``."""
    *most, last = names
    if not most:
        return last
    return _("{names} and {last}").format(names=", ".join(most), last=last)
