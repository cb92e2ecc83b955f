"""The box of Invicta's Master Mind for four, as data, and how a part answers a row. Pure.

Each board hides one part of the code, a hole and a colour, written ``".r..."``.
"""

from dataclasses import dataclass
from math import comb
from string import digits

from companion.errors import BadNotation
from companion.game.codes import COLOURS, EMPTY, Keys, parse_code

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
    hole = next(i for i, c in enumerate(part) if c != EMPTY)
    if row[hole] == part[hole]:
        return BLACK
    return WHITE if part[hole] in row else NOTHING


def merge(parts: tuple[str, ...]) -> str:
    """Give the code that `parts` make together, or raise if two share a hole."""
    code = ""
    for hole, letters in enumerate(zip(*parts, strict=True), start=1):
        pegs = [c for c in letters if c != EMPTY]
        if len(pegs) > 1:
            raise BadNotation(
                f"Two parts are in hole {hole}; the numbered chips are all different.",
                hint="Look at the chips again.",
            )
        code += pegs[0] if pegs else EMPTY
    return code


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

    def __post_init__(self) -> None:
        if not 1 <= self.rows <= 20:
            raise BadNotation(f"A board of {self.rows} rows cannot be.", hint="Take 1 to 20 rows.")
        if self.boards_each not in (1, 2):
            raise BadNotation(
                f"{self.boards_each} boards a player cannot be: the box has four.",
                hint="Take 1, or 2 with two players.",
            )
        if len(self.colours) < 2 or set(self.colours) - set(COLOURS):
            raise BadNotation(
                f"The colours '{self.colours}' cannot be.", hint="Name two or more colour letters."
            )

    def owners(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Give the owner of each board: a player's boards stand side by side."""
        return tuple(p for p in players for _ in range(self.boards_each))

    def codes_count(self, boards: int = 4) -> int:
        """How many hidden codes there are with `boards` parts (6480 with four)."""
        return int(comb(self.holes, boards) * len(self.colours) ** boards)

    def parse_row(self, text: str) -> str:
        """Give the row in `text`; any hole may be empty."""
        return parse_code(text, colours=self.colours + EMPTY, holes=self.holes)

    def parse_part(self, text: str) -> str:
        """Give the part in `text`: ``".r..."``, or a hole and a colour, ``"2r"``."""
        short = text.replace(" ", "").casefold()
        if len(short) == 2 and short[0] in digits and short[1] in self.colours:
            hole = int(short[0])
            if not 1 <= hole <= self.holes:
                raise BadNotation(
                    f"There is no hole {hole} in a row of {self.holes}.",
                    hint=f"Name a hole from 1 to {self.holes}.",
                )
            return (EMPTY * (hole - 1) + short[1]).ljust(self.holes, EMPTY)
        part = self.parse_row(text)
        if part.count(EMPTY) != self.holes - 1:
            raise BadNotation(
                f"'{text}' is not one hole and one colour.",
                hint="Type the hole and the letter, as in '2r'.",
            )
        return part


_ANSWERS = {"black": BLACK, "white": WHITE, "nothing": NOTHING}


def format_part_answer(keys: Keys) -> str:
    """Say what an owner answers for his part: ``"black"``, ``"white"`` or ``"nothing"``."""
    return next(word for word, value in _ANSWERS.items() if value == keys)


def parse_part_answer(text: str) -> Keys:
    """Read an owner's answer: its word, or the word's beginning."""
    wanted = text.strip().casefold()
    close = [keys for word, keys in _ANSWERS.items() if wanted and word.startswith(wanted)]
    if wanted == "-":
        return NOTHING
    if len(close) != 1:
        raise BadNotation(
            f"'{text}' is not an answer for one part.", hint="Type black, white or nothing."
        )
    return close[0]
