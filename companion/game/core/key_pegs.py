"""Key pegs: how a guess is marked against a code, and an answer written, read and said. Pure.

An answer is `Keys`: black key pegs and white ones, ``"2b1w"``.
"""

from dataclasses import dataclass
from operator import eq

from companion.errors import BadNotation
from companion.game.core.spoken import answer_counts, key_letters
from companion.i18n import NN_, _, ngettext

__all__ = ["Keys", "check_keys", "format_keys", "mark", "parse_keys", "say_answer", "say_count"]

# what a box calls its key pegs -> so many of them, in words
COUNTS = {
    "black": NN_("{count} black", "{count} black"),
    "white": NN_("{count} white", "{count} white"),
    "red": NN_("{count} red", "{count} red"),
}


@dataclass(frozen=True, slots=True, order=True)
class Keys:
    """An answer: `black` pegs of the right colour in the right hole, `white` in a wrong one."""

    black: int
    white: int

    def __str__(self) -> str:
        """Return the answer in the letters of the language spoken: ``"2b1w"``, ``"2n1b"``."""
        black, white = key_letters()
        return f"{self.black}{black}{self.white}{white}"


def mark(secret: str, guess: str) -> Keys:
    """Answer `guess` against `secret`; an empty hole counts as a colour of its own.

    Each peg of either counts at most once and black goes before white (all four code
    rulebooks; for Het Bouwblokje's variation B an empty hole is answered like a colour).
    """
    if len(secret) != len(guess):
        raise BadNotation(
            ngettext(
                "A guess of {number} hole cannot be marked against a code of {wanted}.",
                "A guess of {number} holes cannot be marked against a code of {wanted}.",
                len(guess),
            ).format(number=len(guess), wanted=len(secret))
        )
    black = sum(map(eq, secret, guess))
    common = sum([min(secret.count(c), guess.count(c)) for c in set(guess)])
    return Keys(black, common - black)


def format_keys(keys: Keys) -> str:
    """Write an answer as logs have it, ``"2b1w"``, whatever language is spoken."""
    return f"{keys.black}b{keys.white}w"


def say_count(word: str, count: int) -> str:
    """Say so many key pegs that a box calls `word`, "black", "white" or "red": ``"2 black"``."""
    return ngettext(*COUNTS[word], count).format(count=count)


def say_answer(keys: Keys) -> str:
    """Say an answer in words, for those who do not see the box: ``"2 black, 1 white"``."""
    return f"{say_count('black', keys.black)}, {say_count('white', keys.white)}"


def parse_keys(text: str) -> Keys:
    """Read an answer: ``"2b1w"``, ``"2 1"`` (black first), ``"bbw"``, words, or ``"-"`` for none.

    Where black is a slider's red, `r` is as good: ``"2r1w"``, ``"rrw"``.
    """
    if counts := answer_counts(text):
        return Keys(*counts)
    raise BadNotation(
        _("'{text}' is not an answer.").format(text=text),
        hint=_("Type black (red) then white, as in '2 1', '2b1w' or 'bbw'; '-' for none."),
    )


def check_keys(keys: Keys, *, holes: int, words: tuple[str, str] = ("black", "white")) -> None:
    """Raise `BadNotation` for an answer that no code of `holes` holes can give.

    `words` are what the box calls a right peg in its hole, and one in a wrong hole.
    """
    black, white = say_count(words[0], keys.black), say_count(words[1], keys.white)
    if keys.black < 0 or keys.white < 0 or keys.black + keys.white > holes:
        raise BadNotation(
            _("{said} are {sum} key pegs; a row of {holes} has at most {holes}.").format(
                said=f"{black}, {white}", sum=keys.black + keys.white, holes=holes
            ),
            hint=_("Look at the key pegs again."),
        )
    if keys.black == holes - 1 and keys.white == 1:
        raise BadNotation(
            _(
                "{black} and {white} cannot be: with {number} pegs in place the last one has no "
                "wrong hole to be in."
            ).format(black=black, white=white, number=keys.black),
            hint=_("Look at the key pegs again."),
        )
