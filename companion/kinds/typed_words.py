"""The words that may be typed at a table, in each of Keypeg's languages. Pure.

Inside Keypeg each has its English name; all are understood whatever language is spoken, as who
speaks one need not know the others.
"""

from collections.abc import Mapping
from itertools import chain

from companion.game.core.spoken import begins_answer, folded

__all__ = ["TYPED_WORDS", "english_of", "is_word", "words_for"]

# name -> language -> the words for it, the one that is told first; none is a row of any box
TYPED_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "undo": {"nl": ("terug",), "fr": ("annuler",), "nb": ("angre",)},
    "correct": {"nl": ("verbeter",), "fr": ("corriger",), "nb": ("rett",)},
    "keys": {"nl": ("antwoord",), "fr": ("réponse",), "nb": ("svar",)},
    "mistake": {"nl": ("fout",), "fr": ("erreur",), "nb": ("feil",)},
    "call": {"nl": ("roep",), "fr": ("annoncer",), "nb": ("rope", "rop")},
    "pass": {"nl": ("passen",), "fr": ("passer",), "nb": ("passe",)},
    "part": {"nl": ("deel",), "fr": ("part",), "nb": ("del",)},
    "tiles": {"nl": ("stenen",), "fr": ("tuiles",), "nb": ("brikker",)},
    "stop": {"nl": ("stop",), "fr": ("stop", "arrêter"), "nb": ("stopp",)},
    "done": {"nl": ("klaar",), "fr": ("fini",), "nb": ("ferdig",)},
    "code": {"nl": ("code",), "fr": ("code", "combinaison"), "nb": ("kode",)},
    "show": {"nl": ("tonen",), "fr": ("montrer",), "nb": ("vis",)},
    "hint": {"nl": ("tip",), "fr": ("indice",), "nb": ("tips",)},
    "board": {"nl": ("bord",), "fr": ("plateau",), "nb": ("brett",)},
    "card": {
        "en": ("card", "score", "scores"),
        "nl": ("kaart", "stand", "punten"),
        "fr": ("fiche", "carte", "points"),
        "nb": ("kort", "stilling", "poeng"),
    },
    "help": {"en": ("help", "?", "h"), "nl": ("hulp",), "fr": ("aide",), "nb": ("hjelp",)},
    "quit": {
        "en": ("quit", "q", "exit", "bye"),
        "nl": ("stoppen",),
        "fr": ("quitter",),
        "nb": ("avslutt", "slutt"),
    },
    "dash": {"nl": ("streepje",), "fr": ("tiret",), "nb": ("fribrikke", "bindestrek")},
}


def words_for(name: str) -> tuple[str, ...]:
    """Return all words for `name`, its own first."""
    return (name, *chain(*TYPED_WORDS[name].values()))


_NAMES = {folded(word): name for name in TYPED_WORDS for word in words_for(name)}


def english_of(word: str) -> str:
    """Return the name of the word that was typed, in any language, or the word as it is.

    A letter that is an answer in the language spoken stays one: `h` is *hvit* in Norwegian.
    """
    plain = folded(word)
    return word.casefold() if begins_answer(plain) else _NAMES.get(plain, word.casefold())


def is_word(typed: str, name: str) -> bool:
    """Whether what was `typed` is the word of that `name`, in any language."""
    return english_of(typed.strip()) == name
