"""A small mistake, as a value: what is replaced in which file, and which tests should notice."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    """In `file`, `old` (which stands there once) is replaced by `new`; `tests` should notice.

    Of an equivalent one, `tests` says why none can.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())}  ->  {' '.join(self.new.split())}"


@dataclass
class Mutants:
    """Mutants of one file after another, gathered."""

    all: list[Mutant] = field(default_factory=list)

    def of(self, file: str, tests: str, *changes: tuple[str, str]) -> None:
        """Add `changes` of `file`, noticed by `tests` (names in tests/, without `test_`)."""
        names = tuple(f"tests/test_{name}.py" for name in tests.split())
        self.all += [Mutant(file, old, new, names) for old, new in changes]
