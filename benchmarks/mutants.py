"""Wrong programs that the tests must notice: each mutant is one small mistake, put into a copy.

Mutation testing (DeMillo, Lipton and Sayward 1978): a test is worth what it notices. The mutants
of mutant_list.py are of the kind that a tired person makes: a bound off by one, a condition left
out, the newest for the oldest. For each, the tests that should notice are run on a copy of the
checkout; a mutant that they let pass is printed as alive, and the exit code is 1.

    python benchmarks/mutants.py                 all of them, about ten minutes on one core
    python benchmarks/mutants.py scene serial    those of files whose path has one of these words
    python benchmarks/mutants.py --made 40       as well 40 made from the syntax trees, by chance

Those of `EQUIVALENT` change nothing that anyone can see; each says why. They are not run.
"""

import ast
import compileall
import os
import py_compile
import random
import shutil
import signal
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

# what the tests need, imported once for all mutants
import click  # noqa: F401
import cv2  # noqa: F401
import numpy  # noqa: F401
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutant_list import EQUIVALENT, MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 600  # for one mutant: an endless loop is noticed too, on a busy computer as well
COPIED = ("companion", "calibration", "tests", "docs", "firmware", "pyproject.toml", "README.md")


# made from the syntax tree


class Flip(ast.NodeTransformer):
    """Changes the `nth` place at which something can be mistaken; `places` counts them."""

    COMPARED: ClassVar = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
    OPPOSED: ClassVar = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In}

    def __init__(self, nth: int = -1) -> None:
        self.nth, self.places, self.line = nth, 0, 0

    def _is_here(self, node: ast.expr | ast.stmt) -> bool:
        self.places += 1
        if self.places - 1 == self.nth:
            self.line = node.lineno
            return True
        return False

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        other = (self.COMPARED | self.OPPOSED).get(type(node.ops[0]))
        if other and self._is_here(node):
            node.ops[0] = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        if self._is_here(node):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node.operand if isinstance(node.op, ast.Not) and self._is_here(node) else node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is int and self._is_here(node):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node


def made(number: int, seed: int) -> Iterator[Mutant]:
    """Make `number` mutants by chance, of the files that have named ones, as whole files."""
    chance = random.Random(seed)
    tests = {mutant.file: mutant.tests for mutant in MUTANTS.all}
    for _ in range(number):
        file = chance.choice(sorted(tests))
        text = (ROOT / file).read_text("utf-8")
        counted = Flip()
        counted.visit(ast.parse(text))
        changed = Flip(chance.randrange(counted.places))
        tree = changed.visit(ast.parse(text))
        lines = ast.unparse(ast.parse(text)).splitlines(), ast.unparse(tree).splitlines()
        before, after = next((a, b) for a, b in zip(*lines, strict=False) if a != b)
        print(f"made: {file}:{changed.line}: {before.strip()}  ->  {after.strip()}")
        yield Mutant(file, text, ast.unparse(tree), tests[file])


# running


def checkout(folder: Path) -> None:
    """Copy what the tests need to `folder`."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, folder / name)
    # compiled once: what a mutant changes is seen by its hash, not by its time
    by_hash = py_compile.PycInvalidationMode.CHECKED_HASH
    for name in ("companion", "calibration"):
        compileall.compile_dir(folder / name, quiet=1, invalidation_mode=by_hash)


def passes(folder: Path, tests: Iterable[str], *, patience_s: int = 0) -> bool:
    """Whether `tests` pass in `folder`, within `patience_s` if it is given.

    They run in a child that has the large packages already, and of ours nothing yet.
    """
    child = os.fork()
    if not child:
        os.chdir(folder)
        sys.path[0] = str(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.alarm(patience_s)
        options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not long"]
        os._exit(pytest.main([*options, *tests]))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        sys.exit(f"The tests could not be run: {code}")
    return code == pytest.ExitCode.OK


def lives(folder: Path, mutant: Mutant) -> bool:
    """Whether the tests let `mutant` pass."""
    file = folder / mutant.file
    right = file.read_text("utf-8")
    file.write_text(right.replace(mutant.old, mutant.new), "utf-8")
    try:
        return passes(folder, mutant.tests, patience_s=PATIENCE_S)
    finally:
        file.write_text(right, "utf-8")


def lost(mutants: Iterable[Mutant]) -> list[str]:
    """Return a sentence for each mutant whose text does not stand in its file once."""
    said = []
    for mutant in mutants:
        path = ROOT / mutant.file
        count = path.read_text("utf-8").count(mutant.old) if path.exists() else 0
        if not path.exists():
            said.append(f"{mutant.file} is not there any more: name its new place.")
        elif count != 1:
            said.append(f"{mutant.file} has this {count} times, not once: {mutant.old!r}")
    return said


def main() -> None:
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="only of files whose path has one of these")
    parser.add_argument("--made", type=int, default=0, metavar="N", help="make N more by chance")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chosen = [m for m in MUTANTS.all if not asked.words or any(w in m.file for w in asked.words)]
    if said := lost([*chosen, *EQUIVALENT]):
        sys.exit("\n".join(["The code was changed; mend these mutants first:", *said]))
    chosen += made(asked.made, asked.seed)
    with tempfile.TemporaryDirectory(prefix="keypeg-mutants-") as name:
        folder = Path(name)
        sys.dont_write_bytecode = False  # the tests are compiled once
        checkout(folder)
        if not passes(folder, sorted({test for mutant in chosen for test in mutant.tests})):
            sys.exit("The tests fail without any mutant: mend them first.")
        alive = []
        for number, mutant in enumerate(chosen, start=1):
            if lives(folder, mutant):
                alive.append(mutant)
                named = mutant if len(mutant.old) < 500 else mutant.file
                print(f"{number:3} ALIVE {named}", flush=True)
            elif number % 10 == 0:
                print(f"{number:3} of {len(chosen)}", flush=True)
    print(f"{len(chosen) - len(alive)} of {len(chosen)} noticed, {len(EQUIVALENT)} equivalent.")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
