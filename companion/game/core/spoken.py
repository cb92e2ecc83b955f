"""Words that people say for colours and answers, in any of Keypeg's languages. Pure.

What is noted is always the same letters; these functions only read. The language spoken and English
are understood. A letter that stands for two things in that language is asked about, never guessed:
in French `b` alone may be *blanc* as well as *black*.
"""

import re
import unicodedata
from collections.abc import Mapping

from companion.errors import BadNotation
from companion.i18n import _, language

__all__ = [
    "answer_counts",
    "back_of",
    "begins_answer",
    "folded",
    "key_letters",
    "part_word",
    "said_in_words",
]

# colour words beside those of the catalogue: other forms of each, by language and letter
FORMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {"s": ("grey", "gray"), "p": ("violet", "purple")},
    "nl": {
        "w": ("witte",),
        "k": ("zwarte",),
        "s": ("zilveren", "grijs", "grijze"),
        "g": ("groene",),
        "r": ("rode",),
        "p": ("paars", "paarse"),
        "y": ("gele",),
        "b": ("blauwe",),
        "n": ("bruine",),
    },
    "fr": {
        "w": ("blanche",),
        "k": ("noire",),
        "s": ("argenté", "argentée", "gris", "grise"),
        "g": ("verte",),
        "p": ("violet", "violette", "mauve"),
        "b": ("bleue",),
        "n": ("brun", "brune"),
        "l": ("citron",),
    },
    "nb": {
        "w": ("hvite", "hvitt"),
        "k": ("svart", "sorte", "svarte"),
        "s": ("grå", "grått"),
        "g": ("grønne", "grønt"),
        "r": ("røde", "rødt"),
        "p": ("lilla",),
        "y": ("gule", "gult"),
        "b": ("blått",),
        "n": ("brune", "brunt"),
        "l": ("lysegrønn",),
    },
}
# the words for a key peg of each colour, and for none at all; the first are those of the books
BLACKS: Mapping[str, tuple[str, ...]] = {
    "en": ("black", "blacks", "red", "reds"),
    "nl": ("zwart", "zwarte", "rood", "rode"),
    "fr": ("noir", "noirs", "noire", "noires", "rouge", "rouges"),
    "nb": ("sort", "sorte", "svart", "svarte", "rød", "røde"),
}
WHITES: Mapping[str, tuple[str, ...]] = {
    "en": ("white", "whites"),
    "nl": ("wit", "witte"),
    "fr": ("blanc", "blancs", "blanche", "blanches"),
    "nb": ("hvit", "hvite"),
}
NOTHINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("none", "nothing", "no"),
    "nl": ("niets", "geen", "niks"),
    "fr": ("rien", "aucun", "aucune"),
    "nb": ("ingenting", "ingen", "intet"),
}
# so many, from none; and what joins two things
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "en": ("zero", "one", "two", "three", "four", "five"),
    "nl": ("nul", "een", "twee", "drie", "vier", "vijf"),
    "fr": ("zéro", "un", "deux", "trois", "quatre", "cinq"),
    "nb": ("null", "en", "to", "tre", "fire", "fem"),
}
ANDS: Mapping[str, tuple[str, ...]] = {"en": ("and",), "nl": ("en",), "fr": ("et",), "nb": ("og",)}
SEPARATORS = r"[\s,;+/\-–]+"


def said_in_words(
    text: str, colours: Mapping[str, str], holes: int | None = None
) -> list[tuple[str, str]]:
    """Return each word of a row said in words, ``"rood blauw en groen"``, with its letter.

    `colours` are the letters and their English names. A single letter among words is that letter;
    the letter of an unknown word is empty. Nothing is returned for a row of letters: where no word
    is known, and none is longer than a row of so many `holes`.
    """
    known = {folded(_(name)): letter for letter, name in colours.items()}
    known |= {folded(name): letter for letter, name in colours.items()}
    for spoken in ("en", language()):
        known |= {folded(word): letter for letter, words in FORMS[spoken].items() for word in words}
    words = [word for word in re.split(SEPARATORS, text.strip()) if word]
    named = [word for word in words if len(word) > 1 and folded(word) in known]
    long = [word for word in words if holes and len(word) > holes]
    if not named and not any(set(folded(word)) - colours.keys() for word in long):
        return []
    ands = _words(ANDS)
    letters = {letter: letter for letter in colours} | known
    return [(word, letters.get(folded(word), "")) for word in words if folded(word) not in ands]


def answer_counts(text: str) -> tuple[int, int] | None:
    """Return how many black and white key pegs `text` says, or None if it is no answer.

    ``2b1w``, ``2 1``, ``2-1``, ``21`` (black first), ``bbw``, ``1 wit 2 zwart``, ``niets``, ``-``.
    Raises `BadNotation` for a letter that is either in the language spoken.
    """
    said = folded(text.strip())
    if said in ("-", "0") or said in _words(NOTHINGS):
        return 0, 0
    if found := re.fullmatch(r"([0-9])(?:[\s,;+/\-–]*)([0-9])", said):
        return int(found[1]), int(found[2])
    if found := re.fullmatch(r"([0-9])[br]([0-9])w", said):
        return int(found[1]), int(found[2])
    return _counted_words(said, text)


