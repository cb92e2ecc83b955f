"""The box of Invicta's Master Mind for four, as data, and how a part answers a row. Pure.

Each board hides one part of the code, a hole and a colour, written ``".r..."``.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from math import comb

from companion.errors import BadNotation
from companion.game.core.codes import COLOURS, EMPTY, parse_code
from companion.game.core.events import Seated, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.kind import RandomSource
from companion.game.core.spoken import part_word
from companion.i18n import N_, _, ngettext

__all__ = [
    "BLACK",
    "NOTHING",
    "WHITE",
    "PartsRules",
    "answer",
    "format_part_answer",
    "merge",
    "parse_part_answer",
]

BLACK, WHITE, NOTHING = Keys(1, 0), Keys(0, 1), Keys(0, 0)


def answer(part: str, row: str) -> Keys:
    """Answer `row` for the owner of `part`: black, else white (once), else nothing."""
    hole = len(part) - len(part.lstrip(EMPTY))
    if row[hole] == part[hole]:
        return BLACK
    return WHITE if part[hole] in row else NOTHING


def merge(parts: tuple[str, ...]) -> str:
    """Give the code that `parts` make together, or raise if two share a hole."""
    holes = list(zip(*parts, strict=True))
    for number, letters in enumerate(holes, start=1):
        if letters.count(EMPTY) < len(parts) - 1:
            raise BadNotation(
                _("Two parts are in hole {hole}; the numbered chips are all different.").format(
                    hole=number
                ),
                hint=_("Look at the chips again."),
            )
    # every letter comes after the sign of an empty hole
    return "".join(map(max, holes))


# one hole and one colour, in either order
HOLE_AND_COLOUR = re.compile(r"\s*(?:([0-9])[\s,]*([^\W\d_]+)|([^\W\d_]+)[\s,]*([0-9]))\s*")


@dataclass(frozen=True, slots=True)
class PartsRules:
    """The box: boards with a few rows each, and as many parts as boards in play."""

    name: str
    title: str
    colours: str
    holes: int = 5
    rows: int = 4
    players: tuple[int, int] = (2, 4)
    rounds: int = 1
    boards_each: int = 1
    usual_board: str = "four-player"

    def __post_init__(self) -> None:
        if not 1 <= self.rows <= 20:
            raise BadNotation(
                ngettext(
                    "A board of {rows} row cannot be.",
                    "A board of {rows} rows cannot be.",
                    self.rows,
                ).format(rows=self.rows),
                hint=_("Take 1 to 20 rows."),
            )
        if self.boards_each not in (1, 2):
            raise BadNotation(
                _("{number} boards a player cannot be: the box has four.").format(
                    number=self.boards_each
                ),
                hint=_("Take 1, or 2 with two players."),
            )
        if len(self.colours) < 2 or set(self.colours) - set(COLOURS):
            raise BadNotation(
                _("The colours '{colours}' cannot be.").format(colours=self.colours),
                hint=_("Name two or more colour letters."),
            )

    @property
    def usual_way(self) -> Way:
        """The companion draws the parts."""
        return Way.COMPANION

    @property
    def has_one_code(self) -> bool:
        """Whether a round is one code, whole with one maker."""
        return False

    @property
    def can_be_played_alone(self) -> bool:
        """Nobody can: each row is answered by the owners of other boards."""
        return False

    def rounds_for(self, players: int) -> int:
        """Return the usual number of rounds, whatever the number of players."""
        del players
        return self.rounds

    def check_agreement(self, seated: Seated) -> None:
        """Allow every agreement."""

    def notices(self, seated: Seated) -> tuple[str, ...]:
        """Return nothing: every agreement is as in the book."""
        del seated
        return ()

    def owners(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Give the owner of each board: a player's boards stand side by side."""
        return tuple(p for p in players for _ in range(self.boards_each))

    def codes_count(self, boards: int = 4) -> int:
        """How many hidden codes there are with `boards` parts (6480 with four)."""
        return int(comb(self.holes, boards) * len(self.colours) ** boards)

    def draw_codes(self, boards: int, chance: RandomSource) -> tuple[str, ...]:
        """Return a part for each of so many boards, each choice equally likely."""
        return tuple(
            EMPTY * hole + chance.choice(self.colours) + EMPTY * (self.holes - hole - 1)
            for hole in chance.sample(range(self.holes), boards)
        )

    def parse_row(self, text: str) -> str:
        """Give the row in `text`; any hole may be empty."""
        return parse_code(text, colours=self.colours + EMPTY, holes=self.holes)

    def parse_part(self, text: str) -> str:
        """Give the part in `text`: ``".r..."``, or a hole and a colour: ``"2r"``, ``"red 2"``."""
        if found := HOLE_AND_COLOUR.fullmatch(text):
            hole = int(found[1] or found[4])
            colour = parse_code(found[2] or found[3], colours=self.colours, holes=1)
            if not 1 <= hole <= self.holes:
                raise BadNotation(
                    _("There is no hole {hole} in a row of {holes}.").format(
                        hole=hole, holes=self.holes
                    ),
                    hint=_("Name a hole from 1 to {holes}.").format(holes=self.holes),
                )
            return (EMPTY * (hole - 1) + colour).ljust(self.holes, EMPTY)
        with suppress(BadNotation):
            part = self.parse_row(text)
            if part.count(EMPTY) == self.holes - 1:
                return part
        raise BadNotation(
            _("'{text}' is not one hole and one colour.").format(text=text),
            hint=_("Type the hole and the letter, as in '2r'."),
        )


_ANSWERS = {N_("black"): BLACK, N_("white"): WHITE, N_("nothing"): NOTHING}


def format_part_answer(keys: Keys) -> str:
    """Say what an owner answers for his part: ``"black"``, ``"white"`` or ``"nothing"``."""
    return next(word for word, value in _ANSWERS.items() if value == keys)


def parse_part_answer(text: str) -> Keys:
    """Read an owner's answer: its word in the language spoken, or the word's beginning."""
    word = part_word(text)
    if not word:
        raise BadNotation(
            _("'{text}' is not an answer for one part.").format(text=text),
            hint=_("Type black, white or nothing."),
        )
    return _ANSWERS[word]
