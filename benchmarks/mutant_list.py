"""The mistakes that `benchmarks/mutants.py` puts into the program, and who should notice each."""

from mutant import Mutant, Mutants
from mutants_of_game import GAME
from mutants_of_table import TABLE

__all__ = ["EQUIVALENT", "MUTANTS", "Mutant"]

MUTANTS = Mutants([*GAME.all, *TABLE.all])
EQUIVALENT = (
    Mutant(
        "companion/table/tiles/explanations.py",
        "LONGEST = 3",
        "LONGEST = 4",
        ("no fourth move can be seen without a claim among them, which a word tells",),
    ),
)