def _counted_words(said: str, text: str) -> tuple[int, int] | None:
    """Count words, or letters one by one, each with a number before it or not."""
    black, white, number = 0, 0, 1
    words = re.findall(r"[0-9]+|[^\W\d_]+", said)
    if not words or re.sub(SEPARATORS, "", said) != "".join(words):
        return None
    words = [_digits(word) for word in words if word not in _words(ANDS)]
    if not set(words) & (_words(BLACKS) | _words(WHITES)):
        words = re.findall(r"[0-9]|[^\W\d_]", " ".join(words))
    black_letters, white_letters = _key_letters(words, text)
    if any(word.isdigit() for word in words) and len(words) > 4:
        return None
    for at, word in enumerate(words):
        if word.isdigit():
            if at + 1 == len(words) or words[at + 1].isdigit() or len(word) > 1:
                return None
            number = int(word)
        elif word in _words(BLACKS) or word in black_letters:
            if black and number > 1:  # "2b3b"
                return None
            black, number = black + number, 1
        elif word in _words(WHITES) or word in white_letters:
            if white and number > 1:
                return None
            white, number = white + number, 1
        else:
            return None
    return black, white


def _digits(word: str) -> str:
    """Return the digit of a number said in words, of "no" and the like, or the word itself."""
    if word in _words(NOTHINGS):
        return "0"
    for spoken in (language(), "en"):
        numbers = [*map(folded, NUMBERS[spoken])]
        if word in numbers:
            return str(numbers.index(word))
    return {"une": "1", "ett": "1"}.get(word, word)


def key_letters() -> tuple[str, str]:
    """Return the letters for a black and a white key peg in the language spoken."""
    return BLACKS[language()][0][0], WHITES[language()][0][0]


def _key_letters(words: list[str], text: str) -> tuple[set[str], set[str]]:
    """Return the letters that are black and white here: Keypeg's own, or the language's."""
    own_black, own_white = key_letters()
    letters = {word for word in words if len(word) == 1 and not word.isdigit()}
    if words == ["r"] and NOTHINGS[language()][0].startswith("r"):
        raise BadNotation(
            _("'{text}' may be {first} or {second}.").format(
                text=text, first=_("red"), second=_("nothing")
            ),
            hint=_("Type the whole word."),
        )
    if letters <= {"b", "r", "w"} and (own_white != "b" or letters - {"b"}):
        return {"b", "r"}, {"w"}
    if letters == {"b"} and own_white == "b":
        raise BadNotation(
            _("In '{text}', b may be {first} or {second}.").format(
                text=text, first=_("black"), second=_("white")
            ),
            hint=_("Type the whole word, or two numbers, black first: 2 1."),
        )
    return {own_black, BLACKS[language()][-1][0]}, {own_white}


def part_word(text: str) -> str:
    """Return ``"black"``, ``"white"`` or ``"nothing"`` for what an owner says; else nothing.

    A beginning is enough where only one of them begins so. Raises `BadNotation` where two do.
    """
    said = folded(text.strip())
    groups = {"black": BLACKS, "white": WHITES, "nothing": NOTHINGS}
    if said == "-":
        return "nothing"
    meant = [
        name
        for name, words in groups.items()
        if said and any(word.startswith(said) for word in _words(words))
    ]
    if len(meant) > 1:
        raise BadNotation(
            _("'{text}' may be {first} or {second}.").format(
                text=text, first=_(meant[0]), second=_(meant[1])
            ),
            hint=_("Type the whole word."),
        )
    return meant[0] if meant else ""


def back_of(text: str) -> str:
    """Return ``"B"`` or ``"W"`` for the back of a tile: that letter, or the whole word; else ""."""
    said = folded(text.strip())
    if said in ("b", "w"):
        return said.upper()
    red = {"red", "reds", "rood", "rode", "rouge", "rouges", "rod"}
    if said in _words(BLACKS) - red:
        return "B"
    return "W" if said in _words(WHITES) else ""


def begins_answer(letter: str) -> bool:
    """Whether `letter` alone is an answer in the language spoken, as `h` for *hvit* is."""
    return letter in key_letters()


def _words(by_language: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """Return the words of the language spoken and of English, folded."""
    both = (*by_language["en"], *by_language[language()])
    return frozenset(map(folded, both))


def folded(text: str) -> str:
    """Return `text` in lower case without accents, as it is typed on any keyboard."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("æ", "ae"))
    return "".join(c for c in plain if not unicodedata.combining(c))
