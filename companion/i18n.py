"""Every sentence that a player sees, in the language chosen: ``_("Row {row}.").format(row=3)``.

The one thing here that changes is the language: an edge chooses it once, at the start; an edge that
tells several people at once says each what he reads within `speaking`. What is noted in a log is
never a sentence, so a log is the same in all languages. The catalogues in
`locale` are those of gettext; `.ci/catalogues.py` brings them up to the sentences in the code.
"""

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

__all__ = [
    "LANGUAGES",
    "NN_",
    "N_",
    "_",
    "headed",
    "joined",
    "language",
    "ngettext",
    "number",
    "percent",
    "speaking",
    "spoken",
    "told",
    "typed_as",
    "use",
]

FOLDER = Path(__file__).parent / "locale"
# language -> what it calls itself
LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "français", "nb": "norsk bokmål"}
# languages that a speaker of one reads: a Norwegian system often says `no` or `nn`
CLOSE = {"no": "nb", "nn": "nb"}
# where a system says its language, the strongest first (as gettext does)
PLACES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_usual = "en"
# where `keypeg` is typed otherwise, as in a clone: the commands that are told, and what is typed
_typed: tuple[re.Pattern[str], str] | None = None
# the language of what is told now, where it is not the usual one; each thread and task has its own
_here: ContextVar[str] = ContextVar("language", default="")


def use(language: str) -> None:
    """Speak `language`, one of `LANGUAGES`; what is not translated stays English."""
    global _usual
    _usual = language


def typed_as(command: str, words: Iterable[str]) -> None:
    """Tell `command` in all that is said, where ``keypeg`` stands before one of `words`."""
    global _typed
    before = re.compile(rf"\bkeypeg (?=(?:{'|'.join(map(re.escape, words))})(?![\w-]))")
    _typed = None if command == "keypeg" else (before, f"{command} ")


def told(text: str) -> str:
    """Return `text` with the command as it is typed here: ``./run doctor``."""
    return _typed[0].sub(_typed[1].replace("\\", r"\\"), text) if _typed else text


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language`, one of `LANGUAGES`, within this block and this thread or task alone."""
    token = _here.set(language)
    try:
        yield
    finally:
        _here.reset(token)


def language() -> str:
    """Return the language that is spoken, one of `LANGUAGES`."""
    return _here.get() or _usual


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("keypeg", FOLDER, [language], fallback=True)


def spoken(environment: Mapping[str, str]) -> str:
    """Return the language of `LANGUAGES` that the system asks for, English if it asks for none."""
    said = next((environment[place] for place in PLACES if environment.get(place)), "")
    for wanted in said.split(":"):
        short = wanted.partition("_")[0].partition(".")[0].casefold()
        if (language := CLOSE.get(short, short)) in LANGUAGES:
            return language
    return "en"


def _(text: str) -> str:
    """Return `text`, an English sentence as it stands in the code, in the language spoken."""
    return told(_catalogue(language()).gettext(text)) if text else ""


def N_(text: str) -> str:  # noqa: N802 - its name in every gettext program
    """Return `text` as it is; a table made at import marks its sentences so, `_` says them."""
    return text


def ngettext(one: str, several: str, count: int) -> str:
    """Return the sentence for `count` things, in the form that the language spoken has for it.

    ``ngettext("{count} row", "{count} rows", count).format(count=count)``; French says "0 rangée".
    """
    return told(_catalogue(language()).ngettext(one, several, count))


def NN_(one: str, several: str) -> tuple[str, str]:  # noqa: N802 - as `N_`
    """Return both, for a table made at import; ``ngettext(*pair, count)`` says the right one."""
    return one, several


def joined(names: Iterable[str]) -> str:
    """Join names as a list is said: ``"Ada, Ben and Cleo"``."""
    *most, last = names
    if not most:
        return last
    return _("{names} and {last}").format(names=", ".join(most), last=last)


def headed(head: str, said: str) -> str:
    """Return what is said under a head: ``"Ben: black"``; French sets the colon apart."""
    return _("{head}: {said}").format(head=head, said=said)


def number(value: float, *, digits: int | None = None) -> str:
    """Return `value` as the language writes it, "12.5" or "12,5", with so many decimals.

    Without `digits` it has as many as it needs, six at most.
    """
    text = f"{value:g}" if digits is None else f"{value:.{digits}f}"
    return text if language() == "en" else text.replace(".", ",")


def percent(share: float) -> str:
    """Return a share from 0 to 1 in whole percent: "14%"; with a thin gap but in English, Dutch."""
    gap = "" if language() in ("en", "nl") else "\N{NO-BREAK SPACE}"
    return f"{100 * share:.0f}{gap}%"
